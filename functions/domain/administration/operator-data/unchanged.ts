import { IDEMPOTENCY_WRITE } from '../../../storage/idempotency.ts';
import { ConditionFailed, type Condition } from '../../../storage/table.ts';
import { TransactionRefused } from '../../../storage/transactions.ts';
import type { ChangeCounts } from '../../catalog/products/rows.ts';

const names = { '#version': 'version' };

/** Condition that the row still has the version that was read. */
export const unchangedSince = ({ version }: ChangeCounts): Condition =>
  version === undefined
    ? { expression: 'attribute_exists(pk) AND attribute_not_exists(#version)', names }
    : { expression: '#version = :version', names, values: { ':version': version } };

/** Whether another request changed the row, or took its id, between the read and the write. */
export const isOvertaken = (error: unknown): boolean =>
  error instanceof ConditionFailed || (error instanceof TransactionRefused && !error.failed(IDEMPOTENCY_WRITE));
