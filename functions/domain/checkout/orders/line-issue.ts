import type { OrderLine } from '../../catalog/products/line-shape.ts';

export type LineIssue = Pick<OrderLine, 'issuedCount' | 'printedCount'>;

/** Items that the document of a line shows; without items there is no document. */
export const printedCountOf = ({ issuedCount, printedCount }: LineIssue): number => printedCount ?? issuedCount;
