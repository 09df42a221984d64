import type { OrderLine } from '../../catalog/products/line-shape.ts';

/** What was issued of a line. */
export type LineIssue = Pick<OrderLine, 'issuedCount' | 'printedCount'>;

/** Items that the document of a line shows; there is none without any. */
export const printedCountOf = ({ issuedCount, printedCount }: LineIssue): number => printedCount ?? issuedCount;
