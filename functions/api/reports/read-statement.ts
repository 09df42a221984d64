import { parseMonth, presentStatement, readStatement } from '../../domain/reporting/postings/statement.ts';
import { loadReportCompany } from '../../domain/reporting/reports/report-company.ts';
import { csvReply, isCsvPreferred } from '../../pipeline/csv-reply.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { readStatement as route } from './books.routes.ts';
import { COLUMNS } from './columns.ts';

export const handler = endpoint(route, async (request) => {
  const month = parseMonth(request.query.month);
  const statement = presentStatement(await readStatement(await loadReportCompany(request.company), month));
  if (!isCsvPreferred(request)) return { status: 200, body: statement };
  return csvReply(request, `statement-${month}`, async () => ({
    columns: COLUMNS.statement,
    rows: [statement],
  }));
});
