import { nowMs } from '../../../platform/clock.ts';
import { ApiError } from '../../../platform/errors.ts';
import { getRowsWithCommon } from '../../../storage/common-rows.ts';
import { type RowSet } from '../../../storage/table.ts';
import { pause } from '../../../storage/retry.ts';
import { printedIn, printedProducts, type PrintedProduct } from '../../catalog/products/printed.ts';
import { productKey } from '../../catalog/products/rows.ts';
import { versionRead, type SeenEndpoints } from '../../events/catalog/endpoints-version.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import {
  isAlreadyIssued,
  isWithinOneTransaction,
  issueInSteps,
  issuancesOf,
  type OrderIssue,
} from '../../value/items/issuance/issue-order.ts';
import { moveItems } from '../../value/items/move-tickets.ts';
import type { ItemRow } from '../../value/items/rows.ts';
import { readItemsBySequence } from '../../value/items/withdrawal/settle-items.ts';
import { changeOrder } from '../../checkout/orders/change-order.ts';
import { orderCodec } from '../../checkout/orders/order-codec.ts';
import type { FulfillmentMessage } from '../../checkout/orders/messages.ts';
import type { LineIssue } from '../../checkout/orders/line-issue.ts';
import { orderKey, type OrderRow } from '../../checkout/orders/rows.ts';
import { printedItem } from '../documents/deliverable-lines.ts';
import { canFulfill, isRedrawFailed } from '../../checkout/orders/rules.ts';

const ATTEMPTS = 5;
const BY = { system: 'fulfillment' };

/** Renders the documents of an order from its items, by line. Deterministic. */
type RenderDocuments = (
  order: OrderRow,
  seller: CompanyRow,
  itemsByLine: ReadonlyMap<string, readonly ItemRow[]>,
  products: ReadonlyMap<string, PrintedProduct>,
) => Promise<void>;

/**
 * Issues the items of a paid order, renders its documents and completes it (lib/reference/orders.md#fulfillment).
 * Renders the documents first, with codes that are derived from the order. Then issues the items in the transaction
 * that completes the order; if there are too many items, earlier transactions issue them. The run can be interrupted
 * and repeated. Nothing is issued during a refund or an open dispute.
 */
export const fulfillOrder = async (
  { company, orderId, productIds = [] }: FulfillmentMessage,
  render: RenderDocuments,
): Promise<'fulfilled' | 'redrawn' | 'skipped'> => {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const common = [companyKey(company), ...productIds.map((id) => productKey(company, id))];
    const version = versionRead(company, 'fulfillment');
    const keys = [orderKey(company, orderId), ...version.keys];
    const rows = await getRowsWithCommon(keys, common, { consistent: true, isUnderLoad: true });
    const endpoints = version.seenIn(rows);
    const raw = rows.get(orderKey(company, orderId));
    const seller = rows.get<CompanyRow>(companyKey(company));
    if (!raw || !seller) return 'skipped';
    const order = orderCodec.read(raw);
    if (attempt > 1 && order.status === 'fulfilled') return overtaken(order);
    if (order.redraw && !isRedrawFailed(order))
      return redraw(order, seller, { render, products: await productsOf(order, { rows, productIds }) });
    if (!canFulfill(order, nowMs())) return 'skipped';
    const issues = issuancesOf(order, seller);
    await render(order, seller, printedItems(issues), await productsOf(order, { rows, productIds }));
    if (await issue({ order, endpoints }, issues)) return 'fulfilled';
    // The order has changed in the meantime, for example by a refund. Try again with its new version.
    await pause(attempt);
  }
  throw new Error('The order kept changing while its items were issued');
};

interface RedrawContext {
  render: RenderDocuments;
  products: ReadonlyMap<string, PrintedProduct>;
}

/** Renders outdated documents of an order again, from the current state of its items. */
const redraw = async (order: OrderRow, seller: CompanyRow, { render, products }: RedrawContext): Promise<'redrawn'> => {
  const { lines = [], atMs = 0 } = order.redraw ?? {};
  // A reschedule may have crashed after it changed the order and before it moved the items. Without this call, the
  // tickets would keep the former date, and a reschedule back to that date would skip them.
  await moveItems(order, seller.time_zone);
  const items = [...(await readItemsBySequence(order)).values()].filter(({ lineId }) => lines.includes(lineId ?? ''));
  const printed = items.filter(({ pieces, withdrawnPieces }) => pieces > withdrawnPieces).map(printedItem);
  await render(
    order,
    seller,
    Map.groupBy(printed, ({ lineId }) => lineId ?? ''),
    products,
  );
  const { changed } = await changeOrder(order, { kind: 'documents_redrawn', by: BY, atMs }, { seed: order });
  if (!changed) await outdate(order, lines);
  return 'redrawn';
};

/** Another worker has issued the order, perhaps with newer documents than those that this one has stored since. */
const overtaken = async (order: OrderRow): Promise<'skipped'> => {
  await outdate(
    order,
    order.lines.map(({ id }) => id),
  );
  return 'skipped';
};

/**
 * Requests that documents are rendered again, because two workers have stored them under the same key: the older ones
 * may have replaced the newer ones.
 */
const outdate = async (order: OrderRow, lines: readonly string[]): Promise<void> => {
  await changeOrder(order, { kind: 'documents_outdated', by: BY, lines, atMs: nowMs() });
};

/** The products of an order. Reads those that were not read with the order. */
const productsOf = async (
  { company, lines }: OrderRow,
  read: { rows: RowSet; productIds: readonly string[] },
): Promise<ReadonlyMap<string, PrintedProduct>> => {
  const known = printedIn(read.rows, company, read.productIds);
  const otherIds = lines.map(({ productId }) => productId).filter((id) => !read.productIds.includes(id));
  return otherIds.length === 0 ? known : new Map([...known, ...(await printedProducts(company, otherIds))]);
};

interface OrderRead {
  order: OrderRow;
  /**
   * Version of the webhook endpoints when the order was read; absent if unknown, or if items were issued in steps
   * since.
   */
  endpoints?: SeenEndpoints | undefined;
}

/** Issues the items and completes the order. Returns false if the order has changed since the items were made. */
const issue = async (read: OrderRead, issues: readonly OrderIssue[]): Promise<boolean> => {
  const { order } = read;
  if (isWithinOneTransaction(issues)) {
    const outcome = await issueAtOnce(read, issues);
    if (outcome !== 'some issued') return outcome;
  }
  if ((await issueInSteps(order, issues)) === 'overtaken') return false;
  return complete({ order }, issues, []);
};

class SomeIssued extends Error {}

const issueAtOnce = async (read: OrderRead, issues: readonly OrderIssue[]): Promise<boolean | 'some issued'> => {
  try {
    return await complete(read, issues, issues);
  } catch (error) {
    if (error instanceof SomeIssued) return 'some issued';
    throw error;
  }
};

const complete = async (
  { order, endpoints }: OrderRead,
  issues: readonly OrderIssue[],
  together: readonly OrderIssue[],
): Promise<boolean> => {
  const lines = new Map([...byLine(issues)].map(([lineId, items]) => [lineId, countsOf(items)]));
  const { changed } = await changeOrder(
    order,
    { kind: 'fulfilled', by: BY, epoch: order.epoch, lines },
    {
      seed: order,
      endpoints,
      also: () => together.flatMap(({ writes }) => writes),
      refused: ({ name }) => (isAlreadyIssued(together, name) ? new SomeIssued() : undefined),
    },
  );
  return changed;
};

const byLine = (issues: readonly OrderIssue[]): Map<string, ItemRow[]> =>
  Map.groupBy(
    issues.map(({ item }) => item),
    ({ lineId }) => lineId ?? '',
  );

const isPrinted = ({ remainingPieces }: ItemRow): boolean => remainingPieces > 0;

const countsOf = (items: readonly ItemRow[]): LineIssue => {
  const printedCount = items.filter(isPrinted).length;
  return { issuedCount: items.length, ...(printedCount < items.length ? { printedCount } : {}) };
};

/** Items to print, with their value at issue. Omits items that were refunded before their issue. */
const printedItems = (issues: readonly OrderIssue[]): Map<string, ItemRow[]> =>
  new Map(
    [...byLine(issues)].map(([lineId, items]) => [
      lineId,
      items.filter(isPrinted).map((item) => ({ ...item, valueMinor: item.remainingMinor })),
    ]),
  );

/** Counts a repeated attempt. Returns false if no attempt is left, and staff must act. */
export const restartAttempt = async (company: string, orderId: string): Promise<boolean> => {
  try {
    const { order } = await changeOrder({ company, id: orderId }, { kind: 'fulfillment_started', by: BY });
    return order.fulfillment.status !== 'failed' && !isRedrawFailed(order);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return true;
    throw error;
  }
};

/**
 * Records a failed attempt. Returns true if it was the last attempt. The order then stays paid, or its documents stay
 * outdated, and staff see the reason.
 */
export const recordFailedAttempt = async (company: string, orderId: string, reason: string): Promise<boolean> => {
  const { changed } = await changeOrder({ company, id: orderId }, { kind: 'fulfillment_failed', by: BY, reason });
  return changed;
};
