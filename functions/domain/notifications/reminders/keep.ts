import { nowMs } from '../../../platform/clock.ts';
import { deleteRow, getRow, keyText, putRow } from '../../../storage/table.ts';
import type { IndexedItem } from '../../value/items/search/index-search.ts';
import { reminderCodec, reminderKey, type ReminderRow } from './rows.ts';
import { nextReminder } from './rules.ts';

/** The first reminder after an item was issued, so that the row is the same whenever it is written. */
const rowOf = ({ company, orderId, createdAtMs }: IndexedItem, validUntilMs: number): ReminderRow | undefined => {
  const next = nextReminder(validUntilMs, createdAtMs);
  if (!next) return undefined;
  const key = reminderKey(company, orderId, validUntilMs);
  return reminderCodec.write({ ...key, company, orderId, validUntilMs, dueAtMs: next.atMs });
};

/** One row for each order and day of expiry, written with the first of its items. */
const rowsOf = (item: IndexedItem): ReminderRow[] => {
  const { sequence, expiry } = item;
  if (!expiry) return [];
  const { validUntilMs, orderValidUntilMs } = expiry;
  if (sequence > 0 && validUntilMs === orderValidUntilMs) return [];
  const moments = sequence === 0 ? new Set([validUntilMs, orderValidUntilMs]) : new Set([validUntilMs]);
  return [...moments].flatMap((atMs) => rowOf(item, atMs) ?? []);
};

/**
 * Reminder rows of issued items. The rows may be written again: one that reappears after its reminder is due at once,
 * and finds its mail sent.
 */
export const remindersOf = (items: readonly IndexedItem[]): ReminderRow[] => [
  ...new Map(items.flatMap(rowsOf).map((row) => [keyText(row), row])).values(),
];

/** The due reminder of an order; undefined when there is none. */
export const dueReminder = async (
  company: string,
  orderId: string,
  validUntilMs: number,
): Promise<ReminderRow | undefined> => {
  const found = await getRow(reminderKey(company, orderId, validUntilMs), { consistent: true });
  const row = found && reminderCodec.read(found);
  return row && row.dueAtMs <= nowMs() ? row : undefined;
};

/** A reminder is finished: the next one replaces it, if any. */
export const turnReminder = async (row: ReminderRow): Promise<void> => {
  const next = nextReminder(row.validUntilMs, nowMs());
  if (next) await putRow(reminderCodec.write({ ...row, dueAtMs: next.atMs }));
  else await deleteRow(row);
};
