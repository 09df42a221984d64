import { ApiError } from '../../platform/errors.ts';
import type { ListPage, PageRequest } from '../../storage/cursors.ts';

const ROWS_PER_READ = 1000;
/** Number of rows that count as one request, like a page of a list. */
const ROWS_PER_REQUEST = 100;
/** Maximum number of rows of a list that is read completely. Reading them must fit into the time of one request. */
const WHOLE_LIST_ROWS_MAX = 20_000;

/** The 422 for a list that is too long for one response. */
const tooLong = (): ApiError =>
  new ApiError(
    422,
    'validation_failed',
    `More than ${WHOLE_LIST_ROWS_MAX} rows match: narrow the list, or use API v2.`,
  );

/**
 * All rows of a list with cursors, for a legacy list that reports a total. Rows beyond the first thousand count against
 * the rate limit like pages of a list.
 */
export const wholeList = async <T>(
  read: (page: PageRequest) => Promise<ListPage<T>>,
  spend: (requests: number) => Promise<void>,
): Promise<T[]> => {
  const rows: T[] = [];
  let startingAfter: string | undefined;
  do {
    if (rows.length >= WHOLE_LIST_ROWS_MAX) throw tooLong();
    if (startingAfter !== undefined) await spend(ROWS_PER_READ / ROWS_PER_REQUEST);
    const page: ListPage<T> = await read({ limit: ROWS_PER_READ, startingAfter });
    rows.push(...page.data);
    startingAfter = page.next_cursor ?? undefined;
  } while (startingAfter !== undefined);
  return rows;
};
