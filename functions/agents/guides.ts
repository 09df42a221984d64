import { EVENTS } from '../domain/events/catalog/event-catalog.ts';
import { ERROR_CODES } from '../platform/error-codes.ts';
import { WEBHOOK_HEADERS } from '../api/docs/openapi/webhooks.ts';
import { registerEndpointRoute } from '../api/webhooks/routes.ts';

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Every error code, from the same list as the OpenAPI document. */
export const errorGuide = (): string =>
  [
    '# Errors',
    'An error is `{"error": {"code", "message", "fields"}}`. `fields` lists faults by path, with 422 only. After 429 or 503 ' +
      'nothing has changed: try again after the seconds in `Retry-After`. A retry of a write with the same key is safe.',
    'A tool returns the same as a result with `isError`. Only tools return `confirmation_required`: nothing has changed, ' +
      'and `preview` shows the effect of `confirm: true`.',
    table(
      ['code', 'HTTP', 'meaning'],
      Object.entries(ERROR_CODES).map(([code, { statuses, meaning }]) => [`\`${code}\``, statuses.join(', '), meaning]),
    ),
  ].join('\n\n');

const VERIFYING = [
  'Read the raw body, before anything parses it. Libraries of Standard Webhooks do steps 2 to 4 with the `webhook-` headers.',
  'Reject a timestamp that differs from the current time by more than 300 seconds.',
  'Compute `v1=` and the hexadecimal HMAC-SHA256, with the whole `whsec_` secret, of `<timestamp>.<event id>.<raw body>`.',
  'Compare it with every signature of the header in constant time. One match is enough: during a rotation there are two.',
  'Parse the body. Its `id` equals that of the header.',
  'Store the id with a unique constraint, queue the work, and only then respond with 204. Respond with 204 to a known id, too.',
];

/** How to receive webhooks, from the same sources as the OpenAPI document. */
export const webhookGuide = (): string =>
  [
    '# Webhooks',
    registerEndpointRoute.description,
    '## Events',
    table(
      ['type', 'meaning'],
      Object.entries(EVENTS).map(([type, { meaning }]) => [`\`${type}\``, meaning]),
    ),
    'An event reports that something happened; the order or item itself shows its current state. Events of orders and items have a `sequence`.',
    '## Headers',
    table(
      ['header', 'meaning'],
      WEBHOOK_HEADERS.map(({ name, description }) => [`\`${name}\``, description]),
    ),
    '## Verifying a delivery',
    VERIFYING.map((step, at) => `${at + 1}. ${step}`).join('\n'),
  ].join('\n\n');
