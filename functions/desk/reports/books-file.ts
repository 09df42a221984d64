import { journalFile } from '../../domain/reporting/postings/journal-file.ts';
import { journalRange, readJournal } from '../../domain/reporting/postings/journal.ts';
import { readStatementLines, STATEMENT_LINE_COLUMNS } from '../../domain/reporting/postings/statement-lines.ts';
import { statementFile } from '../../domain/reporting/postings/statement-pdf.ts';
import { readStatement } from '../../domain/reporting/postings/statement.ts';
import { loadReportCompany } from '../../domain/reporting/reports/report-company.ts';
import { csvOf, type Cell } from '../../platform/csv.ts';
import { decimalFromMinor } from '../../platform/decimals.ts';
import { notFound } from '../../platform/errors.ts';
import { documentReply } from '../../pipeline/document-reply.ts';
import type { Reply } from '../../pipeline/request.ts';
import { deskEndpoint } from '../endpoint.ts';
import { fileReply } from '../file.ts';
import { refusalFrom } from '../form-idempotency.ts';
import type { DeskVisit } from '../visit.ts';
import { booksPage } from './pages/books.ts';
import { deskBooksFile } from './routes.ts';
import { shownMonth } from './shown-month.ts';

export const handler = deskEndpoint(deskBooksFile, async (visit) => {
  const file = FILES.get(visit.request.params['file'] ?? '');
  if (!file) throw notFound('file');
  try {
    return await file(visit);
  } catch (error) {
    return booksPage(visit, { month: shownMonth(visit), refusal: refusalFrom(error) });
  }
});

const statementPdf = async (visit: DeskVisit): Promise<Reply> => {
  const company = await loadReportCompany(visit.company.slug);
  const document = await statementFile(await readStatement(company, shownMonth(visit)), company);
  const reply = documentReply(document, 'attachment');
  return { ...reply, headers: { ...reply.headers, 'Cache-Control': 'no-store' } };
};

/** A CSV of all lines of a statement. */
const statementLines = async (visit: DeskVisit): Promise<Reply> => {
  const month = shownMonth(visit);
  const company = await loadReportCompany(visit.company.slug);
  const { lines } = await readStatementLines(company, { month, limit: Infinity });
  const rows = lines.map((line): Cell[] =>
    STATEMENT_LINE_COLUMNS.map((column) => {
      const cell = line[column];
      return typeof cell === 'number' ? decimalFromMinor(cell, company.currency) : cell;
    }),
  );
  const file = csvOf([[...STATEMENT_LINE_COLUMNS], ...rows], company.language);
  return fileReply(visit, `${company.slug}-statement-lines-${month}`, file);
};

const journal = async (visit: DeskVisit): Promise<Reply> => {
  const { from, to, format } = visit.request.query;
  const company = await loadReportCompany(visit.company.slug);
  const range = journalRange({ from, to, ...(format === 'csv' ? {} : { format }) });
  if (range.format) {
    const file = await journalFile(company, range);
    return { status: 200, headers: { ...file.headers, 'Cache-Control': 'no-store' }, body: file.bytes };
  }
  const { entries } = await readJournal(company, { ...range, limit: Infinity });
  const head = ['date', 'voucher', 'account', 'text', 'debit', 'credit', 'vat_rate', 'reference'];
  const amount = (minor: number): number => decimalFromMinor(minor, company.currency);
  const rows = entries.flatMap(({ date, voucher, lines }) =>
    lines.map((line): Cell[] => [
      date,
      voucher,
      line.account,
      line.text,
      amount(line.debit),
      amount(line.credit),
      line.vat_rate,
      line.reference,
    ]),
  );
  return fileReply(
    visit,
    `${company.slug}-journal-${range.from}-${range.to}`,
    csvOf([head, ...rows], company.language),
  );
};

const FILES = new Map([
  ['statement.pdf', statementPdf],
  ['lines.csv', statementLines],
  ['journal', journal],
]);
