import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApiError, unavailable } from '../../../functions/platform/errors.ts';
import { getRow, putRow } from '../../../functions/storage/table.ts';
import { transact, TransactionRefused } from '../../../functions/storage/transactions.ts';
import {
  StockShort,
  reserveStock,
  type StockConsumer,
} from '../../../functions/domain/catalog/products/reserve-stock.ts';
import { holdName, moveStockWrites } from '../../../functions/domain/catalog/stock/counters.ts';
import {
  seatsOfEvent,
  shareCodec,
  shareKey,
  stockKey,
  type StockRow,
} from '../../../functions/domain/catalog/stock/rows.ts';
import { readSpreadCounter, sharesFor, withShares } from '../../../functions/domain/catalog/stock/shares.ts';
import { setSeats } from '../../../functions/domain/administration/operator-data/set-seats.ts';
import { productKey } from '../../../functions/domain/catalog/products/rows.ts';
import { closeShares, openShares, restockShares, taken } from '../../../functions/domain/catalog/stock/spread.ts';
import { documents } from '../../../functions/storage/client.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';

const { send } = documents;
const table = new MemoryTable();
beforeAll(() => table.install());
afterAll(() => Object.assign(documents, { send }));

let serial = 0;
let company: string;
const counter = { productId: 'evt_1', optionId: 'evto_1' };

const putIn = async (units: number): Promise<void> => {
  company = `crowd-${++serial}`;
  const figures = { remaining: units, held: 0, sold: 0, putIn: units };
  const row: StockRow = { ...stockKey(company, 'evt_1', 'evto_1'), type: 'stock', v: 1, ...counter, ...figures };
  await putRow(row);
};

/** Changes the seats of the event, and then its counter. */
const changeSeats = async (seats: number): Promise<boolean> => {
  table.put({ ...productKey(company, 'evt_1'), type: 'event', v: 1, version: ++serial, seats });
  return setSeats(company, 'evt_1');
};

const left = async (): Promise<number> => {
  const { root, shares } = await readSpreadCounter(company, counter);
  return shares.reduce((sum, { remaining }) => sum + remaining, root?.remaining ?? 0);
};

/** An order of N units; returns its units by row. */
const order = async (units: number, company_ = company, counter_ = counter): Promise<StockConsumer> => {
  let taken: StockConsumer = { holds: [] };
  await reserveStock({
    company: company_,
    lines: [{ holds: [{ ...counter_, quantity: units }] }],
    sharesOf: () => sharesFor(units * 10),
    commit: async (lines) => {
      await transact(
        moveStockWrites(
          company_,
          lines.flatMap(({ holds }) => holds),
          'take',
        ),
      );
      taken = lines[0] ?? taken;
    },
  });
  return taken;
};

describe('sharded stock', () => {
  beforeEach(() => putIn(300));

  it('is distributed evenly, to the last unit, and is shown as one number', async () => {
    expect(await openShares(company, counter)).toBe(true);
    expect(await openShares(company, counter)).toBe(false);
    const { root, shares } = await readSpreadCounter(company, counter);
    expect([root?.remaining, shares.length]).toEqual([0, 30]);
    expect(new Set(shares.map(({ remaining }) => remaining))).toEqual(new Set([10]));
    const shown = await withShares(company, root ? [root] : []);
    expect(shown).toMatchObject([{ remaining: 300, held: 0, sold: 0 }]);
  });

  it('fills an order from one share, from several when none has enough, and sells its last unit', async () => {
    await openShares(company, counter);
    expect((await order(3)).holds).toHaveLength(1);
    const large = await order(45);
    expect(large.holds.length).toBeGreaterThan(4);
    expect(large.holds.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(45);
    await order(252);
    expect(await left()).toBe(0);
    await expect(order(1)).rejects.toMatchObject({ left: new Map([['stock:evt_1:evto_1', 0]]) });
  });

  it('gathers units from more rows than a transaction allows', async () => {
    await putIn(1);
    await openShares(company, counter);
    for (let share = 1; share < 150; share++) {
      const figures = { remaining: 1, held: 0, sold: 0 };
      await putRow(shareCodec.write({ ...shareKey(company, counter, share), ...counter, share, ...figures }));
    }
    expect((await order(120)).holds).toEqual([{ ...counter, quantity: 120 }]);
    expect(await left()).toBe(30);
  });

  it('is returned to the row that it came from', async () => {
    await openShares(company, counter);
    const { holds } = await order(45);
    await transact(moveStockWrites(company, holds, 'release'));
    const { shares } = await readSpreadCounter(company, counter);
    expect(new Set(shares.map(({ remaining, held }) => `${remaining} ${held}`))).toEqual(new Set(['10 0']));
  });

  it('returns to one counter, and units that orders return later are sold as well', async () => {
    await openShares(company, counter);
    const { holds } = await order(45);
    expect(await closeShares(company, counter)).toBe(true);
    expect(await getRow<StockRow>(stockKey(company, 'evt_1', 'evto_1'))).toMatchObject({
      remaining: 255,
      spread: 'closed',
    });
    await transact(moveStockWrites(company, holds, 'release'));
    await order(300);
    expect(await left()).toBe(0);
  });

  it('does not sell returned units while more units are sold than the capacity', async () => {
    const seats = seatsOfEvent('evt_1');
    await changeSeats(40);
    await openShares(company, seats);
    const orders = [await order(10, company, seats), await order(8, company, seats), await order(4, company, seats)];
    expect(await changeSeats(15)).toBe(true);
    await openShares(company, seats);
    const seatsLeft = async (): Promise<number> => {
      const { root, shares } = await readSpreadCounter(company, seats);
      return shares.reduce((sum, { remaining }) => sum + remaining, root?.remaining ?? 0);
    };
    expect(await seatsLeft()).toBe(-7);
    await transact(moveStockWrites(company, orders[2]?.holds ?? [], 'release'));
    expect(await seatsLeft()).toBe(-3);
    await expect(order(1, company, seats)).rejects.toBeInstanceOf(StockShort);
    await transact(moveStockWrites(company, orders[1]?.holds ?? [], 'release'));
    expect(await seatsLeft()).toBe(5);
    await expect(order(6, company, seats)).rejects.toBeInstanceOf(StockShort);
    await order(2, company, seats);
    await order(3, company, seats);
    await expect(order(1, company, seats)).rejects.toBeInstanceOf(StockShort);
    // Additional seats are sharded, and sold together with returned ones.
    await changeSeats(30);
    await openShares(company, seats);
    await transact(moveStockWrites(company, orders[0]?.holds ?? [], 'release'));
    // Refused orders above may have enabled shared reads, which last this long.
    await setTimeout(300);
    await order(25, company, seats);
    expect(await seatsLeft()).toBe(0);
  });

  it('is sharded and gathered concurrently without losing or adding a unit', async () => {
    for (let round = 0; round < 20; round++) {
      await Promise.all([
        openShares(company, counter),
        closeShares(company, counter),
        order(7).then(({ holds }) => transact(moveStockWrites(company, holds, 'release'))),
        openShares(company, counter),
        closeShares(company, counter),
      ]);
      expect(await left()).toBe(300);
    }
    await order(300);
  });

  it('is empty when the capacity is lowered below the sold seats during sharding', async () => {
    const seats = seatsOfEvent('evt_1');
    for (let round = 0; round < 20; round++) {
      await putIn(1);
      await changeSeats(40);
      await openShares(company, seats);
      await order(20, company, seats);
      await Promise.all([
        openShares(company, seats),
        changeSeats(15),
        closeShares(company, seats).then(() => openShares(company, seats)),
      ]);
      const { root, shares } = await readSpreadCounter(company, seats);
      expect([root?.remaining, Math.max(...shares.map(({ remaining }) => remaining))]).toEqual([-5, 0]);
      await expect(order(1, company, seats)).rejects.toBeInstanceOf(StockShort);
    }
  });

  it.each([500, 20, 0])('is set to %i while some of it is held', async (units) => {
    await openShares(company, counter);
    await order(45);
    expect(await restockShares(company, counter, units)).toBe(true);
    expect(await restockShares(company, counter, units)).toBe(false);
    expect(await left()).toBe(units);
    const { root } = await readSpreadCounter(company, counter);
    expect(root?.putIn).toBe(units + 45);
  });
});

describe('an order that cannot reserve stock', () => {
  const busy = async (sharesOf: () => number | undefined): Promise<{ error: unknown; tries: number }> => {
    let tries = 0;
    const lines = [{ holds: [{ ...counter, quantity: 1 }] }];
    const commit = (): Promise<void> => {
      tries++;
      return Promise.reject(unavailable('service_busy', 'Too many changes at once.'));
    };
    const error: unknown = await reserveStock({ company: 'none', lines, sharesOf, commit }).catch(
      (thrown: unknown) => thrown,
    );
    return { error, tries };
  };

  it('returns 429 with Retry-After, after it has tried another share', async () => {
    const { error, tries } = await busy(() => 16);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(Number((error as ApiError).headers['Retry-After'])).toBeGreaterThanOrEqual(1);
    expect(tries).toBe(2);
  });

  it('is tried once when the units of its counter are in one row', async () => {
    expect((await busy(() => undefined)).tries).toBe(1);
  });

  it.each([
    ['returns 429 when others take its units again and again', [], 8],
    ['is not tried again when another of its writes is refused as well', ['idempotency'], 1],
  ])('%s', async (_, others, expected) => {
    await putIn(300);
    await openShares(company, counter);
    let tries = 0;
    const commit = (taking: StockConsumer[]): Promise<void> => {
      tries++;
      const names = [...taking.flatMap(({ holds }) => holds.map(holdName)), ...others];
      return Promise.reject(new TransactionRefused(names.map((name, index) => ({ index, name, row: undefined }))));
    };
    const lines = [{ holds: [{ ...counter, quantity: 1 }] }];
    const error: unknown = await reserveStock({ company, lines, sharesOf: () => sharesFor(300), commit }).catch(
      (thrown: unknown) => thrown,
    );
    expect(tries).toBe(expected);
    if (expected === 1) expect(error).toBeInstanceOf(TransactionRefused);
    else expect(error).toMatchObject({ status: 429 });
  });

  it('is refused when a single counter has too few units', async () => {
    await putIn(2);
    const lines = [{ holds: [{ ...counter, quantity: 3 }] }];
    const commit = (taking: StockConsumer[]): Promise<void> =>
      transact(
        moveStockWrites(
          company,
          taking.flatMap(({ holds }) => holds),
          'take',
        ),
      );
    await expect(reserveStock({ company, lines, sharesOf: () => undefined, commit })).rejects.toBeInstanceOf(
      StockShort,
    );
  });
});

it('units are removed from as few rows as possible', () => {
  const rows = [
    { share: undefined, by: 1 },
    { share: 0, by: 2 },
    { share: 1, by: 5 },
  ];
  expect(taken(rows, 5)).toEqual([{ share: 1, by: -5 }]);
  expect(taken(rows, 6)).toEqual([
    { share: 1, by: -5 },
    { share: 0, by: -1 },
  ]);
});
