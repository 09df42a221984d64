import { readMovements } from '../../domain/reporting/reports/movements.ts';
import { csvReply, isCsvPreferred } from '../../pipeline/csv-reply.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { COLUMNS } from './columns.ts';
import { readMovements as route } from './routes.ts';

export const handler = endpoint(route, async (request) => {
  const { from, to, interval, group } = request.query;
  const report = await readMovements(request.company, { from, to, interval, group });
  if (!isCsvPreferred(request)) return { status: 200, body: report };
  return csvReply(request, `movements-${report.from}-${report.to}`, async () => ({
    columns: COLUMNS.movements,
    rows: report.rows,
  }));
});
