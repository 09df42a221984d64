import type { GatewayNotice } from '../../adapters/payments/port.ts';
import { nowMs } from '../../platform/clock.ts';
import type { Row } from '../../storage/table.ts';
import type { Write } from '../../storage/transactions.ts';
import { gatewayNoticeKey, type GatewayNoticeRow, type GatewaySessionRow } from './rows.ts';

/** A message of the queue `gateway-notices`: notifications to send one after the other. */
export interface NoticeMessage {
  notices: GatewayNotice[];
  /** Rounds that ended with a notification not taken. */
  failures: number;
}

type Told = Pick<GatewayNotice, 'kind' | 'amount' | 'occurredAtMs' | 'paymentReference' | 'reason'>;

/** A notification about a session. `name` tells it from the session's others. */
export const noticeOf = (session: GatewaySessionRow, name: string, told: Told): GatewayNotice => ({
  gateway: 'test',
  noticeId: `tn_${session.sessionId.slice('cs_'.length)}_${name}`,
  company: session.details?.company ?? '',
  orderId: session.details?.orderId ?? '',
  sessionId: session.sessionId,
  currency: session.details?.amounts.currency ?? '',
  ...told,
});

const KEPT_FOR_SECONDS = 7 * 24 * 3600;

/** Owes notifications from a moment on; committed with the change that they tell of. */
export const oweNotices = (sessionId: string, name: string, notices: GatewayNotice[], sendAtMs = nowMs()): Write => {
  const row: GatewayNoticeRow = {
    ...gatewayNoticeKey(sessionId, name),
    type: 'gateway-notice',
    v: 1,
    notices,
    sendAtMs,
    ttl: Math.floor(sendAtMs / 1000) + KEPT_FOR_SECONDS,
  };
  return { put: row };
};

const MAX_DELAY_SECONDS = 900;

/**
 * Messages for the queue `gateway-notices` when a row has appeared in the table; none for rows of other types. The
 * stream relay puts them on the queue.
 */
export const noticeMessages = (row: Row): { body: NoticeMessage; delaySeconds: number }[] => {
  if (row.type !== 'gateway-notice') return [];
  const { notices, sendAtMs } = row as GatewayNoticeRow;
  const delaySeconds = Math.min(MAX_DELAY_SECONDS, Math.max(0, Math.ceil((sendAtMs - nowMs()) / 1000)));
  return [{ body: { notices, failures: 0 }, delaySeconds }];
};
