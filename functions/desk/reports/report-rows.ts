import { readAnalytics } from '../../domain/reporting/reports/analytics.ts';
import { readClaimedItems } from '../../domain/reporting/reports/claimed-items.ts';
import { CHECK_TEXTS } from '../texts/check-names.ts';
import { readIntegrity } from '../../domain/reporting/reports/integrity.ts';
import { readLiability } from '../../domain/reporting/reports/liability.ts';
import { dateOrNone } from '../../domain/reporting/reports/query.ts';
import { listSubscribers } from '../../domain/reporting/subscribers/list.ts';
import { nowMs } from '../../platform/clock.ts';
import type { Cell } from '../../platform/csv.ts';
import { daysAfter, localDate } from '../../platform/zones.ts';
import { localizeAll } from '../localize.ts';
import { noteIn } from '../texts/own-names.ts';
import type { DeskVisit } from '../visit.ts';
import { movementsRows, summaryRows } from './book-rows.ts';
import type { ReportName } from './report-names.ts';
import type { ReportExtent, Report } from './report-shape.ts';

const ROWS_PER_READ = 5000;
/** Default number of days of a report. */
const DAYS_SHOWN = 30;

/** Reads pages of a report until it has the requested number of rows or all rows. */
const allOf = async <T>(
  maximum: number,
  read: (offset: number) => Promise<{ items: T[]; itemsCount: number }>,
): Promise<{ items: T[]; total: number }> => {
  const items: T[] = [];
  for (;;) {
    const page = await read(items.length);
    items.push(...page.items);
    if (page.items.length === 0 || items.length >= Math.min(maximum, page.itemsCount)) {
      return { items: items.slice(0, maximum), total: Math.max(page.itemsCount, items.length) };
    }
  }
};

const analytics = async (visit: DeskVisit, { days, maximum, order }: ReportExtent): Promise<Report> => {
  const query = { days, text: undefined, statuses: [], limit: Math.min(ROWS_PER_READ, maximum), order } as const;
  const { items, total } = await allOf(maximum, (offset) => readAnalytics(visit.company.slug, { ...query, offset }));
  return {
    columns: ['created_at', 'item_type', 'title', 'status', 'amount', 'vat', 'left', 'currency', 'validity'],
    rows: localizeAll(visit, items).map((item) => [
      item.created_at,
      item.item_type_identification,
      item.item_info,
      item.status_name,
      item.amount,
      item.vat_value,
      item.remaining_amount,
      item.currency,
      item.validity,
    ]),
    total,
    days,
  };
};

const claimedItems = async (visit: DeskVisit, { days, maximum, order }: ReportExtent): Promise<Report> => {
  const query = { days, limit: Math.min(ROWS_PER_READ, maximum), order } as const;
  const { items, total } = await allOf(maximum, (offset) => readClaimedItems(visit.company.slug, { ...query, offset }));
  return {
    columns: ['date', 'time', 'kind', 'code', 'item_type', 'status', 'amount', 'currency', 'note', 'user', 'company'],
    rows: localizeAll(visit, items).map((item) => [
      item.date,
      item.time,
      visit.t.item.kinds[item.kind] ?? item.kind,
      item.code,
      item.item_type_identification,
      item.status_name,
      item.amount,
      item.currency,
      noteIn(visit.language, item.claim_note ?? ''),
      item.claimed_by_username,
      item.claimed_by_company_name,
    ]),
    total,
    days,
  };
};

/** Subscribers of the requested days; by default of all days. */
const subscribers = async (visit: DeskVisit, { maximum }: ReportExtent): Promise<Report> => {
  const rows: Cell[][] = [];
  const { date_from: from, date_to: to } = visit.request.query;
  const days = { from: dateOrNone(from), to: dateOrNone(to) };
  let startingAfter: string | undefined;
  let isMore = true;
  while (isMore && rows.length < maximum) {
    const query = { dateFrom: days.from, dateTo: days.to, limit: ROWS_PER_READ, startingAfter };
    const page = await listSubscribers(visit.company.slug, query);
    rows.push(...page.data.map((each) => [each.company, each.email, each.name]));
    isMore = page.next_cursor !== null;
    startingAfter = page.next_cursor ?? undefined;
  }
  const shown = rows.slice(0, maximum);
  return { columns: ['company', 'email', 'name'], rows: shown, total: rows.length + (isMore ? 1 : 0), days };
};

const liability = async (visit: DeskVisit, { date }: ReportExtent): Promise<Report> => {
  const report = localizeAll(visit, await readLiability(visit.company.slug, date));
  return {
    columns: ['month', 'item_type', 'currency', 'left', 'expired', 'awaiting'],
    rows: report.items
      .toSorted((a, b) => (a.expiry_month < b.expiry_month ? -1 : 1))
      .map((group) => [
        group.expiry_month,
        group.item_type_identification,
        group.currency,
        ...(group.expiry_month < report.date.slice(0, 7)
          ? [0, group.outstanding_amount]
          : [group.outstanding_amount, 0]),
        group.awaiting_payment_amount,
      ]),
    total: report.items.length,
    date: report.date,
  };
};

const integrity = async (visit: DeskVisit): Promise<Report> => {
  const { checks, proven_since: provenSince } = await readIntegrity(visit.company.slug);
  const rows = checks.map(({ name, checked, faults }) => [CHECK_TEXTS[name][visit.language], checked, faults]);
  return { columns: ['check', 'checked', 'faults'], rows, total: rows.length, ...(provenSince ? { provenSince } : {}) };
};

const READERS: Readonly<Record<ReportName, (visit: DeskVisit, extent: ReportExtent) => Promise<Report>>> = {
  summary: summaryRows,
  movements: movementsRows,
  analytics,
  'claimed-items': claimedItems,
  subscribers,
  liability,
  integrity,
};

/** A report for the days in the URL; by default for the last thirty. */
export const readReport = (
  visit: DeskVisit,
  name: ReportName,
  { maximum, order }: Pick<ReportExtent, 'maximum' | 'order'>,
): Promise<Report> => {
  const { date_from: from, date_to: to, date } = visit.request.query;
  const today = localDate(nowMs(), visit.company.time_zone);
  const days = {
    from: dateOrNone(from) ?? daysAfter(today, 1 - DAYS_SHOWN),
    to: dateOrNone(to) ?? today,
  };
  return READERS[name](visit, { days, date: dateOrNone(date), maximum, order });
};
