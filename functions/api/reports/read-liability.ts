import { readLiability } from '../../domain/reporting/reports/liability.ts';
import { dateOrNone } from '../../domain/reporting/reports/query.ts';
import { csvReply, isCsvPreferred } from '../../pipeline/csv-reply.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { COLUMNS } from './columns.ts';
import { readLiability as route } from './routes.ts';

export const handler = endpoint(route, async (request) => {
  const report = await readLiability(request.company, dateOrNone(request.query.date));
  if (!isCsvPreferred(request)) return { status: 200, body: report };
  return csvReply(request, `liability-${report.date}`, async () => ({
    columns: COLUMNS.liability,
    rows: report.items,
  }));
});
