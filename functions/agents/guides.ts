import { EVENTS } from '../domain/events/catalog/event-catalog.ts';
import { ERROR_CODES } from '../platform/error-codes.ts';
import { WEBHOOK_HEADERS } from '../api/docs/openapi/webhooks.ts';
import { registerEndpointRoute } from '../api/webhooks/routes.ts';

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Every error code, from the list that the OpenAPI document is made of. */
export const errorGuide = (): string =>
  [
    '# Errors',
    'An error is `{"error": {"code", "message", "fields"}}`. `fields` names faults by path, on 422 only. A 429 or a 503 ' +
      'did nothing: try again after the seconds in `Retry-After`. A write is repeated safely with the same key.',
    'A tool answers the same as a result with `isError`. Only tools return `confirmation_required`: nothing has changed, ' +
      'and `preview` shows what `confirm: true` would do.',
    table(
      ['code', 'HTTP', 'meaning'],
      Object.entries(ERROR_CODES).map(([code, { statuses, meaning }]) => [`\`${code}\``, statuses.join(', '), meaning]),
    ),
  ].join('\n\n');

const VERIFYING = [
  'Read the raw body, before anything parses it. A library of Standard Webhooks does steps 2 to 4 with the `webhook-` headers.',
  'Refuse a timestamp that is over 300 seconds off.',
  'Compute `v1=` and the hex HMAC-SHA256, under the whole `whsec_` secret, of `<timestamp>.<event id>.<raw body>`.',
  'Compare it with every signature of the header in constant time; one that fits is enough (a rotation signs twice).',
  'Parse the body; its `id` is that of the header.',
  'Keep the id under a unique constraint, queue the work, and only then answer 204. An id that is known gets 204 too.',
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
    'An event reports that something happened; the order itself shows its current state. Events of one order carry a `sequence`.',
    '## Headers',
    table(
      ['header', 'meaning'],
      WEBHOOK_HEADERS.map(({ name, description }) => [`\`${name}\``, description]),
    ),
    '## Verifying a delivery',
    VERIFYING.map((step, at) => `${at + 1}. ${step}`).join('\n'),
  ].join('\n\n');
