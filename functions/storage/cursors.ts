import { requests } from '../platform/messages/requests.ts';
import { invalid, type ApiError } from '../platform/errors.ts';
import { openOpaque, sealOpaque } from '../platform/sealing.ts';

/** A list of one company; a cursor of one list is refused by every other. */
export interface ListIdentity {
  company: string;
  list: string;
}

/** JSON, because company and list may hold any character. */
const ownerOf = ({ company, list }: ListIdentity): string => JSON.stringify([company, list]);

/** A position in a list: any JSON value, encrypted for the list it belongs to, because positions hold item codes. */
export const encodeCursor = (identity: ListIdentity, position: unknown): string =>
  sealOpaque('cursor', ownerOf(identity), JSON.stringify(position));

export const notACursor = (): ApiError => invalid('starting_after', requests('cursor_unknown'));

/** Throws 422 on `starting_after` for a cursor that was not issued for this list of this company. */
export const decodeCursor = <T>(identity: ListIdentity, cursor: string): T => {
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

/** The list envelope. `next` is the position after the last entry, or undefined at the end. */
export const listPage = <T>(identity: ListIdentity, data: T[], next: unknown): ListPage<T> => ({
  object: 'list',
  data,
  has_more: next !== undefined,
  next_cursor: next === undefined ? null : encodeCursor(identity, next),
});

/** A function returns at most 6 MB, and its body is JSON inside JSON: escaped characters are escaped twice. */
const RESPONSE_MAX_BYTES = 5_500_000;

/** How many of the entries fit into one response; at least one. */
export const countFitting = (entries: readonly unknown[]): number => {
  let bytes = 0;
  const over = entries.findIndex((entry) => {
    bytes += Buffer.byteLength(JSON.stringify(JSON.stringify(entry)));
    return bytes > RESPONSE_MAX_BYTES;
  });
  return over < 0 ? entries.length : Math.max(1, over);
};
