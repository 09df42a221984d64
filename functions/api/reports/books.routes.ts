import * as z from 'zod/mini';
import { lazy } from '../../platform/lazy.ts';
import type { Route } from '../../pipeline/route.ts';

const optional = lazy(() => z.optional(z.string()));
const pagingQuery = () => ({ limit: optional(), starting_after: optional(), company: optional() });
const day = lazy(() =>
  z.optional(z.string().check(z.describe('Day, YYYY-MM-DD, in the time zone of the company, inclusive. Required.'))),
);

const journalQuery = lazy(() =>
  z.object({
    from: day(),
    to: day(),
    format: z.optional(
      z.string().check(z.describe('`sie` or `economic`. Default: JSON, or CSV with `Accept: text/csv`.')),
    ),
    ...pagingQuery(),
  }),
);

export const readJournal = {
  name: 'read-journal',
  method: 'GET',
  path: '/v2/reports/journal',
  alsoAt: ['/v2/reports/journal.csv'],
  entry: 'functions/api/reports/read-journal.ts',
  access: 'api-key',
  scope: 'reports:read',
  get query() {
    return journalQuery();
  },
  replies: { 200: 'JournalList' },
  csv: true,
  files: ['application/x-sie'],
  errors: ['not_found', 'validation_failed', 'accounts_missing'],
  summary: 'Read the journal of at most 31 days, oldest first',
  description:
    'Balanced entries under the account numbers of the company; amounts are whole numbers of the smallest currency ' +
    'unit. `voucher` counts from 1 in each year without gaps. Days before yesterday are closed and never change: a ' +
    'later event has a voucher of its own. Yesterday and today can still change. `format=sie` returns SIE 4 in code ' +
    'page 437, `format=economic` the CSV that e-conomic imports.',
  tag: 'Reports',
  uses: ['table:write', 'keys'],
} as const satisfies Route;

const month = lazy(() => z.optional(z.string().check(z.describe('Month, YYYY-MM. Required.'))));
const statementQuery = lazy(() => z.object({ month: month(), company: optional() }));

export const readStatement = {
  name: 'read-statement',
  method: 'GET',
  path: '/v2/reports/statement',
  alsoAt: ['/v2/reports/statement.csv'],
  entry: 'functions/api/reports/read-statement.ts',
  access: 'api-key',
  scope: 'reports:read',
  get query() {
    return statementQuery();
  },
  replies: { 200: 'Statement' },
  csv: true,
  errors: ['not_found', 'validation_failed'],
  summary: 'Read the statement of a month',
  description:
    'Amounts are whole numbers of the smallest currency unit. `net` is `captured` - `refunds` - `disputes_lost` - ' +
    '`commission` - `commission_vat` + `carried_forward`. The statement is issued on the second day of the next ' +
    'month, with the next number of the company, and never changes after that; later events are in the next ' +
    'statement. A balance below 0 is carried forward. `settled` was paid outside the gateway.',
  tag: 'Reports',
  uses: ['table:write'],
} as const satisfies Route;

export const readStatementPdf = {
  name: 'read-statement-pdf',
  method: 'GET',
  path: '/v2/reports/statement.pdf',
  entry: 'functions/api/reports/read-statement-pdf.ts',
  access: 'api-key',
  scope: 'reports:read',
  startsEarly: false,
  get query() {
    return statementQuery();
  },
  replies: { 200: 'application/pdf' },
  errors: ['not_found', 'validation_failed'],
  summary: 'Download the statement of a month',
  description: 'In the language of the company. While the statement is open it is marked as a preview.',
  tag: 'Reports',
  uses: ['table:write', 'objects:read', 'objects:write'],
  memoryMb: 1024,
} as const satisfies Route;

const linesQuery = lazy(() => z.object(pagingQuery()));

export const listStatementLines = {
  name: 'list-statement-lines',
  method: 'GET',
  path: '/v2/reports/statement/{month}/lines',
  alsoAt: ['/v2/reports/statement/{month}/lines.csv'],
  entry: 'functions/api/reports/list-statement-lines.ts',
  access: 'api-key',
  scope: 'reports:read',
  get query() {
    return linesQuery();
  },
  replies: { 200: 'StatementLineList' },
  csv: true,
  errors: ['not_found', 'validation_failed'],
  summary: 'List the entries of a statement, oldest first',
  description:
    'One row for each event of an order that moved money or commission. Amounts are whole numbers of the smallest ' +
    'currency unit.',
  tag: 'Reports',
  uses: ['table:read', 'keys'],
} as const satisfies Route;

export const bookRoutes = [readJournal, readStatement, readStatementPdf, listStatementLines] as const;
