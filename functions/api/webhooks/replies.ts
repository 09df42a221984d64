import * as z from 'zod/mini';
import { DELIVERY_STATUSES, EVENT_TYPES, SUBSCRIBABLE_EVENTS } from '../../domain/notifications/webhooks/schema.ts';
import { ENDPOINT_DISABLED, ORDER_EVENTS, PING, SHIPMENT_POSTED } from '../../domain/events/catalog/event-catalog.ts';
import { ITEM_EVENTS } from '../../domain/events/catalog/item-events.ts';
import { ITEM_TYPES } from '../../domain/value/items/item-types.ts';
import { webhookOrderReply } from '../orders/replies.ts';
import { shipmentReply } from '../shipments/replies.ts';
import { listOf, timestamp } from '../../pipeline/shapes.ts';

const moment = z.nullable(timestamp);
const id = (prefix: string) => z.string().check(z.regex(new RegExp(`^${prefix}_[0-9a-f]{32}$`)));
const count = z.int().check(z.gte(0));
const secret = z.string().check(z.regex(/^whsec_[A-Za-z0-9+/]{43}=$/));

const overlap = {
  previous_secret_version: z.nullable(z.int()),
  previous_secret_expires_at: moment,
};

const endpointMembers = {
  id: id('wh'),
  object: z.literal('webhook_endpoint'),
  url: z.string(),
  events: z.array(z.enum(SUBSCRIBABLE_EVENTS)),
  filter: z
    .nullable(
      z.strictObject({
        item_types: z.optional(z.array(z.enum(ITEM_TYPES))),
        product_ids: z.optional(z.array(z.string())),
      }),
    )
    .check(
      z.describe('Which item events it receives; null: all that it subscribes to. Other events are not filtered.'),
    ),
  status: z.enum(['enabled', 'disabled']),
  enabled: z.boolean(),
  disabled_reason: z.nullable(z.enum(['request', 'failing', 'gone'])),
  disabled_at: moment,
  secret_version: z.int(),
  ...overlap,
  failure_count: count,
  consecutive_failures: count,
  failing_since: moment,
  last_success_at: moment,
  last_failure_at: moment,
  created_at: timestamp,
  updated_at: timestamp,
};

const rotationMembers = {
  id: id('wh'),
  object: z.literal('webhook_endpoint'),
  secret_version: z.int(),
  ...overlap,
};

const deliveryMembers = {
  id: id('whd'),
  object: z.literal('webhook_delivery'),
  endpoint_id: z.string(),
  event_id: id('evt'),
  event_type: z.enum(EVENT_TYPES),
  order_id: z.nullable(z.string()),
  status: z.enum(DELIVERY_STATUSES),
  attempt_count: count,
  next_attempt_at: moment,
  last_attempt_at: moment,
  last_response_status: z.nullable(z.int()),
  last_error: z.nullable(z.string()),
  created_at: timestamp,
  updated_at: timestamp,
};

const attempt = z.strictObject({
  attempted_at: timestamp,
  duration_ms: count,
  response_status: z.nullable(z.int()),
  response_excerpt: z.nullable(z.string()),
  error: z.nullable(z.string()),
});

const envelope = { id: id('evt'), api_version: z.literal('v2'), occurred_at: timestamp };
const pingMembers = {
  ...envelope,
  type: z.literal(PING),
  data: z.strictObject({ endpoint: z.strictObject({ id: id('wh') }) }),
};

const typesOf = <T extends string>(entries: Readonly<Record<T, unknown>>) => Object.keys(entries) as T[];
const sequence = z.int().check(z.gte(1));
const decimal = z.number();

const itemData = z.strictObject({
  item: z.strictObject({
    id: id('itm'),
    order_id: z.string(),
    product_id: z.nullable(z.string()),
    item_type_identification: z.string(),
    code_last4: z.string(),
    amount: decimal,
    remaining_amount: decimal,
    held_amount: decimal,
    remaining_pieces: count,
    currency: z.string(),
    status: z.int(),
    status_name: z.string(),
    validity: timestamp,
    replaced_by: z.optional(id('itm').check(z.describe('The item that replaces this one; only with `item.replaced`.'))),
  }),
  transaction: z.nullable(
    z.strictObject({
      id: z.string(),
      type: z.string(),
      amount: decimal,
      number: count,
      reference: z.nullable(z.string()),
      location: z.nullable(z.string()),
      redemption_id: z.nullable(z.string()),
      at: timestamp,
    }),
  ),
});

/** The schemas of delivered events, by subject (lib/reference/events.md#envelope). */
export const EVENT_FORMS = [
  z.strictObject({
    ...envelope,
    type: z.enum(typesOf(ORDER_EVENTS)),
    sequence,
    data: z.strictObject({ order: webhookOrderReply }),
  }),
  z.strictObject({ ...envelope, type: z.enum(typesOf(ITEM_EVENTS)), sequence, data: itemData }),
  z.strictObject({ ...pingMembers, type: z.literal(ENDPOINT_DISABLED) }),
  z.strictObject({ ...envelope, type: z.literal(SHIPMENT_POSTED), data: z.strictObject({ shipment: shipmentReply }) }),
  z.strictObject(pingMembers),
] as const;

export const webhookEvent = z.union(EVENT_FORMS);

const endpointReply = z.strictObject(endpointMembers);
const deliveryReply = z.strictObject(deliveryMembers);

/** Responses of the webhook routes. */
export const webhookReplies = {
  WebhookEndpoint: endpointReply,
  RegisteredWebhookEndpoint: z.strictObject({ ...endpointMembers, secret }),
  WebhookEndpointList: listOf(endpointReply),
  RotatedWebhookSecret: z.strictObject({ ...rotationMembers, secret: z.optional(secret) }),
  WebhookPing: z.strictObject({
    ...pingMembers,
    object: z.literal('webhook_event'),
    delivery_id: id('whd'),
  }),
  WebhookReplay: z.strictObject({
    object: z.literal('webhook_replay'),
    endpoint_id: id('wh'),
    replayed_count: count,
    has_more: z.boolean(),
  }),
  WebhookDelivery: deliveryReply,
  WebhookDeliveryList: listOf(deliveryReply),
  WebhookDeliveryDetail: z.strictObject({ ...deliveryMembers, attempts: z.array(attempt) }),
  WebhookEventList: listOf(webhookEvent),
  EventTypeList: listOf(
    z.strictObject({
      object: z.literal('event_type'),
      type: z.enum(EVENT_TYPES),
      description: z.string(),
      schema: z.record(z.string(), z.unknown()),
      example: z.record(z.string(), z.unknown()),
      since: z.string(),
    }),
  ),
};
