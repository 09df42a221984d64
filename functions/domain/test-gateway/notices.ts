import * as z from 'zod/mini';
import { gatewayNotice, type GatewayNotice } from '../../adapters/payments/test-gateway-protocol.ts';
import { lazy } from '../../platform/lazy.ts';
import { nowMs } from '../../platform/clock.ts';
import type { Row } from '../../storage/table.ts';
import type { Write } from '../../storage/transactions.ts';
import { gatewayNoticeKey, type GatewayNoticeRow, type GatewaySessionRow } from './rows.ts';

/** A message of the queue `gateway-notices`: notifications to send one after the other. */
export const noticeMessage = lazy(() =>
  z.object({
    sessionId: z.string(),
    notices: z.array(gatewayNotice()),
    /** Rounds that ended with a notification not taken. */
    failures: z.int(),
    /** It was held back: its session may have fallen silent meanwhile. */
    isLate: z.boolean(),
  }),
);

export type NoticeMessage = z.output<ReturnType<typeof noticeMessage>>;

type OmitOfEach<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** What a notification tells; the rest follows from its session. */
export type Told = OmitOfEach<GatewayNotice, 'gateway' | 'noticeId' | 'company' | 'orderId' | 'currency'>;

/** A notification about a session. `name` tells it from the session's others. */
export const noticeOf = (session: GatewaySessionRow, name: string, told: Told): GatewayNotice => ({
  gateway: 'test' as const,
  noticeId: `tn_${session.sessionId.slice('cs_'.length)}_${name}`,
  company: session.details?.company ?? '',
  orderId: session.details?.orderId ?? '',
  currency: session.details?.amounts.currency ?? '',
  ...told,
});

const KEPT_FOR_SECONDS = 7 * 24 * 3600;

/** Owes notifications from a moment on; committed with the change that they tell of. A silent session owes none. */
export const oweNotices = (
  session: GatewaySessionRow,
  name: string,
  notices: GatewayNotice[],
  sendAtMs = nowMs(),
): Write[] => {
  if (session.silent) return [];
  const row: GatewayNoticeRow = {
    ...gatewayNoticeKey(session.sessionId, name),
    type: 'gateway-notice',
    v: 1,
    notices,
    sendAtMs,
    ttl: Math.floor(sendAtMs / 1000) + KEPT_FOR_SECONDS,
  };
  return [{ put: row }];
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
  const sessionId = row.pk.slice('GATEWAY#'.length);
  return [{ body: { sessionId, notices, failures: 0, isLate: delaySeconds > 0 }, delaySeconds }];
};
