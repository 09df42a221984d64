import { listCodesOfBatch, PRINTED_COLUMNS } from '../../domain/administration/code-batches/list-codes.ts';
import { csvReply } from '../../pipeline/csv-reply.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { readCodeBatchFile as route } from './routes.ts';

export const handler = endpoint(route, (request) => {
  const { company, params, query } = request;
  const id = params['id'] ?? '';
  return csvReply(request, id, async (limit) => {
    const { rows, next } = await listCodesOfBatch(company, id, { limit, startingAfter: query.starting_after });
    return { columns: PRINTED_COLUMNS, rows, next: next === null ? undefined : { starting_after: next } };
  });
});
