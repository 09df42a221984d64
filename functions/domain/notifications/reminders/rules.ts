import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts';

/** How many days before a card expires each reminder is sent. */
export const REMINDER_DAYS = [60, 14] as const;

/** Cards expire at the end of a day; reminders are sent this much earlier, during the day. */
const EARLIER_IN_THE_DAY_MS = 14 * HOUR_MS;

interface ReminderMoment {
  days: number;
  atMs: number;
}

/** When a reminder is due. */
export const reminderMs = (validUntilMs: number, days: number): number =>
  validUntilMs - days * DAY_MS - EARLIER_IN_THE_DAY_MS;

/** The latest reminder that is due. Earlier reminders that were missed are skipped. */
export const reminderAt = (validUntilMs: number, nowMs: number): ReminderMoment | undefined =>
  REMINDER_DAYS.map((days) => ({ days, atMs: reminderMs(validUntilMs, days) })).findLast(({ atMs }) => atMs <= nowMs);
