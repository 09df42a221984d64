import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { RefundResult } from '../../../adapters/payments/port.ts';
import type { TestGatewayNotice, SessionDetails } from '../../../adapters/payments/test-gateway-protocol.ts';
import type { PaymentMethodDetails } from '../../../platform/payment-methods.ts';
import type { VersionedRow } from '../../../storage/change-row.ts';
import { rowCodec } from '../../../storage/row-codec.ts';
import type { Key, Row } from '../../../storage/table.ts';

/** A refund of a payment. */
interface GatewayRefund {
  refundId: string;
  /** Null if the refund was made at the gateway, as in its dashboard. */
  refundKey: string | null;
  amount: number;
  status: 'refunded' | 'failed';
}

/** The one payment of a session. */
export interface GatewayPayment {
  reference: string;
  /** Authorized amount: the amount due, except for the test card that authorizes less. */
  amount: number;
  method: PaymentMethodDetails;
  /** Time of approval; may be in the future. */
  authorizedAtMs: number;
  /** Time of capture; may be in the future. */
  capturesAtMs: number;
  /** When the authorization expires without a capture. */
  endsAtMs?: number;
  /** Sum of the refunds that did not fail. */
  refunded: number;
  refundsRefused: boolean;
  refunds: GatewayRefund[];
  dispute: { id: string; status: 'open' | 'won' | 'lost'; amount: number } | null;
}

/** A hosted payment page. A session that was closed before it was opened has no details. */
export interface GatewaySessionRow extends VersionedRow {
  type: 'gateway-session';
  sessionId: string;
  details?: SessionDetails;
  expiresAtMs: number;
  state: 'open' | 'closed' | 'paid';
  /** Number of payment attempts. */
  attempts: number;
  lastAttempt?: PaymentAttempt;
  payment?: GatewayPayment;
  /** The session sends no more notifications, but its state can still be read. */
  silent?: true;
  /**
   * The newest notifications about the session, oldest first. A change to the session sends the notifications that it
   * adds.
   */
  owed?: OwedNotices[];
}

/** Distinguishes a form that was sent twice from a new attempt; contains no card number. */
interface PaymentAttempt {
  number: number;
  fingerprint: string;
  outcome: 'authorized' | 'declined';
  /** Type of the payment method; absent: card. */
  type?: string;
}

/** Result of a refund; a repeated request gets the same result, unless the refund has failed since. */
export interface GatewayRefundRow extends Row {
  type: 'gateway-refund';
  result: RefundResult;
}

type OmitOfEach<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** Content of a notification; the other members come from its session. */
export type NoticeFacts = OmitOfEach<TestGatewayNotice, 'gateway' | 'noticeId' | 'company' | 'orderId' | 'currency'>;

/** Notifications that the gateway sends in order, from a given time. */
export interface OwedNotices {
  sendAtMs: number;
  /** `name` is unique within the session. */
  notices: (NoticeFacts & { name: string })[];
}

const partition = (sessionId: string): string => `GATEWAY#${sessionId}`;

export const gatewaySessionKey = (sessionId: string): Key => ({ pk: partition(sessionId), sk: 'session' });

export const gatewayRefundKey = (sessionId: string, refundKey: string): Key => ({
  pk: partition(sessionId),
  sk: `refund#${createHash('sha256').update(refundKey).digest('base64url')}`,
});

export const gatewaySessionCodec = rowCodec<GatewaySessionRow>({
  type: 'gateway-session',
  version: 1,
  shape: () =>
    z.looseObject({
      sessionId: z.string(),
      expiresAtMs: z.number(),
      state: z.enum(['open', 'closed', 'paid']),
      version: z.int(),
      attempts: z.int(),
      payment: z.optional(
        z.looseObject({ reference: z.string(), amount: z.int(), refunds: z.array(z.looseObject({})) }),
      ),
    }),
});
