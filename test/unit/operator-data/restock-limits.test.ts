import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { switchOnSale } from '../../../functions/domain/administration/operator-data/apply-on-sale.ts';
import {
  importOperatorData,
  OperatorDataError,
} from '../../../functions/domain/administration/operator-data/import.ts';
import { productKey, type ExperienceRow } from '../../../functions/domain/catalog/products/rows.ts';
import { documents } from '../../../functions/storage/client.ts';
import { getRow } from '../../../functions/storage/table.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';
import { company, event, experience, option } from './samples.ts';

const SLUG = 'limits';
const { send } = documents;
const table = new MemoryTable();
beforeAll(() => table.install());
beforeEach(() => table.clear());
afterAll(() => Object.assign(documents, { send }));

const fileOf = (...options: object[]) => ({
  companies: [company(SLUG)],
  experiences: [experience(SLUG, 1, options)],
});
const LIMITED = option(1, { stock: 10 });
const UNLIMITED = option(1);
const restock = (remaining: number) => ({ restock: [{ option: 'gcvo_1', remaining }] });
const NO_STOCK = 'No option with a stock has the id gcvo_1.';
const faultsOf = async (file: object): Promise<string[]> => {
  const error: unknown = await importOperatorData(file).catch((thrown: unknown) => thrown);
  return error instanceof OperatorDataError ? error.faults.map(({ message }) => String(message)) : [];
};

test('an option that lost its limit cannot be restocked, because its sales would not be limited', async () => {
  await importOperatorData(fileOf(LIMITED));
  expect(await faultsOf({ ...fileOf(UNLIMITED), ...restock(5) })).toEqual([NO_STOCK]);
  await importOperatorData(fileOf(UNLIMITED));
  expect(await faultsOf(restock(5))).toEqual([NO_STOCK]);
  expect(await faultsOf({ ...fileOf(LIMITED), ...restock(5) })).toEqual([]);
  expect(await faultsOf(restock(7))).toEqual([]);
});

test('an event whose limit is removed cannot be restocked, because the restock would limit its sales again', async () => {
  const ofEvent = (seats: number | null) => ({
    companies: [company(SLUG)],
    events: [event(SLUG, 1, [option(1)], { seats })],
  });
  const seatsLeft = { restock: [{ option: 'evt_1', remaining: 5 }] };
  await importOperatorData(ofEvent(50));
  expect(await faultsOf({ ...ofEvent(null), ...seatsLeft })).toEqual(['No option with a stock has the id evt_1.']);
  expect(await faultsOf({ ...ofEvent(80), ...seatsLeft })).toEqual([]);
  await importOperatorData(ofEvent(null));
  expect(await faultsOf(seatsLeft)).toEqual(['No option with a stock has the id evt_1.']);
});

test('an option that lost its limit cannot be spread', async () => {
  await importOperatorData(fileOf(LIMITED));
  await importOperatorData(fileOf(UNLIMITED));
  expect(await switchOnSale('gcvo_1', { company: SLUG, onSale: true })).toEqual({ fault: NO_STOCK });
  const row = await getRow<ExperienceRow>(productKey(SLUG, 'gcv_1'));
  expect(row?.options[0]?.on_sale).toBeUndefined();
});

test('an import lists the members that it changes, without counts, keys and conditions', async () => {
  await importOperatorData(fileOf(LIMITED));
  expect((await importOperatorData(restock(5))).changed).toEqual([
    { action: 'update', what: `stock gcvo_1 of ${SLUG}`, members: ['remaining'] },
  ]);
  const parent = { companies: [company('parent'), company(SLUG, { parent: 'parent' })] };
  expect((await importOperatorData(parent)).changed).toContainEqual({
    action: 'update',
    what: `companies ${SLUG} "${SLUG}"`,
    members: ['parent'],
  });
});
