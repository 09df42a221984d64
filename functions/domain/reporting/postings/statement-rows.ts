import type { Key, Row } from '../../../storage/table.ts';

/** Amounts of a statement. Smallest unit. */
export interface StatementFigures {
  gross: number;
  discounts: number;
  fees: number;
  shipping: number;
  /** What gift cards paid. */
  paidByCard: number;
  /** What was settled outside the gateway. */
  settled: number;
  captured: number;
  /** Without lost disputes. */
  refunds: number;
  disputesLost: number;
  disputesWon: number;
  commission: number;
  commissionVat: number;
  /** At most 0. */
  carriedForward: number;
  net: number;
}

/** An issued statement. It never changes. */
export interface StatementRow extends Row {
  type: 'statement';
  company: string;
  /** Gapless in the series of the company. */
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
