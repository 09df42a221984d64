import { nowMs } from '../../platform/clock.ts';
import { ABSENT, ConditionFailed, deleteRow, getRow, keyText, putRow } from '../../storage/table.ts';
import type { IndexedItem } from '../items/search/index-search.ts';
import { reminderCodec, reminderKey, type ReminderRow } from './rows.ts';
import { nextReminder } from './rules.ts';

const rowOf = (company: string, orderId: string, validUntilMs: number): ReminderRow | undefined => {
  const next = nextReminder(validUntilMs, nowMs());
  if (!next) return undefined;
  const key = reminderKey(company, orderId, validUntilMs);
  return reminderCodec.write({ ...key, company, orderId, validUntilMs, dueAtMs: next.atMs });
};

/** One row for each order and day of expiry; of the items that share it the first one has it written. */
const rowsOf = ({ company, orderId, sequence, expiry }: IndexedItem): ReminderRow[] => {
  if (!expiry) return [];
  const { validUntilMs, orderValidUntilMs } = expiry;
  if (sequence > 0 && validUntilMs === orderValidUntilMs) return [];
  const moments = sequence === 0 ? new Set([validUntilMs, orderValidUntilMs]) : new Set([validUntilMs]);
  return [...moments].flatMap((atMs) => rowOf(company, orderId, atMs) ?? []);
};

/** Takes down when the holders of issued items are to be reminded. May be run again. */
export const keepReminders = async (items: readonly IndexedItem[]): Promise<void> => {
  const rows = new Map(items.flatMap(rowsOf).map((row) => [keyText(row), row]));
  await Promise.all([...rows.values()].map(putOnce));
};

const putOnce = async (row: ReminderRow): Promise<void> => {
  try {
    await putRow(row, ABSENT);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
};

/** The reminder of an order whose time has come; undefined when there is none. */
export const dueReminder = async (
  company: string,
  orderId: string,
  validUntilMs: number,
): Promise<ReminderRow | undefined> => {
  const found = await getRow(reminderKey(company, orderId, validUntilMs), { consistent: true });
  const row = found && reminderCodec.read(found);
  return row && row.dueAtMs <= nowMs() ? row : undefined;
};

/** A reminder is done with: the next one takes its place, or none. */
export const turnReminder = async (row: ReminderRow): Promise<void> => {
  const next = nextReminder(row.validUntilMs, nowMs());
  if (next) await putRow(reminderCodec.write({ ...row, dueAtMs: next.atMs }));
  else await deleteRow(row);
};
