import { invalid } from '../../../platform/errors.ts';
import { addFigures, type Figures, type SUMMARY_FIGURES } from '../book/figures.ts';
import { readDays } from '../book/read.ts';
import type { DayBook } from '../book/sums.ts';
import { findRecount } from '../book/recount-state.ts';
import { loadReportCompany } from './report-company.ts';
import { INTERVALS, parseRange, type RangeQuery } from './range.ts';

const GROUPS = ['family', 'product', 'channel'] as const;
const PREFIXES = { family: 'f:', product: 'p:', channel: 'c:', none: '' } as const;

/** Maximum number of rows, far below the size limit of a response. */
const ROWS_MAX = 10_000;

const presentFigures = (figures: Figures): SummaryFigures => ({
  orders: figures.orders ?? 0,
  items: figures.items ?? 0,
  gross: figures.gross ?? 0,
  discount: figures.discount ?? 0,
  fees: figures.fees ?? 0,
  shipping: figures.shipping ?? 0,
  gift_cards: figures.gift_cards ?? 0,
  captured: figures.captured ?? 0,
  refunded: figures.refunded ?? 0,
  net: (figures.captured ?? 0) - (figures.refunded ?? 0),
  commission: figures.commission ?? 0,
  redeemed: figures.redeemed ?? 0,
  redemptions: figures.redemptions ?? 0,
  issued_value: figures.issued ?? 0,
  expired_value: figures.expired ?? 0,
});

/** Numbers of orders, items and redemptions, and amounts in the smallest currency unit. */
export type SummaryFigures = Record<(typeof SUMMARY_FIGURES)[number], number>;

/** Figures of the selected days, of one group or of all groups (``). */
export const summaryOfDays = (
  days: ReadonlyMap<string, DayBook>,
  selected: Iterable<string>,
  group = '',
): SummaryFigures => {
  const figures: Figures = {};
  for (const day of selected) addFigures(figures, days.get(day)?.sums[group] ?? {});
  return presentFigures(figures);
};

export type SummaryRow = { period: string; group: string | null } & SummaryFigures;

interface SummaryReport {
  object: 'summary';
  currency: string;
  /** `YYYY-MM-DD` */
  from: string;
  to: string;
  rows: SummaryRow[];
  totals: SummaryFigures;
  /** Present during an unfinished recount of the figures. */
  recounting?: true;
}

/**
 * What was sold, paid, refunded and redeemed (lib/reference/reports.md#summary). Every period has a row for each group
 * with figures in the range, or one row without a group. Throws 422 on an invalid parameter, 404 for an unknown
 * company.
 */
export const readSummary = async (slug: string, query: RangeQuery): Promise<SummaryReport> => {
  const { from, to, group, periods } = parseRange(query, { intervals: INTERVALS, groups: GROUPS });
  const company = await loadReportCompany(slug);
  const [days, recount] = await Promise.all([
    readDays({ company: slug, zone: company.time_zone, from, to, products: group === 'product' }),
    findRecount(slug),
  ]);
  const prefix = PREFIXES[group];
  const groups = new Set(
    [...days.values()].flatMap(({ sums }) =>
      Object.keys(sums).filter((name) => name !== '' && name.startsWith(prefix)),
    ),
  );
  const names = group === 'none' || groups.size === 0 ? [''] : [...groups].toSorted();
  if (periods.length * names.length > ROWS_MAX) {
    throw invalid(
      'to',
      `The report would have more than ${ROWS_MAX} rows. Choose a shorter range or a longer interval.`,
    );
  }
  const rows = periods.flatMap(({ period, days: ofPeriod }) =>
    names.map((name): SummaryRow => ({
      period,
      group: name === '' ? null : name.slice(prefix.length),
      ...summaryOfDays(days, ofPeriod, name),
    })),
  );
  return {
    object: 'summary',
    currency: company.currency,
    from,
    to,
    rows,
    totals: summaryOfDays(days, days.keys()),
    ...(recount ? { recounting: true as const } : {}),
  };
};
