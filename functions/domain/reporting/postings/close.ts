import { randomBytes } from 'node:crypto';
import { chunksOf } from '../../../platform/chunks.ts';
import { nowMs } from '../../../platform/clock.ts';
import { daysAfter, endOfDayMs, localDate, startOfDayMs } from '../../../platform/zones.ts';
import { membersAre } from '../../../storage/conditions.ts';
import { ABSENT, getRow, putRow, queryAll, type Condition } from '../../../storage/table.ts';
import { transact, type Write } from '../../../storage/transactions.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import { firstBookDay } from '../book/close.ts';
import { dayBefore, nextDay } from '../book/days.ts';
import { addFigures, type Figures } from '../book/figures.ts';
import { LOOKBACK_DAYS, pointerKey, type PostingPointerRow } from '../book/posting-pointer.ts';
import { bookEntries, positionsBetween, type BookEntryRow } from '../book/rows.ts';
import { postingsOf } from './load.ts';
import {
  dayOfPosted,
  nameOfLine,
  postedDayKey,
  postedDays,
  postingsKey,
  type PostedDayRow,
  type Posting,
  type PostingsRow,
} from './rows.ts';

interface ZonedCompany {
  company: string;
  zone: string;
}

/** Maximum postings in one row, well below its capacity. */
const CHUNK = 300;

/** The newest day that can be closed: the day before yesterday. */
export const lastClosable = (zone: string): string => dayBefore(dayBefore(localDate(nowMs(), zone)));

/** Entries of the book between two days, in order. */
export const entriesBetween = (company: string, zone: string, from: string, to: string): Promise<BookEntryRow[]> =>
  queryAll<BookEntryRow>({
    ...bookEntries(company),
    ...positionsBetween(startOfDayMs(from, zone), endOfDayMs(to, zone)),
    consistent: true,
  });

export const findPostingPointer = (company: string): Promise<PostingPointerRow | undefined> =>
  getRow<PostingPointerRow>(pointerKey(company), { consistent: true });

/** The postings of a closed day, in voucher order. */
export const postingsOfDay = async (company: string, day: string, row: PostedDayRow): Promise<Posting[]> => {
  const chunks = await Promise.all(
    Array.from({ length: row.chunks }, (_, chunk) =>
      getRow<PostingsRow>(postingsKey(company, day, { attempt: row.attempt, chunk }), { consistent: true }),
    ),
  );
  return chunks.flatMap((chunk) => chunk?.postings ?? []);
};

export const hasVoucher = ({ lines }: Posting): boolean => lines.length > 0;

/** The number of the first voucher of a day: numbers restart each year. */
export const firstNumber = (pointer: Pick<PostingPointerRow, 'through' | 'last'> | undefined, day: string): number =>
  pointer && pointer.through.slice(0, 4) === day.slice(0, 4) ? pointer.last + 1 : 1;

/**
 * Posts past days of a company, oldest first, until time is up, but at least one. Concurrent runs post each day only
 * once: the second run finds that the pointer has moved, and stops. Returns whether every day that can be closed is
 * closed.
 */
export const closePostings = async ({ company, zone }: ZonedCompany, stopAt = Infinity): Promise<boolean> => {
  const until = lastClosable(zone);
  let pointer = await findPostingPointer(company);
  let day = pointer ? nextDay(pointer.through) : await firstBookDay(company, zone);
  while (day !== undefined && day <= until) {
    const last = pointer?.lateFrom === undefined ? await quietUntil({ company, zone }, day, until) : day;
    const next = await closeDay({ company, zone }, last, pointer);
    if (!next) return false;
    pointer = next;
    day = nextDay(next.through);
    if (day <= until && performance.now() > stopAt) return false;
  }
  return true;
};

/**
 * The last day of a run of days without postings that starts at `day` and is closed as a whole. Returns `day` if it has
 * postings.
 */
const quietUntil = async ({ company, zone }: ZonedCompany, day: string, until: string): Promise<string> => {
  if (day === until) return day;
  const busy = await firstBookDay(company, zone, daysAfter(day, -LOOKBACK_DAYS));
  if (busy === undefined || busy > until) return until;
  return busy > day ? dayBefore(busy) : day;
};

/**
 * Entries from `day` to `last`, and late entries of the days before, beginning with `lateFrom` at the latest, that no
 * closed day has posted.
 */
export const unpostedEntries = async (
  { company, zone }: ZonedCompany,
  day: string,
  last: string,
  lateFrom = day,
): Promise<BookEntryRow[]> => {
  const [from = day] = [daysAfter(day, -LOOKBACK_DAYS), lateFrom].toSorted();
  const unposted = new Map<string, BookEntryRow>();
  let read = dayBefore(from);
  const readUntil = async (until: string): Promise<void> => {
    if (until <= read) return;
    for (const entry of await entriesBetween(company, zone, nextDay(read), until)) unposted.set(entry.sk, entry);
    read = until;
  };
  // In another time zone, an entry may have been posted with one of the days before its own.
  const begin = daysAfter(from, -LOOKBACK_DAYS);
  for (const row of await queryAll<PostedDayRow>({
    ...postedDays(company, begin, dayBefore(day)),
    consistent: true,
  })) {
    const posted = dayOfPosted(row);
    const [until = last] = [daysAfter(posted, LOOKBACK_DAYS), last].toSorted();
    await readUntil(until);
    for (const { at } of await postingsOfDay(company, posted, row)) unposted.delete(at);
  }
  await readUntil(last);
  return [...unposted.values()];
};

const closeDay = async (
  owner: ZonedCompany,
  day: string,
  pointer: PostingPointerRow | undefined,
): Promise<PostingPointerRow | undefined> => {
  const { company, zone } = owner;
  const entries = pointer
    ? await unpostedEntries(owner, day, day, pointer.lateFrom)
    : await entriesBetween(company, zone, day, day);
  const postings = await postingsOf(company, entries);
  const kept = postings.filter((posting) => posting.money !== undefined || hasVoucher(posting));
  return commitDay({ company, zone, day, pointer, postings: kept, entries });
};

/** Sums of the figures of orders. */
export const figuresOf = (entries: readonly BookEntryRow[]): Figures => {
  const figures: Figures = {};
  for (const { parts, code } of entries) {
    if (code === undefined) for (const part of parts) addFigures(figures, part.figures);
  }
  return figures;
};

interface DayClosure extends ZonedCompany {
  day: string;
  pointer: PostingPointerRow | undefined;
  postings: readonly Posting[];
  entries: readonly BookEntryRow[];
}

/** No other run has closed a day, and no late entry was marked, since the pointer was read. */
const isUnmoved = ({ through, lateFrom }: PostingPointerRow): Condition => membersAre({ through, lateFrom });

const commitDay = async (closing: DayClosure): Promise<PostingPointerRow | undefined> => {
  const { company, zone, day, pointer, postings, entries } = closing;
  const attempt = randomBytes(6).toString('hex');
  const chunks = chunksOf(postings, CHUNK);
  for (const [chunk, ofChunk] of chunks.entries()) {
    const row: PostingsRow = {
      ...postingsKey(company, day, { attempt, chunk }),
      type: 'postings',
      v: 1,
      postings: ofChunk,
    };
    await putRow(row);
  }
  const first = firstNumber(pointer, day);
  const vouchers = postings.filter(hasVoucher).length;
  const posted: PostedDayRow = {
    ...postedDayKey(company, day),
    type: 'posted-day',
    v: 1,
    attempt,
    chunks: chunks.length,
    first,
    vouchers,
    orders: postings.filter(({ money }) => money !== undefined).length,
    figures: figuresOf(entries),
    roles: [...new Set(postings.flatMap(({ lines }) => lines.map(nameOfLine)))].toSorted(),
  };
  const next: PostingPointerRow = {
    ...pointerKey(company),
    type: 'posting-pointer',
    v: 1,
    through: day,
    last: first - 1 + vouchers,
    zone,
  };
  const condition = pointer ? isUnmoved(pointer) : ABSENT;
  const headWrites: Write[] = postings.length > 0 ? [{ put: posted, condition: ABSENT }] : [];
  return (await unlessRefused(transact([{ put: next, condition }, ...headWrites]))) ? next : undefined;
};
