import { sendWebhook, type WebhookResponse } from '../../../adapters/webhooks/send.ts';
import { nowMs, wallMs } from '../../../platform/clock.ts';
import { config } from '../../../platform/config.ts';
import { getRows, RowSet, type Key, type Row } from '../../../storage/table.ts';
import {
  deliveryKey,
  endpointKey,
  eventKey,
  type WebhookDeliveryRow,
  type WebhookEndpointRow,
  type WebhookEventRow,
} from './rows.ts';
import type { DeliveryAttempt } from './messages.ts';
import { startResponseTimeout } from './response-timeout.ts';
import { decompressEvent } from './event-bytes.ts';
import { deliveryRow, endpointsOnce, putOnce, type EndpointsOf } from './record-event.ts';
import { isRecent } from './cached-endpoints.ts';
import { markSlow, recordAttempt } from './record-attempt.ts';
import { withinConcurrencyLimit } from '../../../storage/limits/concurrency.ts';
import { statusOfClosedEndpoint, deliveryHeaders, isSlowOrFailing, SLOW_ATTEMPT_MS } from './rules.ts';
import { liveSecrets } from './secrets.ts';
import { settleDelivery } from './settle-queued.ts';

/** Tolerance for early messages. A message that arrives earlier than this is delayed again. */
const EARLY_TOLERANCE_MS = 1000;

/** How the worker continues with a message after this call. */
type DeliveryOutcome = 'done' | 'again' | 'slow-lane';

const keysOf = (message: DeliveryAttempt): Key[] => [
  deliveryKey(message.company, message.deliveryId),
  endpointKey(message.company, message.endpointId),
  eventKey(message.company, message.eventId),
];

/** Whether a message is a first attempt that contains its event, which occurred just now. */
const isInFlight = ({ recorded, turn }: DeliveryAttempt): boolean =>
  turn === 'first' && recorded !== undefined && isRecent(recorded.event.occurredAtMs);

/** The event that a message contains, and the endpoint, which this process may have cached. */
const carriedRows = async (message: DeliveryAttempt, receiversOf: EndpointsOf): Promise<Row[]> => {
  const { company, eventId, endpointId, recorded } = message;
  if (!recorded) return [];
  const endpoints = await receiversOf(company, recorded.endpoints);
  const { raw, ...members } = recorded.event;
  const event: WebhookEventRow = {
    ...members,
    ...eventKey(company, eventId),
    type: 'webhook-event',
    v: 1,
    id: eventId,
    company,
    raw: Buffer.from(raw, 'base64'),
  };
  return [event, ...endpoints.filter(({ id }) => id === endpointId)];
};

/**
 * Everything that a batch of attempts needs, in one read. `isFirstReceipt`: whether the queue delivers a message for
 * the first time. Such a message may contain its event, and its delivery then has no row.
 */
export const loadAttempts = async (
  messages: readonly DeliveryAttempt[],
  isFirstReceipt: (message: DeliveryAttempt) => boolean = () => false,
): Promise<RowSet> => {
  const receiversOf = endpointsOnce();
  const [carried, others] = [true, false].map((is) =>
    messages.filter((message) => (isFirstReceipt(message) && isInFlight(message)) === is),
  ) as [DeliveryAttempt[], DeliveryAttempt[]];
  const keys = others.flatMap(keysOf);
  const [read, ...rows] = await Promise.all([
    keys.length > 0 ? getRows(keys, { consistent: true }) : undefined,
    ...carried.map((message) => carriedRows(message, receiversOf)),
  ]);
  // Rows that were read replace those from messages, because they may be newer.
  return new RowSet([...rows.flat(), ...keys.flatMap((key) => read?.get(key) ?? [])]);
};

/**
 * Makes one attempt of a delivery. Sends at most one request, with a current timestamp and signature, and records its
 * outcome. Ignores a message whose attempt is recorded already, so that a later duplicate causes no further request.
 */
export const deliver = async (message: DeliveryAttempt, rows: RowSet): Promise<DeliveryOutcome> => {
  if (message.dueAtMs > nowMs() + EARLY_TOLERANCE_MS) return 'again';
  const stored = rows.get<WebhookDeliveryRow>(deliveryKey(message.company, message.deliveryId));
  const endpoint = rows.get<WebhookEndpointRow>(endpointKey(message.company, message.endpointId));
  const event = rows.get<WebhookEventRow>(eventKey(message.company, message.eventId));
  const delivery = message.turn === 'first' ? withoutRow(message, event, stored) : stored;
  if (delivery?.status !== 'queued' || (message.turn !== 'first' && delivery.turn !== message.turn)) return 'done';
  // A delivery that has to wait gets a row, and the stream queues it.
  const wait = (outcome: DeliveryOutcome) => (message.turn === 'first' ? keepWaiting(delivery, outcome) : outcome);
  const isClosed = endpoint?.status !== 'enabled';
  // A delivery without a row could not be settled when the endpoint was closed. An endpoint that was re-enabled after
  // the event must not get this delivery.
  if (isClosed || !event || (message.turn === 'first' && endpoint.receivesFromMs > event.occurredAtMs)) {
    const closed = event ? statusOfClosedEndpoint(endpoint) : 'failed';
    await settleDelivery(delivery, closed ?? 'cancelled', message.turn !== 'first');
    return 'done';
  }
  if (message.lane === 'normal' && isSlowOrFailing(endpoint, nowMs())) return wait('slow-lane');
  const attempt = (reportSlow?: () => void) => attemptNow(endpoint, event, reportSlow);
  const result = message.lane === 'normal' ? await withinConcurrencyLimit(endpoint.id, attempt) : await attempt();
  if (result === 'full') return wait('again');
  if (result === 'slow') return wait('slow-lane');
  await recordAttempt({ delivery, isStored: message.turn !== 'first', endpoint, ...result });
  return 'done';
};

/**
 * The initial state of a delivery without a row. Undefined for an unknown event, and if the row exists because an
 * earlier receipt of the message has made or postponed the attempt.
 */
const withoutRow = (
  message: DeliveryAttempt,
  event: WebhookEventRow | undefined,
  stored: WebhookDeliveryRow | undefined,
): WebhookDeliveryRow | undefined => {
  if (stored || !event) return undefined;
  return deliveryRow(event, { id: message.endpointId, consecutiveFailures: 0 }, event.recordedAtMs);
};

const keepWaiting = async (delivery: WebhookDeliveryRow, outcome: DeliveryOutcome): Promise<DeliveryOutcome> => {
  await putOnce({ ...delivery, lane: outcome === 'slow-lane' ? 'slow' : 'normal' });
  return 'done';
};

/**
 * Makes one attempt, signed with the time of the system clock, because the receiver compares this time with its own
 * clock. The event keeps the time at which it occurred. Records a slow receiver immediately, while the attempt
 * continues.
 */
const attemptNow = async (
  endpoint: WebhookEndpointRow,
  event: WebhookEventRow,
  reportSlow?: () => void,
): Promise<{ response: WebhookResponse; atMs: number; wasSlow: boolean }> => {
  const atMs = nowMs();
  const body = decompressEvent(event);
  let wasSlow = false;
  const watch = startResponseTimeout(SLOW_ATTEMPT_MS, () => {
    wasSlow = true;
    reportSlow?.();
    void markSlow(endpoint);
  });
  const response = await sendWebhook({
    url: endpoint.url,
    headers: deliveryHeaders(event, body, liveSecrets(endpoint, atMs), wallMs()),
    body,
    allowsLoopback: config.allowsLoopbackWebhooks(),
  }).finally(watch.end);
  return { response, atMs, wasSlow };
};
