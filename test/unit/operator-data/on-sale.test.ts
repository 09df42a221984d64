import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { productKey, type ExperienceRow } from '../../../functions/domain/catalog/products/rows.ts';
import { importOperatorData } from '../../../functions/domain/administration/operator-data/import.ts';
import { switchOnSale } from '../../../functions/domain/administration/operator-data/apply-on-sale.ts';
import { documents } from '../../../functions/storage/client.ts';
import { TransactWriteCommand, UpdateCommand, type TableCommand } from '../../../functions/storage/commands.ts';
import { getRow } from '../../../functions/storage/table.ts';
import { transact } from '../../../functions/storage/transactions.ts';
import { seatsOfEvent } from '../../../functions/domain/catalog/stock/rows.ts';
import { moveStockWrites } from '../../../functions/domain/catalog/stock/counters.ts';
import { figuresOf, readSpreadCounter } from '../../../functions/domain/catalog/stock/shares.ts';
import { startTable, type TestTable } from '../../support/table.ts';
import { company, event, experience, option } from './samples.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

let slug = '';
let serial = 0;
const file = (amount: number) => ({
  companies: [company(slug)],
  experiences: [experience(slug, 1, [option(1, { amount, stock: 100 }), option(2, { amount, stock: 100 })])],
});
beforeEach(async () => {
  slug = `concurrent-${++serial}`;
  await importOperatorData(file(10_000));
});

const options = async () =>
  (await getRow<ExperienceRow>(productKey(slug, 'gcv_1'), { consistent: true }))?.options.map(
    ({ id, amount, on_sale }) => ({ id, amount, on_sale }),
  );

/** Commits `other` between the read and the next write of the product. */
const before = (isIt: (command: TableCommand<object, unknown>) => boolean, other: () => Promise<unknown>): void => {
  const { send } = documents;
  documents.send = async (command) => {
    if (isIt(command)) {
      documents.send = send;
      await other();
    }
    return send(command);
  };
};

const isOfProduct = ({ input }: TableCommand<object, unknown>): boolean =>
  JSON.stringify(input).includes('gcv_1#product');

test('an on-sale is enabled on the latest state after a concurrent import', async () => {
  before(
    (command) => command instanceof UpdateCommand && isOfProduct(command),
    () => importOperatorData(file(12_000)),
  );
  expect(await switchOnSale('gcvo_1', { company: slug, onSale: true })).toEqual({ company: slug, changed: true });
  expect(await options()).toEqual([
    { id: 1, amount: 12_000, on_sale: true },
    { id: 2, amount: 12_000, on_sale: undefined },
  ]);
});

test('an import without an on-sale keeps one that was started concurrently', async () => {
  before(
    (command) => command instanceof TransactWriteCommand && isOfProduct(command),
    () => switchOnSale('gcvo_2', { company: slug, onSale: true }),
  );
  await importOperatorData(file(13_000));
  expect(await options()).toEqual([
    { id: 1, amount: 13_000, on_sale: undefined },
    { id: 2, amount: 13_000, on_sale: true },
  ]);
});

test('a counter that is sharded during a restock has the units of the file', async () => {
  before(
    (command) => command instanceof TransactWriteCommand && JSON.stringify(command.input).includes('heldThen'),
    () => switchOnSale('gcvo_1', { company: slug, onSale: true }),
  );
  await importOperatorData({ restock: [{ option: 'gcvo_1', company: slug, remaining: 50 }] });
  const { root, shares } = await readSpreadCounter(slug, { productId: 'gcv_1', optionId: 'gcvo_1' });
  expect(root).toMatchObject({ spread: 'open' });
  const units = [root!, ...shares].reduce((sum, { remaining }) => sum + remaining, 0);
  expect([units, root?.putIn]).toEqual([50, 50]);
});

test('a dry run lists stock that would be reset, and resets nothing', async () => {
  const withStock = (stock: number | undefined) => ({
    companies: [company(slug)],
    experiences: [experience(slug, 3, [option(5, stock === undefined ? {} : { stock })])],
  });
  for (const stock of [10, undefined]) await importOperatorData(withStock(stock));
  const dry = () => importOperatorData(withStock(7), undefined, { isDryRun: true });
  const again = { action: 'update', what: 'stock of 1 options, set again', members: [] };
  expect((await dry()).changed).toContainEqual(again);
  expect((await dry()).changed).toContainEqual(again);
  const { changed } = await importOperatorData(withStock(7));
  expect(changed).toContainEqual(again);
  expect((await dry()).changes).toBe(0);
});

const counterOf = (option: number) => ({ productId: 'gcv_1', optionId: `gcvo_${option}` });
const unitsLeft = async (option: number): Promise<number> =>
  figuresOf(await readSpreadCounter(slug, counterOf(option))).remaining;
const sell = async (option: number, quantity: number, share?: number): Promise<void> => {
  const holds = [{ ...counterOf(option), quantity, ...(share === undefined ? {} : { share }) }];
  for (const move of ['take', 'sell'] as const) await transact(moveStockWrites(slug, holds, move));
};

describe('an import that plans again after a conflict does not return units that were sold since its restock', () => {
  test('of a counter', async () => {
    // More products than one transaction writes, so that another transaction restocks.
    const more = Array.from({ length: 33 }, (_, at) => experience(slug, at + 2, [option(at + 3)]));
    const { experiences, ...rest } = file(11_000);
    before(
      (command) => command instanceof TransactWriteCommand && isOfProduct(command),
      async () => {
        await importOperatorData(file(12_000));
        await expect.poll(() => unitsLeft(1)).toBe(50);
        await sell(1, 5);
      },
    );
    await importOperatorData({
      ...rest,
      experiences: [...experiences, ...more],
      restock: [{ option: 'gcvo_1', company: slug, remaining: 50 }],
    });
    expect((await options())?.[0]).toMatchObject({ amount: 11_000 });
    expect(await unitsLeft(1)).toBe(45);
  });

  test('of a counter in shares', async () => {
    const restock = (option: number, remaining: number) => ({ option: `gcvo_${option}`, company: slug, remaining });
    for (const option of [1, 2]) await switchOnSale(`gcvo_${option}`, { company: slug, onSale: true });
    before(
      (command) => command instanceof TransactWriteCommand && JSON.stringify(command.input).includes('#gcvo_2#'),
      async () => {
        await importOperatorData({ restock: [restock(2, 120)] });
        await sell(1, 5, 0);
      },
    );
    await importOperatorData({ restock: [restock(1, 150), restock(2, 150)] });
    expect([await unitsLeft(1), await unitsLeft(2)]).toEqual([145, 150]);
  });
});

describe('an import with a capacity and a restock of an event does not return seats that were sold since', () => {
  test.each([false, true])('if its on-sale is %j', async (isOnSale) => {
    const seats = seatsOfEvent('evt_1');
    const left = async () => figuresOf(await readSpreadCounter(slug, seats)).remaining;
    const events = (capacity: number) => [event(slug, 1, [option(1, { on_sale: isOnSale })], { seats: capacity })];
    await importOperatorData({ events: events(50) });
    const { send } = documents;
    documents.send = async (command) => {
      const result = await send(command);
      if (!(command instanceof TransactWriteCommand) || (await left()) !== 40) return result;
      documents.send = send;
      const holds = [{ ...seats, quantity: 5 }];
      for (const move of ['take', 'sell'] as const) await transact(moveStockWrites(slug, holds, move));
      return result;
    };
    await importOperatorData({ events: events(80), restock: [{ option: 'evt_1', company: slug, remaining: 40 }] });
    expect(await left()).toBe(35);
  });
});
