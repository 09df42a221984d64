import { createHash } from 'node:crypto';
import { nowMs } from '../../../platform/clock.ts';
import { log } from '../../../platform/log.ts';
import { daysAfter, localDate } from '../../../platform/zones.ts';
import { putRows } from '../../../storage/put-rows.ts';
import { sortable } from '../../../storage/sortable.ts';
import { lastClosableDay } from './close.ts';
import { foldDay, reopenDay } from './fold.ts';
import { markLate } from './mark-late.ts';
import { LOOKBACK_DAYS } from './posting-pointer.ts';
import type { BookEntryRow } from './rows.ts';

/** An entry that is written more than this after its own time may be missing from a fold. */
const LATE_MS = 20_000;
/** A fold of the open day ends this long before the newest entry. */
const FOLD_BEHIND_MS = 30_000;
/** The open day is folded about once every N entries. */
const ENTRIES_PER_FOLD = 128;

/**
 * Writes the entries of `unwritten` idempotently, and folds days that have many entries. `zones`: time zones of the
 * companies. `written`: further entries, which are already in the table. Folds that lack a late entry are cleared;
 * those of days that can be closed are repeated.
 */
export const recordEntries = async (
  unwritten: readonly BookEntryRow[],
  zones: ReadonlyMap<string, string>,
  written: readonly BookEntryRow[] = [],
): Promise<void> => {
  const entries = [...written, ...unwritten];
  if (entries.length === 0) return;
  if (unwritten.length > 0) await putRows(unwritten);
  const writtenAtMs = nowMs();
  for (const [company, ofCompany] of Map.groupBy(entries, (entry) => entry.company)) {
    const zone = zones.get(company) ?? 'UTC';
    const today = localDate(writtenAtMs, zone);
    const closable = lastClosableDay(writtenAtMs, zone);
    const late = ofCompany.filter(({ atMs }) => writtenAtMs - atMs > LATE_MS);
    for (const [day, ofDay] of Map.groupBy(late, ({ atMs }) => localDate(atMs, zone))) {
      const first = ofDay.map(({ sk }) => sk).toSorted()[0] ?? '';
      if (day < daysAfter(today, -LOOKBACK_DAYS)) await markLate(company, day);
      const wasFolded = await reopenDay({ company, day }, first);
      if (wasFolded && day <= closable) await foldOrLog({ company, day, zone }, 'end');
    }
    const foldEntry = ofCompany.findLast(startsFold);
    if (foldEntry === undefined || localDate(foldEntry.atMs, zone) !== today) continue;
    await foldOrLog({ company, day: today, zone }, { position: sortable(foldEntry.atMs - FOLD_BEHIND_MS) });
  }
};

/**
 * A fold only saves reads. Sums of one company that are too large to store must not delay the entries of other
 * companies.
 */
const foldOrLog = async (...[of, until]: Parameters<typeof foldDay>): Promise<void> => {
  try {
    await foldDay(of, until);
  } catch (error) {
    log.error('A day of the book could not be folded', { company: of.company, day: of.day, cause: error });
  }
};

const startsFold = ({ sk }: BookEntryRow): boolean =>
  createHash('sha256').update(sk).digest().readUInt8(0) % ENTRIES_PER_FOLD === 0;
