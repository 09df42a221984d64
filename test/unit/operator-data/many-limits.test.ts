import { afterAll, beforeAll, expect, test } from 'vitest';
import { importOperatorData } from '../../../functions/domain/administration/operator-data/import.ts';
import { productKey, type ExperienceRow } from '../../../functions/domain/catalog/products/rows.ts';
import { stockKey, type StockRow } from '../../../functions/domain/catalog/stock/rows.ts';
import { auditOfOption, type AuditRow } from '../../../functions/storage/audit.ts';
import { documents } from '../../../functions/storage/client.ts';
import { rowUpdate } from '../../../functions/storage/row-update.ts';
import { getRow, getRows, queryAll, updateRow, type Key } from '../../../functions/storage/table.ts';
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

test('an import that is refused because the product was edited lists no movement', async () => {
  table.clear();
  await importOperatorData(fileOf({}));
  const key = productKey(SLUG, 'gcv_1');
  const { send: untouched } = documents;
  documents.send = async (command) => {
    const text = JSON.stringify(command.input);
    if (command.constructor.name.startsWith('Transact') && text.includes('"Update"') && text.includes(key.sk)) {
      documents.send = untouched;
      await updateRow(rowUpdate({ key, add: { version: 1, edits: 1 } }));
    }
    return untouched(command);
  };
  await expect(importOperatorData(fileOf({ stock: 5 }))).rejects.toMatchObject({
    faults: [{ message: expect.stringContaining('changed through the API or the desk') as unknown }],
  });
  documents.send = untouched;
  expect(await stocks()).toEqual(IDS.map(() => undefined));
  expect(await movements()).toEqual(IDS.map(() => []));
});
