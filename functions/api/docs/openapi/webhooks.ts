import type { ZodOpenApiObject } from 'zod-openapi';
import { EVENTS } from '../../../domain/events/catalog/event-catalog.ts';
import { EVENT_TYPES, type WebhookEventType } from '../../../domain/notifications/webhooks/schema.ts';
import { EVENT_EXAMPLES } from './examples.ts';
import { webhookEvent } from '../../webhooks/replies.ts';

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header' as const,
  required: true,
  description,
  schema: { type: 'string' as const },
  example,
});

const EVENT_ID = 'evt_3f8a2c61d04b4e7f9a1c5d6e7f8091a2';

/** Headers of every webhook delivery. */
export const WEBHOOK_HEADERS = [
  header(
    'Service-Webhook-Id',
    'Id of the event. The same event may be delivered more than once: store the ids, and process each event once.',
    EVENT_ID,
  ),
  header(
    'Service-Webhook-Timestamp',
    'Unix time of this attempt, in seconds. Reject a timestamp that differs from your clock by more than 300 seconds.',
    '1812301200',
  ),
  header('Service-Webhook-Secret-Version', 'Version of the newest secret with which the event is signed.', '1'),
  header(
    'Service-Webhook-Signature',
    'One or more `v1=<hex>`, separated by commas: HMAC-SHA256 with the secret of the endpoint over ' +
      '`<timestamp>.<event id>.<raw body>`. Accept the event if any of them matches; compare in constant time.',
    `v1=${'9f86d081884c7d65'.repeat(4)}`,
  ),
  header('webhook-id', 'The same id, for Standard Webhooks libraries.', EVENT_ID),
  header('webhook-timestamp', 'The same time, for Standard Webhooks libraries.', '1812301200'),
  header(
    'webhook-signature',
    'One or more `v1,<base64>`, separated by spaces: the signature of Standard Webhooks, which its libraries verify. The key ' +
      'is the base64-decoded secret without `whsec_`; the signed text is `<event id>.<timestamp>.<raw body>`.',
    `v1,${'n4bQgYhMfWWaL+qg'.repeat(2)}xVrQFg87d0E=`,
  ),
];

const webhookOf = (type: WebhookEventType): NonNullable<ZodOpenApiObject['webhooks']>[string] => ({
  post: {
    operationId: `on-${type.replaceAll(/[._]/g, '-')}`,
    summary: type,
    description: EVENTS[type].meaning,
    tags: ['Webhooks'],
    security: [],
    parameters: WEBHOOK_HEADERS,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: webhookEvent, example: EVENT_EXAMPLES[type] } },
    },
    responses: {
      '2XX': { description: 'The event was received.' },
      '410': { description: 'The receiver no longer exists. The endpoint is disabled.' },
      default: { description: 'The event was not received. It is sent again.' },
    },
  },
});

/** Payloads of webhooks by event type (lib/reference/events.md#types). */
export const webhooks: NonNullable<ZodOpenApiObject['webhooks']> = Object.fromEntries(
  EVENT_TYPES.map((type) => [type, webhookOf(type)]),
);
