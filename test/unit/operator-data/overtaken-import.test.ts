import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  importOperatorData,
  OperatorDataError,
} from '../../../functions/domain/administration/operator-data/import.ts';
import { productKey } from '../../../functions/domain/catalog/products/rows.ts';
import { documents } from '../../../functions/storage/client.ts';
import { rowUpdate } from '../../../functions/storage/row-update.ts';
import { getRow, updateRow } from '../../../functions/storage/table.ts';
import { faultLines } from '../../../lib/ops/import.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';
import { company, experience, option } from './samples.ts';

const SLUG = 'overtaken';
const { send } = documents;
const table = new MemoryTable();
beforeAll(() => table.install());
beforeEach(() => table.clear());
afterAll(() => Object.assign(documents, { send }));

const PRODUCTS = 80;
/** A product that is in another transaction than the company. */
const LAST = productKey(SLUG, `gcv_${PRODUCTS}`);

const fileOf = (amount: number, count = PRODUCTS) => ({
  companies: [company(SLUG, { name: `Prices ${amount}` })],
  experiences: Array.from({ length: count }, (_, at) => experience(SLUG, at + 1, [option(at + 1, { amount })])),
});

/** Changes the last product each time before the import writes it. */
const changeBeforeWrites = (change: () => Promise<unknown>): void => {
  const { send: untouched } = documents;
  documents.send = async (command) => {
    const isWrite = command.constructor.name.startsWith('Transact');
    if (isWrite && JSON.stringify(command.input).includes(LAST.sk)) {
      documents.send = untouched;
      await change();
      changeBeforeWrites(change);
    }
    return untouched(command);
  };
};
const changed = (members: object) => () => updateRow(rowUpdate({ key: LAST, add: { version: 1, ...members } }));
const importError = (file: object): Promise<unknown> =>
  importOperatorData(file).then(
    () => undefined,
    (error: unknown) => error,
  );

test('an import that is overtaken by an edit reports that it has already written a part', async () => {
  await importOperatorData(fileOf(100));
  const { send: untouched } = documents;
  changeBeforeWrites(changed({ edits: 1 }));
  const error = await importError(fileOf(200));
  documents.send = untouched;
  expect(await getRow(productKey(SLUG, 'gcv_1'))).toMatchObject({ options: [{ amount: 200 }] });
  expect(error).toBeInstanceOf(OperatorDataError);
  expect(faultLines('shop.json', error as OperatorDataError)).toEqual([
    `$.experiences[${PRODUCTS - 1}]: This was changed through the API or the desk during the import. Import the file again.`,
    'shop.json has one fault. A part of it was written before.',
  ]);
});

test('a file with faults is not written in part', async () => {
  const error = await importError({ ...fileOf(100), companies: [company(SLUG, { time_zone: 'Nowhere' })] });
  expect(faultLines('shop.json', error as OperatorDataError)).toEqual([
    expect.stringContaining('$.companies[0].time_zone: '),
    'shop.json has one fault. Nothing was written.',
  ]);
});

test('an import that other imports keep overtaking asks to import the file again', async () => {
  await importOperatorData(fileOf(100));
  const { send: untouched } = documents;
  changeBeforeWrites(changed({}));
  const error = await importError(fileOf(200));
  documents.send = untouched;
  expect(error).toMatchObject({
    code: 'service_busy',
    message: 'Other imports change the same companies again and again. Import the file again.',
  });
});
