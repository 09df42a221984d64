import { requests } from '../platform/messages/requests.ts';
import { invalid, type ApiError } from '../platform/errors.ts';
import { openOpaque, sealOpaque } from '../platform/sealing.ts';

/** Identifies a list of one company. A cursor is valid for one list only. */
export interface ListIdentity {
  company: string;
  list: string;
}

/** JSON, because the names of companies and lists may contain any character. */
const ownerOf = ({ company, list }: ListIdentity): string => JSON.stringify([company, list]);

/** Encodes a position in a list. A position is any JSON value, and is encrypted because it may contain item codes. */
export const encodeCursor = (identity: ListIdentity, position: unknown): string =>
  sealOpaque('cursor', ownerOf(identity), JSON.stringify(position));

export const notACursor = (): ApiError => invalid('starting_after', requests('cursor_unknown'));

/** The page that a caller requests: its maximum length, and the cursor of the page before. */
export interface PageRequest {
  limit: number;
  startingAfter: string | undefined;
}

/**
 * Decodes a cursor; undefined for the first page, which has none. Throws 422 on `starting_after` if it was not issued
 * for this list of this company.
 */
export const decodeCursor = <T>(identity: ListIdentity, cursor: string | undefined): T | undefined => {
  if (cursor === undefined) return undefined;
  const position = openOpaque('cursor', ownerOf(identity), cursor);
  if (position === undefined) throw notACursor();
  return JSON.parse(position) as T;
};

export interface ListPage<T> {
  object: 'list';
  data: T[];
  has_more: boolean;
  next_cursor: string | null;
}

/** The list envelope. `next` is the position after the last entry; undefined at the end. */
export const listPage = <T>(identity: ListIdentity, data: T[], next: unknown): ListPage<T> => ({
  object: 'list',
  data,
  has_more: next !== undefined,
  next_cursor: next === undefined ? null : encodeCursor(identity, next),
});

/** Below the limit of 6 MB for a function response. A body is JSON within JSON, so its characters are escaped twice. */
const RESPONSE_MAX_BYTES = 5_500_000;

/** How many of the first entries fit into one response; at least one. */
export const countFitting = (entries: readonly unknown[]): number => {
  let bytes = 0;
  const over = entries.findIndex((entry) => {
    bytes += Buffer.byteLength(JSON.stringify(JSON.stringify(entry)));
    return bytes > RESPONSE_MAX_BYTES;
  });
  return over < 0 ? entries.length : Math.max(1, over);
};
