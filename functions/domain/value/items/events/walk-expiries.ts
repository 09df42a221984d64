import { dueBetween, duePosition } from '../../../../storage/due-rows.ts';
import { getRow, putRow, type Key, type Row } from '../../../../storage/table.ts';

const PAGE = 100;

/** Position in one shard of the index of expiries for one purpose. */
interface ExpiryProgressRow extends Row {
  type: 'expiry-progress';
  /** Position in the due index after which the next run continues. */
  position: string;
}

const progressKey = (purpose: string, shard: number): Key => ({ pk: `EXPIRING#${purpose}`, sk: `shard#${shard}` });

export interface ExpiryWalk {
  purpose: string;
  shard: number;
  /** Items that expire before this moment are found, each by one run. */
  untilMs: number;
  /** Start of the first run. */
  firstMs: number;
  /** Whether the run must stop and leave the rest to the next one. */
  isOver: () => boolean;
}

/**
 * Follows one shard of the index of expiries from where the last run stopped. The position is kept after the work on
 * each page, so a run that ends early repeats at most one page: the work must be idempotent. Returns the sum of the
 * results of the work.
 */
export const walkExpiries = async (
  { purpose, shard, untilMs, firstMs, isOver }: ExpiryWalk,
  work: (due: readonly Row[]) => Promise<number>,
): Promise<number> => {
  const key = progressKey(purpose, shard);
  const to = duePosition(untilMs + 1);
  const progress = await getRow<ExpiryProgressRow>(key, { consistent: true });
  let from = progress?.position ?? duePosition(firstMs);
  let sum = 0;
  while (!isOver()) {
    const due = await dueBetween('item-expiry', shard, { from, to }, PAGE);
    sum += await work(due);
    // After the last entry read, or at the end after the whole range.
    from = due.length < PAGE ? to : `${due.at(-1)?.duesk ?? to}\u0000`;
    const row: ExpiryProgressRow = { ...key, type: 'expiry-progress', v: 1, position: from };
    await putRow(row);
    if (due.length < PAGE) break;
  }
  return sum;
};
