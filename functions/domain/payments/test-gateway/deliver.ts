import type { TestGatewayNotice } from '../../../adapters/payments/test-gateway-protocol.ts';
import { config } from '../../../platform/config.ts';
import { log } from '../../../platform/log.ts';
import { pause } from '../../../storage/retry.ts';
import type { NoticeMessage } from './notices.ts';
import { findGatewaySession } from './read-session.ts';
import type { GatewaySessionRow } from './rows.ts';
import { testGatewayHeaders } from '../../../adapters/payments/test-gateway-signing.ts';

export const NOTICE_PATH = '/payments/test/notifications';
const TIME_LIMIT_MS = 10_000;
/** Attempts in one round: most failures are brief. */
const TRIES = 4;
/** Waits after failed rounds; the last value repeats. */
const WAITS_SECONDS = [1, 5, 30, 120, 600, 900];
/** Maximum number of rounds, which take about three days. */
const ROUNDS_MAX = 290;

/**
 * Sends notifications in order. When a notification is rejected, returns it and the later ones, with the wait before
 * the next attempt. After three days, the gateway logs an error and stops.
 */
export const deliverNotices = async (
  message: NoticeMessage,
): Promise<{ body: NoticeMessage; delaySeconds: number; group: string } | undefined> => {
  if (message.isLate && isDropped(message, await findGatewaySession(message.sessionId))) return undefined;
  for (const [position, notice] of message.notices.entries()) {
    if (await isAccepted(notice)) continue;
    const failures = message.failures + 1;
    const { orderId: order_id, noticeId: notice_id, kind } = notice;
    if (failures > ROUNDS_MAX) {
      log.error('A payment notification was never accepted', { order_id, notice_id, kind, alarm: 'gateway_notice' });
      return undefined;
    }
    log.warn('A payment notification was not accepted', { order_id, notice_id, kind, failures });
    const delaySeconds = WAITS_SECONDS[Math.min(failures, WAITS_SECONDS.length) - 1] ?? 0;
    return {
      body: { ...message, notices: message.notices.slice(position), failures, isLate: true },
      delaySeconds,
      group: notice.company || message.sessionId,
    };
  }
  return undefined;
};

/** Whether a late message is dropped, because its session is silent, or its payment was withdrawn before approval. */
const isDropped = ({ notices }: NoticeMessage, session: GatewaySessionRow | undefined): boolean => {
  if (session?.silent) return true;
  return !session?.payment && notices.some(({ kind }) => kind === 'authorized' || kind === 'captured');
};

const isAccepted = async (notice: TestGatewayNotice): Promise<boolean> => {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    if (attempt > 1) await pause(attempt + 3);
    if (await post(notice)) return true;
  }
  return false;
};

const post = async (notice: TestGatewayNotice): Promise<boolean> => {
  const url = new URL(`${config.baseUrl()}${NOTICE_PATH}`);
  const body = JSON.stringify(notice);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...testGatewayHeaders('test-gateway-notice', { method: 'POST', path: url.pathname, body }),
      },
      body,
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
      redirect: 'error',
    });
    await response.body?.cancel();
    return response.ok;
  } catch (error) {
    log.warn('A payment notification got no response', { notice_id: notice.noticeId, cause: error });
    return false;
  }
};
