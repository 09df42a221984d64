import { membersAre } from '../../../storage/conditions.ts';
import type { Key } from '../../../storage/row-types.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { IDEMPOTENCY_WRITE } from '../../../storage/idempotency.ts';
import { ConditionFailed, type Condition } from '../../../storage/table.ts';
import { TransactionRefused, type Write } from '../../../storage/transactions.ts';
import type { ChangeCounts } from '../../catalog/products/rows.ts';

/** Condition that the row still has the version that was read. */
export const unchangedSince = ({ version }: ChangeCounts): Condition => membersAre({ version });

/** Sets members of a row as an edit: counts it, and fails if the row has changed since it was read. */
export const editWrite = (row: Key & ChangeCounts, set: Record<string, unknown>): Write => ({
  update: rowUpdate({
    key: row,
    set: { ...set, version: (row.version ?? 0) + 1, edits: (row.edits ?? 0) + 1 },
    if: unchangedSince(row),
  }),
});

/** Whether another request changed the row, or took its id, between the read and the write. */
export const isOvertaken = (error: unknown): boolean =>
  error instanceof ConditionFailed || (error instanceof TransactionRefused && !error.failed(IDEMPOTENCY_WRITE));
