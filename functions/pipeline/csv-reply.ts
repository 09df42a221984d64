import { languageOfCompany } from '../domain/company/companies/language.ts';
import { MAX_RESPONSE_BYTES } from '../platform/response-size.ts';
import { csvOf, type Cell } from '../platform/csv.ts';
import { queryPairs } from './parse.ts';
import type { ApiRequest, Reply } from './request.ts';

const CSV_ROWS_MAX = 20_000;

const QUALITY = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** The client's preference for a media type, from 0 to 1; undefined if `Accept` does not contain it. */
const qualityOf = (accept: string, names: readonly string[]): number | undefined => {
  const qualities = accept
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
    .filter(([name = '']) => names.includes(name))
    .map(([, ...parameters]) =>
      Number(parameters.map((each) => QUALITY.exec(each)?.[1]).find((quality) => quality !== undefined) ?? 1),
    );
  return qualities.length === 0 ? undefined : Math.max(...qualities);
};

/** Whether the client prefers a CSV file: it accepts `text/csv`, and does not prefer JSON. */
export const isCsvPreferred = ({ headers }: Pick<ApiRequest, 'headers'>): boolean => {
  const accept = headers['accept'] ?? '';
  const csv = qualityOf(accept, ['text/csv']) ?? 0;
  const json = qualityOf(accept, ['application/json']) ?? qualityOf(accept, ['application/*', '*/*']) ?? 0;
  return csv > 0 && csv >= json;
};

/** The row limit for a file: `limit`, at most the maximum. The maximum if `limit` is absent or not a number. */
export const csvLimit = (text: string | undefined): number =>
  text !== undefined && /^\+?\d{1,9}$/.test(text.trim())
    ? Math.min(CSV_ROWS_MAX, Math.max(1, Number(text)))
    : CSV_ROWS_MAX;

interface CsvFile<T> {
  /** Members of a row that become columns of the same names. */
  columns: readonly (keyof T & string)[];
  rows: readonly T[];
  /** Query parameters that request the next part; absent if this is the last one. */
  next?: Record<string, string> | undefined;
}

const cellOf = (value: unknown): Cell => {
  if (typeof value === 'number' || typeof value === 'string') return value;
  return typeof value === 'boolean' ? String(value) : null;
};

/**
 * Returns rows as a CSV file in the format of the company's language; `Link` leads to the next part of a long file. As
 * long as the rows exceed the maximum size of a response, half as many are read (lib/reference/reports.md#files).
 */
export const csvReply = async <T extends object>(
  request: Pick<ApiRequest, 'company' | 'path' | 'queryValues'>,
  name: string,
  read: (limit: number) => Promise<CsvFile<T>>,
): Promise<Reply> => {
  const language = await languageOfCompany(request.company);
  let limit = csvLimit(request.queryValues['limit']?.at(-1));
  let file = await read(limit);
  let body = textOf(file, language);
  while (Buffer.byteLength(body) > MAX_RESPONSE_BYTES && limit > 1) {
    limit = Math.ceil(limit / 2);
    file = await read(limit);
    body = textOf(file, language);
  }
  const { next } = file;
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${request.company}-${name}.csv"`,
      'X-Content-Type-Options': 'nosniff',
      ...(next ? { Link: `<${request.path}?${queryWith(request, next)}>; rel="next"` } : {}),
    },
    body,
  };
};

const textOf = <T extends object>({ columns, rows }: CsvFile<T>, language: string): string =>
  csvOf([columns, ...rows.map((row) => columns.map((column) => cellOf(row[column])))], language);

const queryWith = ({ queryValues }: Pick<ApiRequest, 'queryValues'>, next: Record<string, string>): string => {
  const kept = queryPairs(queryValues).filter(([name]) => !Object.hasOwn(next, name));
  return new URLSearchParams([...kept, ...Object.entries(next)]).toString();
};

/** Query parameters of the page after this one, for a list with offsets. */
export const nextOffset = (
  offset: number,
  page: { items: readonly unknown[]; itemsCount: number },
): Record<string, string> | undefined => {
  const endOffset = offset + page.items.length;
  return page.items.length > 0 && endOffset < page.itemsCount ? { offset: String(endOffset) } : undefined;
};

/** Query parameters of the page after this one, for a list with cursors. */
export const nextCursor = ({ next_cursor: next }: { next_cursor: string | null }): Record<string, string> | undefined =>
  next === null ? undefined : { starting_after: next };
