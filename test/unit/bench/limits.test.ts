import { describe, expect, test } from 'vitest';
import { limitsOf } from '../../bench/flash/limits.ts';

describe('resources that limit orders under load', () => {
  test('a key written by every order saturates at 1,000 units per second, a key read by every order at 3,000', () => {
    const units = [
      ['pk COUNTS#shop', { write: 600, read: 0 }],
      ['pk COMPANY#shop', { write: 0, read: 50 }],
    ] as const;
    expect(limitsOf(units, 100).map(({ key, ordersPerSecond }) => [key, ordersPerSecond])).toEqual([
      ['pk COUNTS#shop', 166],
      ['pk COMPANY#shop', 6000],
    ]);
  });

  test('keys that differ by a trailing number share a limit, and rows of one buyer are not counted', () => {
    const spread = Array.from({ length: 16 }, (_, at) => [`pk STOCK#shop#${at}`, { write: 25, read: 0 }] as const);
    const own = Array.from(
      { length: 100 },
      (_, at) => [`pk ORDER#${String(at).padStart(32, '0')}`, { write: 9, read: 0 }] as const,
    );
    expect(limitsOf([...spread, ...own], 100)).toEqual([
      { key: 'pk STOCK#shop#*', keys: 16, writePerOrder: 4, readPerOrder: 0, ordersPerSecond: 4000 },
    ]);
  });
});
