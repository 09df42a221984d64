import type { Key, Row } from '../../../storage/table.ts';

/** Amounts of a statement. Smallest currency unit. */
export interface StatementFigures {
  gross: number;
  discounts: number;
  fees: number;
  shipping: number;
  /** Paid by gift cards. */
  paidByCard: number;
  /** Settled outside the gateway. */
  settled: number;
  captured: number;
  /** Refunds, without lost disputes. */
  refunds: number;
  disputesLost: number;
  disputesWon: number;
  commission: number;
  commissionVat: number;
  /** 0 or negative. */
  carriedForward: number;
  net: number;
}

/** An issued statement. It never changes. */
export interface StatementRow extends Row {
  type: 'statement';
  company: string;
  /** Gapless per company. */
  number: number;
  issuedAtMs: number;
  figures: StatementFigures;
}

/** The newest issued statement of a company. */
export interface StatementPointerRow extends Row {
  type: 'statement-pointer';
  month: string;
  number: number;
}

const partition = (company: string): string => `POSTINGS#${company}`;

export const statementKey = (company: string, month: string): Key => ({
  pk: partition(company),
  sk: `statement#${month}`,
});
export const statementPointerKey = (company: string): Key => ({ pk: partition(company), sk: 'statements' });

/** Figures that add up to the captured amount, and those that add up to the net, with their signs. */
export const SOLD = { gross: 1, discounts: -1, fees: 1, shipping: 1, paidByCard: -1, settled: -1 } as const;
export const BALANCE = {
  captured: 1,
  refunds: -1,
  disputesLost: -1,
  commission: -1,
  commissionVat: -1,
  carriedForward: 1,
} as const;

const SIGNS: Readonly<Partial<Record<keyof StatementFigures, number>>> = { ...SOLD, ...BALANCE };

/** A figure as the statement shows it: a figure that reduces the captured amount or the net is negative. */
export const signedFigure = (figures: StatementFigures, name: keyof StatementFigures): number =>
  (SIGNS[name] ?? 1) * figures[name] || 0;
