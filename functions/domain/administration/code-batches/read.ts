import { notFound } from '../../../platform/errors.ts';
import { getRow, getRows, queryPage, type Key } from '../../../storage/table.ts';
import { presentCodeBatch, type PresentedCodeBatch } from './present.ts';
import { codeBatchesOf, codeBatchKey, type CodeBatchRow } from './rows.ts';

export const loadCodeBatch = async (company: string, id: string): Promise<CodeBatchRow> => {
  const row = /^cb_[0-9a-f]{32}$/.test(id)
    ? await getRow<CodeBatchRow>(codeBatchKey(company, id), { consistent: true })
    : undefined;
  if (!row) throw notFound('code batch');
  return row;
};

/** GET /v2/code-batches/{id}. Throws 404. */
export const readCodeBatch = async (company: string, id: string): Promise<PresentedCodeBatch> =>
  presentCodeBatch(await loadCodeBatch(company, id));

/** The newest batches of a campaign, or of discount codes. */
export const newestBatches = async (
  company: string,
  purpose: Parameters<typeof codeBatchesOf>[1],
  limit: number,
): Promise<CodeBatchRow[]> => {
  const { rows: keys } = await queryPage<Key>({ ...codeBatchesOf(company, purpose), descending: true, limit });
  const rows = await getRows(keys, { consistent: true });
  return keys.flatMap((key) => rows.get<CodeBatchRow>(key) ?? []);
};
