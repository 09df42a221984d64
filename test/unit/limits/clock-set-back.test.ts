import { afterAll, beforeAll, expect, test } from 'vitest';
import { consumeUserLimit } from '../../../functions/domain/company/users/user-rate-limit.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../functions/platform/durations.ts';
import { documents } from '../../../functions/storage/client.ts';
import { assertOpen, consumeRateLimit, type RateWindowRow } from '../../../functions/storage/limits/fixed-window.ts';
import { LimitExceeded } from '../../../functions/storage/limits/limit-exceeded.ts';
import { getRow } from '../../../functions/storage/table.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';

const { send } = documents;
const { nowMs } = clock;
const RIGHT = Date.parse('2027-03-10T11:00:00Z');
let now = RIGHT;
beforeAll(() => {
  new MemoryTable().install();
  clock.nowMs = () => now;
});
afterAll(() => {
  Object.assign(documents, { send });
  clock.nowMs = nowMs;
});

test('a rate that was used under a clock that was a day ahead is full again after the clock was corrected', async () => {
  now = RIGHT + DAY_MS;
  await consumeUserLimit('anna');
  now = RIGHT;
  expect(await consumeUserLimit('anna')).toMatchObject({ remaining: 599 });
  // Clocks of functions differ by seconds.
  now = RIGHT - 2 * SECOND_MS;
  expect(await consumeUserLimit('anna')).toMatchObject({ remaining: 578 });
});

test('a window that began under a clock that was a day ahead does not last for a day', async () => {
  const limit = { key: { pk: 'VISITS#clock', sk: 'views' }, maximum: 2, windowMs: MINUTE_MS };
  now = RIGHT + DAY_MS;
  await consumeRateLimit(limit);
  await consumeRateLimit(limit);
  now = RIGHT;
  expect(() => assertOpen(limit, undefined)).not.toThrow();
  const row = await getRow<RateWindowRow>(limit.key, { consistent: true });
  expect(() => assertOpen(limit, row)).not.toThrow();
  await consumeRateLimit(limit);
  await consumeRateLimit(limit);
  await expect(consumeRateLimit(limit)).rejects.toThrow(LimitExceeded);
  now = RIGHT + MINUTE_MS;
  await consumeRateLimit(limit);
});
