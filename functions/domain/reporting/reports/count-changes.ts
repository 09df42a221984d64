import { nowMs } from '../../../platform/clock.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { ABSENT, keyText, type Key } from '../../../storage/table.ts';
import { transact, TransactionRefused, TRANSACTION_MAX_WRITES, type Write } from '../../../storage/transactions.ts';
import { isOfOneVersion, NOT_COUNTED, type BookEntryRow } from '../book/rows.ts';
import type { ItemRow } from '../../value/items/rows.ts';
import { contributionOf, type CountChange } from './contributions.ts';
import { countedKey, type CountedRow } from './rows.ts';

/** A committed change to an item, with its book entries. */
export interface ItemVersion {
  before: ItemRow | undefined;
  after: ItemRow;
  entries: readonly BookEntryRow[];
}

/** A change with its additions to sums. */
export interface CountedChange {
  /** Key of the mark, or the book entry that serves as the mark. */
  marker: Key | BookEntryRow;
  bumps: CountChange[];
}

/**
 * Counts committed changes to items, each exactly once: counts and marks of counted changes commit together. If a
 * change has an entry in the book, the entry is its mark. Changes in one company are summed before they are written.
 * Returns the entries that serve as marks, and so are in the table.
 */
export const countChanges = async (changes: readonly ItemVersion[]): Promise<BookEntryRow[]> => {
  const written: BookEntryRow[] = [];
  const counted = changes.flatMap(({ before, after, entries }): CountedChange[] => {
    const bumps = contributionOf(before, after);
    // A change that does not affect counts needs no mark.
    if (bumps.length === 0) return [];
    const entry = entries.find(isOfOneVersion);
    if (entry) written.push(entry);
    return [{ marker: entry ?? countedKey(after.pk, after.version), bumps }];
  });
  await countOnce(counted);
  return written;
};

/** Adds the figures of changes, each once: sums and marks commit together. */
export const countOnce = async (counted: readonly CountedChange[]): Promise<void> => {
  const unique = [...new Map(counted.map((each) => [keyText(each.marker), each])).values()];
  for (const group of inGroups(unique)) await commitGroup(group);
};

/** Groups of changes that each fit into one transaction. */
const inGroups = (counted: readonly CountedChange[]): CountedChange[][] => {
  const groups: CountedChange[][] = [];
  let group: CountedChange[] = [];
  let rows = new Set<string>();
  for (const each of counted) {
    const combined = new Set([...rows, keyText(each.marker), ...each.bumps.map(({ key }) => keyText(key))]);
    if (combined.size > TRANSACTION_MAX_WRITES) {
      groups.push(group);
      group = [];
      rows = new Set([keyText(each.marker), ...each.bumps.map(({ key }) => keyText(key))]);
    } else rows = combined;
    group.push(each);
  }
  return group.length > 0 ? [...groups, group] : groups;
};

const commitGroup = async (counted: readonly CountedChange[]): Promise<void> => {
  let pending = [...counted];
  while (pending.length > 0) {
    try {
      await transact([
        ...pending.map(({ marker }) => markerWrite(marker)),
        ...bumpWrites(pending.flatMap((each) => each.bumps)),
      ]);
      return;
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      const known = new Set(error.failures.map(({ name }) => name));
      pending = pending.filter(({ marker }) => !known.has(keyText(marker)));
    }
  }
};

/** Longer than the stream keeps a change, plus the time that a person needs to handle one in the dead-letter queue. */
const MARKER_DAYS = 30;

const markerWrite = (marker: CountedChange['marker']): Write => {
  const name = keyText(marker);
  if ('parts' in marker) return { put: marker, condition: NOT_COUNTED, name };
  const row: CountedRow = {
    ...marker,
    type: 'counted',
    v: 1,
    ttl: Math.ceil(nowMs() / 1000) + MARKER_DAYS * 86_400,
  };
  return { put: row, condition: ABSENT, name };
};

/** One update for each row. */
const bumpWrites = (bumps: readonly CountChange[]): Write[] => {
  const byRow = Map.groupBy(bumps, ({ key }) => keyText(key));
  return [...byRow.values()].flatMap((ofRow): Write[] => {
    const [first] = ofRow;
    if (!first) return [];
    const sums = new Map<string, number>();
    for (const { attribute, by } of ofRow) sums.set(attribute, (sums.get(attribute) ?? 0) + by);
    const changing = [...sums].filter(([, by]) => by !== 0);
    if (changing.length === 0) return [];
    const { key, type } = first;
    return [{ update: rowUpdate({ key, set: { type, v: 1 }, add: Object.fromEntries(changing) }) }];
  });
};
