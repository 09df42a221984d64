import * as z from 'zod/mini';
import type { presentOrderForWebhook } from '../../checkout/orders/present.ts';
import type { Shipment } from '../../fulfillment/shipments/present.ts';
import type { ItemSnapshot } from '../../value/items/events/item-changed.ts';
import { EVENT_TYPES } from './schema.ts';

/** An order at the time of an event. Only its `id` is checked, because this service sent the message. */
const orderSnapshot = z.custom<ReturnType<typeof presentOrderForWebhook>>(
  (value) => typeof value === 'object' && value !== null && 'id' in value,
);

/** The actor of a change, as stored. */
const actor = z.object({
  keyId: z.optional(z.string()),
  user: z.optional(z.string()),
  company: z.optional(z.string()),
  system: z.optional(z.string()),
  door: z.optional(z.literal('desk')),
  tool: z.optional(z.string()),
});

/** An event of an order. Contains the order at that time. */
const orderHappened = z.object({
  kind: z.literal('order'),
  company: z.string(),
  orderId: z.string(),
  seq: z.int(),
  type: z.enum(EVENT_TYPES),
  atMs: z.number(),
  order: orderSnapshot,
  /** Set for an order of an on-sale. */
  onSale: z.optional(z.boolean()),
  /** Version of the company's endpoints at that time; absent: unknown. */
  endpoints: z.optional(z.int()),
  /** The actor; absent in older messages. */
  by: z.optional(actor),
});

/** An endpoint was closed: its queued deliveries are settled. */
const endpointClosed = z.object({
  kind: z.literal('endpoint-closed'),
  company: z.string(),
  endpointId: z.string(),
  settleAs: z.enum(['cancelled', 'failed']),
});

const itemSnapshot = z.custom<ItemSnapshot>(
  (value) => typeof value === 'object' && value !== null && 'code' in value && 'ledgerSeq' in value,
);

/** An item changed: each ledger entry from `fromSeq` to the `ledgerSeq` of the snapshot may have an event. */
const itemHappened = z.object({ kind: z.literal('item'), item: itemSnapshot, fromSeq: z.int() });

/** An item reached one of the times before its expiry at which `item.expiring` is sent. */
const itemExpiring = z.object({
  kind: z.literal('item-expiring'),
  item: itemSnapshot,
  daysBefore: z.int(),
  atMs: z.number(),
});

/** An endpoint was disabled: the company's other endpoints are notified. */
const endpointDisabled = z.object({
  kind: z.literal('endpoint-disabled'),
  company: z.string(),
  endpointId: z.string(),
  atMs: z.number(),
});

/** A shipment was posted. Contains the shipment at that time, without personal data. */
const shipmentPosted = z.object({
  kind: z.literal('shipment-posted'),
  company: z.string(),
  atMs: z.number(),
  shipment: z.custom<Shipment>((value) => typeof value === 'object' && value !== null && 'order_id' in value),
});

/** Messages of the queue `webhook-events`. */
export const webhookEventsMessage = z.discriminatedUnion('kind', [
  orderHappened,
  itemHappened,
  itemExpiring,
  endpointDisabled,
  endpointClosed,
  shipmentPosted,
]);

/** An event that was recorded just now. First attempts contain the event, so that they do not read it. */
const recordedEvent = z.object({
  eventType: z.enum(EVENT_TYPES),
  orderId: z.optional(z.string()),
  occurredAtMs: z.number(),
  recordedAtMs: z.number(),
  onSale: z.optional(z.boolean()),
  /** The stored bytes in base64. */
  raw: z.string(),
});

/** One attempt of one delivery, for the queues `webhook-deliveries` and `webhook-deliveries-slow`. */
export const deliveryAttempt = z.object({
  company: z.string(),
  deliveryId: z.string(),
  endpointId: z.string(),
  eventId: z.string(),
  /** `first`: the delivery has no row yet. */
  turn: z.union([z.int(), z.literal('first')]),
  dueAtMs: z.number(),
  lane: z.enum(['normal', 'slow']),
  /**
   * For a first attempt: its event, and the version of the company's endpoints at the time of the event. If absent,
   * event and endpoint are read.
   */
  recorded: z.optional(z.object({ event: recordedEvent, endpoints: z.int() })),
});

/** For the queue `mail`: notifies the company of a disabled endpoint. */
export const endpointDisabledNotice = z.object({
  kind: z.literal('notice'),
  notice: z.literal('webhook-endpoint-disabled'),
  company: z.string(),
  /** Deduplication id of the email. */
  noticeId: z.string(),
  endpointId: z.string(),
  url: z.string(),
  reason: z.enum(['failing', 'gone']),
  atMs: z.number(),
});

export type OrderEventMessage = z.output<typeof orderHappened>;
export type ItemEventMessage = z.output<typeof itemHappened>;
export type ItemExpiringMessage = z.output<typeof itemExpiring>;
export type EndpointDisabledMessage = z.output<typeof endpointDisabled>;
export type ShipmentPostedMessage = z.output<typeof shipmentPosted>;
export type EndpointClosedMessage = z.output<typeof endpointClosed>;
export type RecordedEvent = z.output<typeof recordedEvent>;
export type DeliveryAttempt = z.output<typeof deliveryAttempt>;
export type EndpointDisabledNotice = z.output<typeof endpointDisabledNotice>;
