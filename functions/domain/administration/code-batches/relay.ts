import type { CodeBatchWork } from './messages.ts';
import type { CodeBatchRow } from './rows.ts';

/** The message that starts a new batch, or continues a batch whose run reached its time limit. */
export const codeBatchMessage = (before: CodeBatchRow | undefined, after: CodeBatchRow): CodeBatchWork | undefined =>
  after.status === 'running' && before?.turn !== after.turn
    ? { kind: 'complete-code-batch', company: after.company, batchId: after.id }
    : undefined;
