import { monthOf, presentStatement, readStatement } from '../../domain/reporting/postings/statement.ts';
import { readReportCompany } from '../../domain/reporting/reports/report-company.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { readStatement as route } from './books.routes.ts';

export const handler = endpoint(route, async ({ company, query }) => {
  const month = monthOf(query.month);
  return { status: 200, body: presentStatement(await readStatement(await readReportCompany(company), month)) };
});
