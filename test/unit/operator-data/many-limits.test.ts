import { afterAll, beforeAll, expect, test } from 'vitest';
import { importOperatorData } from '../../../functions/domain/administration/operator-data/import.ts';
import { productKey, type ExperienceRow } from '../../../functions/domain/catalog/products/rows.ts';
import { stockKey, type StockRow } from '../../../functions/domain/catalog/stock/rows.ts';
import { auditOfOption, type AuditRow } from '../../../functions/storage/audit.ts';
import { documents } from '../../../functions/storage/client.ts';
import { getRow, getRows, queryAll, type Key } from '../../../functions/storage/table.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';
import { company, experience, option } from './samples.ts';

const { send } = documents;
const table = new MemoryTable();
beforeAll(() => table.install());
afterAll(() => Object.assign(documents, { send }));

const SLUG = 'many-limits';
const IDS = Array.from({ length: 130 }, (_, at) => at + 1);

const fileOf = (more: object) => {
  const options = IDS.map((id) => option(id, more));
  return { companies: [company(SLUG)], experiences: [experience(SLUG, 1, options)] };
};
const stocks = async (): Promise<unknown[]> =>
  (await getRow<ExperienceRow>(productKey(SLUG, 'gcv_1')))?.options.map(({ stock }) => stock) ?? [];
/** The movements of each option, from and to. */
const movements = (): Promise<unknown[]> =>
  Promise.all(
    IDS.map(async (id) => {
      const keys = await queryAll<Key>(auditOfOption(SLUG, `gcvo_${id}`));
      const rows = await getRows(keys);
      const changes = keys.flatMap((key) => rows.get<AuditRow>(key)?.changes ?? []);
      return changes.map(({ before, after }) => [before, after]);
    }),
  );

test('a product may get or lose the limits of more options than fit into one transaction', async () => {
  await importOperatorData(fileOf({}));
  await importOperatorData(fileOf({ stock: 5 }));
  expect(await stocks()).toEqual(IDS.map(() => 5));
  for (const id of IDS)
    expect(await getRow<StockRow>(stockKey(SLUG, 'gcv_1', `gcvo_${id}`))).toMatchObject({ remaining: 5 });
  expect(await movements()).toEqual(IDS.map(() => [[null, 5]]));
  await importOperatorData(fileOf({}));
  expect(await stocks()).toEqual(IDS.map(() => undefined));
  const both = expect.arrayContaining([
    [null, 5],
    [5, null],
  ]) as unknown;
  expect(await movements()).toEqual(IDS.map(() => both));
});
