import type { OrderRow } from './rows.ts';
import type { OrderLine } from '../../catalog/products/line-shape.ts';
import { allocationFrom } from '../allocation/runs.ts';

/**
 * Lines of an order that was not issued yet of which something will be: not those whose items were all given back. A refund
 * that is still running may be refused, so it does not count.
 */
export const linesToIssue = ({ lines, allocated }: Pick<OrderRow, 'lines' | 'allocated'>): OrderLine[] => {
  const itemCount = lines.reduce((sum, line) => sum + line.itemCount, 0);
  const shares = allocationFrom(allocated, itemCount).items;
  let first = 0;
  return lines.filter((line) => {
    const ofLine = shares.slice(first, first + line.itemCount);
    first += line.itemCount;
    return ofLine.some(({ whole }) => !whole);
  });
};
