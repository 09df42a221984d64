import { MINUTE_MS } from '../../../platform/durations.ts';

/**
 * Counts form a tree over time: leaves of a quarter of an hour, days of 96 leaves, and periods of 64 days. In any time
 * zone, a day begins with a leaf, so a range of days is a sum of whole leaves.
 */
export const LEAF_MS = 15 * MINUTE_MS;
export const LEAVES_PER_DAY = 96;
export const DAYS_PER_PERIOD = 64;
const LEAVES_PER_PERIOD = LEAVES_PER_DAY * DAYS_PER_PERIOD;

export const leafOf = (epochMs: number): number => Math.floor(epochMs / LEAF_MS);

/** Half-open range of leaves; `Infinity` as an end means no end. */
export interface LeafRange {
  from: number;
  to: number;
}

export const EVERYTHING: LeafRange = { from: 0, to: Infinity };

/**
 * Levels of nodes above the leaves, lowest first, with the leaves per child of a node. There is no level above periods,
 * because every change would have to write it, and there are few periods to read.
 */
const LEVELS = [
  { name: 'day', childLeaves: 1, nodeLeaves: LEAVES_PER_DAY },
  { name: 'period', childLeaves: LEAVES_PER_DAY, nodeLeaves: LEAVES_PER_PERIOD },
] as const;

export type LevelName = (typeof LEVELS)[number]['name'];

/** A node and the number of one of its children. */
interface TreePosition {
  level: LevelName;
  /** Number of the node among the nodes of its level. */
  node: number;
  child: number;
}

export const dayOfLeaf = (leaf: number): number => Math.floor(leaf / LEAVES_PER_DAY);
export const periodOfLeaf = (leaf: number): number => Math.floor(leaf / LEAVES_PER_PERIOD);

export const firstLeafOfDay = (day: number): number => day * LEAVES_PER_DAY;
export const firstLeafOfPeriod = (period: number): number => period * LEAVES_PER_PERIOD;

/** Positions at which a leaf counts, one on each level. Children are numbered within their node. */
export const positionsOfLeaf = (leaf: number): TreePosition[] => [
  { level: 'day', node: dayOfLeaf(leaf), child: leaf % LEAVES_PER_DAY },
  { level: 'period', node: periodOfLeaf(leaf), child: dayOfLeaf(leaf) % DAYS_PER_PERIOD },
];
