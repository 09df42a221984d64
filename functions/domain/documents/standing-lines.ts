import { getRows, type Key } from '../../storage/table.ts';
import { orderItemCode } from '../items/issuance/of-order.ts';
import { AWAITING_PAYMENT, CANCELLED, itemKey, type ItemRow } from '../items/rows.ts';
import { printedCountOf } from '../orders/line-issue.ts';
import type { OrderLine, OrderRow } from '../orders/rows.ts';

/** Whether an item is something to give away (lib/reference/items.md#documents). */
export const isGivable = ({ status, repaidWhole }: ItemRow): boolean =>
  status !== AWAITING_PAYMENT && status !== CANCELLED && repaidWhole !== true;

/** A line with items that can be given away, and how many. */
export interface StandingLine {
  line: OrderLine;
  count: number;
}

/**
 * Lines of a fulfilled order of which there is something to give away. Items are read only where a refund or a dispute may
 * have changed them: a plain order is as it was issued, but for what staff cancelled.
 */
export const standingLines = async (
  order: OrderRow,
  lines: readonly OrderLine[] = order.lines,
): Promise<StandingLine[]> =>
  order.epoch === 0
    ? printedOf(lines).map((line) => ({ line, count: printedCountOf(line) }))
    : readStandingLines(order, lines);

/** The same by the items as they are now, whatever changed them. */
export const readStandingLines = async (
  order: OrderRow,
  lines: readonly OrderLine[] = order.lines,
): Promise<StandingLine[]> => {
  const keyed = printedOf(lines).map((line) => ({ line, keys: keysOf(order, line) }));
  const all = keyed.flatMap(({ keys }) => keys);
  const items = await getRows(all, { consistent: true });
  return keyed
    .map(({ line, keys }) => ({
      line,
      count: keys.filter((key) => {
        const item = items.get<ItemRow>(key);
        return item !== undefined && isGivable(item);
      }).length,
    }))
    .filter(({ count }) => count > 0);
};

/** What was dead when it was issued is on no document. */
const printedOf = (lines: readonly OrderLine[]): OrderLine[] => lines.filter((line) => printedCountOf(line) > 0);

const keysOf = ({ company, codeSeed }: OrderRow, { id, itemCount }: OrderLine): Key[] =>
  Array.from({ length: itemCount }, (_, index) => itemKey(company, orderItemCode(codeSeed, id, index)));
