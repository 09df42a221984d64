import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { Limit } from '../bench/flash/limits.ts';

const run = promisify(execFile);

/** Runs in a separate process, because it replaces the clock and random numbers. */
it('a crowd buys every unit of an option once, and each partition key supports the expected orders per second', async () => {
  const { stdout } = await run(process.execPath, ['test/bench/flash/main.ts', '128']);
  const { oversold, stranded, limits } = JSON.parse(stdout) as { oversold: number; stranded: number; limits: Limit[] };
  expect([oversold, stranded]).toEqual([0, 0]);
  const least = (start: string): number => {
    const matches = limits.filter(({ key }) => key.startsWith(start));
    expect(matches, start).not.toEqual([]);
    return Math.min(...matches.map(({ ordersPerSecond }) => ordersPerSecond));
  };
  expect(least('pk STOCK#')).toBeGreaterThanOrEqual(9000);
  expect(least('ix1pk shop#webhook-events')).toBeGreaterThanOrEqual(10_000);
  expect(least('duepk order-expiry')).toBeGreaterThanOrEqual(10_000);
  // The first requests fill the caches, and are a large share of such a short run.
  expect(least('pk COMPANY#')).toBeGreaterThanOrEqual(8000);
  expect(least('')).toBeGreaterThanOrEqual(8000);
}, 120_000);
