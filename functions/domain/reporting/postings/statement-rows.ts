import type { Key, Row } from '../../../storage/table.ts';

/** Amounts of a statement. Smallest unit. */
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
  /** Without lost disputes. */
  refunds: number;
  disputesLost: number;
  disputesWon: number;
  commission: number;
  commissionVat: number;
  /** 0 or negative. */
  carriedForward: number;
  net: number;
}

/** An issued statement. Final. */
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
