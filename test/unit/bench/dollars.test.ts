import { describe, expect, it } from 'vitest';
import { dollarsOf, gbSecondsOf, sumOf } from '../../bench/cost/dollars.ts';
import { total, type PartCost } from '../../bench/cost/measure.ts';
import { PRICES } from '../../bench/cost/prices.ts';

const nothing: PartCost = total([]);
const MILLION = 1_000_000;

describe('the cost in dollars of a million sales', () => {
  it('one write unit per sale costs as much as a million write units, with no other cost', () => {
    const dollars = dollarsOf({ ...nothing, write: 1 }, MILLION);
    expect(dollars.table).toBe(PRICES.table.perMillionWriteUnits);
    expect(sumOf(dollars)).toBe(dollars.table);
  });

  it('a message is counted as sent, received and deleted', () => {
    expect(dollarsOf({ ...nothing, messages: 1 }, MILLION).queue).toBeCloseTo(3 * PRICES.queue.perMillionRequests);
  });

  it('two emails per sale cost two hundred dollars, plus the size of their content', () => {
    expect(dollarsOf({ ...nothing, mails: 2 }, MILLION).mail).toBeCloseTo(200);
    expect(dollarsOf({ ...nothing, mails: 2, bytes: 1024 }, MILLION).mail).toBeGreaterThan(200);
  });

  it('half the memory doubles the computing time of a function, and leaves its waiting time unchanged', () => {
    const run = { runs: 1, tableCalls: 0, otherCalls: 0, gatewayCalls: 0 };
    const computing = (memoryMb: number) => gbSecondsOf({ ...run, cpuMs: 100, memoryMb });
    expect(computing(512)).toBeCloseTo(computing(1024));
    const waiting = (memoryMb: number) => gbSecondsOf({ ...run, cpuMs: 0, tableCalls: 10, memoryMb });
    expect(waiting(512)).toBeCloseTo(waiting(1024) / 2);
  });
});
