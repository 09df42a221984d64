import { nowMs } from '../../../platform/clock.ts';
import { localDate, startOfDayMs, endOfDayMs } from '../../../platform/zones.ts';
import { queryAll, queryPage, queryPages } from '../../../storage/table.ts';
import { dayBefore, lastDayOf, nextDay } from './days.ts';
import { isUsableFold } from './fold.ts';
import { netOf } from './figures.ts';
import {
  bookEntries,
  closingsBefore,
  dayOfKey,
  bookDayRange,
  positionsBetween,
  type BookClosingRow,
  type BookDayRow,
  type BookEntryRow,
  type BookProductsRow,
} from './rows.ts';
import { addBook, addEntry, addOutstanding, emptyBook, type DayBook } from './sums.ts';

interface BookRange {
  company: string;
  zone: string;
  /** `YYYY-MM-DD`, inclusive. */
  from: string;
  to: string;
  /** Whether to include sums by product. */
  products?: boolean;
  /** Reads every entry that was committed before the call. */
  consistent?: boolean;
}

/**
 * The sums of each day of a range that has any. Reads a row or two per day, and the entries that are not folded yet.
 */
export const readDays = async (range: BookRange): Promise<Map<string, DayBook>> => {
  const { company, zone, from, products, consistent = false } = range;
  // Future days are empty.
  const [to = range.to] = [range.to, nextDay(localDate(nowMs(), zone))].toSorted();
  if (to < from) return new Map();
  const [rows, productRows] = await Promise.all([
    queryAll<BookDayRow>({ ...bookDayRange(company, 'day', from, to), consistent }),
    products ? queryAll<BookProductsRow>({ ...bookDayRange(company, 'products', from, to), consistent }) : [],
  ]);
  const known = new Map(rows.map((row) => [dayOfKey(row), row]));
  const productsOf = new Map(productRows.map((row) => [dayOfKey(row), row.sums]));
  const days = new Map<string, DayBook>();
  for (const [day, row] of known) {
    if (!isUsableFold(row, zone)) continue;
    const book = emptyBook();
    addBook(book, { sums: { ...row.sums, ...productsOf.get(day) }, outstanding: row.outstanding ?? {} });
    days.set(day, book);
  }
  await Promise.all(
    unfoldedRanges(known, { company, zone, from, to }).map((stretch) =>
      addEntries(days, known, { company, zone, stretch, consistent }),
    ),
  );
  return days;
};

/**
 * Days of a range that are folded, or were before a late entry, both ends included. Other closed days have no entries.
 */
export const foldedDays = async (company: string, from: string, to: string): Promise<string[]> => {
  const rows = await queryAll<BookDayRow>({ ...bookDayRange(company, 'day', from, to), consistent: true });
  return rows.map(dayOfKey);
};

/** Range of positions, both inclusive. */
interface PositionRange {
  from: string;
  to: string;
}

/** Unfolded parts of a range: whole days, and the rest of an open day after its fold. */
const unfoldedRanges = (known: ReadonlyMap<string, BookDayRow>, { zone, from, to }: BookRange): PositionRange[] => {
  const ranges: PositionRange[] = [];
  let open: { begin: string; last: string } | undefined;
  const end = (): void => {
    if (open) ranges.push({ from: open.begin, to: positionsBetween(0, endOfDayMs(open.last, zone)).to });
    open = undefined;
  };
  const [first = to] = [...known.keys()].toSorted();
  if (from === EARLIEST && first > from) open = { begin: positionsBetween(0, 0).from, last: dayBefore(first) };
  for (let day = from === EARLIEST ? first : from; day <= to; day = nextDay(day)) {
    const row = known.get(day);
    if (isUsableFold(row, zone)) {
      end();
      if (row.isClosed !== true) open = { begin: `${row.through}\u0000`, last: day };
    } else if (open) open.last = day;
    else open = { begin: positionsBetween(startOfDayMs(day, zone), 0).from, last: day };
  }
  end();
  return ranges.filter((stretch) => stretch.from <= stretch.to);
};

const addEntries = async (
  days: Map<string, DayBook>,
  known: ReadonlyMap<string, BookDayRow>,
  {
    company,
    zone,
    stretch,
    consistent,
  }: { company: string; zone: string; stretch: PositionRange; consistent: boolean },
): Promise<void> => {
  for await (const entries of queryPages<BookEntryRow>({ ...bookEntries(company), ...stretch, consistent })) {
    for (const entry of entries) {
      const day = localDate(entry.atMs, zone);
      const row = known.get(day);
      if (isUsableFold(row, zone) && entry.sk <= row.through) continue;
      const book = days.get(day) ?? emptyBook();
      addEntry(book, entry);
      days.set(day, book);
    }
  }
};

/** Earliest day of a range. A range that starts on this day includes all earlier days, too. */
const EARLIEST = '1970-01-02';

/** Outstanding value at the end of a day: by group, and by currency, type and month of expiry. */
export interface ClosingBalance {
  nets: Record<string, number>;
  outstanding: DayBook['outstanding'];
}

export const addToClosing = (closing: ClosingBalance, book: DayBook): void => {
  for (const [group, figures] of Object.entries(book.sums)) {
    if (group !== '' && !group.startsWith('t:') && !group.startsWith('v:')) continue;
    closing.nets[group] = (closing.nets[group] ?? 0) + netOf(figures);
  }
  addOutstanding(closing, book.outstanding);
};

/** The newest closing before a month, and the first day after it. */
export const closingBefore = async (
  company: string,
  zone: string,
  month: string,
): Promise<{ closing: ClosingBalance; from: string }> => {
  const { rows } = await queryPage<BookClosingRow>({ ...closingsBefore(company, month), limit: 3 });
  const row = rows.find((each) => dayOfKey(each) < month && each.zone === zone);
  if (!row) return { closing: { nets: {}, outstanding: {} }, from: EARLIEST };
  return {
    closing: structuredClone({ nets: row.nets, outstanding: row.outstanding }),
    from: nextDay(lastDayOf(dayOfKey(row))),
  };
};

/** The days of a range and the closing before it. */
export const readWithOpening = async (
  range: BookRange,
): Promise<{ opening: ClosingBalance; days: Map<string, DayBook> }> => {
  const { company, zone } = range;
  const { closing, from } = await closingBefore(company, zone, range.from.slice(0, 7));
  const days = await readDays({ ...range, from: from < range.from ? from : range.from });
  for (const day of [...days.keys()].toSorted()) {
    const book = days.get(day);
    if (day >= range.from || !book) continue;
    addToClosing(closing, book);
    days.delete(day);
  }
  return { opening: closing, days };
};

/** The outstanding value at the end of a day. */
export const readClosing = async (company: string, zone: string, day: string): Promise<ClosingBalance> => {
  const { closing, from } = await closingBefore(company, zone, day.slice(0, 7));
  const days = await readDays({ company, zone, from, to: day });
  for (const book of days.values()) addToClosing(closing, book);
  return closing;
};
