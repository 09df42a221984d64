import { nowMs } from '../../../platform/clock.ts';
import type { Key } from '../../../storage/table.ts';
import { readSuccessors } from '../../value/items/successors.ts';
import { orderItemCode } from '../../value/items/issuance/of-order.ts';
import { AWAITING_PAYMENT, CANCELLED, itemKey, worthOf, type ItemRow } from '../../value/items/rows.ts';
import { printedCountOf } from '../../checkout/orders/line-issue.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import type { OrderLine } from '../../catalog/products/line-shape.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';

/** Whether an item has a document (lib/reference/items.md#documents). */
export const hasDocument = ({ status, repaidWhole }: ItemRow): boolean =>
  status !== AWAITING_PAYMENT && status !== CANCELLED && repaidWhole !== true;

/**
 * The item to print: its value at issue, including adjustments, less refunds. A replacement has the value that was left
 * when it replaced the earlier item.
 */
export const printedItem = (item: ItemRow): ItemRow => ({
  ...item,
  valueMinor: Math.max(0, worthOf(item) - item.withdrawnMinor - (item.replaces?.claimedMinor ?? 0)),
});

/** A deliverable line and its number of items. */
export interface DeliverableLine {
  line: OrderLine;
  count: number;
}

/** For this time after issue, staff are assumed not to have cancelled an item. */
const FRESH_MS = MINUTE_MS;

/**
 * Deliverable lines of an order, for its email. Reads items only if a refund, a dispute or staff may have changed them.
 * Most emails are sent right after the items are issued, and need no reads.
 */
export const deliverableLines = async (order: OrderRow): Promise<DeliverableLine[]> =>
  isAsIssued(order)
    ? printedOf(order.lines).map((line) => ({ line, count: printedCountOf(line) }))
    : readDeliverableLines(order);

const isAsIssued = ({ epoch, fulfillment }: OrderRow): boolean => {
  const { fulfilledAtMs } = fulfillment;
  return epoch === 0 && (fulfilledAtMs === undefined || nowMs() - fulfilledAtMs < FRESH_MS);
};

/**
 * Deliverable lines of a fulfilled order. Reads the first item of each line, because a refund by amount withdraws the
 * first item last. Reads the other items only for lines whose first item has no document.
 */
export const linesWithDocuments = async (
  order: OrderRow,
  lines: readonly OrderLine[] = order.lines,
): Promise<OrderLine[]> => {
  const keyed = printedOf(lines).map((line) => ({ line, keys: keysOf(order, line) }));
  const firstTest = await documentTest(keyed.flatMap(({ keys }) => keys.slice(0, 1)));
  const unsure = keyed.filter(({ keys }) => !keys.slice(0, 1).some(firstTest));
  const otherTest = await documentTest(unsure.flatMap(({ keys }) => keys.slice(1)));
  return keyed.filter(({ keys }) => keys.some(firstTest) || keys.some(otherTest)).map(({ line }) => line);
};

/** Like `linesWithDocuments`, for the page of an order. Reads nothing right after fulfillment. */
export const shownLines = async (order: OrderRow): Promise<OrderLine[]> =>
  isAsIssued(order) ? printedOf(order.lines) : linesWithDocuments(order);

/** Deliverable lines of an order with their numbers of items. Reads all items. */
export const readDeliverableLines = async (order: OrderRow): Promise<DeliverableLine[]> => {
  const keyed = printedOf(order.lines).map((line) => ({ line, keys: keysOf(order, line) }));
  const isDeliverable = await documentTest(keyed.flatMap(({ keys }) => keys));
  return keyed
    .map(({ line, keys }) => ({ line, count: keys.filter(isDeliverable).length }))
    .filter(({ count }) => count > 0);
};

const documentTest = async (keys: readonly Key[]): Promise<(key: Key) => boolean> => {
  const items = await readSuccessors(keys);
  return ({ pk }) => {
    const item = items.get(pk);
    return item !== undefined && hasDocument(item);
  };
};

/** Lines that have a document. Items that were refunded before their issue are not printed. */
const printedOf = (lines: readonly OrderLine[]): OrderLine[] => lines.filter((line) => printedCountOf(line) > 0);

const keysOf = ({ company, codeSeed }: OrderRow, { id, itemCount }: OrderLine): Key[] =>
  Array.from({ length: itemCount }, (_, index) => itemKey(company, orderItemCode(codeSeed, id, index)));
