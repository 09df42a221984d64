import { validation } from '../../../platform/messages/validation.ts';
import { invalid } from '../../../platform/errors.ts';
import { nowMs, toTimestamp } from '../../../platform/clock.ts';
import { percentOf } from '../../../platform/money.ts';
import { localDate } from '../../../platform/zones.ts';
import { getRow } from '../../../storage/table.ts';
import { vatPercentOf } from '../../catalog/products/vat.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { lastDayOf, monthBefore, nextDay } from '../book/days.ts';
import { addFigures, type Figures } from '../book/figures.ts';
import { readDays } from '../book/read.ts';
import { figuresOf, findPostingPointer } from './close.ts';
import { closedDays, isRezoned, openEntries } from './days.ts';
import { statementKey, type StatementFigures, type StatementRow } from './statement-rows.ts';

/** Parses a month, `YYYY-MM`. Throws 422 on `month`, including for year 0, which has no previous year. */
export const parseMonth = (text: string | undefined): string => {
  const month = text?.trim() ?? '';
  if (/^(?!0000)\d{4}-(0[1-9]|1[0-2])$/.test(month)) return month;
  throw invalid('month', month === '' ? validation('required') : 'This must be a month, written as YYYY-MM.');
};

const firstDayOf = (month: string): string => `${month}-01`;

/**
 * Figures of a month: posted days from their rows, and other days from the sums of the book. The cost is independent of
 * the number of orders, except for open days after a change to the time zone, whose entries are read one by one.
 */
export const statementFiguresOf = async (company: CompanyRow, month: string): Promise<Figures> => {
  const { slug, time_zone: zone } = company;
  const [from, to] = [firstDayOf(month), lastDayOf(month)];
  const pointer = await findPostingPointer(slug);
  const posted = await closedDays(slug, pointer, { from, to });
  const figures: Figures = {};
  for (const row of posted) addFigures(figures, row.figures);
  const openFrom = pointer && pointer.through >= from ? nextDay(pointer.through) : from;
  const today = localDate(nowMs(), zone);
  const openTo = to < today ? to : today;
  if (openFrom > openTo) return figures;
  if (isRezoned(pointer, zone)) {
    const entries = await openEntries(company, pointer, nextDay(pointer.through), openTo);
    const ofMonth = entries.filter(({ day }) => day >= openFrom).map(({ entry }) => entry);
    addFigures(figures, figuresOf(ofMonth));
    return figures;
  }
  const days = await readDays({ company: slug, zone, from: openFrom, to: openTo });
  for (const { sums } of days.values()) addFigures(figures, sums[''] ?? {});
  return figures;
};

const signedPercentOf = (minor: number, percent: number): number =>
  Math.sign(minor) * percentOf(Math.abs(minor), percent);

/** Computes a statement. `carriedForward`: the negative net of the previous statement, otherwise 0. */
export const statementOf = (figures: Figures, company: CompanyRow, carriedForward: number): StatementFigures => {
  const of = (name: keyof Figures): number => figures[name] ?? 0;
  const disputesLost = of('disputes_lost');
  const refunds = of('refunded') - disputesLost;
  const commission = of('commission');
  const commissionVat = signedPercentOf(commission, vatPercentOf(company));
  return {
    gross: of('gross'),
    discounts: of('discount'),
    fees: of('fees'),
    shipping: of('shipping'),
    paidByCard: of('gift_cards'),
    settled: of('settled'),
    captured: of('captured'),
    refunds,
    disputesLost,
    disputesWon: of('disputes_won'),
    commission,
    commissionVat,
    carriedForward,
    net: of('captured') - refunds - disputesLost - commission - commissionVat + carriedForward,
  };
};

export const findStatementRow = (company: string, month: string): Promise<StatementRow | undefined> =>
  getRow<StatementRow>(statementKey(company, month), { consistent: true });

export interface Statement {
  month: string;
  currency: string;
  number: number | null;
  issuedAtMs: number | null;
  figures: StatementFigures;
}

/** Number of earlier months whose statement may be open: a statement is issued on the second day of the next month. */
const OPEN_MONTHS = 1;

/** The statement of a month: as issued, or as it would be issued now (lib/reference/reports.md#statements). */
export const readStatement = async (
  company: CompanyRow,
  month: string,
  openMonths = OPEN_MONTHS,
): Promise<Statement> => {
  const row = await findStatementRow(company.slug, month);
  const common = { month, currency: company.currency };
  if (row) return { ...common, number: row.number, issuedAtMs: row.issuedAtMs, figures: row.figures };
  const previous =
    openMonths > 0
      ? (await readStatement(company, monthBefore(month), openMonths - 1)).figures.net
      : ((await findStatementRow(company.slug, monthBefore(month)))?.figures.net ?? 0);
  const figures = statementOf(await statementFiguresOf(company, month), company, Math.min(0, previous));
  return { ...common, number: null, issuedAtMs: null, figures };
};

/** The statement for the API. Amounts are integers in the smallest currency unit. */
export const presentStatement = ({ month, currency, number, issuedAtMs, figures }: Statement) => ({
  object: 'statement' as const,
  number,
  currency,
  month,
  status: number === null ? ('open' as const) : ('issued' as const),
  gross: figures.gross,
  discounts: figures.discounts,
  fees: figures.fees,
  shipping: figures.shipping,
  paid_by_card: figures.paidByCard,
  settled: figures.settled,
  captured: figures.captured,
  refunds: figures.refunds,
  disputes_lost: figures.disputesLost,
  disputes_won: figures.disputesWon,
  commission: figures.commission,
  commission_vat: figures.commissionVat,
  net: figures.net,
  carried_forward: figures.carriedForward,
  issued_at: issuedAtMs === null ? null : toTimestamp(issuedAtMs),
  lines: `/v2/reports/statement/${month}/lines`,
});
