import { nowMs } from '../../../platform/clock.ts';
import { localDate } from '../../../platform/zones.ts';
import { queryAll } from '../../../storage/table.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { nextDay } from '../book/days.ts';
import type { PostingPointerRow } from '../book/posting-pointer.ts';
import type { BookEntryRow } from '../book/rows.ts';
import {
  entriesBetween,
  findPostingPointer,
  firstNumber,
  hasVoucher,
  lastClosable,
  postingsOfDay,
  unpostedEntries,
} from './close.ts';
import { postingsOf } from './load.ts';
import { dayOfPosted, nameOfLine, postedDays, type PostedDayRow, type Posting } from './rows.ts';

/** A day with postings. */
export interface PostedDay {
  /** `YYYY-MM-DD` */
  day: string;
  /** Number of the first voucher of the day. */
  first: number;
  /** Accounts of the vouchers of the day. */
  roles: readonly string[];
  read: () => Promise<readonly Posting[]>;
  /** The row of a closed day; absent for an open day. */
  row?: PostedDayRow;
}

interface DayRange {
  from: string;
  to: string;
}

/** Closed days of a range, up to the pointer. Days that are closed after the pointer was read count as open. */
export const closedDays = async (
  company: string,
  pointer: PostingPointerRow | undefined,
  { from, to }: DayRange,
): Promise<PostedDayRow[]> => {
  const [last = to] = [to, pointer?.through ?? ''].toSorted();
  return last < from ? [] : queryAll<PostedDayRow>({ ...postedDays(company, from, last), consistent: true });
};

const closedDay = (company: string, row: PostedDayRow): PostedDay => {
  const day = dayOfPosted(row);
  return { day, first: row.first, roles: row.roles, row, read: () => postingsOfDay(company, day, row) };
};

/**
 * Whether a company has moved to another time zone since its last day was closed, so that its days begin at other
 * times.
 */
export const isRezoned = (pointer: PostingPointerRow | undefined, zone: string): pointer is PostingPointerRow =>
  pointer !== undefined && pointer.zone !== zone;

/**
 * Entries after the last closed day up to `last`, with the open day with which they will be posted. After a change to
 * the time zone, parts of an open day may have been posted, and parts of a closed one not.
 */
export const openEntries = async (
  { slug: company, time_zone: zone }: CompanyRow,
  pointer: PostingPointerRow | undefined,
  begin: string,
  last: string,
): Promise<{ day: string; entry: BookEntryRow }[]> => {
  const entries = isRezoned(pointer, zone)
    ? await unpostedEntries({ company, zone }, begin, last)
    : await entriesBetween(company, zone, begin, last);
  return entries.map((entry) => {
    const day = localDate(entry.atMs, zone);
    return { day: day < begin ? begin : day, entry };
  });
};

/** Days that may still change, numbered as if closed now. */
const openDays = async (
  company: CompanyRow,
  pointer: PostingPointerRow | undefined,
  { from, to }: DayRange,
): Promise<PostedDay[]> => {
  const { slug, time_zone: zone } = company;
  const today = localDate(nowMs(), zone);
  const last = to < today ? to : today;
  // Open days before the range are needed, too, because their vouchers have earlier numbers.
  const [begin = from] = pointer ? [nextDay(pointer.through)] : [from, nextDay(lastClosable(zone))].toSorted();
  if (begin > last) return [];
  const entries = await openEntries(company, pointer, begin, last);
  const postings = await postingsOf(
    slug,
    entries.map(({ entry }) => entry),
  );
  const dayOfEntry = new Map(entries.map(({ day, entry }) => [entry.sk, day]));
  const days: PostedDay[] = [];
  let before: Pick<PostingPointerRow, 'through' | 'last'> | undefined = pointer;
  for (const [day, ofDay] of Map.groupBy(postings, ({ at }) => dayOfEntry.get(at) ?? begin)) {
    const first = firstNumber(before, day);
    before = { through: day, last: first - 1 + ofDay.filter(hasVoucher).length };
    const roles = [...new Set(ofDay.flatMap(({ lines }) => lines.map(nameOfLine)))];
    days.push({ day, first, roles, read: async () => ofDay });
  }
  return days.filter(({ day }) => day >= from);
};

/** Days of a range with postings, in order. */
export const postedDaysBetween = async (company: CompanyRow, range: DayRange): Promise<PostedDay[]> => {
  const pointer = await findPostingPointer(company.slug);
  const [closed, open] = await Promise.all([
    closedDays(company.slug, pointer, range),
    openDays(company, pointer, range),
  ]);
  return [...closed.map((row) => closedDay(company.slug, row)), ...open];
};

/** The position after the last posting of a page. */
export interface PostingPosition {
  day: string;
  /** Number of selected postings earlier on the day. */
  skip: number;
}

interface Page {
  found: { day: PostedDay; posting: Posting; at: number }[];
  next: PostingPosition | undefined;
}

/** The next selected postings, day by day, with their position among the selected postings of the day. */
export const postingsPage = async (
  days: readonly PostedDay[],
  {
    limit,
    after,
    isSelected,
  }: { limit: number; after?: PostingPosition | undefined; isSelected: (posting: Posting) => boolean },
): Promise<Page> => {
  const found: Page['found'] = [];
  for (const day of days.filter((each) => each.day >= (after?.day ?? ''))) {
    const skip = day.day === after?.day ? after.skip : 0;
    const selected = (await day.read()).filter(isSelected);
    for (const [at, posting] of selected.entries()) {
      if (at < skip) continue;
      if (found.length === limit) return { found, next: { day: day.day, skip: at } };
      found.push({ day, posting, at });
    }
  }
  return { found, next: undefined };
};
