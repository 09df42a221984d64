import { monthBefore } from '../../domain/reporting/book/days.ts';
import { readStatement } from '../../domain/reporting/postings/statement.ts';
import { loadReportCompany } from '../../domain/reporting/reports/report-company.ts';
import type { DeskVisit } from '../visit.ts';
import { todayOf } from './presets.ts';

const namedMonth = (visit: DeskVisit): string | undefined => {
  const named = visit.request.query['month'] ?? '';
  return /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(named) ? named : undefined;
};

const currentMonth = (visit: DeskVisit): string => todayOf(visit).slice(0, 7);

/** The month in the URL; by default the last complete month, which bookkeeping needs. */
export const shownMonth = (visit: DeskVisit): string => namedMonth(visit) ?? monthBefore(currentMonth(visit));

/** Like `shownMonth`, but by default the current month if the last one has no amounts, as for a new company. */
export const openedMonth = async (visit: DeskVisit): Promise<string> => {
  const month = shownMonth(visit);
  if (namedMonth(visit) !== undefined) return month;
  const { figures } = await readStatement(await loadReportCompany(visit.company.slug), month);
  return Object.values(figures).some((amount) => amount !== 0) ? month : currentMonth(visit);
};
