import * as z from 'zod/mini';
import { gatewayNotice, type TestGatewayNotice } from '../../../adapters/payments/test-gateway-protocol.ts';
import { lazy } from '../../../platform/lazy.ts';
import { nowMs } from '../../../platform/clock.ts';
import type { GatewaySessionRow, OwedNotices, NoticeFacts } from './rows.ts';

/** A message of the queue `gateway-notices`: notifications to send in order. */
export const noticeMessage = lazy(() =>
  z.object({
    sessionId: z.string(),
    notices: z.array(gatewayNotice()),
    /** Number of rounds with a rejected notification. */
    failures: z.int(),
    /** The message was delayed, so its session may be silent now. */
    isLate: z.boolean(),
  }),
);

export type NoticeMessage = z.output<ReturnType<typeof noticeMessage>>;

/** A notification about a session. An authorization or capture includes the payment method. */
const noticeOf = (
  session: GatewaySessionRow,
  { name, ...facts }: OwedNotices['notices'][number],
): TestGatewayNotice => ({
  gateway: 'test' as const,
  noticeId: `tn_${session.sessionId.slice('cs_'.length)}_${name}`,
  company: session.details?.company ?? '',
  orderId: session.details?.orderId ?? '',
  currency: session.details?.amounts.currency ?? '',
  ...facts,
  ...(session.payment && (facts.kind === 'authorized' || facts.kind === 'captured')
    ? { method: session.payment.method }
    : {}),
});

/** Gives a notification a name that is unique within its session. */
export const nameNotice = (name: string, facts: NoticeFacts): OwedNotices['notices'][number] => ({ ...facts, name });

/** Bounds the row of a session with very many declines. The change that added an older notification has sent it. */
const OWED_MAX = 50;

/**
 * Adds notifications to a session, to be sent from `sendAtMs`. They are kept in the session's row, so that a payment is
 * a single write. A silent session sends none.
 */
export const withOwedNotices = (
  session: GatewaySessionRow,
  notices: OwedNotices['notices'],
  sendAtMs = nowMs(),
): GatewaySessionRow =>
  session.silent ? session : { ...session, owed: [...(session.owed ?? []), { sendAtMs, notices }].slice(-OWED_MAX) };

const namesIn = (session: GatewaySessionRow | undefined): Set<string> =>
  new Set(session?.owed?.flatMap(({ notices }) => notices.map(({ name }) => name)));

/** Messages for the queue `gateway-notices`, with the notifications that a change to a session added. */
export const noticeMessages = (
  before: GatewaySessionRow | undefined,
  after: GatewaySessionRow,
): { body: NoticeMessage; delaySeconds: number; group: string }[] => {
  const sent = namesIn(before);
  const added = (after.owed ?? []).filter(({ notices }) => notices.some(({ name }) => !sent.has(name)));
  return added.map(({ sendAtMs, notices }) => {
    const delaySeconds = Math.max(0, Math.ceil((sendAtMs - nowMs()) / 1000));
    const { sessionId } = after;
    const owed = notices.map((notice) => noticeOf(after, notice));
    return {
      body: { sessionId, notices: owed, failures: 0, isLate: delaySeconds > 0 },
      delaySeconds,
      group: after.details?.company ?? sessionId,
    };
  });
};
