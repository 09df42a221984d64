import type { PostingPosition } from '../../domain/reporting/postings/days.ts';
import { parseMonth } from '../../domain/reporting/postings/statement.ts';
import { readStatementLines } from '../../domain/reporting/postings/statement-lines.ts';
import { loadReportCompany } from '../../domain/reporting/reports/report-company.ts';
import { notFound } from '../../platform/errors.ts';
import { decodeCursor, listPage } from '../../storage/cursors.ts';
import { csvReply, nextCursor, isCsvPreferred } from '../../pipeline/csv-reply.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { pageLimit } from '../../pipeline/parse.ts';
import { COLUMNS } from './columns.ts';
import { listStatementLines as route } from './books.routes.ts';

const PAGE = 100;

/** Parses the month. Throws 404 for an invalid one. */
const monthIn = (text: string | undefined): string => {
  try {
    return parseMonth(text);
  } catch {
    throw notFound('statement');
  }
};

export const handler = endpoint(route, async (request) => {
  const { company, params, query } = request;
  const month = monthIn(params['month']);
  const identity = { company, list: `statement#${month}` };
  const after = decodeCursor<PostingPosition>(identity, query.starting_after);
  const owner = await loadReportCompany(company);
  const read = async (limit: number) => {
    const { lines, next } = await readStatementLines(owner, { month, limit, after });
    return listPage(identity, lines, next);
  };
  if (!isCsvPreferred(request)) return { status: 200, body: await read(pageLimit(query.limit, PAGE)) };
  return csvReply(request, `statement-lines-${month}`, async (limit) => {
    const page = await read(limit);
    return { columns: COLUMNS['statement-lines'], rows: page.data, next: nextCursor(page) };
  });
});
