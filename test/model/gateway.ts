import type { TestGatewayNotice } from '../../functions/adapters/payments/test-gateway-protocol.ts';

interface Payment {
  reference: string;
  /** Authorized amount. */
  authorized: number;
  /** Captured amount, or the one to be captured. */
  amount: number;
  captured: boolean;
  refunds: { refundId: string; refundKey: string | null; amount: number; failed: boolean }[];
  /** Only the newest dispute can be read here, so no other one follows one that was `appealed`. */
  dispute?: { id: string; amount: number; status: 'open' | 'won' | 'lost'; appealed?: true };
}

interface Session {
  id: string;
  state: 'open' | 'closed' | 'paid';
  total: number;
  lapsesAtMs: number;
  payment?: Payment;
}

interface Input {
  sessionId: string;
  due: number;
  expiresAtMs: number;
  paymentReference: string;
  amount: number;
  refundKey: string;
}

const CURRENCY = 'DKK';
const METHOD = { type: 'card' };
/** Serializes a response, so that the service and the gateway share no object. */
const answer = (body: unknown): Response => new Response(JSON.stringify(body), { status: 200 });

/**
 * A minimal payment gateway with the protocol of the built-in one: its state is the reference for the service's books.
 */
export class ModelGateway {
  readonly sessions = new Map<string, Session>();
  readonly notices: TestGatewayNotice[] = [];
  readonly #order: { company: string; id: string };
  readonly #nowMs: () => number;
  /** Sessions whose URL was returned; others cannot be paid. */
  readonly #notified = new Set<string>();
  declinesRefunds = false;
  /** Number of upcoming refunds that are made although the response declines them. */
  falselyDeclined = 0;
  /** Number of upcoming refunds whose response is lost. */
  lostRefundAnswers = 0;
  silent = false;
  attempts = 0;
  #disputes = 0;
  /** Called when the service returns a page while another page can be paid. */
  onSecondPage: () => void = () => {};
  /** Called before money is refunded under one of the service's own keys. */
  beforeRefund: (refundKey: string) => void = () => {};

  constructor(order: { company: string; id: string }, nowMs: () => number) {
    this.#order = order;
    this.#nowMs = nowMs;
  }

  payments(): Payment[] {
    return [...this.sessions.values()].flatMap(({ payment }) => payment ?? []);
  }

  /** Payable pages. */
  openSessions(): Session[] {
    return this.#payable().filter(({ state, lapsesAtMs }) => state === 'open' && lapsesAtMs > this.#nowMs());
  }

  /** Records that the service has returned the URL of a page, so that it can be paid. */
  notify(id: string): void {
    this.#notified.add(id);
    const open = this.openSessions();
    if (open.length > 1 && open.some((session) => session.id === id)) this.onSecondPage();
  }

  #payable(): Session[] {
    return [...this.sessions.values()].filter(({ id, payment }) => this.#notified.has(id) && !payment);
  }

  /** Handles a call from the service. */
  serve(method: string, path: string, body: string): Response {
    const input = JSON.parse(body === '' ? '{}' : body) as Input;
    const [, noun, id = '', verb] = path.replace(/^\/payments\/test/, '').split('/');
    if (noun === 'sessions' && id === '') return this.#open(input);
    if (noun === 'sessions' && verb === 'close') return answer(this.#close(id));
    if (noun === 'sessions') return answer(this.#read(id));
    if (noun === 'refunds') {
      const result = this.#refund(input);
      return this.lostRefundAnswers-- > 0 ? new Response('', { status: 500 }) : answer(result);
    }
    if (noun === 'payments') return answer(this.#payment(id));
    throw new Error(`The gateway has no route ${method} ${path}`);
  }

  #open({ sessionId, due, expiresAtMs }: Input): Response {
    const known = this.sessions.has(sessionId);
    if (!known) {
      this.sessions.set(sessionId, { id: sessionId, state: 'open', total: due, lapsesAtMs: expiresAtMs });
    }
    return answer({ url: `http://model/pay/${sessionId}`, gatewaySessionId: sessionId, expiresAtMs });
  }

  #close(id: string): object {
    const session = this.sessions.get(id);
    if (session?.payment) return this.#read(id);
    this.sessions.set(id, { id, total: 0, lapsesAtMs: 0, ...session, state: 'closed' });
    return { state: 'closed' };
  }

  #read(id: string): object {
    const session = this.sessions.get(id);
    if (!session) return { state: 'unknown' };
    const { payment, state } = session;
    if (!payment) return { state: state === 'open' && session.lapsesAtMs > this.#nowMs() ? 'open' : 'closed' };
    return {
      state: 'paid',
      payment: {
        status: payment.captured ? 'captured' : 'authorized',
        paymentReference: payment.reference,
        amount: payment.amount,
        currency: CURRENCY,
        method: METHOD,
        occurredAtMs: this.#nowMs(),
      },
    };
  }

  #refund({ paymentReference, amount, refundKey }: Input): object {
    const payment = this.payments().find(({ reference }) => reference === paymentReference);
    if (!payment) return { status: 'declined', reason: 'unknown payment' };
    const earlier = payment.refunds.find((refund) => refund.refundKey === refundKey);
    if (earlier?.failed) return { status: 'declined', reason: 'the bank sent it back' };
    if (earlier) return { status: 'refunded', amount: earlier.amount };
    if (this.declinesRefunds) return { status: 'declined', reason: 'the issuer accepts none' };
    if (amount > refundable(payment)) return { status: 'declined', reason: 'more than is left' };
    this.beforeRefund(refundKey);
    const refundId = `re_${payment.reference}_${payment.refunds.length}`;
    payment.refunds.push({ refundId, refundKey, amount, failed: false });
    if (this.falselyDeclined === 0 || refundKey.startsWith('stray:')) return { status: 'refunded', amount };
    this.falselyDeclined--;
    this.#notify({ kind: 'refunded', paymentReference, amount, refundId, refundKey });
    return { status: 'declined', reason: 'the amount was refunded already' };
  }

  #payment(reference: string): object {
    const payment = this.payments().find((each) => each.reference === reference);
    if (!payment)
      return { status: 'unknown', amount: 0, currency: '', captured: 0, refunded: 0, refunds: [], dispute: null };
    return {
      status: payment.captured ? 'captured' : 'authorized',
      amount: payment.amount,
      currency: CURRENCY,
      method: METHOD,
      captured: payment.captured ? payment.amount : 0,
      refunded: refundedOf(payment),
      refunds: payment.refunds.map(({ failed, ...refund }) => ({ ...refund, status: failed ? 'failed' : 'refunded' })),
      dispute: payment.dispute
        ? { disputeId: payment.dispute.id, status: payment.dispute.status, amount: payment.dispute.amount }
        : null,
    };
  }

  /** A buyer pays on a page that is open, or (`isLate`) that was open when the bank's window opened. */
  pay(short: number, captures: boolean, isLate = false): void {
    const [session] = isLate ? this.#payable() : this.openSessions();
    if (!session) return;
    // A payment on a closed page is always reported by a notification, because nothing else reports it.
    this.silent &&= session.state === 'open';
    const reference = `tp_${session.id.slice(3)}`;
    const amount = Math.max(0, session.total - short);
    session.state = 'paid';
    session.payment = { reference, authorized: amount, amount, captured: captures, refunds: [] };
    this.#notify({ kind: 'authorized', paymentReference: reference, amount: session.payment.amount });
    if (captures) this.#notify({ kind: 'captured', paymentReference: reference, amount: session.payment.amount });
  }

  decline(): void {
    const session = this.openSessions()[0];
    if (!session) return;
    this.attempts++;
    const paymentReference = `tp_${session.id.slice(3)}_${this.attempts}`;
    this.#notify({ kind: 'failed', paymentReference, amount: session.total });
  }

  /** Captures an authorization, fully or partly. */
  capture(short = 0): void {
    for (const payment of this.payments().filter(({ captured }) => !captured)) {
      payment.captured = true;
      // A payment that already has refunds is captured in full.
      if (payment.refunds.length === 0) payment.amount = Math.max(0, payment.amount - short);
      this.#notify({ kind: 'captured', paymentReference: payment.reference, amount: payment.amount });
    }
  }

  dashboardRefund(share: number): void {
    const payment = this.payments().find((each) => each.captured && refundable(each) > 0);
    if (!payment) return;
    const amount = Math.max(1, Math.floor(refundable(payment) * share));
    const refundId = `re_${payment.reference}_${payment.refunds.length}`;
    payment.refunds.push({ refundId, refundKey: null, amount, failed: false });
    this.#notify({ kind: 'refunded', paymentReference: payment.reference, amount, refundId, refundKey: null });
  }

  failRefund(): void {
    for (const payment of this.payments()) {
      const refund = payment.refunds.findLast(
        ({ failed, refundKey }) => !failed && refundKey?.startsWith('stray:') !== true,
      );
      if (!refund) continue;
      refund.failed = true;
      const { refundId, refundKey, amount } = refund;
      this.#notify({ kind: 'refund_failed', paymentReference: payment.reference, amount, refundId, refundKey });
      return;
    }
  }

  dispute(kind: 'dispute_opened' | 'dispute_won' | 'dispute_lost'): void {
    const payment = this.payments().find(({ captured }) => captured);
    if (!payment) return;
    if (kind === 'dispute_opened') {
      const { dispute } = payment;
      if ((dispute && (dispute.status !== 'won' || dispute.appealed)) || refundable(payment) < 1) return;
      const id = `td_${payment.reference}_${++this.#disputes}`;
      payment.dispute = { id, amount: refundable(payment), status: 'open' };
    } else {
      if (payment.dispute?.status !== 'open') return;
      const amount = Math.min(payment.dispute.amount, refundable(payment));
      // A dispute that is lost twice is lost for the same amount: a late report of the first loss would set another one.
      if (payment.dispute.appealed && amount < payment.dispute.amount) return;
      payment.dispute.amount = amount;
      payment.dispute.status = kind === 'dispute_won' ? 'won' : 'lost';
    }
    this.#notifyOfDispute(payment.reference, payment.dispute);
  }

  /** The bank decides a closed dispute otherwise, or opens it again. */
  changeDispute(to: 'open' | 'won' | 'lost'): void {
    const payment = this.payments().find(({ dispute }) => dispute && dispute.status !== 'open');
    const { dispute } = payment ?? {};
    if (!payment || !dispute || dispute.status === to) return;
    if (to === 'lost' && refundable(payment) < dispute.amount) return;
    Object.assign(dispute, { status: to, appealed: true });
    this.#notifyOfDispute(payment.reference, dispute);
  }

  #notifyOfDispute(paymentReference: string, { id: disputeId, amount, status }: NonNullable<Payment['dispute']>): void {
    const kind = ({ open: 'dispute_opened', won: 'dispute_won', lost: 'dispute_lost' } as const)[status];
    this.#notify({ kind, paymentReference, amount, disputeId });
  }

  #notify(notice: Record<string, unknown>): void {
    if (this.silent) return;
    this.notices.push({
      gateway: 'test',
      noticeId: `tn_${this.notices.length}`,
      company: this.#order.company,
      orderId: this.#order.id,
      currency: CURRENCY,
      occurredAtMs: this.#nowMs(),
      ...notice,
    } as TestGatewayNotice);
  }
}

/** Amount that was returned to the buyer, including lost disputes. */
export const returnedAmount = (payment: Payment): number =>
  refundedOf(payment) + (payment.dispute?.status === 'lost' ? payment.dispute.amount : 0);

const refundedOf = ({ refunds }: Payment): number =>
  refunds.reduce((sum, { amount, failed }) => sum + (failed ? 0 : amount), 0);

export const refundable = (payment: Payment): number => payment.amount - returnedAmount(payment);
