import type { MethodUsed, PaymentMethodType } from '../../platform/payment-methods.ts';

/**
 * What the service needs of a payment gateway. Three adapters implement it: the built-in test gateway, Stripe and Mollie.
 * Every call that changes something carries a name of its own (`sessionId`, `captureKey`, `refundKey`), so that a call
 * whose answer was lost is repeated and not doubled. All amounts are in the smallest currency unit.
 */
export type GatewayName = 'test' | 'stripe' | 'mollie';

interface Notice {
  gateway: GatewayName;
  /** The gateway's name for this report; the same report sent again has the same one. */
  noticeId: string;
  company: string;
  orderId: string;
  /**
   * The gateway's name for the payment; of a failed attempt, the name of that attempt alone. Empty when the session
   * ended before there was a payment.
   */
  paymentReference: string;
  amount: number;
  /** Three letters, upper case. */
  currency: string;
  occurredAtMs: number;
}

/** What became of an attempt to pay. */
export interface PaymentNotice extends Notice {
  /** `cancelled`: the session was abandoned or lapsed at the gateway, or its authorization was released. */
  kind: 'authorized' | 'captured' | 'failed' | 'cancelled';
  /** Why a payment failed, for people. */
  reason?: string;
  /** How it was paid, where the report says so. */
  method?: MethodUsed;
}

/** Money that went back, or that came back to us because the refund failed later. */
export interface RefundNotice extends Notice {
  kind: 'refunded' | 'refund_failed';
  /** The gateway's name for the refund. */
  refundId: string;
  /** Our key of the refund; null when someone else made it in the gateway's dashboard. */
  refundKey: string | null;
}

/** The cardholder's bank asks for the money back, or has decided. */
export interface DisputeNotice extends Notice {
  kind: 'dispute_opened' | 'dispute_won' | 'dispute_lost';
  disputeId: string;
}

/** What a gateway reports, verified. It may come late, twice or out of order, and any of them alone must do. */
export type GatewayNotice = PaymentNotice | RefundNotice | DisputeNotice;

/** What the buyer pays, as the order states it. */
export interface SessionAmounts {
  currency: string;
  subtotal: number;
  discount: number;
  fees: number;
  shipping: number;
  /** VAT contained in fees and shipping; already inside `total`. */
  tax: number;
  /** All VAT contained: `tax`, and that of goods taxed when they are sold. */
  vat: number;
  total: number;
}

/** One line of the order as the payment page shows it. */
export interface SessionLine {
  name: string;
  quantity: number;
  /** What the whole line costs after its discount, without fees. */
  amount: number;
  /** What was taken off it, where something was; `amount` does not hold it any more. */
  discount?: number;
}

/** A gift card that pays a part of the order. */
export interface SessionGiftCard {
  codeLast4: string;
  amount: number;
}

export interface OpenSession {
  /** Names the session: opening it again yields the session of the first time, whatever the rest says. */
  sessionId: string;
  company: string;
  orderId: string;
  /** Short order number for people. */
  reference: string;
  amounts: SessionAmounts;
  /** What is paid on the page: the total without what gift cards hold. */
  due: number;
  giftCards: SessionGiftCard[];
  /** Methods that the page offers, preferred first; at least one. A gateway leaves out those it does not have. */
  methods: PaymentMethodType[];
  seller: { name: string; vatNumber: string | null };
  lines: SessionLine[];
  returnUrl: string;
  /** The moment after which the link takes no payment. */
  expiresAtMs: number;
  /** Language tag of the buyer, where it is known. */
  locale: string | null;
  /** The page speaks it where the buyer's is not known, or not spoken there. */
  companyLanguage: string;
}

export interface OpenedSession {
  url: string;
  gatewaySessionId: string;
  /** As the gateway holds it: on a repeat, the moment of the first call. */
  expiresAtMs: number;
}

export interface CloseSession {
  sessionId: string;
  /** Absent when the answer of opening was lost. */
  gatewaySessionId?: string;
}

/** The payment that landed on a session, as the gateway holds it at this moment. */
export interface LandedPayment {
  /** `cancelled`: it was authorized, and is over. */
  status: 'authorized' | 'captured' | 'cancelled';
  paymentReference: string;
  amount: number;
  currency: string;
  occurredAtMs: number;
  method?: MethodUsed;
}

/** `unknown`: the gateway never opened such a session. */
export type SessionState = { state: 'open' | 'closed' | 'unknown' } | { state: 'paid'; payment: LandedPayment };
export interface CapturePayment {
  paymentReference: string;
  amount: number;
  currency: string;
  captureKey: string;
}

/** `pending`: the gateway captures by itself and reports it with a notice. */
export type CaptureResult =
  | { status: 'captured' | 'pending'; amount: number; method?: MethodUsed }
  /** `isHeld`: the authorization could not be released either, and still blocks the buyer's card. */
  | { status: 'failed'; reason: string; isHeld: boolean };

export interface RefundPayment {
  paymentReference: string;
  amount: number;
  currency: string;
  /** Identifies the refund: the same key refunds once. A declined refund is retried under a new key. */
  refundKey: string;
}

export type RefundResult = { status: 'refunded'; amount: number } | { status: 'declined'; reason: string };

export interface PaymentState {
  status: 'authorized' | 'captured' | 'cancelled' | 'failed' | 'unknown';
  /** What was authorized. */
  amount: number;
  /** Three letters, upper case; empty for a payment that is unknown. */
  currency: string;
  captured: number;
  refunded: number;
  refunds: readonly { refundId: string; refundKey: string | null; amount: number; status: 'refunded' | 'failed' }[];
  /** Newest first. */
  disputes: readonly { disputeId: string; status: 'open' | 'won' | 'lost'; amount: number }[];
  /** What the lost ones of them took, all together. */
  lost: number;
  method?: MethodUsed;
}

/** State of a payment that a gateway does not know. */
export const UNKNOWN_PAYMENT: PaymentState = {
  status: 'unknown',
  amount: 0,
  currency: '',
  captured: 0,
  refunded: 0,
  refunds: [],
  disputes: [],
  lost: 0,
};

/** A movement of money as the books of a gateway hold it. */
export interface GatewayFact {
  kind: 'payment' | 'refund' | 'dispute';
  /** The gateway's name for it; of a refund of ours `refundKey` is what we know it by. */
  id: string;
  refundKey?: string;
  paymentReference: string;
  /** The order of the payment; absent when it is not ours. */
  order?: { company: string; id: string };
  /** Smallest unit. */
  amount: number;
  /** Three letters, upper case. */
  currency: string;
  status: 'authorized' | 'captured' | 'refunded' | 'failed' | 'open' | 'won' | 'lost';
}

/** Every call throws `GatewayUnavailable` when there is no answer; it is then unknown whether it took effect. */
export interface PaymentGateway {
  name: GatewayName;
  openSession(input: OpenSession): Promise<OpenedSession>;
  /**
   * Afterwards the session takes no payment. `open`: the gateway cannot close this page, which lapses by itself; a payment that
   * still lands on it counts while its order can take it, and is given back otherwise.
   */
  closeSession(input: CloseSession): Promise<SessionState>;
  /** What became of a session, without closing it. */
  readSession(input: CloseSession): Promise<SessionState>;
  /** Captures an authorized amount. If the capture is refused, the authorization is released. */
  capture(input: CapturePayment): Promise<CaptureResult>;
  /** Refunds money; an authorization that was not captured yet is released. */
  refund(input: RefundPayment): Promise<RefundResult>;
  readPayment(paymentReference: string): Promise<PaymentState>;
}

/** No answer, or none that makes sense: the call may or may not have taken effect, and is safe to repeat. */
export class GatewayUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'GatewayUnavailable';
  }
}
