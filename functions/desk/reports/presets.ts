import { nowMs } from '../../platform/clock.ts';
import { localDate } from '../../platform/zones.ts';
import type { Preset } from '../texts/report-figures.ts';
import type { DeskVisit } from '../visit.ts';

const DAY_MS = 86_400_000;
const DAYS_OF_WEEK = 7;

const shifted = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

/** Days of a period around a day (`YYYY-MM-DD`); a week begins on Monday, and what has not come yet is left out. */
export const periodOf = (preset: Preset, today: string): { from: string; to: string } => {
  const monday = shifted(today, -((new Date(today).getUTCDay() + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK));
  const firstOfMonth = `${today.slice(0, 7)}-01`;
  const firstOfYear = `${today.slice(0, 4)}-01-01`;
  const endOfLastMonth = shifted(firstOfMonth, -1);
  const endOfLastYear = shifted(firstOfYear, -1);
  const periods: Readonly<Record<Preset, { from: string; to: string }>> = {
    today: { from: today, to: today },
    thisWeek: { from: monday, to: today },
    lastWeek: { from: shifted(monday, -DAYS_OF_WEEK), to: shifted(monday, -1) },
    lastMonth: { from: `${endOfLastMonth.slice(0, 7)}-01`, to: endOfLastMonth },
    thisYear: { from: firstOfYear, to: today },
    lastYear: { from: `${endOfLastYear.slice(0, 4)}-01-01`, to: endOfLastYear },
  };
  return periods[preset];
};

export const todayOf = ({ company }: Pick<DeskVisit, 'company'>): string => localDate(nowMs(), company.time_zone);
