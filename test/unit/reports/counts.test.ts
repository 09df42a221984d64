import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ItemRow, ItemStatus } from '../../../functions/domain/value/items/rows.ts';
import { issueItem, applyChange } from '../../../functions/domain/value/items/ledger/ledger.ts';
import { itemEntries } from '../../../functions/domain/reporting/book/item-entries.ts';
import type { BookEntryRow } from '../../../functions/domain/reporting/book/rows.ts';
import { countChanges, type ItemVersion } from '../../../functions/domain/reporting/reports/count-changes.ts';
import { Counts } from '../../../functions/domain/reporting/reports/counts.ts';
import { countAttribute, countKey, type Facet } from '../../../functions/domain/reporting/reports/rows.ts';
import {
  LEAF_MS,
  leafOf,
  positionsOfLeaf,
  type LeafRange,
} from '../../../functions/domain/reporting/reports/periods.ts';
import { putRows } from '../../../functions/storage/put-rows.ts';
import { getRow, keyText, putRow, type Row } from '../../../functions/storage/table.ts';
import { startTable, type TestTable } from '../../support/table.ts';
import { itemFacts } from './items.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

let serial = 0;
/** A separate company for each run in the shared table. */
const freshCompany = (): string => `c${++serial}`;

/** Rows of counts for entries in some leaves, as written by the stream. */
const countLeaves = async (company: string, entries: readonly { leaf: number; facet: Facet }[]): Promise<void> => {
  const rows = new Map<string, Row & Record<string, unknown>>();
  for (const { leaf, facet } of entries) {
    for (const { level, node, child } of positionsOfLeaf(leaf)) {
      const key = countKey(company, 'items', level, node);
      const row = rows.get(keyText(key)) ?? { ...key, type: 'count', v: 1 };
      for (const each of new Set<Facet>(['', facet])) {
        const name = countAttribute(child, each);
        row[name] = Number(row[name] ?? 0) + 1;
      }
      rows.set(keyText(key), row);
    }
  }
  await putRows([...rows.values()]);
};

const BASE = leafOf(Date.UTC(2026, 0, 1));
const FACETS: Facet[] = ['', 's3', 's6'];

const entriesAnywhere = fc.array(
  fc.record({
    leaf: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 40_000 })).map((leaf) => BASE + leaf),
    facet: fc.constantFrom<Facet>('s3', 's6'),
  }),
  { maxLength: 60 },
);
const end = fc.oneof(fc.constant(undefined), fc.integer({ min: -50, max: 40_050 }));

describe('counts by time', () => {
  test('a sum over any range is its number of entries, and the n-th entry is found at its position', async () => {
    await fc.assert(
      fc.asyncProperty(
        entriesAnywhere,
        end,
        end,
        fc.constantFrom(...FACETS),
        fc.boolean(),
        fc.nat(70),
        fc.integer({ min: 1, max: 20 }),
        async (entries, a, b, facet, descending, skip, need) => {
          const company = freshCompany();
          await countLeaves(company, entries);
          const from = a === undefined ? 0 : BASE + a;
          const to = b === undefined ? Infinity : BASE + b;
          const range: LeafRange = { from, to: Math.max(from, to) };
          const counts = await Counts.of(company, 'items', range);
          const inside = entries
            .filter((entry) => entry.leaf >= range.from && entry.leaf < range.to)
            .filter((entry) => facet === '' || entry.facet === facet)
            .map(({ leaf }) => leaf)
            .toSorted((x, y) => (descending ? y - x : x - y));
          expect(counts.total(range, [facet])).toBe(inside.length);
          const found = await counts.find(range, [facet], { descending, skip, need });
          const listed = found.leaves.flatMap((leaf) => inside.filter((each) => each === leaf));
          expect(listed.slice(found.skip, found.skip + need)).toEqual(inside.slice(skip, skip + need));
        },
      ),
      { numRuns: 60 },
    );
  });
});

const at = (day: number): number => Date.UTC(2026, 4, day, 12);

const card = (company: string, number: number): ItemRow =>
  issueItem({
    facts: itemFacts({ company, code: `CARD-${number}`, createdAtMs: at(1) + number * LEAF_MS }),
    status: 6,
    by: {},
    requestId: 'r',
  }).item;

const claimed = (item: ItemRow, minor: number, day: number): ItemRow =>
  applyChange(
    item,
    {
      kind: 'claim',
      deltaMinor: -minor,
      deltaPieces: minor === item.remainingMinor ? -1 : 0,
      status: minor === item.remainingMinor ? 3 : 6,
    },
    { by: {}, requestId: 'r', atMs: at(day) },
  ).item;

const everything: LeafRange = { from: 0, to: Infinity };

const figures = async (company: string) => {
  const [items, transactions] = await Promise.all([
    Counts.of(company, 'items', everything),
    Counts.of(company, 'transactions', everything),
  ]);
  const inStatus = (status: ItemStatus): number => items.total(everything, [`s${status}`]);
  return {
    items: items.total(everything, ['']),
    paid: inStatus(6),
    used: inStatus(3),
    transactions: transactions.total(everything, ['']),
  };
};

/** A change to an item, as a stream record. */
const version = (before: ItemRow | undefined, after: ItemRow): ItemVersion => ({
  before,
  after,
  entries: itemEntries(before, after, 'Europe/Copenhagen'),
});

describe('counting changes from the stream', () => {
  test('duplicate changes, together or separate, count once', async () => {
    const company = freshCompany();
    const [one, two] = [card(company, 1), card(company, 2)];
    const used = claimed(one, 10_000, 3);
    const first: ItemVersion[] = [version(undefined, one), version(undefined, two)];
    await countChanges([...first, ...first]);
    await countChanges(first);
    await countChanges([...first, version(one, used)]);
    await countChanges([version(one, used)]);
    expect(await figures(company)).toEqual({ items: 2, paid: 1, used: 1, transactions: 1 });
  });

  test('an entry that a recount wrote first still has its change counted, once', async () => {
    const company = freshCompany();
    const item = card(company, 1);
    const change = version(undefined, item);
    await putRow({ ...change.entries[0]!, uncounted: true } as BookEntryRow);
    await countChanges([change]);
    await countChanges([change]);
    expect(await getRow(change.entries[0]!)).not.toHaveProperty('uncounted');
    expect(await figures(company)).toEqual({ items: 1, paid: 1, used: 0, transactions: 0 });
  });

  test('many concurrent and repeated changes are each counted once', async () => {
    const company = freshCompany();
    const changes = Array.from({ length: 150 }, (_, number): ItemVersion[] => {
      const item = card(company, number);
      return [version(undefined, item), version(item, claimed(item, number % 2 === 0 ? 10_000 : 2_500, 2))];
    }).flat();
    await Promise.all([
      countChanges(changes.slice(0, 160)),
      countChanges(changes.slice(100, 300)),
      countChanges(changes.slice(0, 30)),
    ]);
    expect(await figures(company)).toEqual({
      items: 150,
      paid: 75,
      used: 75,
      transactions: 150,
    });
  });
});
