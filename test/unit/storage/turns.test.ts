import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  giveTurnBack,
  isUsedUp,
  keepTurn,
  takeTurn,
  takeTurnForGood,
  type Limit,
} from '../../../functions/storage/turns.ts';
import { getRow } from '../../../functions/storage/table.ts';
import { startTable, type TestTable } from '../../support/table.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const limitOf = (name: string, most: number): Limit => ({
  key: { pk: `TURNS#${name}`, sk: '1' },
  most,
  endsAtMs: Date.now() + 60_000,
});

const take = (limit: Limit, count: number): Promise<boolean[]> =>
  Promise.all(Array.from({ length: count }, () => takeTurn(limit)));

describe('a limit', () => {
  test('that is used up refuses at once, however many come together', async () => {
    const limit = limitOf('used', 5);
    const answers = await Promise.all(Array.from({ length: 20 }, () => takeTurnForGood(limit)));
    expect(answers.filter(Boolean)).toHaveLength(5);
    expect(isUsedUp(limit, await getRow(limit.key))).toBe(true);
    expect(await takeTurn(limit)).toBe(false);
  });

  test('that is only busy lets those wait who come next, until turns are given back or kept', async () => {
    const limit = limitOf('busy', 3);
    expect(await take(limit, 3)).toEqual([true, true, true]);
    let waiting = 3;
    const next = Array.from({ length: 3 }, async () => {
      const passed = await takeTurn(limit);
      waiting--;
      return passed;
    });
    expect(isUsedUp(limit, await getRow(limit.key))).toBe(false);
    expect(waiting).toBe(3);
    await giveTurnBack(limit);
    await Promise.race(next);
    expect(waiting).toBe(2);
    // The one that passed and the two that never came back keep their turns: nothing is left for those who wait.
    await Promise.all([keepTurn(limit), keepTurn(limit), keepTurn(limit)]);
    expect((await Promise.all(next)).toSorted()).toEqual([false, false, true]);
  });

  test('never holds back those who give their turns back', async () => {
    const limit = limitOf('honest', 4);
    const answers = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const passed = await takeTurn(limit);
        await giveTurnBack(limit);
        return passed;
      }),
    );
    expect(answers.every(Boolean)).toBe(true);
    expect(await take(limit, 4)).toEqual([true, true, true, true]);
  });
});
