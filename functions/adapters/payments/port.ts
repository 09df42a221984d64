import type { PaymentMethodDetails, PaymentMethodType } from '../../platform/payment-methods.ts';

/**
 * Payment gateways: the built-in test gateway, Stripe and Mollie. Every change has a key (`sessionId`, `captureKey`,
 * `refundKey`), so that a call whose response was lost can be repeated without executing it twice. All amounts are in
 * the smallest currency unit.
 */

export type GatewayName = 'test' | 'stripe' | 'mollie';

interface Notice {
  gateway: GatewayName;
  /** The gateway's id of this notice. It is the same if the notice is sent again. */
  noticeId: string;
  company: string;
  orderId: string;
  /**
   * The gateway's payment id, or, for a failed attempt, the id of that attempt. Empty if the session ended without a
   * payment.
   */
  paymentReference: string;
  amount: number;
  /** ISO 4217 code, three uppercase letters. */
  currency: string;
  occurredAtMs: number;
}

/** Outcome of a payment attempt. */
export interface PaymentNotice extends Notice {
  /** `cancelled`: the session was abandoned or expired at the gateway, or its authorization was released. */
  kind: 'authorized' | 'captured' | 'failed' | 'cancelled';
  /** Why a payment failed, as text. */
  reason?: string;
  /** The payment method, if the gateway reports it. */
  method?: PaymentMethodDetails;
}

/** A refund was made, or it failed later and the money was returned to the company. */
export interface RefundNotice extends Notice {
  kind: 'refunded' | 'refund_failed';
  /** The gateway's refund id. */
  refundId: string;
  /** The service's key of the refund; null for a refund that was made in the gateway's dashboard. */
  refundKey: string | null;
}

/** The cardholder's bank demands the money back, or has decided the dispute. */
export interface DisputeNotice extends Notice {
  kind: 'dispute_opened' | 'dispute_won' | 'dispute_lost';
  disputeId: string;
}

/**
 * A verified notice from a gateway. Notices may be late, repeated or out of order, so each must be sufficient on its
 * own.
 */
export type GatewayNotice = PaymentNotice | RefundNotice | DisputeNotice;

/** Amounts of the order that the payment page shows. */
export interface SessionAmounts {
  currency: string;
  subtotal: number;
  discount: number;
  fees: number;
  shipping: number;
  /** VAT on fees and shipping, which `total` includes. */
  tax: number;
  /** All included VAT: `tax`, and the VAT of goods that are taxed when sold. */
  vat: number;
  total: number;
}

/** One line of the order on the payment page. */
interface SessionLine {
  name: string;
  quantity: number;
  /** Price of the line after discount, without fees. */
  amount: number;
  /** Discount of the line, if any. `amount` is already reduced by it. */
  discount?: number;
}

/** A gift card that pays for a part of the order. */
interface SessionGiftCard {
  codeLast4: string;
  amount: number;
}

export interface OpenSession {
  /** Id of the session. A repeated call with the same id returns the first session, even if other members differ. */
  sessionId: string;
  company: string;
  orderId: string;
  /** Order number. */
  reference: string;
  amounts: SessionAmounts;
  /** Amount due on the page: the total minus gift cards. */
  due: number;
  giftCards: SessionGiftCard[];
  /** Offered methods, preferred ones first; at least one. A gateway ignores methods that it does not support. */
  methods: PaymentMethodType[];
  seller: { name: string; vatNumber: string | null };
  lines: SessionLine[];
  returnUrl: string;
  /** When the link expires. */
  expiresAtMs: number;
  /** Language tag of the buyer, if known. */
  locale: string | null;
  /** Language of the page if the buyer's is unknown or not supported. */
  companyLanguage: string;
}

export interface OpenedSession {
  url: string;
  gatewaySessionId: string;
  /** When the link expires, as stored by the gateway. A repeated call returns the expiry of the first call. */
  expiresAtMs: number;
}

export interface CloseSession {
  sessionId: string;
  /** Absent if the response of the first call was lost. */
  gatewaySessionId?: string;
}

/** The payment of a session, as the gateway currently stores it. */
export interface LandedPayment {
  /** `cancelled`: the payment was authorized, and the authorization has ended. */
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

/** `pending`: the gateway captures later and then sends a notice. */
export type CaptureResult =
  | { status: 'captured' | 'pending'; amount: number; method?: PaymentMethodDetails }
  /** `isHeld`: the authorization could not be released either, and still blocks the buyer's money. */
  | { status: 'failed'; reason: string; isHeld: boolean };

export interface RefundPayment {
  paymentReference: string;
  amount: number;
  currency: string;
  /** Identifies the refund, so that it is made once. A declined refund is retried with a new key. */
  refundKey: string;
}

export type RefundResult = { status: 'refunded'; amount: number } | { status: 'declined'; reason: string };

export interface PaymentState {
  status: 'authorized' | 'captured' | 'cancelled' | 'failed' | 'unknown';
  /** Authorized amount. */
  amount: number;
  /** ISO 4217 code, three uppercase letters; empty for an unknown payment. */
  currency: string;
  captured: number;
  refunded: number;
  refunds: readonly { refundId: string; refundKey: string | null; amount: number; status: 'refunded' | 'failed' }[];
  /** Disputes, newest first. */
  disputes: readonly { disputeId: string; status: 'open' | 'won' | 'lost'; amount: number }[];
  /** Total amount of the lost disputes. */
  lost: number;
  method?: PaymentMethodDetails;
}

/** State of a payment that the gateway does not know. */
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

/** A movement of money in the records of a gateway. */
export interface GatewayFact {
  kind: 'payment' | 'refund' | 'dispute';
  /** The gateway's id. Refunds that the service made are identified by `refundKey`. */
  id: string;
  refundKey?: string;
  paymentReference: string;
  /** The order of the payment; absent for payments of other systems. */
  order?: { company: string; id: string };
  /** Smallest currency unit. */
  amount: number;
  /** Three letters, upper case. */
  currency: string;
  status: 'authorized' | 'captured' | 'refunded' | 'failed' | 'open' | 'won' | 'lost';
}

/** A payment gateway. Every call throws `GatewayUnavailable` if there is no response; the outcome is then unknown. */
export interface PaymentGateway {
  name: GatewayName;
  openSession(input: OpenSession): Promise<OpenedSession>;
  /**
   * Closes a session, which then accepts no payment. `open`: the gateway cannot close this page, which expires later. A
   * payment that still arrives is accepted if the order can still be paid, and refunded otherwise.
   */
  closeSession(input: CloseSession): Promise<SessionState>;
  /** The state of a session, without closing it. */
  readSession(input: CloseSession): Promise<SessionState>;
  /** Captures an authorized amount. If the capture is refused, the authorization is released. */
  capture(input: CapturePayment): Promise<CaptureResult>;
  /** Refunds money. A full refund of an authorization that was not captured releases it instead. */
  refund(input: RefundPayment): Promise<RefundResult>;
  readPayment(paymentReference: string): Promise<PaymentState>;
}

/** Thrown if there is no valid response. The call may have taken effect, and can be repeated safely. */
export class GatewayUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'GatewayUnavailable';
  }
}
