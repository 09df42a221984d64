import { createHash } from 'node:crypto';
import { nowMs } from '../../../platform/clock.ts';
import { localDate } from '../../../platform/zones.ts';
import { putRows } from '../../../storage/put-rows.ts';
import { sortable } from '../../../storage/sortable.ts';
import { foldDay, reopenDay } from './fold.ts';
import type { BookEntryRow } from './rows.ts';

/** An entry written later than this after its time may have been missed by a fold. */
const LATE_MS = 20_000;
/** A fold of the open day ends this long before the newest entry. */
const FOLD_BEHIND_MS = 30_000;
/** The open day is folded once every N entries. */
const ENTRIES_A_FOLD = 128;

/**
 * Writes entries, idempotently, and folds days that have many. `zones` are those of the companies; `written` are
 * further entries, which are in the table already. Folds that miss a late entry are cleared, and repeated for past
 * days.
 */
export const recordEntries = async (
  others: readonly BookEntryRow[],
  zones: ReadonlyMap<string, string>,
  written: readonly BookEntryRow[] = [],
): Promise<void> => {
  const entries = [...written, ...others];
  if (entries.length === 0) return;
  if (others.length > 0) await putRows(others);
  const writtenAtMs = nowMs();
  for (const [company, own] of Map.groupBy(entries, (entry) => entry.company)) {
    const zone = zones.get(company) ?? 'UTC';
    const today = localDate(writtenAtMs, zone);
    const late = own.filter(({ atMs }) => writtenAtMs - atMs > LATE_MS);
    for (const [day, ofDay] of Map.groupBy(late, ({ atMs }) => localDate(atMs, zone))) {
      const first = ofDay.map(({ sk }) => sk).toSorted()[0] ?? '';
      const wasFolded = await reopenDay({ company, day }, first);
      if (wasFolded && day < today) await foldDay({ company, day, zone }, 'end');
    }
    const foldEntry = own.findLast(startsFold);
    if (foldEntry === undefined || localDate(foldEntry.atMs, zone) !== today) continue;
    await foldDay({ company, day: today, zone }, { position: sortable(foldEntry.atMs - FOLD_BEHIND_MS) });
  }
};

const startsFold = ({ sk }: BookEntryRow): boolean =>
  createHash('sha256').update(sk).digest().readUInt8(0) % ENTRIES_A_FOLD === 0;
