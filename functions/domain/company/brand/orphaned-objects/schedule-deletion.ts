import { nowMs } from '../../../../platform/clock.ts';
import { putRow } from '../../../../storage/table.ts';
import { unlessRefused } from '../../../../storage/unless-refused.ts';
import type { Write } from '../../../../storage/transactions.ts';
import { orphanedObjectCodec, orphanedObjectKey, type OrphanedObjectRow } from './rows.ts';

/** Time within which a process that stores an object commits the row that refers to it. */
const UNCOMMITTED_MS = 60 * 60 * 1000;

type Leftover = Pick<OrphanedObjectRow, 'company' | 'bucket' | 'object'>;

const rowOf = (leftover: Leftover, afterMs: number): OrphanedObjectRow =>
  orphanedObjectCodec.write({ ...leftover, ...orphanedObjectKey(leftover), goesAtMs: nowMs() + afterMs });

/**
 * Call this before storing an object. The object is deleted in an hour, or later if a later deletion is scheduled,
 * unless something refers to it by then.
 */
export const registerObject = async (leftover: Leftover): Promise<void> => {
  const row = rowOf(leftover, UNCOMMITTED_MS);
  const condition = { expression: 'attribute_not_exists(pk) OR goesAtMs < :at', values: { ':at': row.goesAtMs } };
  await unlessRefused(putRow(row, condition));
};

/** Schedules the deletion of an object, to be committed with the change that stops using it. */
export const scheduleDeletionWrite = (leftover: Leftover, afterMs: number): Write => ({
  put: rowOf(leftover, afterMs),
});

/** Keeps an object that was scheduled for deletion; to be committed with the row that refers to it. */
export const cancelDeletionWrite = (leftover: Leftover): Write => ({ remove: orphanedObjectKey(leftover) });
