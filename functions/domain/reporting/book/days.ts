import { DAY_MS } from '../../../platform/durations.ts';
import { daysAfter, utcTime } from '../../../platform/zones.ts';

export const nextDay = (day: string): string => daysAfter(day, 1);
export const dayBefore = (day: string): string => daysAfter(day, -1);

/** Every day of a range, both ends included. */
export const daysIn = (from: string, to: string): string[] => {
  const days: string[] = [];
  for (let day = from; day <= to; day = nextDay(day)) days.push(day);
  return days;
};

/** Number of days of a range, both ends included. */
export const countDays = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** The Monday of a day's week. */
export const mondayOf = (day: string): string => daysAfter(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

/** The last day of a month, `YYYY-MM`. */
export const lastDayOf = (month: string): string => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(utcTime(year, number, 0)).toISOString().slice(0, 10);
};

/** The previous month, `YYYY-MM`. */
export const monthBefore = (month: string): string => dayBefore(`${month}-01`).slice(0, 7);

/** The next month, `YYYY-MM`. */
export const nextMonth = (month: string): string => nextDay(lastDayOf(month)).slice(0, 7);
