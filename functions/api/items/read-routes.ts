import * as z from 'zod/mini';
import type { Route } from '../../pipeline/route.ts';

const optional = z.optional(z.string());

/**
 * The handler parses values leniently: an invalid date is ignored, so it is a text here
 * (lib/reference/requests.md#dates-in-filters).
 */
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
  summary: 'Find items by order, group or what is known of them',
  description:
    'At least one of `order_id`, `group_code` and `search` is needed. `search` takes five characters or more and finds ' +
    'how codes, words of names, companies of buyers, e-mail addresses, order numbers and client references begin, and whole ' +
    'order ids. It finds nothing that stands within a word, and of an order with more than eight such beginnings those ' +
    'words of names that are neither first nor last may be missing. Items of an order come in their sequence. `status` and `type` may repeat. `date_from` and `date_to` look at the day of ' +
    'issue in the time zone of the company, both inclusive; what is no date is ignored. A page of filters that few items ' +
    'pass may be short, or empty, while `has_more` is true.',
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
  summary: 'Read an item with what can be done with it now',
  description:
    'Look at `available_claim` before redeeming; `claim_error` may be shown to staff. A code that does not exist and ' +
    'one of another company are the same 404. More than 60 such misses in a company in a minute are refused with 429 ' +
    'until the minute is over, apart from the request budget.',
  tag: 'Items',
  uses: ['keys', 'table:read', 'index:ix3', 'index:ix4', 'rows:GUESSES'],
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
    'Every change of value or state is an entry: who, which request, when, and the balance after. Each entry carries ' +
    'the hash of the one before. `as_of` (RFC 3339 with offset, or a day of the company) leaves out what came later; `balance` is what the item ' +
    'was worth at that moment. `actions` are the newest hundred things done with it that changed neither value nor ' +
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
    'By name, then id; private campaigns included. Their `id` is the `promotion_id` of POST /v2/items. Amounts are ' +
    'decimals in the currency, `reduced_price` and `added_value` per cent.',
  tag: 'Items',
  uses: ['keys', 'table:read'],
} as const satisfies Route;

export const itemReadRoutes = [searchItems, readItem, readItemHistory, listPromotions];
