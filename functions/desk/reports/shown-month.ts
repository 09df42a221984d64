import { monthBefore } from '../../domain/reporting/book/days.ts';
import type { DeskVisit } from '../visit.ts';
import { todayOf } from './presets.ts';

/** The month in the address, default the last one, which bookkeeping needs. */
export const shownMonth = (visit: DeskVisit): string => {
  const named = visit.request.query['month'] ?? '';
  return /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(named) ? named : monthBefore(todayOf(visit).slice(0, 7));
};
