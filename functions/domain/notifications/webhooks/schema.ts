import { connections } from '../../../platform/messages/connections.ts';
import { withErrorText } from '../../../platform/messages/error-text.ts';
import { validation } from '../../../platform/messages/validation.ts';
import * as z from 'zod/mini';
import { lazy } from '../../../platform/lazy.ts';
import { parseMoment } from '../../../platform/timestamps.ts';
import { EVENTS, SUBSCRIBABLE } from '../../events/catalog/event-catalog.ts';
import { ITEM_TYPES } from '../../value/items/item-types.ts';
import { upTo } from '../../../platform/length-between.ts';

export { PING, type WebhookEventType } from '../../events/catalog/event-catalog.ts';

const keysOf = <T extends string>(entries: Readonly<Record<T, unknown>>) => Object.keys(entries) as T[];

/** Event types that an endpoint may subscribe to (lib/reference/events.md#types). */
export const SUBSCRIBABLE_EVENTS = keysOf(SUBSCRIBABLE);
export const EVENT_TYPES = keysOf(EVENTS);

/**
 * `queued`: waiting for the first or next attempt. `failed`: all attempts failed, or the endpoint was disabled after
 * failures. `cancelled`: the partner deleted or disabled the endpoint.
 */
export const DELIVERY_STATUSES = ['queued', 'delivered', 'failed', 'cancelled'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

const WEBHOOK_URL_MAX = 2048;

const url = lazy(() => z.string().check(z.minLength(1), upTo(WEBHOOK_URL_MAX)));
const events = lazy(() =>
  z
    .array(z.enum(SUBSCRIBABLE_EVENTS, withErrorText(validation('choice_unknown', { choices: SUBSCRIBABLE_EVENTS }))))
    .check(
      z.minLength(1),
      z.refine((types) => new Set(types).size === types.length, withErrorText(connections('event_type_repeated'))),
    ),
);

/** Maximum number of product ids in a filter. */
const FILTER_PRODUCTS_MAX = 100;
const PRODUCT_ID_MAX = 64;

const isUnique = (values: readonly string[]): boolean =>
  new Set(values.map((value) => value.toUpperCase())).size === values.length;

const filter = lazy(() =>
  z
    .strictObject({
      item_types: z.optional(
        z
          .array(
            z.enum(
              [...ITEM_TYPES, ...ITEM_TYPES.map((type) => type.toLowerCase())],
              withErrorText(validation('choice_unknown', { choices: ITEM_TYPES })),
            ),
          )
          .check(z.minLength(1), z.refine(isUnique, 'Name each item type once.')),
      ),
      product_ids: z.optional(
        z
          .array(z.string().check(z.minLength(1), upTo(PRODUCT_ID_MAX)))
          .check(
            z.minLength(1),
            z.maxLength(FILTER_PRODUCTS_MAX),
            z.refine(isUnique, withErrorText(connections('filter_product_repeated'))),
          ),
      ),
    })
    .check(
      z.refine(
        (members) => Object.keys(members).length > 0,
        'Send item_types, product_ids or both; null for no filter.',
      ),
      z.describe('Which item events the endpoint receives; other events are not filtered. Null: all.'),
    ),
);

/** Body of POST /v2/webhook-endpoints. */
export const registerEndpointBody = lazy(() =>
  z.strictObject({ url: url(), events: events(), filter: z.optional(z.nullable(filter())) }),
);

/** Body of PATCH /v2/webhook-endpoints/{endpoint_id}: absent members are unchanged. */
export const updateEndpointBody = lazy(() =>
  z
    .strictObject({
      url: z.optional(url()),
      events: z.optional(events()),
      filter: z.optional(z.nullable(filter())),
      enabled: z.optional(z.boolean()),
    })
    .check(z.refine((body) => Object.keys(body).length > 0, 'Send at least one of url, events, filter and enabled.')),
);

const moment = lazy(() =>
  z.string().check(
    z.regex(
      /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/,
      'This must be an RFC 3339 timestamp with offset.',
    ),
    z.refine((value) => parseMoment(value) !== undefined, 'This moment does not exist.'),
  ),
);

/** Body of POST /v2/webhook-endpoints/{endpoint_id}/replay-failed: the range in which the deliveries were created. */
export const replayFailedBody = lazy(() =>
  z
    .strictObject({ created_after: z.optional(moment()), created_before: z.optional(moment()) })
    .check(
      z.refine(
        ({ created_after, created_before }) =>
          !created_after || !created_before || (parseMoment(created_after) ?? 0) <= (parseMoment(created_before) ?? 0),
        { error: 'The range ends before it begins.', path: ['created_before'] },
      ),
    ),
);

const pageQuery = { limit: z.optional(z.string()), starting_after: z.optional(z.string()) };

export const endpointsQuery = lazy(() => z.object(pageQuery));

const eventType = lazy(() => z.optional(z.enum(EVENT_TYPES)));

/** Filters are named like the members of the response. Short names are accepted, too. */
export const deliveriesQuery = lazy(() =>
  z.object({
    ...pageQuery,
    status: z.optional(z.enum(DELIVERY_STATUSES)),
    endpoint_id: z.optional(z.string()),
    endpoint: z.optional(z.string()),
    event_type: eventType(),
    type: eventType().check(z.describe('Short for `event_type`.')),
    order_id: z.optional(z.string()),
    order: z.optional(z.string().check(z.describe('Short for `order_id`.'))),
  }),
);

/** An unescaped plus sign in a query arrives as a space. */
const queriedMoment = lazy(() =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => text.replace(/ (\d\d:\d\d)$/, '+$1')),
    ),
    moment(),
  ),
);

const eventId = lazy(() => z.string().check(z.regex(/^evt_[0-9a-f]{32}$/)));

/** `since` is a time, or the id of the last known event. */
export const eventsQuery = lazy(() =>
  z.object({
    ...pageQuery,
    since: z.optional(
      z.union([eventId(), queriedMoment()], 'This must be an RFC 3339 timestamp with offset, or the id of an event.'),
    ),
    item: z.optional(
      z.string().check(z.regex(/^itm_[0-9a-f]{32}$/, 'This must be the id of an item: itm_ and 32 hex digits.')),
    ),
  }),
);
