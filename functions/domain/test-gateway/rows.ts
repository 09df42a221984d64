import { createHash } from 'node:crypto';
import type { GatewayNotice, RefundResult } from '../../adapters/payments/port.ts';
import type { Key, Row } from '../../storage/table.ts';
import type { Judgement } from './rules.ts';
import type { SessionDetails } from '../../adapters/payments/test-gateway-protocol.ts';

/** The one payment of a session. */
export interface GatewayPayment {
  reference: string;
  amount: number;
  authorizedAtMs: number;
  /** The moment of capture; it may lie ahead. */
  capturesAtMs: number;
  refunded: number;
  refundsRefused: boolean;
}

/** A hosted payment page. A session that is closed before it was opened has no details. */
export interface GatewaySessionRow extends Row {
  type: 'gateway-session';
  sessionId: string;
  details?: SessionDetails;
  expiresAtMs: number;
  state: 'open' | 'closed' | 'paid';
  version: number;
  /** Times a card was tried. */
  attempts: number;
  lastAttempt?: Attempt;
  payment?: GatewayPayment;
}

/** Tells a form that was sent twice from a second try; holds no card number. */
export interface Attempt {
  number: number;
  fingerprint: string;
  outcome: Judgement['outcome'];
}

/** What became of a refund; asked for again, the gateway says the same. */
export interface GatewayRefundRow extends Row {
  type: 'gateway-refund';
  result: RefundResult;
}

/** Notifications that the gateway owes, to be sent one after the other from a moment on. */
export interface GatewayNoticeRow extends Row {
  type: 'gateway-notice';
  notices: GatewayNotice[];
  sendAtMs: number;
}

const partition = (sessionId: string): string => `GATEWAY#${sessionId}`;

export const gatewaySessionKey = (sessionId: string): Key => ({ pk: partition(sessionId), sk: 'session' });

export const gatewayRefundKey = (sessionId: string, refundKey: string): Key => ({
  pk: partition(sessionId),
  sk: `refund#${createHash('sha256').update(refundKey).digest('base64url')}`,
});

export const gatewayNoticeKey = (sessionId: string, name: string): Key => ({
  pk: partition(sessionId),
  sk: `notice#${name}`,
});
