import { localDate } from '../../functions/platform/zones.ts';
import { codeOf, emailOf, EVENT_SLUG, ITEMS_PER_ORDER, LARGE_COMPANY, orderIdOf, ZONE } from './items-data.ts';

const DAY_MS = 86_400_000;

/** Loads the operations, after the environment variable with the table's name is set. */
export const loadOperations = async () => {
  const [search, promotions, analytics, claimed, events, participants, liability, movements, summary, subscribers] =
    await Promise.all([
      import('../../functions/domain/value/items/search/search.ts'),
      import('../../functions/domain/catalog/products/campaigns/list.ts'),
      import('../../functions/domain/reporting/reports/analytics.ts'),
      import('../../functions/domain/reporting/reports/claimed-items.ts'),
      import('../../functions/domain/reporting/reports/events.ts'),
      import('../../functions/domain/reporting/reports/participants.ts'),
      import('../../functions/domain/reporting/reports/liability.ts'),
      import('../../functions/domain/reporting/reports/movements.ts'),
      import('../../functions/domain/reporting/reports/summary.ts'),
      import('../../functions/domain/reporting/subscribers/list.ts'),
    ]);
  return {
    ...search,
    ...promotions,
    ...analytics,
    ...claimed,
    ...events,
    ...participants,
    ...liability,
    ...movements,
    ...summary,
    ...subscribers,
  };
};

type Operations = Awaited<ReturnType<typeof loadOperations>>;

interface Question {
  name: string;
  /** Maximum read units of a response, at any size of the table. */
  budgetRcu: number;
  run: (operations: Operations, size: { items: number; endMs: number }) => Promise<object>;
}

const lastMonth = (endMs: number) => ({
  from: localDate(endMs - 30 * DAY_MS, ZONE),
  to: localDate(endMs, ZONE),
  interval: undefined,
});

const noFilter = { statuses: [], types: [], onlyClaimable: false, dateFrom: undefined, dateTo: undefined };
const search = (more: object) => ({
  ...noFilter,
  orderId: undefined,
  groupCode: undefined,
  text: undefined,
  limit: 25,
  startingAfter: undefined,
  ...more,
});
const everyDay = { from: undefined, to: undefined };
const report = (more: object = {}) => ({
  days: everyDay,
  text: undefined,
  statuses: [],
  offset: 0,
  limit: 100,
  order: 'desc' as const,
  ...more,
});
const lastDays = (endMs: number, days: number) => ({
  from: localDate(endMs - days * DAY_MS, ZONE),
  to: localDate(endMs, ZONE),
});
const page = { limit: 100, startingAfter: undefined };

/** An order in the middle of the table that is indexed for search. */
const middleOrder = (items: number): number => Math.floor(items / ITEMS_PER_ORDER / 40) * 20;

export const QUESTIONS: readonly Question[] = [
  {
    name: 'items by order',
    budgetRcu: 10,
    run: (on, { items }) => on.searchItems(LARGE_COMPANY, search({ orderId: orderIdOf(middleOrder(items)) })),
  },
  {
    name: 'items by the beginning of a code',
    budgetRcu: 10,
    run: (on, { items }) =>
      on.searchItems(LARGE_COMPANY, search({ text: codeOf(middleOrder(items) * ITEMS_PER_ORDER).slice(0, 12) })),
  },
  {
    name: 'items by an email address',
    budgetRcu: 20,
    run: (on, { items }) => on.searchItems(LARGE_COMPANY, search({ text: emailOf(middleOrder(items)) })),
  },
  { name: 'promotions', budgetRcu: 2, run: (on) => on.listPromotions(LARGE_COMPANY, page) },
  {
    name: 'events',
    budgetRcu: 10,
    run: (on) => on.listEvents(LARGE_COMPANY, { online: false, private: false, ...page }),
  },
  {
    name: 'participants, 100',
    budgetRcu: 80,
    run: (on) => on.listParticipants(LARGE_COMPANY, EVENT_SLUG, { text: undefined, ...page }),
  },
  {
    name: 'participants, search without match',
    budgetRcu: 1800,
    run: (on) => on.listParticipants(LARGE_COMPANY, EVENT_SLUG, { text: 'nobody', ...page }),
  },
  { name: 'analytics, 100 newest', budgetRcu: 80, run: (on) => on.readAnalytics(LARGE_COMPANY, report()) },
  {
    name: 'analytics, 100 from the middle',
    budgetRcu: 80,
    run: (on, { items }) => on.readAnalytics(LARGE_COMPANY, report({ offset: Math.floor(items / 2) })),
  },
  {
    name: 'analytics, last 300 days, 100 from the middle',
    budgetRcu: 80,
    run: (on, { items, endMs }) =>
      on.readAnalytics(
        LARGE_COMPANY,
        report({ days: lastDays(endMs, 300), offset: Math.floor(items / 5), order: 'asc' }),
      ),
  },
  {
    name: 'analytics of status Used, 100 from the middle',
    budgetRcu: 500,
    run: (on, { items }) => on.readAnalytics(LARGE_COMPANY, report({ statuses: [3], offset: Math.floor(items / 16) })),
  },
  {
    name: 'analytics, search for two letters without match (reads all items)',
    budgetRcu: 1500,
    run: (on) => on.readAnalytics(LARGE_COMPANY, report({ text: '#?' })),
  },
  {
    name: 'analytics, search for an email address',
    budgetRcu: 120,
    run: (on, { items }) => on.readAnalytics(LARGE_COMPANY, report({ text: emailOf(middleOrder(items)) })),
  },
  {
    name: 'claimed items, 100 newest of 600 days',
    budgetRcu: 150,
    run: (on, { endMs }) => on.readClaimedItems(LARGE_COMPANY, report({ days: lastDays(endMs, 600) })),
  },
  {
    name: 'claimed items, 100 from the middle of 600 days',
    budgetRcu: 150,
    run: (on, { items, endMs }) =>
      on.readClaimedItems(LARGE_COMPANY, report({ days: lastDays(endMs, 600), offset: Math.floor(items / 10) })),
  },
  {
    name: 'subscribers, 100',
    budgetRcu: 80,
    run: (on) => on.listSubscribers(LARGE_COMPANY, { dateFrom: undefined, dateTo: undefined, ...page }),
  },
  { name: 'liability today', budgetRcu: 150, run: (on) => on.readLiability(LARGE_COMPANY, undefined) },
  {
    name: 'liability a year ago',
    budgetRcu: 150,
    run: (on, { endMs }) => on.readLiability(LARGE_COMPANY, localDate(endMs - 365 * DAY_MS, ZONE)),
  },
  {
    name: 'movements of a month',
    budgetRcu: 100,
    run: (on, { endMs }) => on.readMovements(LARGE_COMPANY, { ...lastMonth(endMs), group: 'item_type' }),
  },
  {
    name: 'summary of a month',
    budgetRcu: 100,
    run: (on, { endMs }) => on.readSummary(LARGE_COMPANY, { ...lastMonth(endMs), group: 'product' }),
  },
];
