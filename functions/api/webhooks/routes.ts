import {
  deliveriesQuery,
  endpointsQuery,
  eventsQuery,
  registerEndpointBody,
  replayFailedBody,
  updateEndpointBody,
} from '../../domain/notifications/webhooks/schema.ts';
import type { Route } from '../../pipeline/route.ts';

export const registerEndpointRoute = {
  name: 'register-webhook-endpoint',
  method: 'POST',
  path: '/v2/webhook-endpoints',
  entry: 'functions/api/webhooks/endpoints/register.ts',
  access: 'api-key',
  scope: 'webhooks:write',
  writes: true,
  idempotency: 'key',
  get body() {
    return registerEndpointBody();
  },
  replies: { 200: 'WebhookEndpoint', 201: 'RegisteredWebhookEndpoint' },
  createdAt: '/v2/webhook-endpoints/{id}',
  errors: ['validation_failed', 'idempotency_key_required'],
  summary: 'Register a webhook endpoint',
  description:
    '`filter` limits item events to items of some types or products. The address must begin with an approved URL ' +
    'of the company and be https on the public internet. The secret is only in the first response: a repeat with ' +
    'the same key returns 200 without it. A delivery that gets no 2xx response within 10 seconds is sent again ' +
    'after 5 s, 1 min, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, each up to a tenth sooner; a ' +
    '`Retry-After` of up to a day is respected. A 410 disables the endpoint, and so do five days in which all ' +
    'deliveries fail. A company has at most 50 endpoints.',
  tag: 'Webhooks',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const listEndpointsRoute = {
  name: 'list-webhook-endpoints',
  method: 'GET',
  path: '/v2/webhook-endpoints',
  entry: 'functions/api/webhooks/endpoints/list-endpoints.ts',
  access: 'api-key',
  scope: 'webhooks:read',
  get query() {
    return endpointsQuery();
  },
  replies: { 200: 'WebhookEndpointList' },
  errors: ['validation_failed'],
  summary: 'List webhook endpoints, newest first',
  tag: 'Webhooks',
  uses: ['keys', 'table:read'],
} as const satisfies Route;

export const readEndpointRoute = {
  name: 'read-webhook-endpoint',
  method: 'GET',
  path: '/v2/webhook-endpoints/{endpoint_id}',
  entry: 'functions/api/webhooks/endpoints/read-endpoint.ts',
  access: 'api-key',
  scope: 'webhooks:read',
  replies: { 200: 'WebhookEndpoint' },
  errors: ['not_found'],
  summary: 'Read a webhook endpoint',
  tag: 'Webhooks',
  uses: ['table:read'],
} as const satisfies Route;

export const updateEndpointRoute = {
  name: 'update-webhook-endpoint',
  method: 'PATCH',
  path: '/v2/webhook-endpoints/{endpoint_id}',
  entry: 'functions/api/webhooks/endpoints/update-endpoint.ts',
  access: 'api-key',
  scope: 'webhooks:write',
  writes: true,
  get body() {
    return updateEndpointBody();
  },
  replies: { 200: 'WebhookEndpoint' },
  errors: ['not_found', 'validation_failed', 'webhook_endpoint_busy'],
  summary: 'Change a webhook endpoint',
  description:
    'Absent members are unchanged; `filter` is replaced as a whole, and null removes it. Disabling cancels queued deliveries. Enabling, even after the service disabled the endpoint, ' +
    'resets its failures; events in between can be read from the event feed.',
  tag: 'Webhooks',
  uses: ['table:write'],
} as const satisfies Route;

export const deleteEndpointRoute = {
  name: 'delete-webhook-endpoint',
  method: 'DELETE',
  path: '/v2/webhook-endpoints/{endpoint_id}',
  entry: 'functions/api/webhooks/endpoints/delete-endpoint.ts',
  access: 'api-key',
  scope: 'webhooks:write',
  writes: true,
  replies: { 204: null },
  errors: ['not_found', 'validation_failed', 'webhook_endpoint_busy'],
  summary: 'Delete a webhook endpoint and cancel its queued deliveries',
  description: 'The other endpoints of the company get `webhook.endpoint_disabled` if it was enabled.',
  tag: 'Webhooks',
  uses: ['table:write'],
} as const satisfies Route;

export const rotateSecretRoute = {
  name: 'rotate-webhook-secret',
  method: 'POST',
  path: '/v2/webhook-endpoints/{endpoint_id}/rotate-secret',
  entry: 'functions/api/webhooks/endpoints/rotate-secret.ts',
  access: 'api-key',
  scope: 'webhooks:write',
  writes: true,
  idempotency: 'key',
  replies: { 200: 'RotatedWebhookSecret' },
  errors: ['not_found', 'idempotency_key_required', 'webhook_endpoint_busy'],
  summary: 'Rotate the signing secret of an endpoint',
  description:
    'For 24 hours, deliveries are signed with both the new and the previous secret. If the secret is rotated again ' +
    'in that time, the older one is retired immediately. The secret is only in the first response.',
  tag: 'Webhooks',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const pingEndpointRoute = {
  name: 'ping-webhook-endpoint',
  method: 'POST',
  path: '/v2/webhook-endpoints/{endpoint_id}/ping',
  entry: 'functions/api/webhooks/endpoints/ping.ts',
  access: 'api-key',
  scope: 'webhooks:write',
  writes: true,
  idempotency: 'key',
  replies: { 202: 'WebhookPing' },
  errors: ['not_found', 'validation_failed', 'idempotency_key_required'],
  summary: 'Send a test event to an endpoint',
  description: 'The idempotency key identifies the event: requests with the same key send one event only.',
  tag: 'Webhooks',
  uses: ['table:write'],
} as const satisfies Route;

export const replayFailedRoute = {
  name: 'replay-failed-webhook-deliveries',
  method: 'POST',
  path: '/v2/webhook-endpoints/{endpoint_id}/replay-failed',
  entry: 'functions/api/webhooks/deliveries/replay-failed.ts',
  access: 'api-key',
  scope: 'webhooks:write',
  writes: true,
  idempotency: 'key',
  get body() {
    return replayFailedBody();
  },
  bodyOptional: true,
  timeoutSeconds: 29,
  replies: { 202: 'WebhookReplay' },
  errors: ['not_found', 'validation_failed', 'idempotency_key_required', 'delivery_not_replayable'],
  summary: 'Resend all failed deliveries of an endpoint',
  description:
    '`created_after` and `created_before` limit the deliveries by their time of creation; both are optional. One ' +
    'request queues several hundred deliveries: while `has_more` is true, send another with a new key.',
  tag: 'Webhooks',
  uses: ['table:write'],
} as const satisfies Route;

export const listDeliveriesRoute = {
  name: 'list-webhook-deliveries',
  method: 'GET',
  path: '/v2/webhook-deliveries',
  entry: 'functions/api/webhooks/deliveries/list-deliveries.ts',
  access: 'api-key',
  scope: 'webhooks:read',
  get query() {
    return deliveriesQuery();
  },
  replies: { 200: 'WebhookDeliveryList' },
  errors: ['validation_failed'],
  summary: 'List deliveries of the last 30 days, newest first',
  description:
    'Filters combine: `endpoint_id`, `event_type`, `status` and `order_id`; `endpoint`, `type` and `order` are ' +
    'short forms. If few deliveries match the filters, a page can be short or empty; continue while `has_more` is ' +
    'true. A delivery is listed once its first attempt has ended or was postponed.',
  tag: 'Webhooks',
  uses: ['keys', 'table:read', 'index:ix1', 'index:ix2', 'index:ix3', 'index:ix4'],
} as const satisfies Route;

export const readDeliveryRoute = {
  name: 'read-webhook-delivery',
  method: 'GET',
  path: '/v2/webhook-deliveries/{delivery_id}',
  entry: 'functions/api/webhooks/deliveries/read-delivery.ts',
  access: 'api-key',
  scope: 'webhooks:read',
  replies: { 200: 'WebhookDeliveryDetail' },
  errors: ['not_found'],
  summary: 'Read a delivery with its attempts',
  tag: 'Webhooks',
  uses: ['table:read'],
} as const satisfies Route;

export const replayDeliveryRoute = {
  name: 'replay-webhook-delivery',
  method: 'POST',
  path: '/v2/webhook-deliveries/{delivery_id}/replay',
  entry: 'functions/api/webhooks/deliveries/replay-delivery.ts',
  access: 'api-key',
  scope: 'webhooks:write',
  writes: true,
  idempotency: 'key',
  replies: { 202: 'WebhookDelivery' },
  errors: ['not_found', 'idempotency_key_required', 'delivery_not_replayable'],
  summary: 'Resend a delivery',
  description:
    'It sends the same event with the same id. A queued delivery, and one of a deleted or disabled ' +
    'endpoint, cannot be replayed.',
  tag: 'Webhooks',
  uses: ['table:write'],
} as const satisfies Route;

export const listEventsRoute = {
  name: 'list-webhook-events',
  method: 'GET',
  path: '/v2/webhook-events',
  entry: 'functions/api/webhooks/events/list-events.ts',
  access: 'api-key',
  scope: 'webhooks:read',
  get query() {
    return eventsQuery();
  },
  replies: { 200: 'WebhookEventList' },
  errors: ['validation_failed'],
  summary: 'Read the events of the last 30 days, oldest first',
  description:
    'Each entry is the body that was sent to endpoints. Events of orders are recorded even if no endpoint receives ' +
    'them, events of items from the moment an endpoint subscribes to their type. `item` selects the events of one ' +
    'item. Send a `since` a little before the last event that you have, and skip the events whose ids you have.',
  tag: 'Webhooks',
  uses: ['keys', 'table:read', 'index:ix1', 'index:ix2'],
} as const satisfies Route;

export const listEventTypesRoute = {
  name: 'list-event-types',
  method: 'GET',
  path: '/v2/event-types',
  entry: 'functions/api/webhooks/events/list-event-types.ts',
  access: 'api-key',
  scope: 'webhooks:read',
  replies: { 200: 'EventTypeList' },
  errors: [],
  summary: 'List the types of events, each with its JSON Schema and an example',
  description: 'Returns all types in one page. `webhook.ping` cannot be subscribed to; it is sent on request.',
  tag: 'Webhooks',
  uses: ['table:read'],
} as const satisfies Route;

export const webhookRoutes = [
  registerEndpointRoute,
  listEndpointsRoute,
  readEndpointRoute,
  updateEndpointRoute,
  deleteEndpointRoute,
  rotateSecretRoute,
  pingEndpointRoute,
  replayFailedRoute,
  listDeliveriesRoute,
  readDeliveryRoute,
  replayDeliveryRoute,
  listEventsRoute,
  listEventTypesRoute,
];
