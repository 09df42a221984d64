import { statementFile } from '../../domain/reporting/postings/statement-pdf.ts';
import { parseMonth, readStatement } from '../../domain/reporting/postings/statement.ts';
import { loadReportCompany } from '../../domain/reporting/reports/report-company.ts';
import { documentReply } from '../../pipeline/document-reply.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { readStatementPdf as route } from './books.routes.ts';

export const handler = endpoint(route, async ({ company, query }) => {
  const month = parseMonth(query.month);
  const owner = await loadReportCompany(company);
  return documentReply(await statementFile(await readStatement(owner, month), owner));
});
