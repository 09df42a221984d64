import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { clock } from '../../../functions/platform/clock.ts';
import {
  freeAtMs,
  giveTurnBack,
  keepTurn,
  takeTurn,
  consume,
  type Limit,
  type Taken,
  type Turn,
} from '../../../functions/storage/sliding-window.ts';
import { documents } from '../../../functions/storage/client.ts';
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
    const answers = await Promise.all(Array.from({ length: 20 }, () => consume(limit)));
    const moments = turnsIn(answers).map(({ atMs }) => atMs);
    expect(moments).toHaveLength(5);
    expect(await freeAt(limit)).toBe(Math.min(...moments) + MINUTE_MS);
    expect(await takeTurn(limit)).toEqual({ freeAtMs: Math.min(...moments) + MINUTE_MS });
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

describe('the stretch of a limit', () => {
  const at = (ms: number) => vi.spyOn(clock, 'nowMs').mockReturnValue(ms);
  const use = async (limit: Limit, times: number): Promise<number> =>
    turnsIn(await Promise.all(Array.from({ length: times }, () => consume(limit)))).length;
  const NOON = Date.UTC(2027, 5, 1, 12);

  test('is every one of its length, wherever the clock stands and whenever the first use was', async () => {
    const limit = limitOf('stretch', 4);
    at(NOON - 5_000);
    expect(await use(limit, 1)).toBe(1);
    at(NOON + 50_000);
    expect(await use(limit, 6)).toBe(3);
    at(NOON + 55_000);
    expect(await use(limit, 6)).toBe(1);
    expect(await takeTurn(limit)).toEqual({ freeAtMs: NOON + 110_000 });
    at(NOON + 109_999);
    expect(await use(limit, 6)).toBe(0);
    at(NOON + 110_000);
    expect(await freeAt(limit)).toBeUndefined();
    expect(await use(limit, 6)).toBe(3);
  });

  test('forgets as many uses as there were, however many they are', async () => {
    const limit = limitOf('many', 60);
    for (const round of [0, 1, 2]) {
      at(NOON + round * MINUTE_MS);
      expect(await use(limit, 70)).toBe(60);
    }
    const row = await getRow(limit.key);
    expect(Object.keys(row ?? {}).filter((name) => name.startsWith('use_')).length).toBe(row?.['turns' as never]);
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

  test('holds no use of a clock that has been set back since', async () => {
    const limit = limitOf('back', 2);
    at(NOON + 100 * MINUTE_MS);
    expect(await use(limit, 3)).toBe(2);
    at(NOON);
    expect(await use(limit, 3)).toBe(2);
  });

  test('holds a use once whose answer was lost', async () => {
    const limit = limitOf('lost', 2);
    const { send } = documents;
    documents.send = async (command) => {
      await send(command);
      return send(command);
    };
    try {
      expect(await use(limit, 1)).toBe(1);
    } finally {
      Object.assign(documents, { send });
    }
    expect(await use(limit, 3)).toBe(1);
  });
});
