import { readIntegrity } from '../../domain/reporting/reports/integrity.ts';
import { csvReply, isCsvPreferred } from '../../pipeline/csv-reply.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { COLUMNS } from './columns.ts';
import { readIntegrity as route } from './routes.ts';

export const handler = endpoint(route, async (request) => {
  const report = await readIntegrity(request.company);
  if (!isCsvPreferred(request)) return { status: 200, body: report };
  return csvReply(request, 'integrity', async () => ({
    columns: COLUMNS.integrity,
    rows: report.checks,
  }));
});
