import * as z from 'zod/mini';
import type { Route } from '../route.ts';

const optional = z.optional(z.string());

/**
 * Values are read leniently by the handler: a date that makes no sense is ignored, so it stays a text
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
  entry: 'functions/http/items/search-items.ts',
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
  entry: 'functions/http/items/read-item.ts',
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
  uses: ['keys', 'table:read', 'index:ix4', 'rows:GUESSES'],
} as const satisfies Route;

export const readItemHistory = {
  name: 'read-item-history',
  method: 'GET',
  path: '/v2/items/{code}/history',
  entry: 'functions/http/items/read-item-history.ts',
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
  entry: 'functions/http/items/list-promotions.ts',
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

/** The address in the printed QR code (`claim_url`), for phones. */
export const showCode = {
  name: 'show-code',
  method: 'GET',
  path: '/c/{company_id}/{code}',
  alsoAt: ['/c/{company_id}'],
  entry: 'functions/http/items/show-code.ts',
  access: 'public',
  replies: { 200: 'text/html' },
  summary: 'Show a code to its holder, as a page',
  description:
    'What `claim_url` leads to, in the brand of the company and the language of the visitor: what it is, what is left of it, ' +
    'until when it is valid, where it is used, terms and document. A code that is none is a plain 404 page. Looks and misses are ' +
    'limited by address, then 429.',
  tag: 'Items',
  uses: ['keys', 'table:read', 'rows:VISITS'],
} as const satisfies Route;

/** The link to a ticket's date on the page of its code. */
export const showCodeCalendar = {
  name: 'show-code-calendar',
  method: 'GET',
  path: '/c/{company_id}/{code}/event.ics',
  entry: 'functions/http/items/show-code-calendar.ts',
  access: 'public',
  replies: { 200: 'text/calendar' },
  errors: ['not_found'],
  summary: 'The event of a ticket, for its holder’s calendar',
  tag: 'Items',
  uses: ['keys', 'table:read', 'rows:VISITS'],
} as const satisfies Route;

/** The links to wallets on the page of a code. */
export const showCodeApple = {
  name: 'show-code-apple',
  method: 'GET',
  path: '/c/{company_id}/{code}/apple.pkpass',
  entry: 'functions/http/items/show-code-apple.ts',
  access: 'public',
  replies: { 200: 'application/vnd.apple.pkpass' },
  errors: ['not_found', 'rate_limited'],
  summary: 'A card as a signed pass for Apple Wallet',
  description:
    'A ticket is an event ticket, a value card a store card with its balance, anything else a coupon. It stands as it stood when it ' +
    'was fetched; its back leads to the page of the code. 404 where the operator has given no certificates, for a code that is ' +
    'none, for a card that cannot be used, and for a ticket whose event has no date for now. Looks and misses are limited by ' +
    'address, as those at the page are.',
  tag: 'Items',
  uses: ['keys', 'table:read', 'rows:VISITS', 'objects:read', 'wallet'],
  memoryMb: 1024,
} as const satisfies Route;

export const showCodeGoogle = {
  name: 'show-code-google',
  method: 'GET',
  path: '/c/{company_id}/{code}/google-wallet',
  entry: 'functions/http/items/show-code-google.ts',
  access: 'public',
  replies: { 303: null },
  errors: ['not_found', 'rate_limited'],
  summary: 'Save a card in Google Wallet',
  description:
    'Leads to Google with the card, signed: a ticket as an event ticket, a value card as a gift card with its balance, anything ' +
    'else as an offer. 404 and limits as for the pass for Apple Wallet.',
  tag: 'Items',
  uses: ['keys', 'table:read', 'rows:VISITS', 'wallet'],
} as const satisfies Route;

export const itemReadRoutes = [
  searchItems,
  readItem,
  readItemHistory,
  listPromotions,
  showCode,
  showCodeCalendar,
  showCodeApple,
  showCodeGoogle,
];
