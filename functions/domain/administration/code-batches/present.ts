import type { CodeBatchRow } from './rows.ts';

/** A batch of codes. `count`: number of codes that the batch has when it is finished. */
export const presentCodeBatch = ({
  id,
  total,
  lost,
  status,
}: Pick<CodeBatchRow, 'id' | 'total' | 'lost' | 'status'>) => ({
  object: 'code_batch' as const,
  id,
  count: total - lost.length,
  status,
});

export type PresentedCodeBatch = ReturnType<typeof presentCodeBatch>;
