import { decimalText, minorFromDecimal } from '../../functions/platform/decimals.ts';

export interface Amount {
  currency: string;
  value: string;
}

type Status = 'open' | 'pending' | 'authorized' | 'paid' | 'canceled' | 'expired' | 'failed';

export interface Payment {
  id: string;
  createdAt: string;
  amount: Amount;
  description: string;
  /** Methods that the page offers. */
  offered: string[];
  method: string | null;
  metadata: Record<string, string> | null;
  status: Status;
  captureMode: string;
  redirectUrl: string;
  cancelUrl: string;
  webhookUrl: string;
  captured: number;
  times: Record<string, string>;
}

export interface Refund {
  id: string;
  paymentId: string;
  amount: Amount;
  description: string;
  metadata: Record<string, string> | null;
  status: 'queued' | 'pending' | 'processing' | 'refunded' | 'failed' | 'canceled';
  createdAt: string;
}

export interface Chargeback {
  id: string;
  paymentId: string;
  amount: Amount;
  createdAt: string;
  reversedAt: string | null;
}

export interface Capture {
  id: string;
  paymentId: string;
  amount: Amount;
  status: 'pending' | 'succeeded' | 'failed';
  createdAt: string;
}

/** Mollie's refusal of a request: status, message, and the member at fault. */
export class MollieDecline extends Error {
  readonly status: number;
  readonly field: string | undefined;

  constructor(status: number, detail: string, field?: string) {
    super(detail);
    this.status = status;
    this.field = field;
  }
}

const minorOf = ({ value, currency }: Amount): number => minorFromDecimal(value, currency) ?? 0;

/** Methods that are authorized first on a page with manual capture. The others are captured immediately. */
const BY_HAND = new Set(['creditcard', 'klarna', 'mobilepay', 'vipps']);

/** Mollie's state: payments with their captures, refunds and chargebacks, and pending notifications. */
export class MollieBooks {
  readonly payments = new Map<string, Payment>();
  readonly refunds: Refund[] = [];
  readonly chargebacks: Chargeback[] = [];
  readonly captures: Capture[] = [];
  /** Payments with pending notifications, oldest first. */
  readonly notices: string[] = [];
  /** Payments whose refunds are declined. */
  readonly unrefundable = new Set<string>();
  /** Methods of the account. */
  methods = ['creditcard', 'mobilepay', 'vipps', 'swish', 'paypal', 'ideal', 'bancontact', 'twint', 'blik'];
  /** Whether captures are executed later, by `endCaptures`. */
  capturesLater = false;
  /** Whether a second refund of the same amount is refused, as within an hour of the first. */
  refusesRepeats = false;
  /** Whether a page can be closed before a method is chosen. */
  isCancelable = true;
  nowMs: () => number = Date.now;
  #count = 0;

  create(body: Record<string, unknown>): Payment {
    const amount = body['amount'] as Amount;
    if (minorOf(amount) < 1) throw new MollieDecline(422, 'The amount is lower than the minimum', 'amount.value');
    const wanted = [body['method'] ?? []].flat() as string[];
    const offered = wanted.filter((method) => this.methods.includes(method));
    if (wanted.length > 0 && offered.length === 0) {
      throw new MollieDecline(422, 'The payment method is not activated on your account', 'method');
    }
    const payment: Payment = {
      id: this.#name('tr'),
      createdAt: this.#now(),
      amount,
      description: String(body['description']),
      offered,
      method: null,
      metadata: (body['metadata'] ?? null) as Payment['metadata'],
      status: 'open',
      captureMode: String(body['captureMode'] ?? 'automatic'),
      redirectUrl: String(body['redirectUrl']),
      cancelUrl: String(body['cancelUrl']),
      webhookUrl: String(body['webhookUrl']),
      captured: 0,
      times: {},
    };
    this.payments.set(payment.id, payment);
    return payment;
  }

  find(id: string): Payment {
    const payment = this.payments.get(id);
    if (!payment) throw new MollieDecline(404, 'No payment exists with token ' + id);
    return payment;
  }

  /** The buyer tries a method on the page. `pending`: the method completes later. */
  pay(id: string, outcome: 'approved' | 'declined' | 'pending', method = 'creditcard'): Payment {
    const payment = this.find(id);
    if (payment.status !== 'open') throw new Error('The page is not open');
    if (!payment.offered.includes(method)) throw new Error(`The page does not offer ${method}`);
    payment.method = method;
    if (outcome === 'pending') payment.status = 'pending';
    else this.answer(id, outcome);
    return payment;
  }

  /** Completes the method. */
  answer(id: string, outcome: 'approved' | 'declined'): void {
    const payment = this.find(id);
    if (outcome === 'declined') return this.#become(payment, 'failed', 'failedAt');
    const isHeld = payment.captureMode === 'manual' && BY_HAND.has(payment.method ?? '');
    if (isHeld) return this.#become(payment, 'authorized', 'authorizedAt');
    payment.captured = minorOf(payment.amount);
    this.#become(payment, 'paid', 'paidAt');
  }

  cancel(id: string): Payment {
    const payment = this.find(id);
    if (payment.status !== 'open' || !this.isCancelable) throw new MollieDecline(422, 'The payment cannot be canceled');
    this.#become(payment, 'canceled', 'canceledAt');
    return payment;
  }

  capture(id: string, amount: Amount): Capture {
    const payment = this.find(id);
    if (payment.status !== 'authorized') throw new MollieDecline(422, 'The payment cannot be captured');
    const taken = this.captures.filter((each) => each.paymentId === id && each.status !== 'failed');
    const left = minorOf(payment.amount) - taken.reduce((sum, each) => sum + minorOf(each.amount), 0);
    if (minorOf(amount) > left)
      throw new MollieDecline(422, 'The amount is higher than the remaining amount', 'amount');
    const capture: Capture = {
      id: this.#name('cpt'),
      paymentId: id,
      amount,
      status: 'pending',
      createdAt: this.#now(),
    };
    this.captures.push(capture);
    if (!this.capturesLater) this.endCaptures();
    return capture;
  }

  /** Executes accepted captures. */
  endCaptures(): void {
    for (const capture of this.captures.filter(({ status }) => status === 'pending')) {
      const payment = this.find(capture.paymentId);
      capture.status = 'succeeded';
      payment.captured += minorOf(capture.amount);
      this.#become(payment, 'paid', 'paidAt');
    }
  }

  /** Ends the authorization, as when it is released or expires at the bank. */
  release(id: string): void {
    const payment = this.find(id);
    if (payment.status !== 'authorized') throw new MollieDecline(422, 'The payment has no authorization');
    this.#become(payment, 'canceled', 'canceledAt');
  }

  /** Captures the authorization although it has expired. */
  captureAfterAll(id: string): void {
    const payment = this.find(id);
    payment.captured = minorOf(payment.amount);
    this.#become(payment, 'paid', 'paidAt');
  }

  refund(id: string, body: { amount: Amount; description?: string; metadata?: Record<string, string> | null }): Refund {
    const payment = this.find(id);
    const gone = this.refundedOf(id);
    if (payment.status !== 'paid' || this.unrefundable.has(id)) {
      throw new MollieDecline(422, 'The payment cannot be refunded');
    }
    if (
      this.refusesRepeats &&
      this.refunds.some((each) => each.paymentId === id && each.amount.value === body.amount.value)
    ) {
      throw new MollieDecline(409, 'A duplicate refund has been detected');
    }
    if (minorOf(body.amount) > payment.captured - gone) {
      throw new MollieDecline(422, 'The amount is higher than the maximum', 'amount.value');
    }
    const refund: Refund = {
      id: this.#name('re'),
      paymentId: id,
      amount: body.amount,
      description: body.description ?? '',
      metadata: body.metadata ?? null,
      status: 'pending',
      createdAt: this.#now(),
    };
    this.refunds.push(refund);
    return refund;
  }

  /** Refunded amount of a payment, in the smallest currency unit. */
  refundedOf(id: string): number {
    const counted = this.refunds.filter((each) => each.paymentId === id && each.status !== 'failed');
    return counted.reduce((sum, each) => sum + minorOf(each.amount), 0);
  }

  /** Creates a refund as in the dashboard. */
  refundInDashboard(id: string, minor: number): Refund {
    const { currency } = this.find(id).amount;
    const refund = this.refund(id, { amount: { currency, value: decimalText(minor, currency) } });
    refund.status = 'refunded';
    this.notices.push(id);
    return refund;
  }

  /** Makes the newest refund of a payment fail after it was accepted. */
  failRefund(id: string): void {
    const refund = this.refunds.findLast(({ paymentId, status }) => paymentId === id && status !== 'failed');
    if (!refund) throw new Error('There is no refund');
    refund.status = 'failed';
    this.notices.push(id);
  }

  chargeBack(id: string, minor?: number): Chargeback {
    const { amount } = this.find(id);
    const value = minor === undefined ? amount.value : decimalText(minor, amount.currency);
    const chargeback: Chargeback = {
      id: this.#name('chb'),
      paymentId: id,
      amount: { currency: amount.currency, value },
      createdAt: this.#now(),
      reversedAt: null,
    };
    this.chargebacks.push(chargeback);
    this.notices.push(id);
    return chargeback;
  }

  reverse(chargeback: Chargeback): void {
    chargeback.reversedAt = this.#now();
    this.notices.push(chargeback.paymentId);
  }

  #become(payment: Payment, status: Status, at: string): void {
    payment.status = status;
    payment.times[at] = this.#now();
    this.notices.push(payment.id);
  }

  #name(prefix: string): string {
    return `${prefix}_${(++this.#count).toString(36).padStart(10, 'A')}`;
  }

  #now(): string {
    return new Date(this.nowMs()).toISOString().replace(/\.\d+Z$/, '+00:00');
  }
}
