import { FLOW_NAMES, netOf, addFigures, type Figures, type Flow } from '../book/figures.ts';
import { readWithOpening } from '../book/read.ts';
import { findRecount } from '../book/recount-state.ts';
import { loadReportCompany } from './report-company.ts';
import { parseRange, type RangeQuery } from './range.ts';

const GROUPS = ['item_type', 'vat_treatment'] as const;
const PREFIXES = { item_type: 't:', vat_treatment: 'v:', none: '' } as const;

/** Change in the outstanding value in one period. Smallest currency unit. */
export type MovementsRow = { period: string; group: string | null; opening: number } & Record<Flow, number> & {
    closing: number;
  };

interface MovementsReport {
  object: 'movements';
  currency: string;
  /** `YYYY-MM-DD` */
  from: string;
  to: string;
  rows: MovementsRow[];
  /** Present during an unfinished recount of the figures. */
  recounting?: true;
}

/**
 * Movements of the claimable value (lib/reference/reports.md#movements). The opening of a row is the closing of the
 * previous row; groups with neither value nor movements in the range have no rows. Throws 422 on an invalid parameter,
 * 404 for an unknown company.
 */
export const readMovements = async (slug: string, query: RangeQuery): Promise<MovementsReport> => {
  const range = parseRange(query, { intervals: ['day', 'month'], groups: GROUPS });
  const { from, to, group, periods } = range;
  const company = await loadReportCompany(slug);
  const [{ opening, days }, recount] = await Promise.all([
    readWithOpening({ company: slug, zone: company.time_zone, from, to }),
    findRecount(slug),
  ]);
  const prefix = PREFIXES[group];
  const isInGroup = (name: string): boolean => (group === 'none' ? name === '' : name.startsWith(prefix));
  const names = new Set([
    ...(group === 'none' ? [''] : []),
    ...Object.keys(opening.nets).filter((name) => isInGroup(name) && opening.nets[name] !== 0),
    ...[...days.values()].flatMap(({ sums }) =>
      Object.keys(sums).filter((name) => isInGroup(name) && FLOW_NAMES.some((flow) => sums[name]?.[flow])),
    ),
  ]);
  const groups = [...names].toSorted();
  const balances = new Map(groups.map((name) => [name, opening.nets[name] ?? 0]));
  const rows = periods.flatMap(({ period, days: ofPeriod }) =>
    groups.map((name): MovementsRow => {
      const figures: Figures = {};
      for (const day of ofPeriod) addFigures(figures, days.get(day)?.sums[name] ?? {});
      const before = balances.get(name) ?? 0;
      balances.set(name, before + netOf(figures));
      return {
        period,
        group: group === 'none' ? null : name.slice(prefix.length),
        opening: before,
        ...(Object.fromEntries(FLOW_NAMES.map((flow) => [flow, figures[flow] ?? 0])) as Record<Flow, number>),
        closing: balances.get(name) ?? 0,
      };
    }),
  );
  return {
    object: 'movements',
    currency: company.currency,
    from,
    to,
    rows,
    ...(recount ? { recounting: true as const } : {}),
  };
};
