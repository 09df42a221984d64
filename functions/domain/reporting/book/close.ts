import { daysAfter, localDate, startOfDayMs } from '../../../platform/zones.ts';
import { nowMs } from '../../../platform/clock.ts';
import { deleteRow, putRow, queryAll, queryPage } from '../../../storage/table.ts';
import { dayBefore, lastDayOf, nextDay, nextMonth } from './days.ts';
import { foldDay, isUsableFold } from './fold.ts';
import { addToClosing, closingBefore, readDays } from './read.ts';
import {
  bookEntries,
  closingKey,
  dayOfKey,
  bookDayRange,
  positionsBetween,
  type BookClosingRow,
  type BookDayRow,
  type BookEntryRow,
} from './rows.ts';
import { HOUR_MS } from '../../../platform/durations.ts';

/** A day is closed this long after its end. */
const CLOSE_DELAY_MS = HOUR_MS;
const TRIES = 3;
/** Longer ranges of days without entries are not folded, because a single query covers such a range. */
const QUIET_DAYS = 31;

/** The last day that can be closed at a time: later entries of the day are late, and reopen it. */
export const lastClosableDay = (atMs: number, zone: string): string =>
  dayBefore(localDate(atMs - CLOSE_DELAY_MS, zone));

/**
 * Folds past days of a company, and sums up past months. Continues where the last run stopped, and stops at `stopAt`.
 * Returns the last closed day; undefined when no day with entries can be closed yet, the time was up, or closing a day
 * failed.
 */
export const closeDays = async (company: string, zone: string, stopAt = Infinity): Promise<string | undefined> => {
  const last = lastClosableDay(nowMs(), zone);
  const { from } = await closingBefore(company, zone, last.slice(0, 7));
  const first = await firstBookDay(company, zone);
  if (first === undefined || first > last) return undefined;
  const begin = first > from ? first : from;
  const rows = await queryAll<BookDayRow>({ ...bookDayRange(company, 'day', begin, last), consistent: true });
  const closed = new Set(rows.filter((row) => isUsableFold(row, zone) && row.isClosed === true).map(dayOfKey));
  let busy = begin;
  for (let day = begin; day <= last; day = nextDay(day)) {
    if (closed.has(day)) continue;
    if (busy < day || day === begin) busy = (await firstBookDay(company, zone, day)) ?? NEVER;
    if (busy > daysAfter(day, QUIET_DAYS)) {
      day = dayBefore(busy);
      continue;
    }
    if (performance.now() > stopAt || !(await foldDayWithRetries({ company, day, zone }))) return undefined;
  }
  await closeMonths({ company, zone, begin, last });
  return last;
};

const foldDayWithRetries = async (of: { company: string; day: string; zone: string }): Promise<boolean> => {
  for (let tries = 0; tries < TRIES; tries++) if (await foldDay(of, 'end')) return true;
  return false;
};

const NEVER = '9999-12-31';

/** The first day of a company with an entry, at or after `from` if given; undefined if there is none. */
export const firstBookDay = async (company: string, zone: string, from?: string): Promise<string | undefined> => {
  const range = positionsBetween(from === undefined ? 0 : startOfDayMs(from, zone), 99_999_999_999_999);
  const { rows } = await queryPage<BookEntryRow>({ ...bookEntries(company), ...range, limit: 1 });
  return rows[0] && localDate(rows[0].atMs, zone);
};

/** A month is summed up when the day after it is closed, so that late entries of its last day are included. */
const closeMonths = async (of: { company: string; zone: string; begin: string; last: string }): Promise<void> => {
  const { company, zone, begin, last } = of;
  for (let month = begin.slice(0, 7); lastDayOf(month) < last; month = nextMonth(month)) {
    const { closing, from } = await closingBefore(company, zone, month);
    const generations = (): Promise<number> => generationsOf(company, from, lastDayOf(month));
    const before = await generations();
    const days = await readDays({ company, zone, from, to: lastDayOf(month), consistent: true });
    for (const book of days.values()) addToClosing(closing, book);
    const row: BookClosingRow = { ...closingKey(company, month), type: 'book-closing', v: 1, zone, ...closing };
    await putRow(row);
    // A late entry was written before this closing existed, so its writer could not delete the closing.
    if ((await generations()) !== before) await deleteRow(row);
  }
};

const generationsOf = async (company: string, from: string, to: string): Promise<number> => {
  const rows = await queryAll<BookDayRow>({ ...bookDayRange(company, 'day', from, to), consistent: true });
  return rows.reduce((sum, { generation }) => sum + generation, 0);
};
