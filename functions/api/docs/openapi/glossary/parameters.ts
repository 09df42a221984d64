import { ORDER_STATUSES, PAYMENT_STATUSES } from '../../../../domain/checkout/orders/list-filter.ts';
import { ITEM_STATUSES, ITEM_TYPES } from '../../../../domain/value/items/rows.ts';

/** Descriptions of path parameters, by name. */
export const PATHS: Readonly<Record<string, string>> = {
  option_id: 'Id of an option, such as `gcvo_31`.',
  family: '`experiences`, `events` or `special-offers`.',
  id: 'Id that was returned when the object was created.',
  slug: 'Slug of the event.',
  company_id: 'Slug of the company.',
  username: 'Name of the user.',
  asset: 'Role of the picture.',
  month: 'Month of the statement, YYYY-MM.',
  line_id: 'Id of a line of the order: `poli_…`.',
  code: 'Code of an item, as printed on the card.',
  order_id: 'Id of an order: `po_…`, or `ord_…` for directly issued items.',
  redemption_id: 'Id of a redemption: `rdm_…`.',
  shipment_id: 'Id of a shipment: `shp_…`.',
  gift_card_id: 'Id of a gift card on the order: `ogc_…`.',
};

/** Descriptions of query parameters, by name. */
export const QUERIES: Readonly<Record<string, string>> = {
  expand: 'An additional member of the response: `commission`.',
  active: '`true` for active products only, `false` for all others.',
  published: '`true` for products that buyers see, `false` for those that they do not see.',
  type: 'Only entries of this type.',
  category: 'Only products of this category: `cat_…`.',
  country: 'Country, two letters (ISO 3166-1).',
  postcode: 'Postal code.',
  status: 'Only entries in this state.',
  created_after:
    'Only entries created at this time or later: RFC 3339, or YYYY-MM-DD, which means midnight UTC at the start of the day.',
  created_before:
    'Only entries created before this time: RFC 3339, or YYYY-MM-DD, which means midnight UTC at the start of the day.',
  occurred_after:
    'Only changes at this time or later: RFC 3339, or YYYY-MM-DD, which means midnight UTC at the start of the day.',
  occurred_before:
    'Only changes before this time: RFC 3339, or YYYY-MM-DD, which means midnight UTC at the start of the day.',
  by: 'Only changes by this key (its id) or this user.',
  channel: 'Only changes through this channel.',
  operation: 'Only this operation.',
  order_id: 'Only entries of this order.',
  order: '`asc` or `desc`, which is the default.',
  group_code: 'Only items of this group.',
  search: 'Text to search for.',
  only_claimable: 'Only items that can be redeemed now.',
  as_of:
    'Time of the balance: RFC 3339, or YYYY-MM-DD for the end of that day in the time zone of the company. Default: now.',
  online: '`true` for only those events that the order form shows.',
  private: '`true` for private events instead of public ones.',
  date: 'The value is reported as of the end of this day: YYYY-MM-DD, in the time zone of the company. Default: today.',
  endpoint_id: 'Only deliveries to this endpoint: `wh_…`.',
  endpoint: 'Short for `endpoint_id`.',
  event_type: 'Only deliveries of this type of event.',
  since:
    'A time (RFC 3339) or the id of an event, after which the list begins. Begin a minute before the last event that you ' +
    'have, and skip the ids that you have: of events recorded concurrently, an earlier one may appear later.',
  item: 'Only events of this item: `itm_…`.',
  lang: 'Language tag of the texts and labels.',
  toolsets: 'Only tools of these sets, separated by commas.',
  readonly: '`true` shows only tools that change nothing.',
  slug: 'Slug of the event.',
};

const either = (values: readonly (string | number)[]): string => values.join('|');

/** Describes a filter that may be repeated. A comma also separates values. */
const repeatableFilter = (description: string, values?: readonly (string | number)[]) => ({
  description: `${description} May repeat (\`a=x&a=y\`, \`a[]=x\`), or hold several values separated by commas.`,
  explode: true,
  schema: {
    type: 'array' as const,
    items: values
      ? {
          anyOf: [
            { type: 'string' as const, enum: values.map(String) },
            { type: 'string' as const, pattern: `^\\s*(${either(values)})?\\s*(,\\s*(${either(values)})?\\s*)*$` },
          ],
        }
      : { type: 'string' as const },
  },
});

/** Filters that may be repeated, by route: their descriptions, and schemas that replace those of the query. */
export const FILTERS: Readonly<Record<string, Readonly<Record<string, ReturnType<typeof repeatableFilter>>>>> = {
  'list-orders': {
    status: repeatableFilter('Only orders in one of these states.', ORDER_STATUSES),
    payment_status: repeatableFilter('Only orders whose payment is in one of these states.', PAYMENT_STATUSES),
    email: repeatableFilter('Only orders of these buyers, by email address.'),
    client_reference: repeatableFilter('Only orders with one of these references of yours.'),
  },
  'search-items': {
    status: repeatableFilter('Only items in one of these states.', ITEM_STATUSES),
    type: repeatableFilter('Only items of one of these types, in upper or lower case.', [
      ...ITEM_TYPES,
      ...ITEM_TYPES.map((type) => type.toLowerCase()),
    ]),
  },
  'read-analytics': { status: repeatableFilter('Only items in one of these states.', ITEM_STATUSES) },
};
