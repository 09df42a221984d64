import * as z from 'zod/mini';
import { rowCodec } from '../../../storage/row-codec.ts';
import { queryAll, type Key, type Row } from '../../../storage/table.ts';
import type { CheckName, IntegrityFinding } from './rows.ts';

/** The lists that a check of the books reads, each by time. */
export type PartList = 'items' | 'orders';

/** Sorts after every position of a list. The last part has this end, because it still grows. */
export const END = '~';

/** Positions of a list: after `after`, up to and including `through`. */
export interface PartRange {
  after: string;
  through: string;
}

/** A range of a company's items or orders and the result of its newest complete check. */
export interface IntegrityPartRow extends Row, PartRange {
  type: 'integrity-part';
  list: PartList;
  provenAtMs: number;
  /** Checked entries, and order lines with seats among them. */
  checked: number;
  lines: number;
  faults: Partial<Record<CheckName, number>>;
  /** The first faults. */
  findings: IntegrityFinding[];
  /**
   * For orders: number of compared payments, and the time from which the next check compares the payments of changed
   * orders.
   */
  payments: number;
  paymentsSinceMs: number;
  /** Units sold by orders whose stock is final, by counter, and uses of codes by these orders. */
  sold: Record<string, number>;
  uses: Record<string, number>;
  /** Ids of orders whose stock may still change. */
  open: string[];
}

const partsOf = (company: string, list: PartList) =>
  ({ partition: `INTEGRITY#${company}`, prefix: `${list}#` }) as const;

export const partKey = (company: string, list: PartList, after: string): Key => {
  const { partition, prefix } = partsOf(company, list);
  return { pk: partition, sk: `${prefix}${after}` };
};

const counts = () => z.record(z.string(), z.number());

export const partCodec = rowCodec<IntegrityPartRow>({
  type: 'integrity-part',
  version: 1,
  shape: () =>
    z.looseObject({
      list: z.enum(['items', 'orders']),
      after: z.string(),
      through: z.string(),
      provenAtMs: z.number(),
      checked: z.number(),
      lines: z.number(),
      faults: counts(),
      findings: z.array(z.looseObject({ check: z.string(), subject: z.string(), message: z.string() })),
      payments: z.number(),
      paymentsSinceMs: z.number(),
      sold: counts(),
      uses: counts(),
      open: z.array(z.string()),
    }),
});

export const readParts = async (company: string, list: PartList): Promise<IntegrityPartRow[]> =>
  (await queryAll({ ...partsOf(company, list), consistent: true })).map((row) => partCodec.read(row));

/** Parts of a list and their coverage. */
export interface Coverage {
  /** In order, without overlaps. */
  parts: IntegrityPartRow[];
  /** Overlapping parts of concurrent checks, which do not count. */
  stale: IntegrityPartRow[];
  /** Ranges without a part. */
  gaps: PartRange[];
}

export const coverageOf = (stored: readonly IntegrityPartRow[]): Coverage => {
  const coverage: Coverage = { parts: [], stale: [], gaps: [] };
  let end = '';
  for (const part of stored.toSorted((left, right) => (left.after < right.after ? -1 : 1))) {
    if (part.after < end || part.through <= part.after) {
      coverage.stale.push(part);
      continue;
    }
    if (part.after > end) coverage.gaps.push({ after: end, through: part.after });
    coverage.parts.push(part);
    end = part.through;
  }
  if (end < END) coverage.gaps.push({ after: end, through: END });
  return coverage;
};

/**
 * Number of nights within which every part is checked again; with at most `PARTS_MIN` parts, all of them are checked
 * each night.
 */
export const NIGHTS = 7;
const PARTS_MIN = 8;

/** The share of one night: the parts that were checked longest ago. */
export const shareOf = (parts: readonly IntegrityPartRow[]): IntegrityPartRow[] =>
  parts
    .toSorted((left, right) => left.provenAtMs - right.provenAtMs)
    .slice(0, Math.max(PARTS_MIN, Math.ceil(parts.length / NIGHTS)));

export const faultsIn = ({ faults }: IntegrityPartRow): number =>
  Object.values(faults).reduce((sum, count) => sum + count, 0);

export const isIn = (position: string, { after, through }: PartRange): boolean =>
  position > after && position <= through;
