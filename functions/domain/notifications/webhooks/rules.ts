import { createHash } from 'node:crypto';
import { toTimestamp } from '../../../platform/clock.ts';
import { signedHeaders } from '../../../platform/webhook-signing.ts';
import type { DisabledReason, EventFilter, WebhookEndpointRow, WebhookEventRow } from './rows.ts';
import type { OrderEventMessage, ShipmentPostedMessage } from './messages.ts';
import { SHIPMENT_POSTED, type ENDPOINT_DISABLED, type PING } from '../../events/catalog/event-catalog.ts';
import type { ItemEventType } from '../../events/catalog/item-events.ts';
import type { ItemEventData } from '../../value/items/events/present.ts';
import type { ItemSnapshot } from '../../value/items/events/item-changed.ts';

const hex = (text: string, length: number): string => createHash('sha256').update(text).digest('hex').slice(0, length);

/** Id of an event of an order, deterministic. */
export const orderEventId = (orderId: string, seq: number): string => `evt_${hex(`event\n${orderId}\n${seq}`, 32)}`;

/** Id of the event of a ledger entry, deterministic. */
export const itemEventId = (company: string, code: string, seq: number): string =>
  `evt_${hex(`item\n${company}\n${code}\n${seq}`, 32)}`;

/** Id of the event before an expiry: one event for each number of days and each validity of an item. */
export const itemExpiringId = (item: ItemSnapshot, daysBefore: number): string =>
  `evt_${hex(`item expiring\n${item.company}\n${item.code}\n${item.validUntilMs}\n${daysBefore}`, 32)}`;

export const endpointDisabledId = (endpointId: string, atMs: number): string =>
  `evt_${hex(`endpoint disabled\n${endpointId}\n${atMs}`, 32)}`;

/** Id of the event of a posted shipment, which can be posted only once. */
export const shipmentPostedId = (shipmentId: string): string => `evt_${hex(`shipment posted\n${shipmentId}`, 32)}`;

/** The idempotency key of a ping identifies its event (lib/reference/webhooks.md#ping). */
export const pingEventId = (company: string, endpointId: string, key: string): string =>
  `evt_${hex(`ping\n${company}\n${endpointId}\n${key}`, 32)}`;

/** Id of the delivery of an event to an endpoint, deterministic. */
export const deliveryId = (eventId: string, endpointId: string): string =>
  `whd_${hex(`${eventId}\n${endpointId}`, 32)}`;

/** Ids sort by time of registration, so that the partition is an ordered list. */
export const endpointId = (createdAtMs: number, random: string): string =>
  `wh_${createdAtMs.toString(16).padStart(12, '0')}${hex(random, 20)}`;

/** The envelope of an order's event; its JSON text is stored and sent unchanged. */
export const orderEnvelope = (id: string, happened: OrderEventMessage) => ({
  id,
  type: happened.type,
  api_version: 'v2' as const,
  occurred_at: toTimestamp(happened.atMs),
  sequence: happened.seq,
  data: { order: happened.order },
});

interface ItemEvent {
  type: ItemEventType;
  atMs: number;
  /** Number of the newest ledger entry at that time. */
  sequence: number;
  data: ItemEventData;
}

/** The envelope of an item's event; its JSON text is stored and sent unchanged. */
export const itemEnvelope = (id: string, { type, atMs, sequence, data }: ItemEvent) => ({
  id,
  type,
  api_version: 'v2' as const,
  occurred_at: toTimestamp(atMs),
  sequence,
  data,
});

/** The envelope of an event about an endpoint. */
export const endpointEnvelope = (
  id: string,
  type: typeof PING | typeof ENDPOINT_DISABLED,
  endpoint: string,
  atMs: number,
) => ({
  id,
  type,
  api_version: 'v2' as const,
  occurred_at: toTimestamp(atMs),
  data: { endpoint: { id: endpoint } },
});

/** The envelope of a shipment's event; its JSON text is stored and sent unchanged. */
export const shipmentEnvelope = (id: string, { atMs, shipment }: Pick<ShipmentPostedMessage, 'atMs' | 'shipment'>) => ({
  id,
  type: SHIPMENT_POSTED,
  api_version: 'v2' as const,
  occurred_at: toTimestamp(atMs),
  data: { shipment },
});

/**
 * Whether an endpoint is subscribed to the type of an event, and was registered or last re-enabled before the event.
 */
export const isSubscribed = (
  endpoint: WebhookEndpointRow,
  happened: Pick<OrderEventMessage, 'type' | 'atMs'>,
): boolean => endpoint.receivesFromMs <= happened.atMs && endpoint.events.includes(happened.type);

/** Whether an event is for an endpoint: the endpoint is enabled, and subscribed as in `isSubscribed`. */
export const isDeliveredTo = (
  endpoint: WebhookEndpointRow,
  happened: Pick<OrderEventMessage, 'type' | 'atMs'>,
): boolean => endpoint.status === 'enabled' && isSubscribed(endpoint, happened);

/** Whether an item matches the filter of an endpoint. An item without a product matches no filter by product. */
export const isInEventFilter = (
  { itemTypes, productIds }: EventFilter = {},
  { itemType, productId }: Pick<ItemSnapshot, 'itemType' | 'productId'>,
): boolean =>
  (itemTypes === undefined || itemTypes.includes(itemType)) &&
  (productIds === undefined || (productId !== null && productIds.includes(productId)));

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * Waits between attempts; the first attempt is immediate. About three days in total
 * (lib/reference/webhooks.md#retries).
 */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
const JITTER = 0.1;
const LONGEST_RETRY_AFTER_MS = 24 * HOUR;

/**
 * Wait after the n-th consecutive failure; undefined after the last attempt of the schedule. Jitter subtracts up to a
 * tenth, so that deliveries that failed together are spread out. Respects the `Retry-After` of a receiver, up to a day.
 */
export const retryDelayMs = (failedAttempts: number, seed: string, retryAfterMs = 0): number | undefined => {
  const planned = RETRY_DELAYS_MS[failedAttempts - 1];
  if (planned === undefined) return undefined;
  const fraction = Number.parseInt(hex(`${seed}\n${failedAttempts}`, 8), 16) / 0xffffffff;
  return Math.max(Math.round(planned * (1 - JITTER * fraction)), Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS));
};

/** Parses `Retry-After`: any number of seconds, or an HTTP date. Zero when absent or invalid. */
export const retryAfterMs = (header: string | undefined, now: number): number => {
  if (header === undefined) return 0;
  if (/^\d+$/.test(header.trim())) return Math.min(Number(header) * SECOND, LONGEST_RETRY_AFTER_MS);
  const at = Date.parse(header);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now);
};

/** An endpoint that has only failed for this long is disabled. */
const DISABLED_AFTER_MS = 5 * 24 * HOUR;

export const hasFailedTooLong = (
  endpoint: Pick<WebhookEndpointRow, 'status' | 'failingSinceMs'>,
  now: number,
): boolean => endpoint.status === 'enabled' && now - (endpoint.failingSinceMs ?? now) >= DISABLED_AFTER_MS;

/** Why the service disabled an endpoint; undefined for any other endpoint. */
export const disabledFault = ({
  disabledReason,
}: Pick<WebhookEndpointRow, 'disabledReason'>): Exclude<DisabledReason, 'request'> | undefined =>
  disabledReason === 'request' ? undefined : disabledReason;

/** Final status of deliveries to an endpoint that was deleted or disabled; undefined for an active one. */
export const statusOfClosedEndpoint = (
  endpoint: Pick<WebhookEndpointRow, 'status' | 'disabledReason'> | undefined,
): 'failed' | 'cancelled' | undefined => {
  if (endpoint?.status === 'enabled') return undefined;
  return endpoint && disabledFault(endpoint) ? 'failed' : 'cancelled';
};

/** If an attempt takes longer, the next attempts of its endpoint use the slow lane for a while. */
export const SLOW_ATTEMPT_MS = 2000;
export const SLOW_FOR_MS = 60 * SECOND;
/** Consecutive failures after which an endpoint counts as failing until its next success. */
const FAILING_AFTER = 3;

/**
 * Whether an endpoint is slow or failing. Its deliveries then use the slow lane, so that those of other endpoints do
 * not wait.
 */
export const isSlowOrFailing = (
  endpoint: Pick<WebhookEndpointRow, 'slowUntilMs' | 'consecutiveFailures'>,
  now: number,
): boolean => (endpoint.slowUntilMs ?? 0) > now || endpoint.consecutiveFailures >= FAILING_AFTER;

const SECRET_OVERLAP_MS = 24 * HOUR;

/** The end of an overlap that begins now, in whole seconds, as the API shows it. */
export const overlapEnd = (now: number): number => Math.floor((now + SECRET_OVERLAP_MS) / SECOND) * SECOND;

/** Returns a header value. Throws if it contains anything but visible ASCII characters. */
const clean = (value: string): string => {
  if (!/^[\x21-\x7e]*$/.test(value)) throw new Error('A webhook header contains invalid characters');
  return value;
};

/**
 * Headers of one attempt, with the current time, and signed with every current secret, newest first, in the formats of
 * this API and of Standard Webhooks.
 */
export const deliveryHeaders = (
  event: Pick<WebhookEventRow, 'id'>,
  body: Uint8Array,
  secrets: { version: number; secrets: readonly string[] },
  now: number,
): Record<string, string> => ({
  'Content-Type': 'application/json',
  'User-Agent': 'Service-Webhooks/2',
  ...signedHeaders({ ...secrets, id: clean(event.id), timestamp: Math.floor(now / 1000), body }),
});
