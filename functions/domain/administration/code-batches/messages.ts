import * as z from 'zod/mini';

/** Continues a batch of codes (queue `items`). */
export const codeBatchWork = z.object({
  kind: z.literal('complete-code-batch'),
  company: z.string(),
  batchId: z.string(),
});

export type CodeBatchWork = z.output<typeof codeBatchWork>;
