const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Days before expiry on which the holder of a card is reminded. */
export const REMINDER_DAYS = [60, 14] as const;

/** Cards expire at the end of a day; reminders are sent in the daytime. */
const EARLIER_IN_THE_DAY_MS = 14 * HOUR_MS;

export interface ReminderMoment {
  days: number;
  atMs: number;
}

const momentsOf = (validUntilMs: number): ReminderMoment[] =>
  REMINDER_DAYS.map((days) => ({ days, atMs: validUntilMs - days * DAY_MS - EARLIER_IN_THE_DAY_MS }));

/** The next reminder after a moment; undefined after the last one. */
export const nextReminder = (validUntilMs: number, afterMs: number): ReminderMoment | undefined =>
  momentsOf(validUntilMs).find(({ atMs }) => atMs > afterMs);

/** The reminder whose time it is; an earlier one that was missed is not made up for. */
export const reminderAt = (validUntilMs: number, nowMs: number): ReminderMoment | undefined =>
  momentsOf(validUntilMs).findLast(({ atMs }) => atMs <= nowMs);
