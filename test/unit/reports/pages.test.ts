import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { itemPosition, type ItemRow, type LedgerRow } from '../../../functions/domain/value/items/rows.ts';
import { applyChange, issueItem } from '../../../functions/domain/value/items/ledger/ledger.ts';
import { packRegister } from '../../../functions/domain/value/items/ledger/pack-register.ts';
import { registerRow, titleRows } from '../../../functions/domain/value/items/ledger/register.ts';
import { orderSearchEntries } from '../../../functions/domain/value/items/search/search-terms.ts';
import { importOperatorData } from '../../../functions/domain/administration/operator-data/import.ts';
import { readAnalytics } from '../../../functions/domain/reporting/reports/analytics.ts';
import { readClaimedItems } from '../../../functions/domain/reporting/reports/claimed-items.ts';
import { readLiability } from '../../../functions/domain/reporting/reports/liability.ts';
import { csvReply } from '../../../functions/pipeline/csv-reply.ts';
import { localDate, localDateTime } from '../../../functions/platform/zones.ts';
import type { Row } from '../../../functions/storage/table.ts';
import { Figures } from '../../support/figures.ts';
import { startTableInProcess, type TestTable } from '../../support/table.ts';
import { company } from '../operator-data/samples.ts';
import { itemFacts } from './items.ts';

/** More items than are read one by one, so that pages and totals come from counts. */
const ITEMS = 3600;
const SLUG = 'many';
const ZONE = 'Europe/Copenhagen';
const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2025, 2, 1, 7, 3, 11);

process.env['APP_SECRET'] ??= '00'.repeat(32);

let table: TestTable;
let items: ItemRow[];
let claims: LedgerRow[];

/** Every third item is used, and every fifth was partly claimed; several are issued at the same time. */
const lives = (number: number): { versions: ItemRow[]; entries: LedgerRow[] } => {
  const facts = itemFacts({
    company: SLUG,
    code: `CODE-${String((number * 7919) % 100_000).padStart(5, '0')}`,
    orderId: `ord_${String(number).padStart(6, '0')}`,
    title: number === 17 ? 'Unlike any other' : 'Gift card',
    receiver: { name: number % 7 === 0 ? 'Common Name' : `Person ${number}`, email: null, phone: null },
    createdAtMs: START_MS + Math.floor(number / 3) * HOUR_MS,
    validUntilMs: Date.UTC(2035, number % 12, 15),
  });
  const first = issueItem({ facts, status: 6, by: {}, requestId: 'r' });
  const isUsed = number % 3 === 0;
  if (!isUsed && number % 5 !== 0) {
    return { versions: [first.item], entries: [first.entry] };
  }
  const claim = applyChange(
    first.item,
    { kind: 'claim', deltaMinor: isUsed ? -10_000 : -1_000, deltaPieces: isUsed ? -1 : 0, status: isUsed ? 3 : 6 },
    { by: {}, requestId: 'r', atMs: facts.createdAtMs + 5 * HOUR_MS },
  );
  return { versions: [first.item, claim.item], entries: [first.entry, claim.entry] };
};

beforeAll(async () => {
  const all = Array.from({ length: ITEMS }, (_, number) => lives(number));
  items = all
    .map(({ versions }) => versions.at(-1) as ItemRow)
    .toSorted((a, b) => (itemPosition(a) < itemPosition(b) ? -1 : 1));
  const entries = all.flatMap((each) => each.entries);
  claims = entries
    .filter(({ kind }) => kind !== 'issue')
    .toSorted((a, b) => ((a.ix1sk ?? '') < (b.ix1sk ?? '') ? -1 : 1));
  const figures = new Figures();
  for (const { versions } of all) figures.add(versions, ZONE);
  table = await startTableInProcess([items, entries, figures.rows(), indexedRows()]);
  await importOperatorData({ companies: [company(SLUG)] });
  // Most entries are packed, the rest is not.
  expect(await packRegister(SLUG, { packBytes: 60_000 })).toBeGreaterThan(2);
}, 120_000);
afterAll(() => table.stop());

/** Index entries that the worker writes. */
const indexedRows = (): Row[] => {
  const entries = items.flatMap((item) => (item.sequence === 0 ? orderSearchEntries(item) : []));
  const titles = new Map(items.flatMap(titleRows).map((row) => [row.sk, row]));
  return [
    ...items.map(registerRow),
    ...titles.values(),
    ...entries.map(({ partition, place }) => ({ pk: partition, sk: place, type: 'search', v: 1 })),
  ];
};

const everyDay = { from: undefined, to: undefined };
const dayOf = (number: number): string => localDate(START_MS + (number / 3) * HOUR_MS, ZONE);

interface Case {
  days: { from: string | undefined; to: string | undefined };
  order: 'asc' | 'desc';
  offset: number;
  limit: number;
}

const cases: Case[] = [
  { days: everyDay, order: 'desc', offset: 0, limit: 10 },
  { days: everyDay, order: 'asc', offset: 0, limit: 100 },
  { days: everyDay, order: 'desc', offset: 1357, limit: 33 },
  { days: everyDay, order: 'asc', offset: 2011, limit: 7 },
  { days: everyDay, order: 'desc', offset: ITEMS - 3, limit: 10 },
  { days: everyDay, order: 'asc', offset: ITEMS, limit: 10 },
  { days: everyDay, order: 'desc', offset: 1_000_000, limit: 10 },
  { days: { from: dayOf(200), to: dayOf(3400) }, order: 'desc', offset: 1500, limit: 50 },
  { days: { from: dayOf(200), to: undefined }, order: 'asc', offset: 1234, limit: 50 },
  { days: { from: undefined, to: dayOf(1900) }, order: 'desc', offset: 3, limit: 50 },
  { days: { from: dayOf(600), to: dayOf(700) }, order: 'asc', offset: 20, limit: 50 },
  { days: { from: '2040-01-01', to: '2040-12-31' }, order: 'asc', offset: 0, limit: 50 },
  { days: { from: dayOf(700), to: dayOf(600) }, order: 'asc', offset: 0, limit: 50 },
];

const inDays = (epochMs: number, { days }: Case): boolean => {
  const date = localDate(epochMs, ZONE);
  return (days.from === undefined || date >= days.from) && (days.to === undefined || date <= days.to);
};

const pageOf = <T>(rows: readonly T[], { order, offset, limit }: Case): T[] =>
  (order === 'asc' ? rows : rows.toReversed()).slice(offset, offset + limit);

describe('pages of a company with many items', () => {
  test.each(cases)('analytics: $days.from to $days.to, $order from $offset', async (each) => {
    const inRange = items.filter(({ createdAtMs }) => inDays(createdAtMs, each));
    const page = await readAnalytics(SLUG, { ...each, text: undefined, statuses: [] });
    expect(page.itemsCount).toBe(inRange.length);
    expect(
      page.items.map(({ created_at, status, remaining_amount }) => [created_at, status, remaining_amount]),
    ).toEqual(
      pageOf(inRange, each).map(({ createdAtMs, status, remainingMinor }) => [
        localDateTime(createdAtMs, ZONE),
        status,
        remainingMinor / 100,
      ]),
    );
  });

  test.each(cases)('analytics of used items: $days.from to $days.to, $order from $offset', async (each) => {
    const used = items.filter((item) => item.status === 3 && inDays(item.createdAtMs, each));
    for (const offset of [each.offset, Math.floor(each.offset / 3)]) {
      const page = await readAnalytics(SLUG, { ...each, offset, text: undefined, statuses: [3] });
      expect(page.itemsCount).toBe(used.length);
      const expected = pageOf(used, { ...each, offset });
      expect(page.items.map(({ created_at, status }) => [created_at, status])).toEqual(
        expected.map(({ createdAtMs, status }) => [localDateTime(createdAtMs, ZONE), status]),
      );
    }
  });

  test.each(cases)('claimed items: $days.from to $days.to, $order from $offset', async (each) => {
    const days = { from: each.days.from ?? '2000-01-01', to: each.days.to ?? '2050-01-01' };
    const inRange = claims.filter(({ atMs }) => inDays(atMs, { ...each, days }));
    const page = await readClaimedItems(SLUG, { ...each, days });
    expect(page.itemsCount).toBe(inRange.length);
    expect(page.items.map((row) => row.transaction_id)).toEqual(
      pageOf(inRange, each).map((entry) => entry.transactionId),
    );
  });

  test('the items of two states form one list', async () => {
    const both = await readAnalytics(SLUG, { ...cases[2]!, text: undefined, statuses: [3, 6] });
    expect(both).toEqual(await readAnalytics(SLUG, { ...cases[2]!, text: undefined, statuses: [] }));
  });

  describe.each([
    ['a short text', 'pe', (item: ItemRow) => item.receiver.name?.startsWith('Pe')],
    ['a text in one of seven items', 'common name', (item: ItemRow) => item.receiver.name === 'Common Name'],
    ['a text in nearly all items', 'person', (item: ItemRow) => item.receiver.name?.startsWith('Person')],
    ['a text in few items', 'person 35', (item: ItemRow) => item.receiver.name?.startsWith('Person 35')],
    ['an order', 'ORD_003210', (item: ItemRow) => item.orderId === 'ord_003210'],
    ['a short part of a title', 'any', (item: ItemRow) => item.title.includes('any')],
    ['a title of one item', 'unlike any', (item: ItemRow) => item.title.startsWith('Unlike any')],
    ['a title of nearly all items', 'gift card', (item: ItemRow) => item.title === 'Gift card'],
    ['a part of a code', 'code-00', (item: ItemRow) => item.code.startsWith('CODE-00')],
    ['a text that no item contains', 'nobody', () => false],
  ])('%s', (_name, text, mentions) => {
    test.each([cases[2]!, cases[7]!])(
      'has a total of all matches: $days.from to $days.to, $order from $offset',
      async (each) => {
        for (const statuses of [[], [3 as const]]) {
          const matches = items.filter(
            (item) => mentions(item) && inDays(item.createdAtMs, each) && (statuses.length === 0 || item.status === 3),
          );
          const offset = Math.floor(each.offset / 9);
          const page = await readAnalytics(SLUG, { ...each, offset, text, statuses });
          expect(page.itemsCount).toBe(matches.length);
          expect(page.items.map(({ created_at }) => created_at)).toEqual(
            pageOf(matches, { ...each, offset }).map(({ createdAtMs }) => localDateTime(createdAtMs, ZONE)),
          );
        }
      },
    );
  });

  test('liability is the sum of the ledger at the end of any day', async () => {
    const entries = items.map((item) => ({ atMs: item.createdAtMs, minor: item.valueMinor }));
    const changes = [...entries, ...claims.map(({ atMs, deltaMinor }) => ({ atMs, minor: deltaMinor }))];
    for (const date of [dayOf(0), dayOf(1), dayOf(700), dayOf(1500), dayOf(ITEMS), '2034-06-01']) {
      const sum = changes
        .filter(({ atMs }) => localDate(atMs, ZONE) <= date)
        .reduce((all, { minor }) => all + minor, 0);
      const report = await readLiability(SLUG, date);
      expect(report.totals).toEqual([{ currency: 'DKK', outstanding_amount: sum / 100, awaiting_payment_amount: 0 }]);
      const listed = report.items.reduce((all, row) => all + Math.round(row.outstanding_amount * 100), 0);
      expect(listed).toBe(sum);
    }
    expect((await readLiability(SLUG, '2020-01-01')).totals).toEqual([]);
  });

  test('a file has at most as many rows as a response, and links to the others', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => ({ at, text: 'x'.repeat(400) }));
    const limits: number[] = [];
    const reply = await csvReply(
      { company: SLUG, path: '/rows.csv', queryValues: { search: ['x'] } },
      'rows',
      async (limit) => {
        limits.push(limit);
        return { columns: ['at', 'text'], rows: rows.slice(0, limit), next: { offset: String(limit) } };
      },
    );
    expect(limits).toEqual([20_000, 10_000]);
    expect(reply.headers?.['Link']).toBe('</rows.csv?search=x&offset=10000>; rel="next"');
    expect(String(reply.body).trimEnd().split('\r\n')).toHaveLength(10_001);
  });

  test('liability is separated by month of expiry', async () => {
    const { items: rows } = await readLiability(SLUG, '2034-06-01');
    // Items that expire in the first month of a quarter are used.
    const months = ['02', '03', '05', '06', '08', '09', '11', '12'];
    expect(rows.map((row) => row.expiry_month)).toEqual(months.map((month) => `2035-${month}`));
  });
});
