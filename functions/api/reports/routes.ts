import * as z from 'zod/mini';
import type { Route } from '../../pipeline/route.ts';

const optional = z.optional(z.string());
const paging = { limit: optional, starting_after: optional, company: optional };
const order = z.optional(z.string().check(z.describe('`asc` or `desc`, which is the default.')));
const offsetPaging = { offset: optional, limit: optional, order, company: optional };
const days = { date_from: optional, date_to: optional };

const listEventsQuery = z.object({ online: optional, private: optional, ...paging });

export const listEvents = {
  name: 'list-events',
  method: 'GET',
  path: '/v2/events',
  entry: 'functions/api/reports/list-events.ts',
  access: 'api-key',
  scope: 'items:read',
  query: listEventsQuery,
  replies: { 200: 'EventReportList' },
  errors: ['not_found', 'validation_failed'],
  summary: 'List events with their seats: sold, held by unpaid orders, and all',
  description:
    'For reports, not for ordering: includes events without a date, and past and inactive ones. Lists public ' +
    'events, or private ones with `private=true`; `online=true` limits the list to events that the order form ' +
    'shows. Seats are those of all options except add-ons. `date_activate` and `date_deactivate` are the window in ' +
    'which the event can be ordered, in the time zone of the company.',
  tag: 'Reports',
  uses: ['keys', 'table:read'],
} as const satisfies Route;

const listParticipantsQuery = z.object({ search: optional, ...paging });

export const listParticipants = {
  name: 'list-participants',
  method: 'GET',
  path: '/v2/events/{slug}/participants',
  entry: 'functions/api/reports/list-participants.ts',
  access: 'api-key',
  scope: 'reports:read',
  query: listParticipantsQuery,
  replies: { 200: 'ParticipantList' },
  csv: true,
  errors: ['not_found', 'validation_failed'],
  summary: 'List the participants of an event, one row for each seat',
  description:
    'In the order of sale. A ticket for several seats has a row for each seat; add-ons have none. The number of ' +
    'rows is `sold` of the event without the paid seats whose tickets are not issued yet. `status` is 4 for ' +
    'cancelled seats. `search` finds parts of name, email address, phone number, comment, code and ticket option, ' +
    'of any length; if few of many rows match, pages are shorter than `limit`. `payment_OTH` is true for seats ' +
    'that cost nothing.',
  tag: 'Reports',
  uses: ['keys', 'table:read', 'index:ix3'],
} as const satisfies Route;

const readAnalyticsQuery = z.object({ ...days, search: optional, status: optional, ...offsetPaging });

export const readAnalytics = {
  name: 'read-analytics',
  method: 'GET',
  path: '/v2/reports/analytics',
  alsoAt: ['/v2/reports/analytics.csv'],
  entry: 'functions/api/reports/read-analytics.ts',
  access: 'api-key',
  scope: 'reports:read',
  query: readAnalyticsQuery,
  replies: { 200: 'AnalyticsReport' },
  csv: true,
  errors: ['not_found', 'validation_failed'],
  summary: 'List issued items without codes and personal data',
  description:
    'Sorted by time of issue, newest first unless `order=asc`. `date_from` and `date_to` are inclusive days of ' +
    'issue in the time zone of the company; each is optional, and an invalid date is ignored. `status` may repeat. ' +
    '`search` has no minimum length and finds parts of codes, orders, people and titles. `itemsCount` is the ' +
    'number of all items that match; if the range has more than 3000 items, it may lag a second behind the newest ' +
    'changes, and a `search` of three characters or more that is not part of a title matches the beginnings of ' +
    'words and codes.',
  tag: 'Reports',
  uses: ['keys', 'table:read', 'index:ix1', 'index:ix2'],
} as const satisfies Route;

const listClaimedItemsQuery = z.object({ ...days, ...offsetPaging });

export const listClaimedItems = {
  name: 'list-claimed-items',
  method: 'GET',
  path: '/v2/reports/claimed-items',
  alsoAt: ['/v2/reports/claimed-items.csv'],
  entry: 'functions/api/reports/list-claimed-items.ts',
  access: 'api-key',
  scope: 'reports:read',
  query: listClaimedItemsQuery,
  replies: { 200: 'ClaimedItemsReport' },
  csv: true,
  errors: ['not_found', 'validation_failed'],
  summary: 'List claims, refunds and changes of state of items',
  description:
    'One row for each transaction, newest first unless `order=asc`. Send `date_from` and `date_to`, inclusive days ' +
    'in the time zone of the company: with only one of them the page is empty; without both the response is 422. ' +
    '`amount` is what the transaction took off the item: above 0 for a claim, below 0 for a refund, 0 where only ' +
    'the state changed. `kind` separates redemptions from value that a refund or a cancellation took back. ' +
    '`claimed_by_username` is null for redemptions with an API key.',
  tag: 'Reports',
  uses: ['table:read', 'index:ix1'],
} as const satisfies Route;

const listSubscribersQuery = z.object({ ...days, ...paging });

export const listSubscribers = {
  name: 'list-subscribers',
  method: 'GET',
  path: '/v2/subscribers',
  entry: 'functions/api/reports/list-subscribers.ts',
  access: 'api-key',
  scope: 'reports:read',
  query: listSubscribersQuery,
  replies: { 200: 'SubscriberList' },
  csv: true,
  errors: ['not_found', 'validation_failed'],
  summary: 'List buyers who agreed to receive marketing',
  description:
    "Only consents of paid orders are listed, and an email address once for each company. The company's own " +
    'subscribers come first, then those of its child companies, oldest consent first. `date_from` and `date_to` ' +
    'apply if both are valid dates, and are ignored otherwise.',
  tag: 'Reports',
  uses: ['keys', 'table:read', 'index:ix1'],
} as const satisfies Route;

const readLiabilityQuery = z.object({ date: optional, company: optional });

export const readLiability = {
  name: 'read-liability',
  method: 'GET',
  path: '/v2/reports/liability',
  alsoAt: ['/v2/reports/liability.csv'],
  entry: 'functions/api/reports/read-liability.ts',
  access: 'api-key',
  scope: 'reports:read',
  query: readLiabilityQuery,
  replies: { 200: 'LiabilityReport' },
  csv: true,
  errors: ['not_found', 'validation_failed'],
  summary: 'Read the outstanding value of issued items at the end of a day',
  description:
    'By currency, type of item and month of expiry. Value leaves the report on the day from which it can no longer ' +
    'be claimed. `date` (YYYY-MM-DD, in the time zone of the company) defaults to today; an invalid date is ' +
    'ignored. Outstanding and awaited amounts add up to the value of all items that can be claimed or paid for. ' +
    'Changes count within seconds.',
  tag: 'Reports',
  uses: ['table:write'],
} as const satisfies Route;

const day = z.optional(
  z.string().check(z.describe('Day, YYYY-MM-DD, in the time zone of the company, inclusive. Required.')),
);
const readMovementsQuery = z.object({
  from: day,
  to: day,
  interval: z.optional(z.string().check(z.describe('`day`, which is the default, or `month`.'))),
  group: z.optional(z.string().check(z.describe('`item_type`, `vat_treatment` or `none`, which is the default.'))),
  company: optional,
});

export const readMovements = {
  name: 'read-movements',
  method: 'GET',
  path: '/v2/reports/movements',
  alsoAt: ['/v2/reports/movements.csv'],
  entry: 'functions/api/reports/read-movements.ts',
  access: 'api-key',
  scope: 'reports:read',
  query: readMovementsQuery,
  replies: { 200: 'MovementsReport' },
  csv: true,
  errors: ['not_found', 'validation_failed'],
  summary: 'Read the movements of outstanding value, by day or month',
  description:
    'Amounts are whole numbers of the smallest currency unit. `closing` is `opening` + `issued` + `activated` + ' +
    '`added` + `adjusted` - `redeemed` + `redemption_refunded` - `withdrawn` - `cancelled` - `expired` + `reinstated`, and ' +
    'what `GET /v2/reports/liability` reports as outstanding for that day. `expired` is value that can no longer be ' +
    'claimed since that day; `reinstated` is value that can be claimed again. A range has at most 400 periods. Changes ' +
    'count within seconds.',
  tag: 'Reports',
  uses: ['table:write'],
} as const satisfies Route;

const readSummaryQuery = z.object({
  from: day,
  to: day,
  interval: z.optional(z.string().check(z.describe('`day`, which is the default, `week` or `month`.'))),
  group: z.optional(z.string().check(z.describe('`family`, `product`, `channel` or `none`, which is the default.'))),
  company: optional,
});

export const readSummary = {
  name: 'read-summary',
  method: 'GET',
  path: '/v2/reports/summary',
  alsoAt: ['/v2/reports/summary.csv'],
  entry: 'functions/api/reports/read-summary.ts',
  access: 'api-key',
  scope: 'reports:read',
  query: readSummaryQuery,
  replies: { 200: 'SummaryReport' },
  csv: true,
  errors: ['not_found', 'validation_failed'],
  summary: 'Read sales, captures, refunds and redemptions by day, week or month',
  description:
    'Amounts are whole numbers of the smallest currency unit. Every period of the range has a row, at most 400. ' +
    'Orders count on the day they were paid. `gift_cards` is what gift cards paid, `captured` what the gateway ' +
    'captured, `refunded` what it refunded or a lost dispute took; a refund that fails later is negative on the day it ' +
    'fails. `net` is `captured` - `refunded`. Grouped by `product`, an order with two products counts in both.',
  tag: 'Reports',
  uses: ['table:write'],
} as const satisfies Route;

const readIntegrityQuery = z.object({ company: optional });

export const readIntegrity = {
  name: 'read-integrity',
  method: 'GET',
  path: '/v2/reports/integrity',
  alsoAt: ['/v2/reports/integrity.csv'],
  entry: 'functions/api/reports/read-integrity.ts',
  access: 'api-key',
  scope: 'reports:read',
  query: readIntegrityQuery,
  replies: { 200: 'IntegrityReport' },
  csv: true,
  errors: ['not_found'],
  summary: 'Read the result of the newest nightly check of the books',
  description:
    '`ledger` compares every item with its ledger and the chain of its entries, `seats` sold seats with issued ' +
    'tickets, `stock` every counter with its initial units and with orders, `money` orders with their refunds and ' +
    'items, `codes` uses of discount codes with orders, `payments` new payments with their gateway, and `figures` ' +
    'reports with items and orders. Before the first check, `checked_at` and `ok` are null. New and changed data ' +
    'is checked every night, all data of large companies within seven nights: everything has been checked since ' +
    '`proven_since`. `findings` are the first 50 faults.',
  tag: 'Reports',
  uses: ['table:read'],
} as const satisfies Route;

export const reportRoutes = [
  listEvents,
  listParticipants,
  readAnalytics,
  listClaimedItems,
  listSubscribers,
  readLiability,
  readMovements,
  readSummary,
  readIntegrity,
];
