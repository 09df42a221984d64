import { EXPIRED, PAID, type ItemRow } from '../items/rows.ts';
import { statusAt } from '../items/rules.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** So many days before a card expires its holder is reminded. */
export const REMINDER_DAYS = [60, 14] as const;

/** Cards expire as a day ends; nobody wants a mail at midnight. */
const EARLIER_IN_THE_DAY_MS = 14 * HOUR_MS;

export interface ReminderMoment {
  days: number;
  atMs: number;
}

const momentsOf = (validUntilMs: number): ReminderMoment[] =>
  REMINDER_DAYS.map((days) => ({ days, atMs: validUntilMs - days * DAY_MS - EARLIER_IN_THE_DAY_MS }));

/** The next reminder after a moment; undefined when there is none any more. */
export const nextReminder = (validUntilMs: number, afterMs: number): ReminderMoment | undefined =>
  momentsOf(validUntilMs).find(({ atMs }) => atMs > afterMs);

/** The reminder whose time it is; an earlier one that was missed is not made up for. */
export const reminderAt = (validUntilMs: number, nowMs: number): ReminderMoment | undefined =>
  momentsOf(validUntilMs).findLast(({ atMs }) => atMs <= nowMs);

/** Whether an item is one that people forget to use; a ticket has its day. */
export const isReminded = ({ itemType }: Pick<ItemRow, 'itemType'>): boolean => itemType !== 'TICKET';

/** Whether there is something left of an item that its holder could lose. */
export const hasSomethingToLose = (item: ItemRow, nowMs: number): boolean =>
  isReminded(item) &&
  item.status !== EXPIRED &&
  statusAt(item, nowMs) === PAID &&
  item.remainingMinor > 0 &&
  item.remainingPieces > 0 &&
  item.frozenBy === undefined;
