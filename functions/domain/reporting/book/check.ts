import { localDate, startOfDayMs, endOfDayMs } from '../../../platform/zones.ts';
import { getRow, getRows, keyText, queryAll, type Row } from '../../../storage/table.ts';
import { shownOrder } from '../../checkout/orders/order-shape.ts';
import { orderKey } from '../../checkout/orders/rows.ts';
import { itemPartition, type ItemRow, type LedgerRow } from '../../value/items/rows.ts';
import { addFigures, type Figure, type Figures } from './figures.ts';
import { lastDayOf } from './days.ts';
import { isUsableFold } from './fold.ts';
import { addToClosing, closingBefore, readDays } from './read.ts';
import { entriesOfItem, isMove } from './item-entries.ts';
import { orderBookEntries } from './order-entries.ts';
import {
  bookEntries,
  closingsFrom,
  dayKey,
  dayOfKey,
  positionsBetween,
  productsKey,
  type BookClosingRow,
  type BookDayRow,
  type BookEntryRow,
  type BookProductsRow,
  type Sums,
} from './rows.ts';
import { addEntry, emptyBook } from './sums.ts';
import { DAY_MS } from '../../../platform/durations.ts';

/** A figure of a day that differs from the rows of items and orders. */
export interface Difference {
  day: string;
  figure: string;
  counted: number;
  right: number;
}

/**
 * Differences between two sums by group. A figure is reported as `group figure`, or as `figure` in the group of all
 * entries (``).
 */
const differencesOf = (day: string, counted: Sums, right: Sums): Difference[] => {
  const groups = new Set([...Object.keys(counted), ...Object.keys(right)]);
  return [...groups].flatMap((group) => {
    const [mine = {}, theirs = {}]: Figures[] = [counted[group] ?? {}, right[group] ?? {}];
    const names = new Set([...Object.keys(mine), ...Object.keys(theirs)]) as Set<Figure>;
    return [...names]
      .filter((name) => (mine[name] ?? 0) !== (theirs[name] ?? 0))
      .map((name) => ({
        day,
        figure: group === '' ? name : `${group} ${name}`,
        counted: mine[name] ?? 0,
        right: theirs[name] ?? 0,
      }));
  });
};

const sumsOf = (entries: readonly BookEntryRow[]): Sums => {
  const book = emptyBook();
  for (const entry of entries) addEntry(book, entry);
  return book.sums;
};

/** Lapses and breakage take effect at midnight, but a sweep writes them later. */
const SWEPT_LATE_MS = DAY_MS;
const isLapse = (position: string): boolean => /#[lb]\d+$/.test(position);

/**
 * Compares entries derived from rows with those in the book, up to a given time, because newer entries may be in
 * progress.
 */
export const checkEntries = async (
  expected: readonly BookEntryRow[],
  { zone, untilMs }: { zone: string; untilMs: number },
): Promise<Difference[]> => {
  const settled = expected.filter(({ atMs, sk }) => atMs < untilMs - (isLapse(sk) ? SWEPT_LATE_MS : 0));
  if (settled.length === 0) return [];
  const rows = await getRows(settled, { consistent: true });
  return settled.flatMap((entry) => {
    const stored = rows.get<BookEntryRow>(entry);
    const { '': counted = {} } = stored ? sumsOf([stored]) : {};
    const { '': right = {} } = sumsOf([entry]);
    return differencesOf(localDate(entry.atMs, zone), { '': counted }, { '': right });
  });
};

/** Compares the folded sums of a day with its entries. Returns no differences for an open or reopened day. */
export const checkSums = async (company: string, zone: string, day: string): Promise<Difference[]> => {
  const row = await getRow<BookDayRow>(dayKey(company, day), { consistent: true });
  if (!isUsableFold(row, zone) || row.isClosed !== true) return [];
  const [products, entries] = await Promise.all([
    getRow<BookProductsRow>(productsKey(company, day), { consistent: true }),
    entriesOfDay(company, zone, day),
  ]);
  const after = await getRow<BookDayRow>(dayKey(company, day), { consistent: true });
  // A late entry arrived in the meantime.
  if (after?.generation !== row.generation) return [];
  return differencesOf(day, { ...row.sums, ...products?.sums }, sumsOf(entries));
};

const entriesOfDay = (company: string, zone: string, day: string): Promise<BookEntryRow[]> =>
  queryAll<BookEntryRow>({
    ...bookEntries(company),
    ...positionsBetween(startOfDayMs(day, zone), endOfDayMs(day, zone)),
    consistent: true,
  });

/** Compares the closings of months with the sums of their days. */
export const checkClosings = async (company: string, zone: string): Promise<Difference[]> => {
  const closings = await queryAll<BookClosingRow>({ ...closingsFrom(company, ''), consistent: true });
  const differences: Difference[] = [];
  for (const row of closings.filter((each) => each.zone === zone)) {
    const month = dayOfKey(row);
    const { closing, from } = await closingBefore(company, zone, month);
    const days = await readDays({ company, zone, from, to: lastDayOf(month), consistent: true });
    for (const book of days.values()) addToClosing(closing, book);
    const [counted = 0, right = 0] = [row.nets[''], closing.nets['']];
    if (counted !== right) differences.push({ day: lastDayOf(month), figure: 'closing', counted, right });
  }
  return differences;
};

/** Compares the entries of a day with their items and orders. */
export const checkSubjects = async (company: string, zone: string, day: string): Promise<Difference[]> => {
  const entries = await entriesOfDay(company, zone, day);
  const known = new Set<string>();
  const checked = new Set<string>();
  for (const entry of entries) {
    const subject = entry.code ?? orderIdOf(entry);
    if (checked.has(subject)) continue;
    checked.add(subject);
    for (const each of await entriesOfSubject(company, zone, entry)) known.add(bookIdentity(each));
  }
  const unknown = entries.filter((entry) => !isMove(entry) && !known.has(bookIdentity(entry)));
  return unknown.length === 0 ? [] : differencesOf(day, { '': sumsOf(unknown)[''] ?? {} }, {});
};

/** Text that identifies an entry by its key and its figures. */
export const bookIdentity = (entry: BookEntryRow): string => {
  const sums: Figures = {};
  for (const { figures } of entry.parts) addFigures(sums, figures);
  return `${keyText(entry)} ${JSON.stringify(Object.entries(sums).map(String).toSorted())}`;
};

const orderIdOf = ({ sk }: BookEntryRow): string => sk.split('#')[1] ?? '';

/** Every entry derived from the rows of an entry's item or order. */
export const entriesOfSubject = async (company: string, zone: string, entry: BookEntryRow): Promise<BookEntryRow[]> => {
  if (entry.code === undefined) {
    const raw = await getRow<Row>(orderKey(company, orderIdOf(entry)), { consistent: true });
    return raw ? orderBookEntries(shownOrder(raw)) : [];
  }
  const rows = await queryAll<Row>({ partition: itemPartition(company, entry.code), consistent: true });
  const item = rows.find((row): row is ItemRow => row.type === 'item');
  const ledger = rows.filter((row): row is LedgerRow => row.type === 'ledger');
  return item ? entriesOfItem(item, ledger, zone) : [];
};
