import type Stripe from 'stripe';
import { METHODS, PAYMENT_METHODS, type PaymentMethodType } from '../../functions/platform/payment-methods.ts';
import { methodsAtMollie, mollieMethod } from '../../functions/adapters/payments/mollie-payment.ts';
import { methodsAtStripe } from '../../functions/adapters/payments/stripe-session.ts';
import type { Chargeback } from './mollie-books.ts';
import { MOLLIE_TEST_KEY, MollieServer } from './mollie-server.ts';
import { STRIPE_TEST_KEY, STRIPE_WEBHOOK_SECRET, StripeServer } from './stripe-server.ts';

/** A notification to the service. */
export interface PostedNotice {
  path: string;
  body: string;
  headers: Record<string, string>;
}

/** A local gateway for tests of every gateway. A page is identified by the last part of its URL. */
export interface GatewayDouble {
  name: 'stripe' | 'mollie';
  env: Record<string, string>;
  methods: PaymentMethodType[];
  /** Whether a method is authorized first and captured later. */
  isByHand: (method: PaymentMethodType) => boolean;
  /** Whether a page allows another attempt after a decline. */
  retriesOnPage: boolean;
  /** Whether the gateway reports a dispute before it is decided. */
  opensDisputes: boolean;
  /** From now on, keeps pages open until they expire; absent where the gateway closes every page. */
  keepPagesOpen?: () => void;
  /** Sets the clock of the gateway ahead, like that of the service. Has no effect at Stripe. */
  setAhead: (seconds: number) => void;
  pay: (page: string, outcome: 'approved' | 'declined' | 'pending', method: PaymentMethodType) => void;
  /** Approves a method that is `pending`. */
  answer: (page: string) => void;
  /** Sets whether captures are executed; otherwise payments stay authorized. */
  setCaptures: (areCarriedOut: boolean) => void;
  endAuthorization: (page: string) => void;
  captureAfterAll: (page: string) => void;
  refundInDashboard: (page: string, amount: number) => void;
  failRefund: (page: string) => void;
  dispute: (page: string, status: 'open' | 'lost' | 'won') => void;
  /** Amount that the gateway has refunded, in the smallest currency unit. */
  refundedOf: (page: string) => number;
  /** Removes and returns pending notifications, oldest first. */
  takeNotices: (nowMs: number) => PostedNotice[];
  stop: () => Promise<void>;
}

export const startStripe = async (): Promise<GatewayDouble> => {
  const server = await StripeServer.start();
  const { books } = server;
  books.desk.paymentMethods = [...PAYMENT_METHODS];
  const intentOf = (page: string) => books.intents.get(String(books.sessions.get(page)?.payment_intent))!;
  const outcomes = { approved: 'authorized', declined: 'declined', pending: 'processing' } as const;
  return {
    name: 'stripe',
    env: {
      PAYMENT_GATEWAY: 'stripe',
      STRIPE_SECRET_KEY: STRIPE_TEST_KEY,
      STRIPE_WEBHOOK_SECRET,
      STRIPE_API_BASE: server.url,
    },
    methods: methodsAtStripe(PAYMENT_METHODS),
    isByHand: (method) => METHODS[method].capture === 'manual',
    retriesOnPage: true,
    opensDisputes: true,
    setAhead: () => undefined,
    pay: (page, outcome, method) => void books.pay(page, outcomes[outcome], method),
    answer: (page) => books.answerLate(intentOf(page).id, true),
    setCaptures: (are) => void (server.capturesAnswered = are),
    endAuthorization: (page) => void books.act('POST', ['payment_intents', intentOf(page).id, 'cancel'], {}),
    captureAfterAll: (page) => {
      const intent = intentOf(page);
      intent.status = 'requires_capture';
      books.act('POST', ['payment_intents', intent.id, 'capture'], { amount_to_capture: String(intent.amount) });
    },
    refundInDashboard: (page, amount) => void books.refundInDashboard(intentOf(page).id, amount),
    failRefund: (page) => {
      const { id } = intentOf(page);
      const newest = books.refunds.findLast((each) => each.payment_intent === id && each.status === 'succeeded');
      books.failRefund(newest?.id ?? '');
    },
    dispute: (page, status) => {
      const [stripeStatus, event] = (
        { open: ['needs_response', 'created'], lost: ['lost', 'closed'], won: ['won', 'closed'] } as const
      )[status];
      books.dispute(intentOf(page).id, stripeStatus, event);
    },
    refundedOf: (page) => {
      const { id } = intentOf(page);
      const counted = books.refunds.filter((each) => each.payment_intent === id && each.status === 'succeeded');
      return counted.reduce((sum, { amount }) => sum + amount, 0);
    },
    takeNotices: (nowMs) =>
      books.events.splice(0).map((event: Stripe.Event) => {
        const { body, signature } = server.notification(event, Math.floor(nowMs / 1000));
        const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature };
        return { path: '/payments/stripe/notifications', body, headers };
      }),
    stop: () => server.stop(),
  };
};

const CAPTURED_IMMEDIATELY: ReadonlySet<PaymentMethodType> = new Set(['paypal']);

export const startMollie = async (): Promise<GatewayDouble> => {
  const server = await MollieServer.start();
  const { books } = server;
  const chargebacks = new Map<string, Chargeback>();
  const outcomes = { approved: 'approved', declined: 'declined', pending: 'pending' } as const;
  return {
    name: 'mollie',
    env: { PAYMENT_GATEWAY: 'stripe', MOLLIE_API_KEY: MOLLIE_TEST_KEY, MOLLIE_API_BASE: server.url },
    methods: methodsAtMollie(PAYMENT_METHODS),
    isByHand: (method) => METHODS[method].capture === 'manual' && !CAPTURED_IMMEDIATELY.has(method),
    retriesOnPage: false,
    opensDisputes: false,
    keepPagesOpen: () => {
      books.isCancelable = false;
    },
    setAhead: (seconds) => {
      books.nowMs = () => Date.now() + seconds * 1000;
    },
    pay: (page, outcome, method) => void books.pay(page, outcomes[outcome], mollieMethod(method)),
    answer: (page) => books.answer(page, 'approved'),
    setCaptures: (are) => void (books.capturesLater = !are),
    endAuthorization: (page) => {
      books.captures.filter(({ paymentId }) => paymentId === page).forEach((each) => (each.status = 'failed'));
      books.release(page);
    },
    captureAfterAll: (page) => books.captureAfterAll(page),
    refundInDashboard: (page, amount) => void books.refundInDashboard(page, amount),
    failRefund: (page) => books.failRefund(page),
    dispute: (page, status) => {
      if (status === 'lost') chargebacks.set(page, books.chargeBack(page));
      const chargeback = chargebacks.get(page);
      if (status === 'won' && chargeback) books.reverse(chargeback);
    },
    refundedOf: (page) => books.refundedOf(page),
    takeNotices: () =>
      books.notices.splice(0).map((id) => ({
        path: '/payments/mollie/notifications',
        body: new URLSearchParams({ id }).toString(),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      })),
    stop: () => server.stop(),
  };
};
