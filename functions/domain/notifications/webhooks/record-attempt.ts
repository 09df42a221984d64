import type { WebhookResponse } from '../../../adapters/webhooks/send.ts';
import { nowMs } from '../../../platform/clock.ts';
import { log } from '../../../platform/log.ts';
import { membersAre } from '../../../storage/conditions.ts';
import { rowUpdate, type RowChanges } from '../../../storage/row-update.ts';
import { ConditionFailed, PRESENT, updateRow } from '../../../storage/table.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import { transact } from '../../../storage/transactions.ts';
import {
  deliveryIndexes,
  KEPT_ATTEMPTS,
  type AttemptRecord,
  type DisabledReason,
  type WebhookDeliveryRow,
  type WebhookEndpointRow,
} from './rows.ts';
import { invalidateEndpoints, cacheAttempted, raiseEndpointsVersionWrite } from './cached-endpoints.ts';
import { putOnce } from './record-event.ts';
import { deliveryDue } from './relay.ts';
import { stillQueued } from './settle-queued.ts';
import {
  statusOfClosedEndpoint,
  hasFailedTooLong,
  isSlowOrFailing,
  retryAfterMs,
  retryDelayMs,
  SLOW_FOR_MS,
} from './rules.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';

interface AttemptResult {
  delivery: WebhookDeliveryRow;
  /** Whether the delivery has a row. If not, the row is created now. */
  isStored: boolean;
  endpoint: WebhookEndpointRow;
  response: WebhookResponse;
  /** When the attempt was signed and sent. */
  atMs: number;
  /** Whether the endpoint responded slowly. */
  wasSlow: boolean;
  /** The endpoint after a failed attempt; absent if it was deleted. */
  after?: WebhookEndpointRow | undefined;
}

const GONE = 410;

const isSuccess = ({ httpStatus }: WebhookResponse): boolean =>
  httpStatus !== undefined && httpStatus >= 200 && httpStatus < 300;

/**
 * Records an attempt on its delivery and on its endpoint; a failed attempt schedules the next attempt or ends the
 * delivery.
 */
export const recordAttempt = async (attempted: AttemptResult): Promise<void> => {
  if (isSuccess(attempted.response)) await recordSuccess(attempted);
  else attempted.after = await recordFailure(attempted);
  await updateDelivery(attempted);
};

const attemptOf = ({ response, atMs }: AttemptResult): AttemptRecord => ({
  atMs,
  durationMs: response.durationMs,
  ...(response.httpStatus === undefined ? {} : { httpStatus: response.httpStatus }),
  ...(isSuccess(response) ? {} : { failure: response.failure ?? failureOfStatus(response.httpStatus ?? 0) }),
  ...(response.excerpt === undefined ? {} : { excerpt: firstCharacters(response.excerpt) }),
});

const EXCERPT_CHARACTERS = 256;

/** Counts code points, because half a surrogate pair is invalid. */
const firstCharacters = (text: string): string => [...text].slice(0, EXCERPT_CHARACTERS).join('').toWellFormed();

const failureOfStatus = (status: number): string =>
  status >= 300 && status < 400 ? 'redirect_not_followed' : `http_${status}`;

/**
 * The delivery after an attempt: delivered, queued for the next attempt, or ended after the last attempt or because the
 * endpoint is closed.
 */
const afterAttempt = (attempted: AttemptResult, now: number): WebhookDeliveryRow => {
  const { delivery, response } = attempted;
  const { nextAttemptAtMs: _done, duepk: _pk, duesk: _sk, ...rest } = delivery;
  const attempts = [...delivery.attempts, attemptOf(attempted)].slice(-KEPT_ATTEMPTS);
  const tried: WebhookDeliveryRow = { ...rest, attempts, attemptCount: delivery.attemptCount + 1, updatedAtMs: now };
  if (isSuccess(response)) return { ...tried, status: 'delivered' };
  const failedAttempts = delivery.failedAttempts + 1;
  const turn = delivery.turn + 1;
  const closed = statusOfClosedEndpoint(attempted.after);
  if (closed) return { ...tried, status: closed, failedAttempts };
  const delayMs = retryDelayMs(failedAttempts, `${delivery.id}\n${turn}`, retryAfterMs(response.retryAfter, now));
  if (delayMs === undefined) return { ...tried, status: 'failed', failedAttempts };
  const nextAttemptAtMs = now + delayMs;
  const lane = attempted.after && isSlowOrFailing(attempted.after, now) ? 'slow' : 'normal';
  return {
    ...tried,
    ...deliveryDue(delivery.id, nextAttemptAtMs, delayMs),
    failedAttempts,
    turn,
    nextAttemptAtMs,
    lane,
  };
};

const updateDelivery = async (attempted: AttemptResult): Promise<void> => {
  const { delivery } = attempted;
  const after = afterAttempt(attempted, nowMs());
  const row = { ...after, ...deliveryIndexes(after) };
  if (!attempted.isStored) {
    // The outcome of a concurrent process that made the same attempt is kept.
    await putOnce(row);
    return;
  }
  const { pk: _pk, sk: _sk, ...members } = row;
  const set = { nextAttemptAtMs: undefined, duepk: undefined, duesk: undefined, ...members };
  await unlessRefused(updateRow(rowUpdate({ key: delivery, set, if: stillQueued(delivery) })));
};

const SUCCESS_RECORDED_EVERY_MS = MINUTE_MS;

/** A healthy endpoint's row is written at most once a minute, for any number of successful deliveries. */
const recordSuccess = async ({ endpoint, wasSlow }: AttemptResult): Promise<void> => {
  const now = nowMs();
  const isMarkedSlow = (endpoint.slowUntilMs ?? 0) > now;
  const isUnchanged = endpoint.consecutiveFailures === 0 && wasSlow === isMarkedSlow;
  if (isUnchanged && now - (endpoint.lastSuccessAtMs ?? 0) < SUCCESS_RECORDED_EVERY_MS) return;
  await onEndpoint(endpoint, {
    set: {
      lastSuccessAtMs: now,
      consecutiveFailures: 0,
      failingSinceMs: undefined,
      slowUntilMs: wasSlow ? now + SLOW_FOR_MS : undefined,
    },
  });
};

/**
 * Marks an endpoint as slow, so that its next attempts use the slow lane. Never throws, because it only affects speed.
 */
export const markSlow = async (endpoint: WebhookEndpointRow): Promise<void> => {
  const markedForMs = (endpoint.slowUntilMs ?? 0) - nowMs();
  if (markedForMs > SLOW_FOR_MS / 2) return;
  try {
    await onEndpoint(endpoint, { set: { slowUntilMs: nowMs() + SLOW_FOR_MS } });
  } catch (error) {
    log.warn('An endpoint could not be marked as slow', { endpoint: endpoint.id, cause: error });
  }
};

/** The endpoint after a failed attempt; undefined if it was deleted. */
const recordFailure = async ({
  endpoint,
  response,
  wasSlow,
}: AttemptResult): Promise<WebhookEndpointRow | undefined> => {
  const now = nowMs();
  const failing = await onEndpoint(endpoint, {
    set: { lastFailureAtMs: now, ...(wasSlow ? { slowUntilMs: now + SLOW_FOR_MS } : {}) },
    initial: { failingSinceMs: now },
    add: { failures: 1, consecutiveFailures: 1 },
  });
  const reason =
    response.httpStatus === GONE ? 'gone' : failing && hasFailedTooLong(failing, now) ? 'failing' : undefined;
  if (!failing || !reason) return failing;
  return (await disable(endpoint, reason, now)) ? { ...failing, ...disabledFor(reason, now) } : failing;
};

const disabledFor = (reason: DisabledReason, now: number) =>
  ({ status: 'disabled', disabledReason: reason, disabledAtMs: now, updatedAtMs: now }) as const;

/**
 * Disables an endpoint; the relay notifies the company and settles queued deliveries. Returns false if the endpoint has
 * changed.
 */
const disable = async (endpoint: WebhookEndpointRow, reason: DisabledReason, now: number): Promise<boolean> => {
  // The URL may have been corrected since the attempt.
  const condition = membersAre({ status: 'enabled', url: endpoint.url });
  const update = rowUpdate({ key: endpoint, set: disabledFor(reason, now), add: { version: 1 }, if: condition });
  if (!(await unlessRefused(transact([{ update }, raiseEndpointsVersionWrite(endpoint.company)])))) return false;
  invalidateEndpoints(endpoint.company);
  return true;
};

/** Updates an existing endpoint; undefined when it was deleted. */
const onEndpoint = async (
  endpoint: WebhookEndpointRow,
  change: Omit<RowChanges, 'key' | 'if'>,
): Promise<WebhookEndpointRow | undefined> => {
  try {
    const row = await updateRow<WebhookEndpointRow>(rowUpdate({ key: endpoint, ...change, if: PRESENT }));
    if (row) cacheAttempted(row);
    return row;
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined;
    throw error;
  }
};
