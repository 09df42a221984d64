import type { PaymentMethodDetails, PaymentMethodType } from '../../platform/payment-methods.ts';

/**
 * Requirements of a payment gateway. Three adapters implement it: the built-in test gateway, Stripe and Mollie. Every
 * change has a key (`sessionId`, `captureKey`, `refundKey`), so that a call whose response was lost is repeated without
 * doubling. All amounts are in the smallest currency unit.
 */
export type GatewayName = 'test' | 'stripe' | 'mollie';

interface Notice {
  gateway: GatewayName;
  /** The gateway's id of this report; the same when resent. */
  noticeId: string;
  company: string;
  orderId: string;
  /**
   * The gateway's payment id; for a failed attempt, only the id of that attempt. Empty when the session ended without
   * a payment.
   */
  paymentReference: string;
  amount: number;
  /** Three letters, upper case. */
  currency: string;
  occurredAtMs: number;
}

/** Outcome of an attempt to pay. */
export interface PaymentNotice extends Notice {
  /** `cancelled`: the session was abandoned or expired at the gateway, or its authorization was released. */
  kind: 'authorized' | 'captured' | 'failed' | 'cancelled';
  /** Why a payment failed, in words. */
  reason?: string;
  /** Payment method, if reported. */
  method?: PaymentMethodDetails;
}

/** Money refunded, or returned to us because the refund failed later. */
export interface RefundNotice extends Notice {
  kind: 'refunded' | 'refund_failed';
  /** The gateway's refund id. */
  refundId: string;
  /** Our key of the refund; null for one made in the gateway's dashboard. */
  refundKey: string | null;
}

/** The cardholder's bank demands the money back, or has decided. */
export interface DisputeNotice extends Notice {
  kind: 'dispute_opened' | 'dispute_won' | 'dispute_lost';
  disputeId: string;
}

/** A verified report of a gateway. Reports may be late, repeated or out of order, and each one must be enough by itself. */
export type GatewayNotice = PaymentNotice | RefundNotice | DisputeNotice;

/** Amounts of the order for the page. */
export interface SessionAmounts {
  currency: string;
  subtotal: number;
  discount: number;
  fees: number;
  shipping: number;
  /** VAT contained in fees and shipping; already inside `total`. */
  tax: number;
  /** All contained VAT: `tax`, and that of goods taxed when sold. */
  vat: number;
  total: number;
}

/** One line of the order on the payment page. */
interface SessionLine {
  name: string;
  quantity: number;
  /** Price of the whole line after discount, without fees. */
  amount: number;
  /** Its discount, if any; `amount` excludes it. */
  discount?: number;
}

/** A gift card that pays a part of the order. */
interface SessionGiftCard {
  codeLast4: string;
  amount: number;
}

export interface OpenSession {
  /** Session id: opening it again returns the first session, regardless of the other members. */
  sessionId: string;
  company: string;
  orderId: string;
  /** Order number. */
  reference: string;
  amounts: SessionAmounts;
  /** Amount due on the page: the total without gift cards. */
  due: number;
  giftCards: SessionGiftCard[];
  /** Offered methods, preferred first; at least one. A gateway ignores those it does not have. */
  methods: PaymentMethodType[];
  seller: { name: string; vatNumber: string | null };
  lines: SessionLine[];
  returnUrl: string;
  /** When the link expires. */
  expiresAtMs: number;
  /** Language tag of the buyer, if known. */
  locale: string | null;
  /** The page's language where the buyer's is unknown or not supported. */
  companyLanguage: string;
}

export interface OpenedSession {
  url: string;
  gatewaySessionId: string;
  /** As stored by the gateway: on a repeat, the time of the first call. */
  expiresAtMs: number;
}

export interface CloseSession {
  sessionId: string;
  /** Absent when the first response was lost. */
  gatewaySessionId?: string;
}

/** The payment of a session, as currently stored by the gateway. */
export interface LandedPayment {
  /** `cancelled`: it was authorized, and has ended. */
  status: 'authorized' | 'captured' | 'cancelled';
  paymentReference: string;
  amount: number;
  currency: string;
  occurredAtMs: number;
  method?: PaymentMethodDetails;
}

/** `unknown`: the gateway never opened such a session. */
export type SessionState = { state: 'open' | 'closed' | 'unknown' } | { state: 'paid'; payment: LandedPayment };
export interface CapturePayment {
  paymentReference: string;
  amount: number;
  currency: string;
  captureKey: string;
}

/** `pending`: the gateway captures later and sends a notice. */
export type CaptureResult =
  | { status: 'captured' | 'pending'; amount: number; method?: PaymentMethodDetails }
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
  /** Authorized amount. */
  amount: number;
  /** Three letters, upper case; empty for an unknown payment. */
  currency: string;
  captured: number;
  refunded: number;
  refunds: readonly { refundId: string; refundKey: string | null; amount: number; status: 'refunded' | 'failed' }[];
  /** Newest first. */
  disputes: readonly { disputeId: string; status: 'open' | 'won' | 'lost'; amount: number }[];
  /** Total of the lost disputes. */
  lost: number;
  method?: PaymentMethodDetails;
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

/** A movement of money in the books of a gateway. */
export interface GatewayFact {
  kind: 'payment' | 'refund' | 'dispute';
  /** The gateway's id; our refunds are identified by `refundKey`. */
  id: string;
  refundKey?: string;
  paymentReference: string;
  /** The order of the payment; absent for others. */
  order?: { company: string; id: string };
  /** Smallest unit. */
  amount: number;
  /** Three letters, upper case. */
  currency: string;
  status: 'authorized' | 'captured' | 'refunded' | 'failed' | 'open' | 'won' | 'lost';
}

/** Every call throws `GatewayUnavailable` without a response; the outcome is then unknown. */
export interface PaymentGateway {
  name: GatewayName;
  openSession(input: OpenSession): Promise<OpenedSession>;
  /**
   * Afterwards the session accepts no payment. `open`: the gateway cannot close this page, which expires by itself; a
   * payment that still lands on it counts if the order can accept it, and is refunded otherwise.
   */
  closeSession(input: CloseSession): Promise<SessionState>;
  /** The state of a session, without closing it. */
  readSession(input: CloseSession): Promise<SessionState>;
  /** Captures an authorized amount. If the capture is refused, the authorization is released. */
  capture(input: CapturePayment): Promise<CaptureResult>;
  /** Refunds money; an uncaptured authorization is released. */
  refund(input: RefundPayment): Promise<RefundResult>;
  readPayment(paymentReference: string): Promise<PaymentState>;
}

/** No valid response: the call may or may not have taken effect, and is safe to repeat. */
export class GatewayUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'GatewayUnavailable';
  }
}
