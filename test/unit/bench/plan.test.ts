import { describe, expect, test } from 'vitest';
import { dollarsOfSales, stepsOf } from '../../bench/plan/cost.ts';
import { LIMITS } from '../../bench/plan/inputs.ts';
import { planBurst } from '../../bench/plan/simulate.ts';

const strainOf = (planned: ReturnType<typeof planBurst>, name: string) => {
  const match = planned.strains.find((strain) => strain.name === name);
  if (!match) throw new Error(`There is no resource ${name}`);
  return match;
};

describe('shortages during a burst of sales', () => {
  test('a few sales per second do not wait', () => {
    const planned = planBurst(2, 30);
    expect(planned.sales).toBe(60);
    expect(planned.strains.filter(({ shortAtMs }) => shortAtMs !== undefined)).toEqual([]);
  });

  test('the first shortage is listed first, and the burst ends with its last email', () => {
    const planned = planBurst(50, 20);
    const [first] = planned.strains;
    expect(first?.name).toBe('mails');
    const mails = planned.sales * stepsOf().reduce((sum, { mails: each = 0 }) => sum + each, 0);
    expect(planned.overAtMs / 1000).toBeGreaterThan(mails / LIMITS.mail.perSecond - LIMITS.mail.burst);
    expect(strainOf(planned, 'requests of the gateway').shortAtMs).toBeUndefined();
  });

  test('sales of another company are not slowed down', () => {
    const alone = planBurst(0.2, 60).longestSaleMs.busy;
    const { busy, other } = planBurst(50, 60, 0.2).longestSaleMs;
    expect(busy).toBeGreaterThan(alone + 120_000);
    expect(other).toBeLessThan(alone + 1500);
  });

  test('a table with twice the required throughput causes no waits, and one with half does', () => {
    const units = stepsOf().reduce((sum, { writeUnits }) => sum + writeUnits, 0);
    const writeAt = (part: number) =>
      strainOf(planBurst((part * LIMITS.write.perSecond) / units, 30), 'write units of the table');
    expect(writeAt(0.5).shortAtMs).toBeUndefined();
    expect(writeAt(2).shortAtMs).toBeGreaterThan(0);
    expect(writeAt(2).longestWaitMs).toBeGreaterThan(1000);
  });

  test('the cost of a sale is the sum of its steps', () => {
    const [one, thousand] = [dollarsOfSales(1), dollarsOfSales(1000)];
    expect(one['mail']).toBeCloseTo(0.0002, 6);
    expect(thousand['table']).toBeCloseTo(1000 * (one['table'] ?? 0), 9);
  });
});
