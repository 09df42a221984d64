import type { Actor } from '../../../platform/actor.ts';
import { listPartition } from '../../../storage/sharded-lists.ts';
import type { IndexKeys, Key, Row } from '../../../storage/table.ts';
import { sortable } from '../../../storage/sortable.ts';
import type { ItemType } from '../../value/items/item-types.ts';
import type { DeliveryStatus, WebhookEventType } from './schema.ts';
import { DAY_MS } from '../../../platform/durations.ts';

/** A stored signing secret, sealed with a key outside the table. */
export interface SealedSecret {
  version: number;
  sealed: string;
}

export type DisabledReason = 'request' | 'failing' | 'gone';

/** Which item events an endpoint receives; each member that is present must match. */
export interface EventFilter {
  itemTypes?: readonly ItemType[];
  productIds?: readonly string[];
}

/** A URL to which a company's events are sent. */
export interface WebhookEndpointRow extends Row {
  type: 'webhook-endpoint';
  /** `wh_` + 32 hex; sorts by time of registration. */
  id: string;
  company: string;
  url: string;
  events: string[];
  /** If absent, the endpoint receives all item events to which it subscribes. */
  filter?: EventFilter;
  status: 'enabled' | 'disabled';
  disabledReason?: DisabledReason;
  disabledAtMs?: number;
  createdAtMs: number;
  updatedAtMs: number;
  /** Time of registration or re-enabling. The endpoint does not receive earlier events. */
  receivesFromMs: number;
  secret: SealedSecret;
  /** The previous secret during a rotation. It also signs until it expires. */
  previousSecret?: SealedSecret & { expiresAtMs: number };
  /** Number of changes, including the registration, by the partner or by disabling; attempts do not count. */
  version: number;
  /** Number of failed attempts, in total and since the last success. */
  failures: number;
  consecutiveFailures: number;
  failingSinceMs?: number;
  lastSuccessAtMs?: number;
  lastFailureAtMs?: number;
  /** Until then, deliveries use the slow queue, so that they do not delay those of other endpoints. */
  slowUntilMs?: number;
}

/** An event with the bytes that every delivery sends. */
export interface WebhookEventRow extends Row {
  type: 'webhook-event';
  /** `evt_` + 32 hex */
  id: string;
  company: string;
  eventType: WebhookEventType;
  orderId?: string;
  /** Set for an event of an item. */
  itemId?: string;
  occurredAtMs: number;
  recordedAtMs: number;
  /** Actor of an order's event, for the audit log; absent in other events. */
  by?: Actor;
  /** Whether the event is from an on-sale. Its list entries are then sharded. */
  onSale?: boolean;
  /** The JSON text, compressed (event-bytes.ts). Its UTF-8 form is signed and sent. */
  raw: Uint8Array;
}

export interface AttemptRecord {
  atMs: number;
  durationMs: number;
  /** Status of the response; absent if there is none. */
  httpStatus?: number;
  /** Reason of the failure; absent when delivered. */
  failure?: string;
  /** Beginning of the response, at most 256 characters. */
  excerpt?: string;
}

/**
 * Delivery of one event to one endpoint. An immediate first attempt has only a message, and no row until it ends
 * (lib/decisions/webhooks.md).
 */
export interface WebhookDeliveryRow extends Row {
  type: 'webhook-delivery';
  /** `whd_` + 32 hex */
  id: string;
  company: string;
  endpointId: string;
  eventId: string;
  eventType: WebhookEventType;
  orderId?: string;
  status: DeliveryStatus;
  createdAtMs: number;
  updatedAtMs: number;
  /** Increases with every scheduled attempt. Messages of earlier attempts are ignored. */
  turn: number;
  /** Number of failed attempts since the delivery was queued or replayed. */
  failedAttempts: number;
  nextAttemptAtMs?: number;
  /** Queue of the next attempt. */
  lane: 'normal' | 'slow';
  /** Newest last; at most `KEPT_ATTEMPTS`. */
  attempts: AttemptRecord[];
  attemptCount: number;
  /** Copied from the event. */
  onSale?: boolean;
}

export const KEPT_ATTEMPTS = 40;
/** Events and deliveries are kept for 30 days. */
export const KEPT_MS = 30 * DAY_MS;

/** Endpoints of a company are in one partition, in the order of registration. */
export const endpointsOf = (company: string) => ({ partition: `WEBHOOKS#${company}`, prefix: 'endpoint#' }) as const;
export const endpointKey = (company: string, id: string): Key => ({
  pk: `WEBHOOKS#${company}`,
  sk: `endpoint#${id}`,
});

export const eventKey = (company: string, id: string): Key => ({ pk: `EVENT#${company}#${id}`, sk: 'event' });
export const eventsOf = (company: string) =>
  ({ index: 'ix1', partition: `${company}#webhook-events`, shards: company }) as const;
/** Events of items have their own list, so that the audit log, which has their ledger entries, does not read them. */
export const itemEventsOf = (company: string) =>
  ({ index: 'ix1', partition: `${company}#webhook-item-events`, shards: company }) as const;
export const eventsOfItem = (company: string, itemId: string) =>
  ({ index: 'ix2', partition: `${company}#webhook-item-events#${itemId}` }) as const;

export const eventIndexes = (
  event: Pick<WebhookEventRow, 'company' | 'itemId' | 'recordedAtMs' | 'id' | 'onSale'>,
): IndexKeys => {
  const { company, itemId, id, onSale } = event;
  const at = position(event.recordedAtMs, id);
  const list = itemId === undefined ? eventsOf(company) : itemEventsOf(company);
  return {
    ix1pk: listPartition(list.partition, id, onSale),
    ix1sk: at,
    ...(itemId === undefined ? {} : { ix2pk: eventsOfItem(company, itemId).partition, ix2sk: at }),
  };
};

/** Position in a list by time. */
export const position = (atMs: number, id: string): string => `${sortable(atMs)}#${id}`;

export const deliveryKey = (company: string, id: string): Key => ({
  pk: `WEBHOOKDELIVERY#${company}#${id}`,
  sk: 'delivery',
});

/** Final status of a delivery that was not delivered. */
type LostStatus = Exclude<DeliveryStatus, 'queued' | 'delivered'>;
export const isLost = (status: DeliveryStatus): status is LostStatus => status === 'failed' || status === 'cancelled';

const list = (company: string, ...parts: string[]): string => [`${company}#webhook-deliveries`, ...parts].join('#');
export const deliveriesOf = (company: string) => ({ index: 'ix1', partition: list(company), shards: company }) as const;
export const deliveriesOfEndpoint = (company: string, endpointId: string, status: DeliveryStatus) =>
  ({ index: 'ix2', partition: list(company, endpointId, status), shards: company }) as const;
export const deliveriesLost = (company: string, type: WebhookEventType, status: LostStatus) =>
  ({ index: 'ix3', partition: list(company, type, status) }) as const;
export const deliveriesOfOrder = (company: string, orderId: string) =>
  ({ index: 'ix4', partition: list(company, orderId) }) as const;

type DeliveryListFields = Pick<
  WebhookDeliveryRow,
  'company' | 'endpointId' | 'eventType' | 'orderId' | 'status' | 'createdAtMs' | 'id' | 'onSale'
>;

/**
 * List keys of a delivery in its current state. Only failed and cancelled deliveries are in a list of their type,
 * because nearly all are delivered and each list costs a write.
 */
export const deliveryIndexes = (delivery: DeliveryListFields): IndexKeys => {
  const { company, endpointId, eventType, orderId, status, id, onSale } = delivery;
  const at = position(delivery.createdAtMs, delivery.id);
  return {
    ix1pk: listPartition(deliveriesOf(company).partition, id, onSale),
    ix1sk: at,
    ix2pk: listPartition(deliveriesOfEndpoint(company, endpointId, status).partition, id, onSale),
    ix2sk: at,
    ...(isLost(status) ? { ix3pk: deliveriesLost(company, eventType, status).partition, ix3sk: at } : {}),
    ...(orderId ? { ix4pk: deliveriesOfOrder(company, orderId).partition, ix4sk: at } : {}),
  };
};
