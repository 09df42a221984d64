import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { clock } from '../../functions/platform/clock.ts';
import { LimitExceeded } from '../../functions/storage/limits/limit-exceeded.ts';
import {
  cancel,
  confirm,
  consume,
  exceededIn,
  reserve,
  type Limit,
  type Reservation,
} from '../../functions/storage/limits/sliding-window.ts';
import { documents } from '../../functions/storage/client.ts';
import { getRow } from '../../functions/storage/table.ts';
import { startTable, type TestTable } from '../support/table.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());
afterEach(() => vi.restoreAllMocks());

const MINUTE_MS = 60_000;
const limitOf = (name: string, maximum: number): Limit => ({
  key: { pk: `USES#${name}`, sk: '1' },
  maximum,
  lengthMs: MINUTE_MS,
});

type ReservationResult = Reservation | LimitExceeded;

const taken = (counted: Promise<Reservation>): Promise<ReservationResult> =>
  counted.catch((error: unknown) => {
    if (error instanceof LimitExceeded) return error;
    throw error;
  });
const passed = (all: readonly ReservationResult[]): Reservation[] =>
  all.flatMap((each) => (each instanceof LimitExceeded ? [] : [each]));
const refusedFor = async (limit: Limit): Promise<number | undefined> =>
  exceededIn(limit, await getRow(limit.key))?.retryAfterSeconds;

describe('a limit', () => {
  test('that is used up refuses callers immediately, even concurrent ones, and reports when it is available again', async () => {
    const limit = limitOf('used', 5);
    vi.spyOn(clock, 'nowMs').mockReturnValue(Date.UTC(2027, 5, 1));
    const answers = await Promise.all(Array.from({ length: 20 }, () => taken(consume(limit))));
    expect(passed(answers)).toHaveLength(5);
    vi.spyOn(clock, 'nowMs').mockReturnValue(Date.UTC(2027, 5, 1) + 20_500);
    expect(await refusedFor(limit)).toBe(40);
    await expect(reserve(limit)).rejects.toMatchObject({ retryAfterSeconds: 40 });
  });

  test('makes callers above it wait until the open reservations are cancelled or confirmed', async () => {
    const limit = limitOf('busy', 3);
    const [first, second, third] = [await reserve(limit), await reserve(limit), await reserve(limit)];
    let waiting = 3;
    const next = Array.from({ length: 3 }, async () => {
      const answer = await taken(reserve(limit));
      waiting--;
      return !(answer instanceof LimitExceeded);
    });
    expect(await refusedFor(limit)).toBeUndefined();
    expect(waiting).toBe(3);
    await cancel(first);
    await Promise.race(next);
    expect(waiting).toBe(2);
    // The confirmed use and the two reserved ones remain, so that no use is left for waiting callers.
    await Promise.all([confirm(second), confirm(third), confirm(third)]);
    expect((await Promise.all(next)).toSorted()).toEqual([false, false, true]);
  });

  test('does not refuse uses that are cancelled', async () => {
    const limit = limitOf('honest', 4);
    await Promise.all(Array.from({ length: 12 }, async () => cancel(await reserve(limit))));
    expect(await Promise.all(Array.from({ length: 4 }, () => reserve(limit)))).toHaveLength(4);
  });
});

describe('the window of a limit', () => {
  const at = (ms: number) => vi.spyOn(clock, 'nowMs').mockReturnValue(ms);
  const use = async (limit: Limit, times: number): Promise<number> =>
    passed(await Promise.all(Array.from({ length: times }, () => taken(consume(limit))))).length;
  const NOON = Date.UTC(2027, 5, 1, 12);

  test('applies to any period of its length, at any clock time and after any first use', async () => {
    const limit = limitOf('stretch', 4);
    at(NOON - 5_000);
    expect(await use(limit, 1)).toBe(1);
    at(NOON + 50_000);
    expect(await use(limit, 6)).toBe(3);
    at(NOON + 55_000);
    expect(await use(limit, 6)).toBe(1);
    await expect(reserve(limit)).rejects.toMatchObject({ retryAfterSeconds: 55 });
    at(NOON + 109_999);
    expect(await use(limit, 6)).toBe(0);
    at(NOON + 110_000);
    expect(await refusedFor(limit)).toBeUndefined();
    expect(await use(limit, 6)).toBe(3);
  });

  test('drops any number of expired uses', async () => {
    const limit = limitOf('many', 60);
    for (const round of [0, 1, 2]) {
      at(NOON + round * MINUTE_MS);
      expect(await use(limit, 70)).toBe(60);
    }
    const row = await getRow(limit.key);
    expect(Object.keys(row ?? {}).filter((name) => name.startsWith('use_')).length).toBe(row?.['turns' as never]);
  });

  test('does not count a use that is cancelled or confirmed after its end', async () => {
    const limit = limitOf('late', 2);
    at(NOON);
    const [early, late] = [await reserve(limit), await reserve(limit)];
    at(NOON + MINUTE_MS);
    const [first, second] = [await reserve(limit), await reserve(limit)];
    await Promise.all([cancel(early), confirm(late), confirm(first), confirm(second)]);
    await expect(reserve(limit)).rejects.toMatchObject({ retryAfterSeconds: 60 });
  });

  test('does not count a use recorded by a clock that has been set back since', async () => {
    const limit = limitOf('back', 2);
    at(NOON + 100 * MINUTE_MS);
    expect(await use(limit, 3)).toBe(2);
    at(NOON);
    expect(await use(limit, 3)).toBe(2);
  });

  test('counts a use once when its response was lost', async () => {
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
