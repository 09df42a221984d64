import { csvOf } from '../../platform/csv.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import type { Reply } from '../request.ts';
import { reportPage } from './pages/report.ts';
import { isReport, readReport, type ReportName } from './report-rows.ts';
import { deskReport } from './routes.ts';
import { deskEndpoint, type DeskVisit } from './visit.ts';

/** Rows of which sums and plots are made; the table shows the first of them. */
const PAGE_ROWS_MAX = 2000;
/** Rows of a file: more do not fit into one answer. */
const FILE_ROWS_MAX = 20_000;

export const handler = deskEndpoint(deskReport, async (visit) => {
  const name = visit.request.params['report'] ?? 'analytics';
  if (!isReport(name)) throw notFound('report');
  if (visit.request.query['format'] === 'csv') return fileOf(visit, name);
  return reportPage(visit, name, await readReport(visit, name, PAGE_ROWS_MAX));
});

/** All rows or none: a file that leaves something out would be taken for whole. Throws 422 for too many. */
const fileOf = async (visit: DeskVisit, name: ReportName): Promise<Reply> => {
  const { t, company } = visit;
  const report = await readReport(visit, name, FILE_ROWS_MAX);
  if (report.total > report.rows.length) throw invalid('date_from', t.reports.tooMany(FILE_ROWS_MAX));
  const head = report.columns.map((column) => t.reports.columns[column]);
  const days = report.days ? `-${report.days.from}-${report.days.to}` : report.date ? `-${report.date}` : '';
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${company.slug}-${name}${days}.csv"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
    body: csvOf([head, ...report.rows], company.language),
  };
};
