import { readClaimedItems } from '../../domain/reporting/reports/claimed-items.ts';
import { csvReply, nextOffset, isCsvPreferred } from '../../pipeline/csv-reply.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { COLUMNS } from './columns.ts';
import { daysOf, reportPagingOf } from './filters.ts';
import { listClaimedItems as route } from './routes.ts';

export const handler = endpoint(route, async (request) => {
  const { company, query } = request;
  const input = { days: daysOf(query), ...reportPagingOf(query) };
  if (!isCsvPreferred(request)) return { status: 200, body: await readClaimedItems(company, input) };
  return csvReply(request, 'claimed-items', async (limit) => {
    const page = await readClaimedItems(company, { ...input, limit });
    return { columns: COLUMNS['claimed-items'], rows: page.items, next: nextOffset(input.offset, page) };
  });
});
