import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerRow } from '../../../functions/domain/value/items/ledger/register.ts';
import { reindexItems } from '../../../functions/domain/value/items/search/reindex.ts';
import { issueItems } from '../../../functions/domain/value/items/issuance/issue.ts';
import { searchItems } from '../../../functions/domain/value/items/search/search.ts';
import { suffixEntries } from '../../../functions/domain/value/items/search/suffix-index.ts';
import { importOperatorData } from '../../../functions/domain/administration/operator-data/import.ts';
import { everyRow } from '../../../functions/storage/every-row.ts';
import { putRows } from '../../../functions/storage/put-rows.ts';
import type { Row } from '../../../functions/storage/table.ts';
import { startTable, type TestTable } from '../../support/table.ts';
import { company } from '../operator-data/samples.ts';
import { itemFacts } from '../reports/items.ts';

const SLUG = 'filed';
const ORDERS = 60;
const PER_ORDER = 2;

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
  await importOperatorData({ companies: [company(SLUG)] });
  const items = Array.from({ length: ORDERS * PER_ORDER }, (_, number) => {
    const order = Math.floor(number / PER_ORDER);
    return itemFacts({
      company: SLUG,
      code: `CODE-${String((number * 7919) % 100_000).padStart(5, '0')}`,
      orderId: `ord_${String(order).padStart(32, '0')}`,
      orderItems: PER_ORDER,
      sequence: number % PER_ORDER,
      createdAtMs: Date.UTC(2026, 1, 1) + order * 60_000,
      sender: { name: `Common Buyer${order}`, email: `buyer.${order}@mail.example`, phone: null },
      receiver: { name: null, email: null, phone: null },
    });
  });
  await issueItems(items.map((facts) => ({ facts, status: 6 as const, by: {}, requestId: 'r' })));
  // As they were filed before: under their texts, in rows of the first shape.
  await putRows(
    items.map((item) => {
      const { ix1pk: _pk, ix1sk: _sk, ...row } = registerRow(item);
      return { ...row, v: 1 };
    }),
  );
  await putRows(
    items
      .flatMap(suffixEntries)
      .map(({ partition, place }): Row => ({ pk: partition, sk: place, type: 'search', v: 1 })),
  );
}, 60_000);
afterAll(() => table.stop());

const found = async (text: string): Promise<string[]> => {
  const filter = { orderId: undefined, groupCode: undefined, statuses: [], types: [], onlyClaimable: false };
  const search = { ...filter, text, dateFrom: undefined, dateTo: undefined, startingAfter: undefined };
  const { data } = await searchItems(SLUG, { ...search, limit: ORDERS * PER_ORDER });
  return data.map(({ code }) => code);
};
const everything = async (): Promise<void> => {
  const codes = await found('common');
  expect(codes).toHaveLength(ORDERS * PER_ORDER);
  expect(new Set(codes).size).toBe(ORDERS * PER_ORDER);
  for (const order of [0, 31, ORDERS - 1]) {
    expect(await found(`buyer.${order}@mail`)).toHaveLength(PER_ORDER);
  }
  expect(await found('code-0')).not.toEqual([]);
};
const formerRows = async (): Promise<number> => {
  let count = 0;
  for await (const { pk } of everyRow(SLUG)) if (/^SEARCH#filed#(text|code)#/.test(pk)) count++;
  return count;
};

describe('filing anew', () => {
  test('what was filed before is found, while it is being filed anew, and after; each item once', async () => {
    await everything();
    const before = await formerRows();
    expect(before).toBeGreaterThan(ORDERS * 20);
    for await (const step of reindexItems(SLUG)) {
      expect(step.isDone).toBe(false);
      break;
    }
    expect(await formerRows()).toBeLessThan(before);
    expect(await formerRows()).toBeGreaterThan(0);
    await everything();
  });

  test('it goes on where it broke off, and leaves nothing of before', async () => {
    const steps = [];
    for await (const step of reindexItems(SLUG)) steps.push(step.items);
    expect(steps[0]).toBeGreaterThan(50);
    expect(steps.at(-1)).toBe(ORDERS * PER_ORDER);
    expect(await formerRows()).toBe(0);
    await everything();
  });

  test('done again it changes nothing', async () => {
    for await (const _step of reindexItems(SLUG));
    await everything();
  });
});
