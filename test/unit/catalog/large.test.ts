import { afterAll, beforeAll, expect, test } from 'vitest';
import { listProducts } from '../../../functions/domain/catalog/listing/list.ts';
import { importOperatorData } from '../../../functions/domain/administration/operator-data/import.ts';
import { startTable, type TestTable } from '../../support/table.ts';
import { company, experience, option } from '../operator-data/samples.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

test('a catalog too large for one response is paged, even without a limit', async () => {
  const options = (first: number) =>
    Array.from({ length: 12 }, (_, at) => option(first + at, { description: 'x'.repeat(20_000) }));
  const experiences = Array.from({ length: 30 }, (_, at) => experience('big', at + 1, options(at * 12 + 1)));
  await importOperatorData({ companies: [company('big')], experiences });
  const ids: string[] = [];
  let pages = 0;
  for (let startingAfter: string | undefined; pages === 0 || startingAfter !== undefined; pages++) {
    const query = { family: undefined, category: undefined, limit: undefined, startingAfter };
    const { page } = await listProducts('big', query);
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(6_000_000);
    ids.push(...page.data.flatMap((product) => product?.id ?? []));
    expect(page.has_more).toBe(page.next_cursor !== null);
    startingAfter = page.next_cursor ?? undefined;
  }
  expect(pages).toBe(2);
  expect(ids.filter((id) => id !== 'gift_card_value')).toEqual(experiences.map(({ id }) => `gcv_${id}`));
});
