import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { Limit } from '../bench/flash/limits.ts';

const run = promisify(execFile);

/** In a process of its own, whose clock and chance it takes into its hands. */
it('a crowd on one option sells it once, and meets nowhere that takes fewer orders a second than it did', async () => {
  const { stdout } = await run(process.execPath, ['test/bench/flash/main.ts', '40']);
  const { oversold, stranded, limits } = JSON.parse(stdout) as { oversold: number; stranded: number; limits: Limit[] };
  expect([oversold, stranded]).toEqual([0, 0]);
  const least = (start: string): number => {
    const found = limits.filter(({ key }) => key.startsWith(start));
    expect(found, start).not.toEqual([]);
    return Math.min(...found.map(({ ordersPerSecond }) => ordersPerSecond));
  };
  expect(least('pk STOCK#')).toBeGreaterThanOrEqual(3900);
  expect(least('pk COMPANY#')).toBeGreaterThanOrEqual(500);
  expect(least('')).toBeGreaterThanOrEqual(300);
}, 120_000);
