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
    'The id of the event. The same event may come more than once: keep ids and do its work once.',
    EVENT_ID,
  ),
  header(
    'Service-Webhook-Timestamp',
    'Unix time of this attempt, in seconds. Refuse what is over 300 seconds off.',
    '1812301200',
  ),
  header('Service-Webhook-Secret-Version', 'Version of the newest secret that signed.', '1'),
  header(
    'Service-Webhook-Signature',
    'One or more `v1=<hex>`, comma separated: HMAC-SHA256 with the secret of the endpoint over ' +
      '`<timestamp>.<event id>.<raw body>`. Accept when any fits; compare in constant time.',
    `v1=${'9f86d081884c7d65'.repeat(4)}`,
  ),
  header('webhook-id', 'The same id, for libraries of Standard Webhooks.', EVENT_ID),
  header('webhook-timestamp', 'The same time, for libraries of Standard Webhooks.', '1812301200'),
  header(
    'webhook-signature',
    'One or more `v1,<base64>`, separated by spaces: the signature of Standard Webhooks. Its key is the bytes that follow ' +
      '`whsec_` in base64; the signed text is `<event id>.<timestamp>.<raw body>`. Any library of that name verifies it.',
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
      '2XX': { description: 'Received and kept, or not of interest.' },
      '410': { description: 'The receiver is gone: the endpoint is disabled.' },
      default: { description: 'Not kept: the event comes again.' },
    },
  },
});

/** Payloads of webhooks by event type (lib/reference/events.md#types). */
export const webhooks: NonNullable<ZodOpenApiObject['webhooks']> = Object.fromEntries(
  EVENT_TYPES.map((type) => [type, webhookOf(type)]),
);
