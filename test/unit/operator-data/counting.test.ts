import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { importOperatorData } from '../../../functions/domain/administration/operator-data/import.ts';
import { listEvents } from '../../../functions/domain/reporting/reports/events.ts';
import { StockShort, reserveStock } from '../../../functions/domain/catalog/products/reserve-stock.ts';
import { moveStockWrites, type StockHold } from '../../../functions/domain/catalog/stock/counters.ts';
import { seatsOfEvent, stockKey, type StockRow } from '../../../functions/domain/catalog/stock/rows.ts';
import { readSpreadCounter, sharesFor } from '../../../functions/domain/catalog/stock/shares.ts';
import { documents } from '../../../functions/storage/client.ts';
import { getRow, deleteRow } from '../../../functions/storage/table.ts';
import { transact } from '../../../functions/storage/transactions.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';
import { company, event, option } from './samples.ts';

const { send } = documents;
const table = new MemoryTable();
beforeAll(() => table.install());
afterAll(() => Object.assign(documents, { send }));

let serial = 0;
let slug: string;
beforeEach(() => {
  slug = `counted-${++serial}`;
});

const seatsKey = () => stockKey(slug, 'evt_1', 'seats');
const seats = (): Promise<StockRow | undefined> => getRow<StockRow>(seatsKey(), { consistent: true });

const file = (more: object, options: object[] = [option(1)]) => ({
  companies: [company(slug)],
  events: [event(slug, 1, options, more)],
});
/** Takes seats as an order does. */
const take = async (quantity: number): Promise<StockHold[]> => {
  let taken: StockHold[] = [];
  await reserveStock({
    company: slug,
    lines: [{ holds: [{ ...seatsOfEvent('evt_1'), quantity }] }],
    sharesOf: () => undefined,
    commit: async ([line]) => {
      taken = line?.holds ?? [];
      await transact(moveStockWrites(slug, taken, 'take'));
    },
  });
  return taken;
};
const releaseHolds = (holds: readonly StockHold[]) => transact(moveStockWrites(slug, holds, 'release'));
const refused = (quantity: number): Promise<ReadonlyMap<string, number>> =>
  take(quantity).then(
    () => new Map(),
    (error: unknown) => (error instanceof StockShort ? error.left : Promise.reject(error)),
  );
const report = async () =>
  (await listEvents(slug, { online: false, private: false, limit: 9, startingAfter: undefined })).data[0];

describe('the seats of an event', () => {
  test('are counted without a limit, and a later limit includes the seats sold before', async () => {
    await importOperatorData(file({}));
    await take(3);
    await take(2);
    expect(await report()).toMatchObject({ sold: 0, blocked: 5, all: 5 });
    expect((await importOperatorData(file({ seats: 6 }))).changes).toBe(2);
    expect((await importOperatorData(file({ seats: 6 }))).changes).toBe(0);
    expect(await report()).toMatchObject({ sold: 0, blocked: 5, all: 6 });
    expect(await refused(2)).toEqual(new Map([['stock:evt_1:seats', 1]]));
    await take(1);
    expect(await seats()).toMatchObject({ remaining: 0, held: 6, putIn: 6 });
  });

  test('may be set below the number sold: tickets remain valid, and sales stop until enough are returned', async () => {
    await importOperatorData(file({ seats: 9 }));
    const [first, second] = [await take(4), await take(3)];
    await importOperatorData(file({ seats: 5 }));
    expect(await report()).toMatchObject({ blocked: 7, all: 5 });
    expect(await refused(1)).toEqual(new Map([['stock:evt_1:seats', 0]]));
    await releaseHolds(second);
    expect(await refused(2)).toEqual(new Map([['stock:evt_1:seats', 1]]));
    await releaseHolds(first);
    await take(5);
    await importOperatorData(file({ seats: null }));
    await take(40);
    expect(await report()).toMatchObject({ blocked: 45, all: 45 });
  });

  test('of limited options are their sum, counted separately', async () => {
    await importOperatorData(file({}, [option(1, { stock: 10 }), option(2)]));
    await take(4);
    await transact(moveStockWrites(slug, [{ productId: 'evt_1', optionId: 'evto_1', quantity: 1 }], 'take'));
    expect(await report()).toMatchObject({ blocked: 4, all: 13 });
  });

  test('are not limited in the report by an option whose own limit was removed, or set after its sales', async () => {
    await importOperatorData(file({ seats: 40 }, [option(1, { stock: 10 })]));
    expect(await report()).toMatchObject({ all: 10 });
    await importOperatorData(file({ seats: 40 }, [option(1)]));
    expect(await report()).toMatchObject({ all: 40 });
    await take(12);
    await importOperatorData(file({ seats: null }, [option(1)]));
    expect(await report()).toMatchObject({ blocked: 12, all: 12 });
    await importOperatorData(file({ seats: 40 }, [option(1, { stock: 3 })]));
    expect(await report()).toMatchObject({ blocked: 12, all: 15 });
  });

  test('are limited to the remaining number in a restock of the same file, and later files keep that limit', async () => {
    await importOperatorData(file({}));
    await take(2);
    const restock = [{ option: 'evt_1', company: slug, remaining: 30 }];
    await importOperatorData({ ...file({ seats: 6 }), restock });
    expect(await seats()).toMatchObject({ remaining: 30, held: 2 });
    expect((await importOperatorData({ ...file({ seats: 6 }), restock })).changes).toBe(0);
    expect((await importOperatorData(file({ seats: 6 }))).changes).toBe(0);
    await importOperatorData(file({ seats: 7 }));
    expect(await seats()).toMatchObject({ remaining: 5, held: 2 });
  });

  test('of an on-sale are sharded with or without a limit, and the limit applies to all shards', async () => {
    const onSale = [option(1, { on_sale: true })];
    await importOperatorData(file({}, onSale));
    const share = { ...seatsOfEvent('evt_1'), quantity: 4, share: 7 };
    await transact(moveStockWrites(slug, [share], 'take'));
    expect(await report()).toMatchObject({ blocked: 4, all: 4 });
    await importOperatorData(file({ seats: 50 }, onSale));
    const { root, shares } = await readSpreadCounter(slug, seatsOfEvent('evt_1'));
    expect(root).toMatchObject({ spread: 'open', putIn: 50, remaining: 0 });
    const left = shares.map(({ remaining }) => remaining).filter((remaining) => remaining > 0);
    expect([left.length, left.reduce((sum, each) => sum + each, 0)]).toEqual([sharesFor(46), 46]);
    expect(await refused(47)).toEqual(new Map([['stock:evt_1:seats', 46]]));
  });

  test('get their counter with the first ticket of an event that was imported before seats were counted', async () => {
    await importOperatorData(file({}));
    await deleteRow(seatsKey());
    await take(2);
    expect(await seats()).toMatchObject({ seats: null, held: 2 });
    await importOperatorData(file({ seats: 3 }));
    expect(await refused(2)).toEqual(new Map([['stock:evt_1:seats', 1]]));
  });
});

describe('the seats of an event in a file', () => {
  test('are counted before the event is visible, so an interrupted import never oversells', async () => {
    const written: string[] = [];
    table.carry = async ({ name, what, effect }) => {
      if (name === 'TransactWrite') written.push(what);
      if (name === 'TransactWrite' && written.length > 1) throw new Error('killed');
      return effect();
    };
    await expect(importOperatorData(file({ seats: 4 }))).rejects.toThrow('killed');
    table.carry = async ({ effect }) => effect();
    expect(written[0]).toContain('stock');
    expect(await seats()).toMatchObject({ remaining: 4, seats: 4 });
    await importOperatorData(file({ seats: 4 }));
    await take(4);
    expect(await refused(1)).toEqual(new Map([['stock:evt_1:seats', 0]]));
  });

  test('limit the first tickets even before their counter exists', async () => {
    await importOperatorData(file({ seats: 4 }));
    await deleteRow(seatsKey());
    expect(await refused(5)).toEqual(new Map([['stock:evt_1:seats', 4]]));
    await take(4);
    expect(await seats()).toMatchObject({ remaining: 0, held: 4, seats: 4 });
  });
});
