import { nowMs } from '../../../platform/clock.ts';
import { markSharded } from '../../../storage/mark-sharded.ts';
import { ABSENT, ConditionFailed, putRow, type Row } from '../../../storage/table.ts';
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
import { endpointsAt, keptEndpoints, readEndpoints } from './kept-endpoints.ts';
import type { DeliveryAttempt } from './messages.ts';
import { firstAttemptOf } from './relay.ts';
import { deliveryId, isTroubled } from './rules.ts';

const ttlFrom = (atMs: number): number => Math.ceil((atMs + KEPT_MS) / 1000);

/** An unrecorded event. */
export type NewEvent = Pick<
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

/** A delivery at its first attempt, which is immediate. */
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
    lane: isTroubled(endpoint, now) ? 'slow' : 'normal',
    attempts: [],
    attemptCount: 0,
    ttl: ttlFrom(now),
  };
};

/** Puts a row unless it exists: recording again changes nothing. */
export const putOnce = async <T extends Row>(row: T): Promise<void> => {
  try {
    await putRow(row, ABSENT);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
};

/** The endpoints of a company, at least as new as the version if given. */
export type EndpointsOf = (company: string, version?: number) => Promise<readonly WebhookEndpointRow[]>;

/**
 * Reads the endpoints of each company at most once, for a batch of earlier events; not at all if those of the event's
 * version are kept.
 */
export const endpointsOnce = (): EndpointsOf => {
  const known = new Map<string, Promise<readonly WebhookEndpointRow[]>>();
  return async (company, version) => {
    const kept = known.get(company) ?? keptEndpoints(company, version);
    if (kept) return kept;
    const found = version === undefined ? readEndpoints(company) : endpointsAt(company, version);
    known.set(company, found);
    return found;
  };
};

export interface EventRecording {
  receiversOf?: EndpointsOf;
  /** Makes the first attempts of deliveries that need no row before; without it each delivery gets a row. */
  attempt?: (firstAttempts: readonly DeliveryAttempt[]) => Promise<void>;
}

/** Records an event and its deliveries. Idempotent: the first recorded bytes are kept. */
export const recordEvent = async (
  happened: NewEvent,
  receivers: (company: string) => Promise<readonly WebhookEndpointRow[]>,
  { attempt }: Pick<EventRecording, 'attempt'>,
): Promise<void> => {
  const now = nowMs();
  const event = eventRow(happened, now);
  // Readers of the feed must find the event's list.
  if (event.onSale) await markSharded(event.company);
  const [endpoints] = await Promise.all([receivers(event.company), putOnce(event)]);
  const deliveries = endpoints.map((endpoint) => deliveryRow(event, endpoint, now));
  // A delivery in the slow lane may wait long, and must be visible meanwhile.
  const isAtOnce = ({ lane }: WebhookDeliveryRow): boolean => attempt !== undefined && lane === 'normal';
  const firstAttempts = deliveries.filter(isAtOnce).map(firstAttemptOf);
  await Promise.all([
    ...deliveries.filter((delivery) => !isAtOnce(delivery)).map(putOnce),
    ...(firstAttempts.length > 0 ? [attempt?.(firstAttempts)] : []),
  ]);
};
