import { afterAll, beforeAll, expect, test } from 'vitest';
import { importOperatorData } from '../../functions/domain/administration/operator-data/import.ts';
import { searchAllItems } from '../../functions/domain/value/items/search/search.ts';
import { putRow } from '../../functions/storage/table.ts';
import { startTableInProcess, type TestTable } from '../support/table.ts';
import { company } from '../unit/operator-data/samples.ts';
import { sampleFacts, sampleItem } from '../unit/items/sample.ts';

/** Maximum number of items in a list with a total (lib/reference/limits.md). */
const MAXIMUM = 20_000;

const { orderId } = sampleFacts();
const item = (sequence: number) =>
  sampleItem({ sequence, code: `CODE-${sequence}`, orderItems: MAXIMUM, company: 'shop' });
const search = {
  orderId,
  groupCode: undefined,
  text: undefined,
  statuses: [],
  types: [],
  onlyClaimable: false,
  dateFrom: undefined,
  dateTo: undefined,
};

let table: TestTable;
beforeAll(async () => {
  table = await startTableInProcess([Array.from({ length: MAXIMUM }, (_, sequence) => item(sequence))]);
  await importOperatorData({ companies: [company('shop')] });
});
afterAll(() => table.stop());

test('a list with a total has at most 20,000 items, and is otherwise rejected', async () => {
  expect((await searchAllItems('shop', search)).items).toHaveLength(MAXIMUM);
  await putRow(item(MAXIMUM));
  await expect(searchAllItems('shop', search)).rejects.toMatchObject({ status: 422 });
});
