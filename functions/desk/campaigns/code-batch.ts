import { listCodesOfBatch, PRINTED_COLUMNS } from '../../domain/administration/code-batches/list-codes.ts';
import { csvOf } from '../../platform/csv.ts';
import { deskEndpoint } from '../endpoint.ts';
import { fileReply } from '../file.ts';
import { deskCodeBatch } from './routes.ts';

const ALL = 10_000;

/** The codes of a batch as a CSV for printers. */
export const handler = deskEndpoint(deskCodeBatch, async (visit) => {
  const { slug, language } = visit.company;
  const id = visit.request.params['batch_id'] ?? '';
  const { rows } = await listCodesOfBatch(slug, id, { limit: ALL, startingAfter: undefined });
  const cells = rows.map((row) => PRINTED_COLUMNS.map((column) => row[column]));
  return fileReply(visit, `${slug}-${id}`, csvOf([PRINTED_COLUMNS, ...cells], language));
});
