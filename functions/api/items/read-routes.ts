import * as z from 'zod/mini';
import type { Route } from '../../pipeline/route.ts';

const optional = z.optional(z.string());

/** Dates are strings here, because the handler ignores invalid dates (lib/reference/requests.md#dates-in-filters). */
export const itemsQuery = z.object({
  order_id: optional,
  group_code: optional,
  search: optional,
  status: optional,
  type: optional,
  only_claimable: optional,
  date_from: optional,
  date_to: optional,
  company: optional,
  limit: optional,
  starting_after: optional,
});

const historyQuery = z.object({ as_of: optional, company: optional, limit: optional, starting_after: optional });
const promotionsQuery = z.object({ company: optional, limit: optional, starting_after: optional });

export const searchItems = {
  name: 'search-items',
  method: 'GET',
  path: '/v2/items',
  entry: 'functions/api/items/search-items.ts',
  access: 'api-key',
  scope: 'items:read',
  query: itemsQuery,
  replies: { 200: 'ItemList' },
  errors: ['not_found', 'validation_failed'],
  summary: 'Find items by order, group or search text',
  description:
    'At least one of `order_id`, `group_code` and `search` is required. `search` has at least five characters. It ' +
    'matches the beginnings of codes, words of names, companies of buyers, email addresses, order numbers and ' +
    'client references, and whole order ids. It does not match within a word. Of an order with more than eight ' +
    'such words, middle names may not be found. Items of an order are returned in their sequence. `status` and ' +
    '`type` may repeat. `date_from` and `date_to` are inclusive days of issue in the time zone of the company; an ' +
    'invalid date is ignored. If few items match the filters, a page can be short or empty although `has_more` is ' +
    'true.',
  tag: 'Items',
  uses: ['keys', 'table:read', 'index:ix1', 'index:ix2', 'index:ix4'],
} as const satisfies Route;

export const readItem = {
  name: 'read-item',
  method: 'GET',
  path: '/v2/items/{code}',
  entry: 'functions/api/items/read-item.ts',
  access: 'api-key',
  scope: 'items:read',
  replies: { 200: 'Item' },
  errors: ['not_found'],
  summary: 'Read an item and the operations that it allows',
  description:
    'Check `available_claim` before redeeming; `claim_error` may be shown to staff. An unknown code and one of another ' +
    'company return the same 404. After 60 unknown codes of a company in a minute, requests return 429 until the minute ' +
    'is over. This limit is separate from the rate limit of the key.',
  tag: 'Items',
  uses: ['keys', 'table:read', 'index:ix2', 'index:ix3', 'index:ix4', 'rows:GUESSES'],
} as const satisfies Route;

export const readItemHistory = {
  name: 'read-item-history',
  method: 'GET',
  path: '/v2/items/{code}/history',
  entry: 'functions/api/items/read-item-history.ts',
  access: 'api-key',
  scope: 'items:read',
  query: historyQuery,
  replies: { 200: 'ItemHistory' },
  errors: ['not_found', 'validation_failed'],
  summary: 'Read the ledger of an item, oldest entry first',
  description:
    'Every change of value or state is an entry with actor, request, time and the balance after it. Each entry has ' +
    'the hash of the previous one. `as_of` (RFC 3339 with offset, or a day of the company) leaves out later entries; `balance` is the value of the ' +
    'item at that time. `actions` are the newest hundred actions that changed neither value nor ' +
    'state: each resend with its address.',
  tag: 'Items',
  uses: ['keys', 'table:read', 'rows:GUESSES'],
} as const satisfies Route;

export const listPromotions = {
  name: 'list-promotions',
  method: 'GET',
  path: '/v2/promotions',
  entry: 'functions/api/items/list-promotions.ts',
  access: 'api-key',
  scope: 'items:read',
  query: promotionsQuery,
  replies: { 200: 'PromotionList' },
  errors: ['not_found', 'validation_failed'],
  summary: 'List the gift card campaigns that are open now',
  description:
    'Sorted by name, then id, including private campaigns. Use the `id` of one as `promotion_id` of `POST ' +
    '/v2/items`. Amounts are decimals in the currency; `reduced_price` and `added_value` are percentages.',
  tag: 'Items',
  uses: ['keys', 'table:read'],
} as const satisfies Route;

export const itemReadRoutes = [searchItems, readItem, readItemHistory, listPromotions];
