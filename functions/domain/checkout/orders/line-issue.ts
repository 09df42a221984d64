import type { OrderLine } from '../../catalog/products/line-shape.ts';

export type LineIssue = Pick<OrderLine, 'issuedCount' | 'printedCount'>;

/** Number of items that the document of a line shows; 0 if it has no document. */
export const printedCountOf = ({ issuedCount, printedCount }: LineIssue): number => printedCount ?? issuedCount;
