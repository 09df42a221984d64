import * as z from 'zod/mini';

/** The rest of a batch of codes is to be created (queue `items`). */
export const codeBatchWork = z.object({
  kind: z.literal('complete-code-batch'),
  company: z.string(),
  batchId: z.string(),
});

export type CodeBatchWork = z.output<typeof codeBatchWork>;
