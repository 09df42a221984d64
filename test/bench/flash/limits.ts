import type { Units } from './partitions.ts';

const WRITE_UNITS_A_SECOND = 1000;
const READ_UNITS_A_SECOND = 3000;
/**
 * If the keys of one pattern are more numerous than this share of the orders, each order has its own, so none is
 * contended.
 */
const SHARED = 0.5;

/** A contended resource: one partition key, or several that differ only in a numeric suffix or in ids. */
export interface Limit {
  key: string;
  keys: number;
  writePerOrder: number;
  readPerOrder: number;
  ordersPerSecond: number;
}

/** `shop#orders#3` and `shop#orders#7` are chosen at random, so they count as one resource with several keys. */
const patternOf = (partition: string): string => partition.replace(/#\d{1,3}$/, '#*').replaceAll(/[0-9a-f]{20,}/g, '…');

/** Every contended resource, in the order in which they saturate. */
export const limitsOf = (units: readonly (readonly [string, Units])[], orders: number): Limit[] => {
  const places = Map.groupBy(units, ([partition]) => patternOf(partition));
  return [...places]
    .map(([key, members]): Limit => {
      const total = (kind: keyof Units): number => members.reduce((sum, [, each]) => sum + each[kind], 0) / orders;
      const [writePerOrder, readPerOrder] = [total('write'), total('read')];
      const keys = members.length;
      const most = Math.min((keys * WRITE_UNITS_A_SECOND) / writePerOrder, (keys * READ_UNITS_A_SECOND) / readPerOrder);
      return { key, keys, writePerOrder, readPerOrder, ordersPerSecond: Math.floor(most) };
    })
    .filter(({ keys }) => keys < orders * SHARED)
    .toSorted((a, b) => a.ordersPerSecond - b.ordersPerSecond);
};
