import { nowMs } from '../../../platform/clock.ts';
import { markSharded } from '../../../storage/mark-sharded.ts';
import { ABSENT, ConditionFailed, putRow, queryAll, type Row } from '../../../storage/table.ts';
import {
  deliveryIndexes,
  deliveryKey,
  endpointsOf,
  eventIndexes,
  eventKey,
  KEPT_MS,
  type WebhookDeliveryRow,
  type WebhookEndpointRow,
  type WebhookEventRow,
} from './rows.ts';
import { compressed } from './event-bytes.ts';
import type { DeliveryAttempt, OrderHappened } from './messages.ts';
import { firstTurnOf } from './relay.ts';
import { deliveryId, isTroubled, orderEnvelope, orderEventId, receives } from './rules.ts';

const ttlFrom = (atMs: number): number => Math.ceil((atMs + KEPT_MS) / 1000);

/** The row of an event. Its position in the feed is the moment it was recorded, which never lies before it happened. */
export const eventRow = (
  event: Pick<WebhookEventRow, 'id' | 'company' | 'eventType' | 'orderId' | 'occurredAtMs' | 'raw' | 'by' | 'onSale'>,
  now: number,
): WebhookEventRow => {
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

/** A delivery on its first turn, which is at once. */
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

/** Puts a row unless it is there already: recording the same again changes nothing. */
export const putOnce = async <T extends Row>(row: T): Promise<void> => {
  try {
    await putRow(row, ABSENT);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
};

export type EndpointsOf = (company: string) => Promise<WebhookEndpointRow[]>;

const readEndpoints: EndpointsOf = (company) =>
  queryAll<WebhookEndpointRow>({ ...endpointsOf(company), consistent: true });

/** Reads the endpoints of each company once, for things that had all happened before. */
export const endpointsOnce = (): EndpointsOf => {
  const known = new Map<string, Promise<WebhookEndpointRow[]>>();
  return (company) => {
    const found = known.get(company) ?? readEndpoints(company);
    known.set(company, found);
    return found;
  };
};

interface Recording {
  receiversOf?: EndpointsOf;
  /** Has the first attempts of deliveries made that need no row before; without it each delivery gets a row. */
  attempt?: (turns: readonly DeliveryAttempt[]) => Promise<void>;
}

/**
 * Records what happened to an order as an event with compressed bytes, and has it delivered to each endpoint that was
 * there when it happened (lib/reference/webhooks.md#registration). May run any number of times for one event.
 */
export const recordOrderEvent = async (
  happened: OrderHappened,
  { receiversOf = readEndpoints, attempt }: Recording = {},
): Promise<void> => {
  const { company, orderId, type, atMs, by } = happened;
  const id = orderEventId(orderId, happened.seq);
  const now = nowMs();
  const raw = compressed(JSON.stringify(orderEnvelope(id, happened)));
  const event = eventRow(
    {
      id,
      company,
      eventType: type,
      orderId,
      occurredAtMs: atMs,
      raw,
      ...(by ? { by } : {}),
      ...(happened.onSale ? { onSale: true } : {}),
    },
    now,
  );
  // Whoever reads the feed is to look where the event stands.
  if (happened.onSale) await markSharded(company);
  const [endpoints] = await Promise.all([receiversOf(company), putOnce(event)]);
  const deliveries = endpoints
    .filter((endpoint) => receives(endpoint, happened))
    .map((endpoint) => deliveryRow(event, endpoint, now));
  // What waits in the slow lane may wait for long, and is to be seen meanwhile.
  const isAtOnce = ({ lane }: WebhookDeliveryRow): boolean => attempt !== undefined && lane === 'normal';
  const turns = deliveries.filter(isAtOnce).map(firstTurnOf);
  await Promise.all([
    ...deliveries.filter((delivery) => !isAtOnce(delivery)).map(putOnce),
    ...(turns.length > 0 ? [attempt?.(turns)] : []),
  ]);
};
