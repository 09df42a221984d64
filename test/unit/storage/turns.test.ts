import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { clock } from '../../../functions/platform/clock.ts';
import {
  freeAtMs,
  giveTurnBack,
  keepTurn,
  takeTurn,
  takeTurnForGood,
  type Limit,
  type Taken,
  type Turn,
} from '../../../functions/storage/turns.ts';
import { getRow } from '../../../functions/storage/table.ts';
import { startTable, type TestTable } from '../../support/table.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());
afterEach(() => vi.restoreAllMocks());

const MINUTE_MS = 60_000;
const limitOf = (name: string, most: number): Limit => ({
  key: { pk: `TURNS#${name}`, sk: '1' },
  most,
  lengthMs: MINUTE_MS,
});

const turnsIn = (taken: readonly Taken[]): Turn[] => taken.flatMap((each) => ('turn' in each ? [each.turn] : []));
const turnOf = async (limit: Limit): Promise<Turn> => {
  const [turn] = turnsIn([await takeTurn(limit)]);
  if (!turn) throw new Error('There was no turn left');
  return turn;
};
const freeAt = async (limit: Limit) => freeAtMs(limit, await getRow(limit.key));

describe('a limit', () => {
  test('that is used up refuses at once, however many come together, and tells until when', async () => {
    const limit = limitOf('used', 5);
    const answers = await Promise.all(Array.from({ length: 20 }, () => takeTurnForGood(limit)));
    const [turn, ...others] = turnsIn(answers);
    expect(others).toHaveLength(4);
    expect(await freeAt(limit)).toBe(turn?.endsAtMs);
    expect(await takeTurn(limit)).toEqual({ freeAtMs: turn?.endsAtMs });
  });

  test('that is only busy lets those wait who come next, until turns are given back or kept', async () => {
    const limit = limitOf('busy', 3);
    const [first, second, third] = [await turnOf(limit), await turnOf(limit), await turnOf(limit)];
    let waiting = 3;
    const next = Array.from({ length: 3 }, async () => {
      const taken = await takeTurn(limit);
      waiting--;
      return 'turn' in taken;
    });
    expect(await freeAt(limit)).toBeUndefined();
    expect(waiting).toBe(3);
    await giveTurnBack(first);
    await Promise.race(next);
    expect(waiting).toBe(2);
    // The one that passed and the two that never came back keep their turns: nothing is left for those who wait.
    await Promise.all([keepTurn(second), keepTurn(third), keepTurn(third)]);
    expect((await Promise.all(next)).toSorted()).toEqual([false, false, true]);
  });

  test('never holds back those who give their turns back', async () => {
    const limit = limitOf('honest', 4);
    await Promise.all(Array.from({ length: 12 }, async () => giveTurnBack(await turnOf(limit))));
    expect(turnsIn(await Promise.all(Array.from({ length: 4 }, () => takeTurn(limit))))).toHaveLength(4);
  });
});

describe('the window of a limit', () => {
  const at = (ms: number) => vi.spyOn(clock, 'nowMs').mockReturnValue(ms);
  const useUp = async (limit: Limit): Promise<number> =>
    turnsIn(await Promise.all(Array.from({ length: limit.most + 3 }, () => takeTurnForGood(limit)))).length;
  const NOON = Date.UTC(2027, 5, 1, 12);

  test('begins with the first use, wherever the clock stands, and gives all turns anew when it is over', async () => {
    const limit = limitOf('window', 4);
    at(NOON - 5_000);
    expect(await useUp(limit)).toBe(4);
    at(NOON);
    expect(await useUp(limit)).toBe(0);
    at(NOON + MINUTE_MS - 5_001);
    expect(await takeTurn(limit)).toEqual({ freeAtMs: NOON + MINUTE_MS - 5_000 });
    at(NOON + MINUTE_MS - 5_000);
    expect(await freeAt(limit)).toBeUndefined();
    expect(await useUp(limit)).toBe(4);
  });

  test('counts nothing of a use that is given back or kept after it', async () => {
    const limit = limitOf('late', 2);
    at(NOON);
    const [early, late] = [await turnOf(limit), await turnOf(limit)];
    at(NOON + MINUTE_MS);
    const [first, second] = [await turnOf(limit), await turnOf(limit)];
    await Promise.all([giveTurnBack(early), keepTurn(late), keepTurn(first), keepTurn(second)]);
    expect(await takeTurn(limit)).toEqual({ freeAtMs: NOON + 2 * MINUTE_MS });
  });

  test('is another one once the clock has gone back behind it', async () => {
    const limit = limitOf('back', 2);
    at(NOON + 100 * MINUTE_MS);
    expect(await useUp(limit)).toBe(2);
    at(NOON);
    expect(await useUp(limit)).toBe(2);
  });
});
