import { languageOfCompany } from '../domain/company/companies/language.ts';
import { MAX_ANSWER_BYTES } from '../domain/fulfillment/documents/schema.ts';
import { csvOf, type Cell } from '../platform/csv.ts';
import type { ApiRequest, Reply } from './request.ts';

const CSV_ROWS_MAX = 20_000;

const QUALITY = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** The client's preference for a media type, from 0 to 1; undefined where it is not named. */
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

/** Whether a client prefers a file: it names `text/csv`, and nothing with a higher preference. */
export const isCsvPreferred = ({ headers }: Pick<ApiRequest, 'headers'>): boolean => {
  const accept = headers['accept'] ?? '';
  const csv = qualityOf(accept, ['text/csv']) ?? 0;
  const json = qualityOf(accept, ['application/json']) ?? qualityOf(accept, ['application/*', '*/*']) ?? 0;
  return csv > 0 && csv >= json;
};

/** `limit` of a file: the maximum unless less is requested. */
export const csvLimit = (text: string | undefined): number =>
  text !== undefined && /^\+?\d{1,9}$/.test(text.trim())
    ? Math.min(CSV_ROWS_MAX, Math.max(1, Number(text)))
    : CSV_ROWS_MAX;

interface CsvFile<T> {
  /** Members of a row that become columns, with the same names. */
  columns: readonly (keyof T & string)[];
  rows: readonly T[];
  /** Query parameters of the request for the rest; absent when this is all. */
  next?: Record<string, string> | undefined;
}

const cellOf = (value: unknown): Cell => {
  if (typeof value === 'number' || typeof value === 'string') return value;
  return typeof value === 'boolean' ? String(value) : null;
};

/**
 * Rows as a file for spreadsheets, in the format of the company's language; `Link` leads to the next part of a longer
 * one. When the rows exceed the size of a response, half of them are read.
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
  while (Buffer.byteLength(body) > MAX_ANSWER_BYTES && limit > 1) {
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
  const kept = Object.entries(queryValues).filter(([name]) => !Object.hasOwn(next, name));
  const pairs = kept.flatMap(([name, values]) => values.map((value): [string, string] => [name, value]));
  return new URLSearchParams([...pairs, ...Object.entries(next)]).toString();
};

/** Query of the next part after a page by offset. */
export const nextOffset = (
  offset: number,
  page: { items: readonly unknown[]; itemsCount: number },
): Record<string, string> | undefined => {
  const seen = offset + page.items.length;
  return page.items.length > 0 && seen < page.itemsCount ? { offset: String(seen) } : undefined;
};

/** Query of the next part after a page of a list. */
export const nextCursor = ({ next_cursor: next }: { next_cursor: string | null }): Record<string, string> | undefined =>
  next === null ? undefined : { starting_after: next };
