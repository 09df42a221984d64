import { nowMs } from '../../../platform/clock.ts';
import { markSharded } from '../../../storage/mark-sharded.ts';
import { ABSENT, putRow, type Row } from '../../../storage/table.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import {
  deliveryIndexes,
  deliveryKey,
  eventIndexes,
  eventKey,
  KEPT_MS,
  type WebhookDeliveryRow,
  type WebhookEndpointRow,
  type WebhookEventRow,
} from './rows.ts';
import { endpointsAt, cachedEndpoints, readEndpoints } from './cached-endpoints.ts';
import type { DeliveryAttempt, RecordedEvent } from './messages.ts';
import { firstAttemptOf } from './relay.ts';
import { deliveryId, isSlowOrFailing } from './rules.ts';

const ttlFrom = (atMs: number): number => Math.ceil((atMs + KEPT_MS) / 1000);

/** An event to record. */
type NewEvent = Pick<
  WebhookEventRow,
  'id' | 'company' | 'eventType' | 'orderId' | 'itemId' | 'occurredAtMs' | 'raw' | 'by' | 'onSale'
>;

/** The row of an event. Its position in the feed is the time of recording, never earlier than the event. */
export const eventRow = (event: NewEvent, now: number): WebhookEventRow => {
  const recordedAtMs = Math.max(now, event.occurredAtMs);
  return {
    ...event,
    ...eventKey(event.company, event.id),
    ...eventIndexes({ ...event, recordedAtMs }),
    type: 'webhook-event',
    v: 1,
    recordedAtMs,
    ttl: ttlFrom(recordedAtMs),
  };
};

/** A new delivery, whose first attempt is immediate. */
export const deliveryRow = (
  event: Pick<WebhookEventRow, 'id' | 'company' | 'eventType' | 'orderId' | 'onSale'>,
  endpoint: Pick<WebhookEndpointRow, 'id' | 'slowUntilMs' | 'consecutiveFailures'>,
  now: number,
): WebhookDeliveryRow => {
  const delivery = {
    id: deliveryId(event.id, endpoint.id),
    company: event.company,
    endpointId: endpoint.id,
    eventId: event.id,
    eventType: event.eventType,
    ...(event.orderId ? { orderId: event.orderId } : {}),
    ...(event.onSale ? { onSale: true } : {}),
    status: 'queued' as const,
    createdAtMs: now,
  };
  return {
    ...delivery,
    ...deliveryKey(delivery.company, delivery.id),
    ...deliveryIndexes(delivery),
    type: 'webhook-delivery',
    v: 1,
    updatedAtMs: now,
    turn: 1,
    failedAttempts: 0,
    nextAttemptAtMs: now,
    lane: isSlowOrFailing(endpoint, now) ? 'slow' : 'normal',
    attempts: [],
    attemptCount: 0,
    ttl: ttlFrom(now),
  };
};

/** Puts a row unless it exists, so that a repeat changes nothing. Returns whether the row was put. */
export const putOnce = <T extends Row>(row: T): Promise<boolean> => unlessRefused(putRow(row, ABSENT));

/** The endpoints of a company; if `version` is given, at least as new as this version. */
export type EndpointsOf = (company: string, version?: number) => Promise<readonly WebhookEndpointRow[]>;

/**
 * Reads the endpoints of each company at most once for a batch of events, and not at all if those of the event's
 * version are cached.
 */
export const endpointsOnce = (): EndpointsOf => {
  const known = new Map<string, Promise<readonly WebhookEndpointRow[]>>();
  return async (company, version) => {
    const kept = known.get(company) ?? cachedEndpoints(company, version);
    if (kept) return kept;
    const endpoints = version === undefined ? readEndpoints(company) : endpointsAt(company, version);
    known.set(company, endpoints);
    return endpoints;
  };
};

export interface EventRecording {
  receiversOf?: EndpointsOf;
  /** Queues the first attempts of deliveries, which then need no row. If absent, each delivery gets a row. */
  attempt?: (firstAttempts: readonly DeliveryAttempt[]) => Promise<void>;
}

/**
 * Maximum size of an event that first attempts contain. First attempts read larger events, because one call to the
 * queue accepts at most 240 KB.
 */
const CARRIED_MAX_BYTES = 8192;

const carriedOf = ({
  eventType,
  orderId,
  occurredAtMs,
  recordedAtMs,
  onSale,
  raw,
}: WebhookEventRow): RecordedEvent => ({
  eventType,
  ...(orderId ? { orderId } : {}),
  occurredAtMs,
  recordedAtMs,
  ...(onSale ? { onSale } : {}),
  raw: Buffer.from(raw).toString('base64'),
});

/**
 * Records an event and its deliveries. Idempotent: the first recorded bytes are kept. `endpoints`: the version of the
 * company's endpoints at the time of the event.
 */
export const recordEvent = async (
  happened: NewEvent,
  receivers: (company: string) => Promise<readonly WebhookEndpointRow[]>,
  { attempt, endpoints: version }: Pick<EventRecording, 'attempt'> & { endpoints?: number | undefined },
): Promise<void> => {
  const now = nowMs();
  const event = eventRow(happened, now);
  // Readers of the feed must find the event's list.
  if (event.onSale) await markSharded(event.company);
  const [endpoints, isNew] = await Promise.all([receivers(event.company), putOnce(event)]);
  const deliveries = endpoints.map((endpoint) => deliveryRow(event, endpoint, now));
  // A delivery in the slow lane may wait for a long time, and must be visible during that time.
  const isAtOnce = ({ lane }: WebhookDeliveryRow): boolean => attempt !== undefined && lane === 'normal';
  // An existing event may have other bytes, and some of its deliveries may already have been made.
  const isCarried = isNew && version !== undefined && event.raw.byteLength <= CARRIED_MAX_BYTES;
  const recorded = isCarried ? { event: carriedOf(event), endpoints: version } : undefined;
  const firstAttempts = deliveries.filter(isAtOnce).map((delivery) => firstAttemptOf(delivery, recorded));
  await Promise.all([
    ...deliveries.filter((delivery) => !isAtOnce(delivery)).map(putOnce),
    ...(firstAttempts.length > 0 ? [attempt?.(firstAttempts)] : []),
  ]);
};
