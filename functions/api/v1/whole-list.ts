import { ApiError } from '../../platform/errors.ts';
import type { ListPage } from '../../storage/cursors.ts';

const AT_ONCE = 1000;
/** Rows that a request of the budget reads elsewhere: a page of a list. */
const ROWS_PER_REQUEST = 100;
/** A list that is read to its end has to fit into the time of one request. */
export const ROWS_MAX = 20_000;

/** 422: the list is longer than one answer can count. */
export const tooLong = (): ApiError =>
  new ApiError(422, 'validation_failed', `More than ${ROWS_MAX} rows match: narrow the list, or use API v2.`);

/**
 * Every row of a list that is read with cursors, for a legacy list, which counts its rows. What it reads beyond a first
 * thousand is paid for as pages of a list would be.
 */
export const wholeList = async <T>(
  read: (page: { limit: number; startingAfter: string | undefined }) => Promise<ListPage<T>>,
  spend: (requests: number) => Promise<void>,
): Promise<T[]> => {
  const rows: T[] = [];
  let startingAfter: string | undefined;
  do {
    if (rows.length >= ROWS_MAX) throw tooLong();
    if (startingAfter !== undefined) await spend(AT_ONCE / ROWS_PER_REQUEST);
    const page: ListPage<T> = await read({ limit: AT_ONCE, startingAfter });
    rows.push(...page.data);
    startingAfter = page.next_cursor ?? undefined;
  } while (startingAfter !== undefined);
  return rows;
};
