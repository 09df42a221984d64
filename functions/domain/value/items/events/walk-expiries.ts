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
  /** The walk finds the items that expire before this time. */
  untilMs: number;
  /** Start of the first run. */
  firstMs: number;
  /** Whether the run must stop and leave the remaining items to the next run. */
  isOver: () => boolean;
}

/**
 * Reads one shard of the index of expiries from where the last run stopped. The position is saved after the work on
 * each page, so at most one page is repeated after a run that ended early. The work must be idempotent. Returns the sum
 * of the results of the work.
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
    // Continue after the last entry read, or at the end of the range if all of it was read.
    from = due.length < PAGE ? to : `${due.at(-1)?.duesk ?? to}\u0000`;
    const row: ExpiryProgressRow = { ...key, type: 'expiry-progress', v: 1, position: from };
    await putRow(row);
    if (due.length < PAGE) break;
  }
  return sum;
};
