import { startOfDayMs, endOfDayMs } from '../../../platform/zones.ts';
import { membersAre } from '../../../storage/conditions.ts';
import { ConditionFailed, getRow, queryAll, queryPages, updateRow, type Key } from '../../../storage/table.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { transact } from '../../../storage/transactions.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import { deleteRows } from '../../../storage/put-rows.ts';
import { addEntry, addOutstanding, emptyBook, type DayBook } from './sums.ts';
import {
  bookEntries,
  closingsFrom,
  dayKey,
  positionsBetween,
  productsKey,
  type BookDayRow,
  type BookEntryRow,
  type BookProductsRow,
} from './rows.ts';

interface CompanyDay {
  company: string;
  /** `YYYY-MM-DD` */
  day: string;
  zone: string;
}

/** Whether a fold may continue the sums of a row, which requires that they are in the company's current time zone. */
export const isUsableFold = (row: BookDayRow | undefined, zone: string): row is BookDayRow & { through: string } =>
  row?.through !== undefined && row.zone === zone;

/**
 * Adds the entries of a day to its sums, up to a position, or up to the end of the day, which closes it. Returns false,
 * with the sums unchanged, when the position is before the day, or when a late entry or another fold came first.
 */
export const foldDay = async (
  { company, day, zone }: CompanyDay,
  until: 'end' | { position: string },
): Promise<boolean> => {
  const range = positionsBetween(startOfDayMs(day, zone), endOfDayMs(day, zone));
  const announced = until === 'end' || until.position > range.to ? range.to : until.position;
  // Right after midnight, the position is on the previous day. The last entries of that day must not count on this day.
  if (announced < range.from) return false;
  const row = await announceFold(dayKey(company, day), announced, until);
  if (row === undefined) return false;
  const isFirst = !isUsableFold(row, zone);
  const book = emptyBook();
  if (!isFirst) {
    const products = await getRow<BookProductsRow>(productsKey(company, day), { consistent: true });
    addOutstanding(book, row.outstanding ?? {});
    book.sums = structuredClone({ ...row.sums, ...products?.sums });
  }
  const from = isFirst ? range.from : `${row.through ?? ''}\u0000`;
  if (from < announced) await addEntries(book, { company, from, to: announced });
  return commitFold(row, { company, day, zone }, { book, announced, isClosed: announced === range.to });
};

/**
 * Announces a fold with a new generation, so that other folds of the day cannot commit. Returns undefined if a fold of
 * the open day has announced a later position, because a fold to an earlier position would make the next fold count the
 * entries between the two again.
 */
const announceFold = async (
  key: Key,
  announced: string,
  until: 'end' | { position: string },
): Promise<BookDayRow | undefined> => {
  const isLater = {
    expression: 'attribute_not_exists(announced) OR announced <= :announced',
    values: { ':announced': announced },
  };
  const change = rowUpdate({
    key,
    set: { type: 'book-day', v: 1, announced },
    add: { generation: 1 },
    ...(until === 'end' ? {} : { if: isLater }),
  });
  try {
    return await updateRow<BookDayRow>(change);
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined;
    throw error;
  }
};

const addEntries = async (book: DayBook, of: { company: string; from: string; to: string }): Promise<void> => {
  const query = { ...bookEntries(of.company), from: of.from, to: of.to, consistent: true };
  for await (const entries of queryPages<BookEntryRow>(query)) {
    for (const entry of entries) addEntry(book, entry);
  }
};

const isProduct = (group: string): boolean => group.startsWith('p:');

const commitFold = async (
  { generation }: BookDayRow,
  { company, day, zone }: CompanyDay,
  fold: { book: DayBook; announced: string; isClosed: boolean },
): Promise<boolean> => {
  const { book, announced, isClosed } = fold;
  const sums = Object.fromEntries(Object.entries(book.sums).filter(([group]) => !isProduct(group)));
  const products = Object.fromEntries(Object.entries(book.sums).filter(([group]) => isProduct(group)));
  const { outstanding } = book;
  const row: BookDayRow = {
    ...dayKey(company, day),
    type: 'book-day',
    v: 1,
    generation,
    zone,
    announced,
    through: announced,
    ...(isClosed ? { isClosed } : {}),
    sums,
    outstanding,
  };
  const productsRow: BookProductsRow = { ...productsKey(company, day), type: 'book-products', v: 1, sums: products };
  // Also written without products: an earlier fold may have left some that are no longer correct.
  return unlessRefused(transact([{ put: row, condition: membersAre({ generation }) }, { put: productsRow }]));
};

/**
 * Clears sums that lack a late entry, and the closings that include them. A fold in progress then fails to commit.
 * Returns false, without a change, if the day was folded, but not up to `position`.
 */
export const reopenDay = async ({ company, day }: Omit<CompanyDay, 'zone'>, position: string): Promise<boolean> => {
  const change = rowUpdate({
    key: dayKey(company, day),
    remove: ['through', 'isClosed', 'sums', 'outstanding'],
    add: { generation: 1 },
    if: {
      expression: 'attribute_exists(pk) AND announced >= :position',
      values: { ':position': position },
    },
  });
  try {
    await updateRow(change);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    if (error.row) return false;
  }
  // Closings may also include a day without a row.
  await deleteRows(await queryAll({ ...closingsFrom(company, day.slice(0, 7)), consistent: true }));
  return true;
};
