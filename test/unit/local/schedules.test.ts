import { expect, test } from 'vitest';
import { schedules as definitions } from '../../../lib/workers.ts';
import type { LocalClock } from '../../../lib/local/clock.ts';
import { Schedules } from '../../../lib/local/queues/schedules.ts';
import { HOUR_MS, MINUTE_MS } from '../../../functions/platform/durations.ts';

test('schedules run again after the clock of the machine was set back', async () => {
  let now = Date.parse('2027-03-10T11:00:00Z');
  const clock = { nowMs: () => now, now: () => new Date(now).toISOString() } as LocalClock;
  const functions = { invoke: () => Promise.resolve(), report: () => undefined };
  const schedules = new Schedules(definitions, functions as never, clock);
  await schedules.runDue();
  expect(schedules.due()).toEqual([]);
  now -= MINUTE_MS / 2;
  expect(schedules.due()).toEqual([]);
  now -= 2 * HOUR_MS;
  expect(schedules.due()).not.toEqual([]);
  await schedules.runDue();
  expect(schedules.due()).toEqual([]);
});
