import * as z from 'zod/mini';
import { DELIVERY_STATUSES, EVENT_TYPES, SUBSCRIBABLE_EVENTS } from '../../domain/notifications/webhooks/schema.ts';
import { webhookOrderReply } from '../orders/replies.ts';
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
  type: z.literal('webhook.ping'),
  data: z.strictObject({ endpoint: z.strictObject({ id: id('wh') }) }),
};

/** An event as endpoints receive it (lib/reference/events.md#envelope). */
export const webhookEvent = z.union([
  z.strictObject({
    ...envelope,
    type: z.enum(SUBSCRIBABLE_EVENTS),
    sequence: z.int().check(z.gte(1)),
    data: z.strictObject({ order: webhookOrderReply }),
  }),
  z.strictObject(pingMembers),
]);

const endpointReply = z.strictObject(endpointMembers);
const deliveryReply = z.strictObject(deliveryMembers);

/** Answers of the webhook routes. */
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
};
