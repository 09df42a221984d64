import type { OrderRow } from './rows.ts';
import type { OrderLine } from '../../catalog/products/line-shape.ts';
import { allocationFrom } from '../allocation/runs.ts';

/**
 * Lines of an unissued order that still have something to issue: omits lines whose items were all refunded or whose
 * event was cancelled. A running refund may still be refused, so it is ignored.
 */
export const linesToIssue = ({ lines, allocated }: Pick<OrderRow, 'lines' | 'allocated'>): OrderLine[] => {
  const itemCount = lines.reduce((sum, line) => sum + line.itemCount, 0);
  const shares = allocationFrom(allocated, itemCount).items;
  let first = 0;
  return lines.filter((line) => {
    const ofLine = shares.slice(first, first + line.itemCount);
    first += line.itemCount;
    return !line.cancellation && ofLine.some(({ whole }) => !whole);
  });
};
