import { describe, expect, it } from 'vitest';
import type { ScheduleRunsRow, SeenRun } from '../../../functions/domain/reporting/status/rows.ts';
import { missedRuns } from '../../../functions/domain/reporting/status/runs.ts';
import { SCHEDULE_MINUTES } from '../../../functions/domain/reporting/status/schedules.ts';
import { schedules } from '../../../lib/definition.ts';

const MINUTE = 60_000;
const START = 1_000 * MINUTE;

/** Checks the schedules every five minutes, and returns the missed ones. `ranAt` returns the minute of the last run. */
const missedOver = (minutes: number, ranAt: (name: string, minute: number) => number | undefined): string[] => {
  let seen: Record<string, SeenRun> = {};
  const missed = new Set<string>();
  for (let minute = 0; minute <= minutes; minute += 5) {
    const ran = Object.keys(SCHEDULE_MINUTES).flatMap((name) => {
      const at = ranAt(name, minute);
      return at === undefined ? [] : [[`ran:${name}`, START + at * MINUTE]];
    });
    const row = Object.fromEntries(ran) as unknown as ScheduleRunsRow;
    const check = missedRuns(row, seen, START + minute * MINUTE);
    seen = check.seen;
    for (const name of check.missed) missed.add(name);
  }
  return [...missed];
};

const regular = (name: string, minute: number): number => {
  const every = SCHEDULE_MINUTES[name as keyof typeof SCHEDULE_MINUTES];
  return minute - (minute % every) - 1;
};

describe('the check for missed runs of schedules', () => {
  it('has the interval of every schedule', () => {
    expect(Object.fromEntries(schedules.map(({ name, everyMinutes }) => [name, everyMinutes]))).toEqual(
      SCHEDULE_MINUTES,
    );
  });

  it('finds none while all run, and finds one that stops', () => {
    expect(missedOver(600, regular)).toEqual([]);
    for (const stopped of ['expiry-sweep', 'item-expiring', 'synthetic-sale'])
      expect(missedOver(600, (name, minute) => (name === stopped ? -1 : regular(name, minute)))).toEqual([stopped]);
  });

  it('finds one that never ran, except synthetic sales, which begin on request', () => {
    expect(missedOver(600, (name, minute) => (name === 'picture-sweep' ? undefined : regular(name, minute)))).toEqual([
      'picture-sweep',
    ]);
    expect(missedOver(600, (name, minute) => (name === 'synthetic-sale' ? undefined : regular(name, minute)))).toEqual(
      [],
    );
  });

  it('waits for two checks without a run, because the first one after a pause of all schedules finds all of them overdue', () => {
    let seen = missedRuns({ 'ran:expiry-sweep': START } as unknown as ScheduleRunsRow, {}, START).seen;
    const late = { 'ran:expiry-sweep': START } as unknown as ScheduleRunsRow;
    const check = missedRuns(late, seen, START + 300 * MINUTE);
    expect(check.missed).toEqual([]);
    ({ seen } = check);
    const again = { 'ran:expiry-sweep': START + 301 * MINUTE } as unknown as ScheduleRunsRow;
    expect(missedRuns(again, seen, START + 600 * MINUTE).missed).not.toContain('expiry-sweep');
    expect(missedRuns(late, seen, START + 305 * MINUTE).missed).toContain('expiry-sweep');
  });
});
