import { dueAt } from '../../../storage/due.ts';
import type { IndexKeys, Key, Row } from '../../../storage/table.ts';
import type { LevelName } from './periods.ts';
import { DAY_MS } from '../../../platform/durations.ts';

/** Series of counts: items by time of issue, transactions by time. */
export type SeriesName = 'items' | 'transactions';

/** Facet of a count: everything, or items in one state. */
export type Facet = '' | `s${number}`;

/**
 * Counts of the children of one node, in attributes: `n17` counts all entries of child 17, `n17s6` those in state 6.
 * Updated from the stream of committed changes (count-changes.ts).
 */
export interface CountRow extends Row {
  type: 'count';
  [attribute: `n${string}`]: number | undefined;
}

export const countKey = (company: string, series: SeriesName, level: LevelName, node: number): Key => ({
  pk: `COUNTS#${company}#${series}`,
  sk: `${level}#${node}`,
});

/** The rows of all periods of a series: one for each 64 days of business. */
export const periodsOf = (company: string, series: SeriesName) =>
  ({ partition: `COUNTS#${company}#${series}`, prefix: 'period#' }) as const;

export const periodOfRow = ({ sk }: Key): number => Number(sk.slice('period#'.length));

export const countAttribute = (child: number, facet: Facet): `n${string}` => `n${child}${facet}`;

/** Sales with a discount code or a campaign (results.ts). */
export interface ResultRow extends Row {
  type: 'result';
  orders?: number;
  minor?: number;
}

export const resultKey = (company: string, name: string): Key => ({ pk: `RESULTS#${company}`, sk: name });

/** Marks a counted version of an item or order, so that a redelivered change counts once. */
export interface CountedRow extends Row {
  type: 'counted';
}

export const countedKey = (itemPartition: string, version: number): Key => ({
  pk: `COUNTED#${itemPartition}`,
  sk: String(version),
});

export const CHECK_NAMES = ['ledger', 'seats', 'stock', 'money', 'codes', 'payments', 'figures'] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

export interface CheckResult {
  name: CheckName;
  /** Checked items, event lines, counters, orders, codes or payments, or days of figures. */
  checked: number;
  faults: number;
}

export interface IntegrityFinding {
  check: CheckName;
  /** Code of the item, id of the order or its line, id of the counter, discount code, or day of the figures. */
  subject: string;
  message: string;
  /** For a figure: the excess in the book; negative if the book has too little. */
  difference?: number;
}

/** The newest integrity check of a company; also registers it for the nightly run. */
export interface IntegrityRow extends Row {
  type: 'integrity';
  company: string;
  /** Null until the first check. */
  checkedAtMs: number | null;
  /** Everything has been checked since this time; absent before the first complete check. */
  provenSinceMs?: number;
  /** Start of the first complete check, while it is in progress. */
  unprovenSinceMs?: number;
  /**
   * Payments of orders changed since this time are compared, unless their part has its own time; absent before the
   * first check, which compares all.
   */
  paymentsSinceMs?: number;
  /** When the settings that determine how long items can be claimed last changed. */
  termsChangedAtMs?: number;
  /** Position up to which changes to items were checked. */
  changesThrough?: string;
  /** Last day whose figures were compared with items and orders. */
  figuresThrough?: string;
  checks: CheckResult[];
  /** The first faults; `checks` has their number. */
  findings: IntegrityFinding[];
}

export const integrityKey = (company: string): Key => ({ pk: `INTEGRITY#${company}`, sk: 'integrity' });

/** Position of a company in the nightly run: the longest unchecked first. */
export const integrityDue = (company: string, sinceMs: number): IndexKeys =>
  dueAt('integrity-check', company, sinceMs + DAY_MS);

export const newIntegrityRow = (company: string, nowMs: number): IntegrityRow => ({
  ...integrityKey(company),
  ...integrityDue(company, nowMs),
  type: 'integrity',
  v: 1,
  company,
  checkedAtMs: null,
  checks: [],
  findings: [],
});
