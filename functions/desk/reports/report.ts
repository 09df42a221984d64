import { csvOf } from '../../platform/csv.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import type { Reply } from '../../pipeline/request.ts';
import { deskEndpoint } from '../endpoint.ts';
import { fileReply } from '../file.ts';
import { refusedPage } from '../pages/error-pages.ts';
import { type DeskVisit } from '../visit.ts';
import { reportPage } from './pages/report.ts';
import { columnName, isReport, canSee, type ReportName } from './report-names.ts';
import { readReport } from './report-rows.ts';
import { deskReport } from './routes.ts';
import { decimal } from '../format.ts';

/** Maximum number of rows for totals and charts. The table shows the first ones. */
const PAGE_ROWS_MAX = 2000;
/** Maximum number of rows of a CSV, because more cannot be read within a request. */
const FILE_ROWS_MAX = 200_000;

export const handler = deskEndpoint(deskReport, async (visit) => {
  const name = visit.request.params['report'] ?? 'summary';
  if (!isReport(name)) throw notFound('report');
  if (!canSee(visit, name)) return refusedPage(visit, 'right');
  if (visit.request.query['format'] === 'csv') return fileOf(visit, name);
  return reportPage(visit, name, await readReport(visit, name, { maximum: PAGE_ROWS_MAX, order: 'desc' }));
});

/**
 * A CSV of all rows. Throws 422 if there are too many, because an incomplete file would be mistaken for a complete one.
 */
const fileOf = async (visit: DeskVisit, name: ReportName): Promise<Reply> => {
  const { t, company } = visit;
  const report = await readReport(visit, name, { maximum: FILE_ROWS_MAX, order: 'asc' });
  if (report.total > report.rows.length) throw invalid('date_from', t.reports.tooMany(decimal(visit, FILE_ROWS_MAX)));
  const head = report.columns.map((column) => columnName(visit, column));
  const days = report.days?.from ? `-${report.days.from}-${report.days.to}` : report.date ? `-${report.date}` : '';
  return fileReply(visit, `${company.slug}-${name}${days}`, csvOf([head, ...report.rows], company.language));
};
