import * as z from 'zod/mini';
import { lazy } from '../../platform/lazy.ts';
import type { Route } from '../../pipeline/route.ts';

const optional = lazy(() => z.optional(z.string()));
const days = lazy(() => ({ date_from: optional(), date_to: optional() }));
const paging = lazy(() => ({ offset: optional(), limit: optional(), order: optional() }));
const company = lazy(() => ({ company: optional() }));

const PAGING =
  ' `offset` below 0 counts as 0; `limit` is 10 unless given, and at least 1 and at most 100; `order` is `desc` unless `asc`.';
const COMPANY = ' A user of an agency may name an assigned `company`.';

export const ping = {
  name: 'v1-ping',
  method: 'GET',
  path: '/action/ping',
  alsoAt: ['/{language}/action/ping'],
  entry: 'functions/api/v1/ping.ts',
  access: 'v1',
  acting: 'own',
  replies: { 200: 'LegacyText', 401: 'LegacyUnauthorized', 429: 'LegacyFailure' },
  summary: 'Check the service and read the signed-in user',
  tag: 'Actions',
  uses: ['table:read'],
} as const satisfies Route;

const listItemsBody = lazy(() =>
  z.object({
    order_id: optional(),
    group_code: optional(),
    search: optional(),
    status: optional(),
    type: optional(),
    only_claimable: optional(),
    ...days(),
    ...paging(),
    ...company(),
  }),
);

export const listItems = {
  name: 'v1-list-items',
  method: 'POST',
  path: '/action/list',
  alsoAt: ['/{language}/action/list'],
  entry: 'functions/api/v1/items/list-items.ts',
  access: 'v1',
  get body() {
    return listItemsBody();
  },
  replies: { 200: 'LegacyItemList', 401: 'LegacyUnauthorized', 415: 'LegacyCompressed', 429: 'LegacyFailure' },
  summary: 'Find items by order, group or search text',
  get description() {
    return (
      'At least one of `order_id`, `group_code` and `search` (five characters or more) is required. `status` and ' +
      '`type` may repeat. `date_from` and `date_to` are inclusive days of issue. Users without the right to list ' +
      'get status `Error`.' +
      PAGING +
      COMPANY
    );
  },
  tag: 'Actions',
  uses: ['keys', 'table:read', 'index:ix1', 'index:ix2', 'index:ix4'],
} as const satisfies Route;

const analyticsBody = lazy(() =>
  z.object({ search: optional(), status: optional(), ...days(), ...paging(), ...company() }),
);

export const analytics = {
  name: 'v1-analytics',
  method: 'POST',
  path: '/action/analytics',
  alsoAt: ['/{language}/action/analytics'],
  entry: 'functions/api/v1/reports/analytics.ts',
  access: 'v1',
  get body() {
    return analyticsBody();
  },
  replies: { 200: 'LegacyAnalytics', 401: 'LegacyUnauthorized', 415: 'LegacyCompressed', 429: 'LegacyFailure' },
  summary: 'List issued items without codes and personal data',
  get description() {
    return '`search` takes five characters or more.' + PAGING + COMPANY;
  },
  tag: 'Actions',
  uses: ['keys', 'table:read', 'index:ix1', 'index:ix2'],
} as const satisfies Route;

const claimedItemsBody = lazy(() => z.object({ ...days(), ...paging(), ...company() }));

export const claimedItems = {
  name: 'v1-claimed-items',
  method: 'POST',
  path: '/action/claimed-items',
  alsoAt: ['/{language}/action/claimed-items'],
  entry: 'functions/api/v1/items/claimed-items.ts',
  access: 'v1',
  get body() {
    return claimedItemsBody();
  },
  replies: { 200: 'LegacyClaimedItems', 401: 'LegacyUnauthorized', 415: 'LegacyCompressed', 429: 'LegacyFailure' },
  summary: 'List claims, refunds and changes of state of items',
  get description() {
    return (
      'Both days are required, as YYYY-MM-DD. Users without the right to list get status `Error`.' + PAGING + COMPANY
    );
  },
  tag: 'Actions',
  uses: ['table:read', 'index:ix1'],
} as const satisfies Route;

const subscribersQuery = lazy(() => z.object({ ...days(), ...paging() }));

export const subscribers = {
  name: 'v1-subscribers',
  method: 'GET',
  path: '/action/subscribers',
  alsoAt: ['/{language}/action/subscribers'],
  entry: 'functions/api/v1/reports/subscribers.ts',
  access: 'v1',
  acting: 'own',
  get query() {
    return subscribersQuery();
  },
  replies: { 200: 'LegacySubscribers', 401: 'LegacyUnauthorized', 429: 'LegacyFailure' },
  summary: 'List buyers who agreed to receive marketing',
  get description() {
    return (
      'Lists subscribers of the company of the user and of its child companies. The days apply if both are valid ' +
      'dates, and are ignored otherwise.' +
      PAGING
    );
  },
  tag: 'Actions',
  uses: ['keys', 'table:read', 'index:ix1'],
} as const satisfies Route;

const eventsQuery = lazy(() => z.object({ online: optional(), private: optional(), ...paging(), ...company() }));

export const events = {
  name: 'v1-events',
  method: 'GET',
  path: '/action/events',
  alsoAt: ['/{language}/action/events'],
  entry: 'functions/api/v1/reports/events.ts',
  access: 'v1',
  get query() {
    return eventsQuery();
  },
  replies: { 200: 'LegacyEvents', 401: 'LegacyUnauthorized', 429: 'LegacyFailure' },
  summary: 'List events with their seats',
  get description() {
    return (
      'Lists public events, or private ones with `private=true`; with `online=true` only those that the order form ' +
      'shows.' +
      PAGING +
      COMPANY
    );
  },
  tag: 'Actions',
  uses: ['keys', 'table:read'],
} as const satisfies Route;

const participantsQuery = lazy(() => z.object({ slug: z.string(), search: optional(), ...paging(), ...company() }));

export const participants = {
  name: 'v1-event-participants',
  method: 'GET',
  path: '/action/event-participants',
  alsoAt: ['/{language}/action/event-participants'],
  entry: 'functions/api/v1/reports/event-participants.ts',
  access: 'v1',
  get query() {
    return participantsQuery();
  },
  replies: { 200: 'LegacyParticipants', 401: 'LegacyUnauthorized', 429: 'LegacyFailure' },
  summary: 'List the participants of an event, one row for each seat',
  get description() {
    return '`slug` is that of an event in `GET /action/events`.' + PAGING + COMPANY;
  },
  tag: 'Actions',
  uses: ['keys', 'table:read', 'index:ix3'],
} as const satisfies Route;

const modificationsQuery = lazy(() => z.object({ ...paging(), ...company() }));

export const modifications = {
  name: 'v1-gc-modifications',
  method: 'GET',
  path: '/action/gc-modifications',
  alsoAt: ['/{language}/action/gc-modifications'],
  entry: 'functions/api/v1/orders/gc-modifications.ts',
  access: 'v1',
  get query() {
    return modificationsQuery();
  },
  replies: { 200: 'LegacyModifications', 401: 'LegacyUnauthorized', 429: 'LegacyFailure' },
  summary: 'List the campaigns that change what a gift card is worth or costs',
  get description() {
    return 'Use the `id` of one as `promotion_id` of `POST /action/create-gc`.' + PAGING + COMPANY;
  },
  tag: 'Actions',
  uses: ['keys', 'table:read'],
} as const satisfies Route;

const readItemQuery = lazy(() => z.object(company()));

export const readItem = {
  name: 'v1-read-item',
  method: 'GET',
  path: '/item/{code}',
  alsoAt: ['/{language}/item/{code}'],
  entry: 'functions/api/v1/items/read-item.ts',
  access: 'v1',
  get query() {
    return readItemQuery();
  },
  replies: { 200: 'LegacyItem', 401: 'LegacyUnauthorized', 429: 'LegacyFailure' },
  summary: 'Read an item and the operations that it allows',
  get description() {
    return 'After 60 unknown codes of a company in a minute, requests return 429 until the minute is over.' + COMPANY;
  },
  tag: 'Items',
  uses: ['keys', 'table:read', 'index:ix2', 'index:ix3', 'index:ix4', 'rows:GUESSES'],
} as const satisfies Route;

export const readRoutes = [
  ping,
  listItems,
  analytics,
  claimedItems,
  subscribers,
  events,
  participants,
  modifications,
  readItem,
];
