import { nowMs } from '../../../platform/clock.ts';
import { deleteRow, putRow, queryPage, type Row, type RowQuery } from '../../../storage/table.ts';
import {
  coverageOf,
  END,
  faultsIn,
  isIn,
  partCodec,
  partKey,
  readParts,
  shareOf,
  type Coverage,
  type IntegrityPartRow,
  type PartList,
  type PartRange,
} from './integrity-parts.ts';
import { CHECK_NAMES, type IntegrityFinding } from './rows.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts';

/** Maximum number of faults kept and shown; their total is always kept. */
export const FINDINGS_KEPT = 50;
/**
 * Number of entries of a part: few enough that a part is soon checked again, and many enough that there are few parts.
 */
const PART_ENTRIES = 1000;
const PAGE_ENTRIES = 500;
/** Longer than any index lags. A part ends at least this long before the check. */
const MINIMUM_AGE_MS = HOUR_MS;

/** Extent of one check. */
export interface CheckLimits {
  /** Checks everything now, regardless of the last check. */
  whole?: boolean;
  /** Time of `performance.now()` after which nothing more is started. */
  stopAt?: number;
  /** Maximum entries of a part; default 1000. */
  partEntries?: number;
}

/** What one page of entries adds to the figures of its part. */
export type PartFigures = Omit<
  IntegrityPartRow,
  keyof Row | keyof PartRange | 'list' | 'provenAtMs' | 'paymentsSinceMs' | 'findings' | 'faults'
> & { findings: IntegrityFinding[] };

export interface ListToCheck {
  company: string;
  list: PartList;
  query: RowQuery;
  /** Payments of orders changed since this time are compared, unless their part has its own time. */
  paymentsSinceMs: number;
  /** Checks entries; `paymentsSinceMs` is the time of their part. */
  check: (keys: readonly Row[], paymentsSinceMs: number) => Promise<PartFigures & { unanswered: number }>;
  /** Positions of entries that appear wrong. Their parts are checked now. */
  suspected?: readonly string[];
  /** Parts that were checked before this time are checked now. */
  staleBeforeMs?: number | undefined;
}

export interface CheckedList extends Coverage {
  /** Whether everything that was due in this check was checked before the time was up. */
  isDone: boolean;
}

/**
 * Checks new entries of a list, parts with faults, suspected or outdated parts, and tonight's share, part by part. Each
 * part is stored as soon as it is checked, so the next check continues after an interrupted one.
 */
export const checkListParts = async (proof: ListToCheck, limits: CheckLimits): Promise<CheckedList> => {
  const { company, list, suspected = [], staleBeforeMs = 0 } = proof;
  const { parts, stale, gaps } = coverageOf(await readParts(company, list));
  for (const part of stale) await deleteRow(partKey(company, list, part.after));
  const isUrgent = (part: IntegrityPartRow): boolean =>
    part.through === END ||
    faultsIn(part) > 0 ||
    part.provenAtMs < staleBeforeMs ||
    suspected.some((position) => isIn(position, part));
  const share = limits.whole ? parts : shareOf(parts);
  const proven = new Map(parts.map((part) => [part.after, part]));
  let isDone = true;
  for (const range of new Set([...gaps, ...parts.filter(isUrgent), ...share])) {
    isDone &&= await checkRange(proof, limits, range, proven);
  }
  return { ...coverageOf([...proven.values()]), isDone };
};

/** Checks one range, and splits the range if it has grown too large. Returns false when the time is up. */
const checkRange = async (
  proof: ListToCheck,
  { stopAt = Infinity, partEntries = PART_ENTRIES }: CheckLimits,
  range: PartRange & { paymentsSinceMs?: number },
  proven: Map<string, IntegrityPartRow>,
): Promise<boolean> => {
  let { after } = range;
  while (after < range.through) {
    if (performance.now() > stopAt) return false;
    const sinceMs = range.paymentsSinceMs ?? proof.paymentsSinceMs;
    const part = await checkPart(proof, { after, through: range.through }, { partEntries, sinceMs });
    await putRow(part);
    proven.set(part.after, part);
    after = part.through;
  }
  return true;
};

const checkPart = async (
  { company, list, query, check }: ListToCheck,
  range: PartRange,
  { partEntries, sinceMs }: { partEntries: number; sinceMs: number },
): Promise<IntegrityPartRow> => {
  const begunAtMs = nowMs();
  const sum: PartFigures & { unanswered: number } = { ...EMPTY, findings: [], sold: {}, uses: {}, open: [] };
  let { through } = range;
  for (let after = range.after; ;) {
    const limit = Math.min(PAGE_ENTRIES, partEntries);
    const page = await queryPage<Row>({ ...query, from: `${after}\u0000`, to: range.through, limit });
    add(sum, await check(page.rows, sinceMs));
    const last = page.rows.at(-1)?.ix1sk;
    if (!page.lastKey || last === undefined) break;
    after = last;
    if (sum.checked >= partEntries && momentOf(after) <= begunAtMs - MINIMUM_AGE_MS) {
      through = after;
      break;
    }
  }
  const { unanswered, ...figures } = sum;
  return partCodec.write({
    ...partKey(company, list, range.after),
    ...figures,
    // The last part has no sums: its orders are read again for the counters, and during an on-sale it would not fit
    // into a row.
    ...(through === END ? { sold: {}, uses: {}, open: [] } : {}),
    list,
    after: range.after,
    through,
    provenAtMs: begunAtMs,
    paymentsSinceMs: nextPaymentsSince(sinceMs, begunAtMs, unanswered),
    faults: Object.fromEntries(
      CHECK_NAMES.map((name) => [name, sum.findings.filter(({ check }) => check === name).length] as const).filter(
        ([, count]) => count > 0,
      ),
    ),
    findings: sum.findings.slice(0, FINDINGS_KEPT),
  });
};

const EMPTY = { checked: 0, lines: 0, payments: 0, unanswered: 0 } as const;

const momentOf = (position: string): number => Number(position.split('#')[0]);

const add = (sum: PartFigures & { unanswered: number }, more: PartFigures & { unanswered: number }): void => {
  sum.checked += more.checked;
  sum.lines += more.lines;
  sum.payments += more.payments;
  sum.unanswered += more.unanswered;
  sum.findings.push(...more.findings);
  sum.open.push(...more.open);
  for (const name of ['sold', 'uses'] as const) {
    for (const [key, count] of Object.entries(more[name])) sum[name][key] = (sum[name][key] ?? 0) + count;
  }
};

/** A payment that has not changed for this long is not compared by the next check. */
const SETTLED_MS = 48 * HOUR_MS;
/**
 * Limits the age of compared payments, so that a gateway that never responds for one payment does not cause all later
 * payments to be compared every night.
 */
const LOOK_BACK_MS = 30 * DAY_MS;

/** Start of the next comparison. It stays the same while a gateway does not respond. */
const nextPaymentsSince = (sinceMs: number, begunAtMs: number, unanswered: number): number =>
  unanswered === 0 ? begunAtMs - SETTLED_MS : Math.max(sinceMs, begunAtMs - LOOK_BACK_MS);
