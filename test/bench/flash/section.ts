import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { roundTo, type Section } from '../report.ts';
import type { Crowd } from './crowd.ts';
import type { Limit } from './limits.ts';

const MAIN = resolve(import.meta.dirname, 'main.ts');
const OUTPUT_MAX_BYTES = 50_000_000;
const BUYERS = 200;
const SHOWN = 15;

/** Measured in a separate process. */
const crowd = (buyers: number): Omit<Crowd, 'units'> & { limits: Limit[] } =>
  JSON.parse(
    execFileSync(process.execPath, [MAIN, String(buyers)], {
      encoding: 'utf8',
      maxBuffer: OUTPUT_MAX_BYTES,
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  ) as Omit<Crowd, 'units'> & { limits: Limit[] };

/**
 * Contention of a crowd on one option, one company and one order page, and the maximum orders per second of each
 * resource.
 */
export const benchFlash = async (): Promise<Section> => {
  const { limits, buyers, oversold, stranded } = crowd(BUYERS);
  const first = limits[0];
  return {
    title: 'An on-sale: orders per second at which each partition key of the table and its indexes saturates',
    note:
      `${buyers} sales of one option on one order page, each with its payment and everything that follows, counted as ` +
      'DynamoDB bills them, at 1,000 write and 3,000 read units per second for each key. ' +
      `First: ${first ? `${first.key} at ${first.ordersPerSecond}` : 'none'} orders per second. ` +
      `${oversold} oversold, ${stranded} stranded.`,
    rows: limits.slice(0, SHOWN).map(({ key, keys, writePerOrder, readPerOrder, ordersPerSecond }) => ({
      key,
      keys,
      'WCU an order': roundTo(writePerOrder, 2),
      'RCU an order': roundTo(readPerOrder, 2),
      'orders per second': ordersPerSecond,
    })),
  };
};
