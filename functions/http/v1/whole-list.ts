import type { ListPage } from '../../storage/cursors.ts';

/** Every row of a list that is read with cursors, for a legacy list, which counts its rows. */
export const wholeList = async <T>(
  read: (page: { limit: number; startingAfter: string | undefined }) => Promise<ListPage<T>>,
): Promise<T[]> => {
  const rows: T[] = [];
  let startingAfter: string | undefined;
  do {
    const page: ListPage<T> = await read({ limit: 1000, startingAfter });
    rows.push(...page.data);
    startingAfter = page.next_cursor ?? undefined;
  } while (startingAfter !== undefined);
  return rows;
};
