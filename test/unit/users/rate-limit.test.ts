import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { consumeUserLimit } from '../../../functions/domain/company/users/user-rate-limit.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { startTable, type TestTable } from '../../support/table.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());
const realClock = clock.nowMs;
afterEach(() => {
  clock.nowMs = realClock;
});

const at = (ms: number): void => {
  clock.nowMs = () => Date.parse('2027-03-01T12:00:00Z') + ms;
};

/** Number of concurrent requests that pass. */
const passing = async (username: string, count: number): Promise<number> => {
  const spent = await Promise.allSettled(Array.from({ length: count }, () => consumeUserLimit(username)));
  return spent.filter(({ status }) => status === 'fulfilled').length;
};

describe('the rate limit for a user of the legacy API', () => {
  test('allows 600 requests at once, and then ten per second', async () => {
    at(0);
    expect((await consumeUserLimit('anna')).remaining).toBe(599);
    for (let batch = 0; batch < 12; batch++) await passing('anna', 50);
    await expect(consumeUserLimit('anna')).rejects.toMatchObject({ status: 429, code: 'rate_limited' });
    await expect(consumeUserLimit('anna')).rejects.toMatchObject({ requestRate: { remaining: 0, resetSeconds: 60 } });
    at(1000);
    expect(await passing('anna', 20)).toBe(10);
    at(120_000);
    expect((await consumeUserLimit('anna')).remaining).toBe(599);
  });

  test('is per user, and accepts several requests at once or rejects all of them', async () => {
    at(0);
    expect((await consumeUserLimit('bo', 590)).remaining).toBe(10);
    await expect(consumeUserLimit('bo', 11)).rejects.toMatchObject({ status: 429 });
    expect((await consumeUserLimit('bo', 10)).remaining).toBe(0);
    expect((await consumeUserLimit('carl')).remaining).toBe(599);
  });
});
