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
  summary: 'List events with their seats: sold, held in baskets, and all',
  description:
    'For reports: events without date, past ones and ones that are switched off are included, and nothing here can be ' +
    'ordered. Public events, or with `private=true` the private ones instead; `online=true` leaves those that the ' +
    'order form shows. Seats are those of all options but add-ons. `date_activate` and `date_deactivate` are the window ' +
    'in which it can be ordered, on the clock of the company.',
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
    'In the order of sale. A ticket for several seats has a row for each, and add-ons have none: as many rows as ' +
    '`sold` of the event counts, but for paid seats whose tickets are still to come. `status` tells seats that were cancelled (4) from those that admit. ' +
    '`search` finds parts of name, e-mail address, phone number, comment, code and ticket option, at any length; where ' +
    'few of many match, pages are shorter than `limit`. `payment_OTH` is true for seats that cost nothing.',
  tag: 'Reports',
  uses: ['keys', 'table:read', 'index:ix3'],
} as const satisfies Route;

const readAnalyticsQuery = z.object({ ...days, search: optional, status: optional, ...offsetPaging });

export const readAnalytics = {
  name: 'read-analytics',
  method: 'GET',
  path: '/v2/reports/analytics',
  entry: 'functions/api/reports/read-analytics.ts',
  access: 'api-key',
  scope: 'reports:read',
  query: readAnalyticsQuery,
  replies: { 200: 'AnalyticsReport' },
  csv: true,
  errors: ['not_found', 'validation_failed'],
  summary: 'List issued items without codes and people',
  description:
    'By moment of issue, newest first unless `order=asc`. `date_from` and `date_to` are inclusive days of issue in the ' +
    'time zone of the company; each may stand alone, and what is no date is ignored. `status` may repeat. `search` has ' +
    'no minimum length and finds parts of codes, orders, people and titles. `itemsCount` is the number of all items that ' +
    'match; among more than 3000 items of the range it may be a second behind the newest changes, and a `search` of three ' +
    'characters or more that is no part of a title finds beginnings of words and codes.',
  tag: 'Reports',
  uses: ['keys', 'table:read', 'index:ix1', 'index:ix2'],
} as const satisfies Route;

const listClaimedItemsQuery = z.object({ ...days, ...offsetPaging });

export const listClaimedItems = {
  name: 'list-claimed-items',
  method: 'GET',
  path: '/v2/reports/claimed-items',
  entry: 'functions/api/reports/list-claimed-items.ts',
  access: 'api-key',
  scope: 'reports:read',
  query: listClaimedItemsQuery,
  replies: { 200: 'ClaimedItemsReport' },
  csv: true,
  errors: ['not_found', 'validation_failed'],
  summary: 'List claims, refunds and changes of state of items',
  description:
    'One row for each transaction, newest first unless `order=asc`. Send `date_from` and `date_to`, inclusive days in ' +
    'the time zone of the company: with one of them the page is empty, without both it is 422. `amount` is what the ' +
    'transaction took off the item: above 0 for a claim, below 0 for a refund, 0 where only the state changed. ' +
    '`kind` separates redemptions from value that a refund or a cancellation took back. ' +
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
  summary: 'List buyers who agreed to news when they bought',
  description:
    'Only consents of orders that were paid; an e-mail address counts once for each company. Own subscribers come first, then those of child ' +
    'companies, oldest consent first. `date_from` and `date_to` apply when both are given and are dates, and are ' +
    'ignored otherwise.',
  tag: 'Reports',
  uses: ['keys', 'table:read', 'index:ix1'],
} as const satisfies Route;

const readLiabilityQuery = z.object({ date: optional, company: optional });

export const readLiability = {
  name: 'read-liability',
  method: 'GET',
  path: '/v2/reports/liability',
  entry: 'functions/api/reports/read-liability.ts',
  access: 'api-key',
  scope: 'reports:read',
  query: readLiabilityQuery,
  replies: { 200: 'LiabilityReport' },
  csv: true,
  errors: ['not_found', 'validation_failed'],
  summary: 'Read the value that is outstanding on issued items at the end of a day',
  description:
    'By currency, type of item and month of expiry; value that expired unspent stays under its month. `date` ' +
    '(YYYY-MM-DD, in the time zone of the company) defaults to today; what is no date is ignored. Outstanding and ' +
    'awaiting amounts together are the sum of the ledgers of all items. Changes count within seconds.',
  tag: 'Reports',
  uses: ['table:read', 'index:ix1'],
} as const satisfies Route;

const readIntegrityQuery = z.object({ company: optional });

export const readIntegrity = {
  name: 'read-integrity',
  method: 'GET',
  path: '/v2/reports/integrity',
  entry: 'functions/api/reports/read-integrity.ts',
  access: 'api-key',
  scope: 'reports:read',
  query: readIntegrityQuery,
  replies: { 200: 'IntegrityReport' },
  csv: true,
  errors: ['not_found'],
  summary: 'Read the result of the newest nightly check of the books',
  description:
    '`ledger` holds every item against its ledger and the chain of its entries, `seats` seats sold against tickets ' +
    'issued, `stock` every counter against what was put in and against orders. Before the first check `checked_at` ' +
    'and `ok` are null. What is new or was changed is looked at every night, and all of large books within seven: ' +
    '`proven_since` says since when everything was. `findings` are the first 50 faults.',
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
  readIntegrity,
];
