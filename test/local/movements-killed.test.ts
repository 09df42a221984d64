import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importOperatorData } from '../../functions/domain/administration/operator-data/import.ts';
import { switchOnSale } from '../../functions/domain/administration/operator-data/apply-on-sale.ts';
import { figuresOf, readSpreadCounter } from '../../functions/domain/catalog/stock/shares.ts';
import { EVENT_SEATS } from '../../functions/domain/catalog/stock/rows.ts';
import { productKey, type ExperienceRow } from '../../functions/domain/catalog/products/rows.ts';
import { getRow } from '../../functions/storage/table.ts';
import { listStockChanges } from '../../functions/domain/reporting/audit/list.ts';
import { documents } from '../../functions/storage/client.ts';
import { MemoryTable } from '../simulation/memory-table.ts';
import { company, event, experience, option } from '../unit/operator-data/samples.ts';

const SLUG = 'killed';
const { send } = documents;
const table = new MemoryTable();
beforeAll(() => table.install());
afterAll(() => Object.assign(documents, { send }));

const options = (limited: object, unlimited: object) => [
  option(1, unlimited),
  option(2, limited),
  option(3, { stock: 40 }),
  option(4, { stock: 200 }),
];
const BEFORE = {
  companies: [company(SLUG)],
  experiences: [experience(SLUG, 1, options({ stock: 30 }, {}))],
  events: [event(SLUG, 2, [option(9)], { seats: 100 })],
};
/**
 * Option 1 gets a limit, option 2 loses it, 3 and 4 are restocked, the event gets more seats. Options 2 and 4 are
 * sharded.
 */
const AFTER = {
  ...BEFORE,
  experiences: [experience(SLUG, 1, options({}, { stock: 25 }))],
  events: [event(SLUG, 2, [option(9)], { seats: 120 })],
  restock: [
    { option: 'gcvo_3', company: SLUG, remaining: 55 },
    { option: 'gcvo_4', company: SLUG, remaining: 150 },
  ],
};

/** Current values of a counter, and its movements, oldest first. */
const historyOf = async (optionId: string) => {
  const isEvent = optionId.startsWith('evt_');
  const counter = await readSpreadCounter(
    SLUG,
    isEvent ? { productId: optionId, optionId: EVENT_SEATS } : { productId: 'gcv_1', optionId },
  );
  const movements = (await listStockChanges(SLUG, optionId, 100)).toReversed().flatMap(({ changes }) => changes ?? []);
  const product = await getRow<ExperienceRow>(productKey(SLUG, 'gcv_1'));
  // The counter remains when the limit of its option is removed.
  const isLimited = product?.options.some(({ id, stock }) => `gcvo_${id}` === optionId && stock !== undefined);
  const now = isEvent ? counter.root?.seats : isLimited ? figuresOf(counter).remaining : null;
  return { now, movements: movements.map(({ before, after }) => [before, after]) };
};

const KILLED = new Error('killed');

/** Imports the file; the process ends before or after a write. Returns whether the import completed. */
const importsUntil = async (kill: { write: number; isAfter: boolean } | undefined): Promise<boolean> => {
  let writes = 0;
  table.carry = async ({ isWrite, effect }) => {
    if (!isWrite || writes++ !== kill?.write) return effect();
    if (kill.isAfter) await effect();
    throw KILLED;
  };
  try {
    await importOperatorData(AFTER);
    return true;
  } catch (error) {
    if (error !== KILLED) throw error;
    return false;
  } finally {
    table.carry = async ({ effect }) => effect();
  }
};

describe.each([false, true])('an import of stock that crashes at any of its writes (after: %s)', (isAfter) => {
  test('records one movement for each committed change, even after the import is repeated', async () => {
    let kills = 0;
    for (let write = 0; ; write++) {
      table.clear();
      await importOperatorData(BEFORE);
      for (const id of ['gcvo_2', 'gcvo_4']) await switchOnSale(id, { company: SLUG, onSale: true });
      if (await importsUntil({ write, isAfter })) break;
      kills++;
      // A counter with a single row changes in the transaction of its movement.
      for (const [id, first] of [
        ['gcvo_1', null],
        ['gcvo_2', 30],
        ['gcvo_3', 40],
      ] as const) {
        const { now, movements } = await historyOf(id);
        expect(movements, `${id}, write ${write}`).toEqual(now === first ? [] : [[first, now]]);
      }
      expect(await importsUntil(undefined)).toBe(true);
      expect(
        await Promise.all(['gcvo_1', 'gcvo_2', 'gcvo_3', 'gcvo_4', 'evt_2'].map(historyOf)),
        String(write),
      ).toEqual([
        { now: 25, movements: [[null, 25]] },
        { now: null, movements: [[30, null]] },
        { now: 55, movements: [[40, 55]] },
        { now: 150, movements: [[200, 150]] },
        { now: 120, movements: [[100, 120]] },
      ]);
    }
    expect(kills).toBeGreaterThanOrEqual(5);
  });
});
