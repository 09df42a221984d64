import { journalRange, readJournal, type JournalEntry } from '../../domain/reporting/postings/journal.ts';
import { journalFile } from '../../domain/reporting/postings/journal-file.ts';
import { loadReportCompany } from '../../domain/reporting/reports/report-company.ts';
import { decodeCursor, listPage } from '../../storage/cursors.ts';
import { csvReply, nextCursor, isCsvPreferred } from '../../pipeline/csv-reply.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { pageLimit } from '../../pipeline/parse.ts';
import { COLUMNS } from './columns.ts';
import { readJournal as route } from './books.routes.ts';

const PAGE = 100;

const rowsOf = (entries: readonly JournalEntry[]) =>
  entries.flatMap(({ date, voucher, lines }) => lines.map((line) => ({ date, voucher, ...line })));

export const handler = endpoint(route, async (request) => {
  const { company, query } = request;
  const range = journalRange(query);
  const owner = await loadReportCompany(company);
  // Waits for authentication, because reading a journal writes: it closes days.
  await request.admitted();
  if (range.format) {
    const { headers, bytes } = await journalFile(owner, range);
    return { status: 200, headers, body: bytes };
  }
  const identity = { company, list: `journal#${range.from}#${range.to}` };
  const after = decodeCursor<Place>(identity, query.starting_after);
  const read = async (limit: number) => {
    const { entries, next } = await readJournal(owner, { ...range, limit, after });
    return listPage(identity, entries, next);
  };
  if (!isCsvPreferred(request)) return { status: 200, body: await read(pageLimit(query.limit, PAGE)) };
  return csvReply(request, `journal-${range.from}-${range.to}`, async (limit) => {
    const page = await read(limit);
    return { columns: COLUMNS.journal, rows: rowsOf(page.data), next: nextCursor(page) };
  });
});

type Place = NonNullable<Awaited<ReturnType<typeof readJournal>>['next']>;
