import { dayBefore, mondayOf } from '../../domain/reporting/book/days.ts';
import { nowMs } from '../../platform/clock.ts';
import { daysAfter, localDate } from '../../platform/zones.ts';
import type { Preset } from '../texts/report-figures.ts';
import type { DeskVisit } from '../visit.ts';

const DAYS_OF_WEEK = 7;

/**
 * The first and last day of a period around `today` (`YYYY-MM-DD`). Weeks begin on Monday, and the period ends today at
 * the latest.
 */
export const presetPeriod = (preset: Preset, today: string): { from: string; to: string } => {
  const monday = mondayOf(today);
  const weekBefore = { from: daysAfter(monday, -DAYS_OF_WEEK), to: dayBefore(monday) };
  const firstOfMonth = `${today.slice(0, 7)}-01`;
  const firstOfYear = `${today.slice(0, 4)}-01-01`;
  const endOfLastMonth = dayBefore(firstOfMonth);
  const monthBefore = { from: `${endOfLastMonth.slice(0, 7)}-01`, to: endOfLastMonth };
  const endOfLastYear = dayBefore(firstOfYear);
  const periods: Readonly<Record<Preset, { from: string; to: string }>> = {
    today: { from: today, to: today },
    thisWeek: { from: monday, to: today },
    weekBefore,
    lastWeek: weekBefore,
    monthBefore,
    lastMonth: monthBefore,
    thisYear: { from: firstOfYear, to: today },
    lastYear: { from: `${endOfLastYear.slice(0, 4)}-01-01`, to: endOfLastYear },
  };
  return periods[preset];
};

export const todayOf = ({ company }: Pick<DeskVisit, 'company'>): string => localDate(nowMs(), company.time_zone);
