/**
 * What the service needs of a payment gateway. Two adapters stand behind it: the built-in test gateway and Stripe.
 * Every call that changes something carries a name of its own (`sessionId`, `captureKey`, `refundKey`), so that a call
 * whose answer was lost is repeated and not doubled. All amounts are in the smallest currency unit.
 */
export type GatewayName = 'test' | 'stripe';

/** What a gateway reports, verified. It may come late, twice or out of order, and any of them alone must do. */
export interface GatewayNotice {
  gateway: GatewayName;
  /** The gateway's name for this report; the same report sent again has the same one. */
  noticeId: string;
  company: string;
  orderId: string;
  /** `cs_` + 32 hex */
  sessionId: string;
  /**
   * The gateway's name for the payment; of a failed attempt, the name of that attempt alone. Empty when the session
   * ended before there was a payment.
   */
  paymentReference: string;
  /** `cancelled`: the session was abandoned or lapsed at the gateway, or its authorization was let go. */
  kind: 'authorized' | 'captured' | 'failed' | 'cancelled' | 'refunded';
  /** `refunded` states everything given back on this payment so far, so that its order of arrival does not matter. */
  amount: number;
  currency: string;
  occurredAtMs: number;
  /** Why a payment failed, for people. */
  reason?: string;
}

/** What the buyer pays, as the order states it. */
export interface SessionAmounts {
  currency: string;
  subtotal: number;
  discount: number;
  fees: number;
  shipping: number;
  /** VAT contained in fees and shipping; already inside `total`. */
  tax: number;
  total: number;
}

/** One line of the order as the payment page shows it. */
export interface SessionLine {
  name: string;
  quantity: number;
  /** What the whole line costs after its discount, without fees. */
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
  seller: { name: string; vatNumber: string | null };
  lines: SessionLine[];
  returnUrl: string;
  /** The moment after which nobody can pay on the link. */
  expiresAtMs: number;
  /** Language tag of the page, or null for the gateway's choice. */
  locale: string | null;
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

/** `paid`: a payment landed before; its notice is on its way. `unknown`: the gateway never opened such a session. */
export type ClosedSession = 'closed' | 'paid' | 'unknown';

export interface CapturePayment {
  paymentReference: string;
  amount: number;
  currency: string;
  captureKey: string;
}

/** `pending`: the gateway captures by itself and reports it with a notice. */
export type CaptureResult = { status: 'captured' | 'pending'; amount: number } | { status: 'failed'; reason: string };

export interface RefundPayment {
  paymentReference: string;
  amount: number;
  currency: string;
  /** Names the refund: the same one is given back once. A declined refund is tried again under a new key. */
  refundKey: string;
}

export type RefundResult = { status: 'refunded'; amount: number } | { status: 'declined'; reason: string };

export interface PaymentState {
  status: 'authorized' | 'captured' | 'cancelled' | 'failed' | 'unknown';
  captured: number;
  refunded: number;
}

/** Every call throws `GatewayUnavailable` when there is no answer; it is then unknown whether it took effect. */
export interface PaymentGateway {
  name: GatewayName;
  openSession(input: OpenSession): Promise<OpenedSession>;
  /** After it nobody can pay on the session. */
  closeSession(input: CloseSession): Promise<ClosedSession>;
  /** Takes an authorized amount. */
  capture(input: CapturePayment): Promise<CaptureResult>;
  /** Gives money back; an authorization that was not captured yet is let go. */
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
