import { nowMs } from '../../platform/clock.ts';
import { getRow, getRows, pause } from '../../storage/table.ts';
import { transact, TransactionRefused } from '../../storage/transactions.ts';
import { companyKey, type CompanyRow } from '../companies/rows.ts';
import { renderOrderDocuments } from '../documents/render-order.ts';
import type { ItemRow } from '../items/rows.ts';
import { issueItems } from '../items/issue.ts';
import { codesOfOrder, itemsOfOrder } from '../items/of-order.ts';
import { withdrawItems } from '../items/withdraw.ts';
import { withdrawRefunded } from '../payments/withdraw-refunded.ts';
import { orderKey, type OrderRow } from './rows.ts';
import { canFulfil, withEvent } from './rules.ts';
import { replaceOrder } from './write.ts';

const ATTEMPTS = 5;

/**
 * Issues the items of a paid order, renders its documents and completes it (service.md, States and transitions). It
 * can be interrupted anywhere and run again: codes and documents come out the same, and only the last step shows.
 */
export const fulfilOrder = async (company: string, orderId: string): Promise<'fulfilled' | 'skipped'> => {
  for (let attempt = 1; ; attempt++) {
    const rows = await getRows([orderKey(company, orderId), companyKey(company)], { consistent: true });
    const order = rows.get<OrderRow>(orderKey(company, orderId));
    const seller = rows.get<CompanyRow>(companyKey(company));
    if (!order || !seller) return 'skipped';
    if (!canFulfil(order, nowMs())) {
      await clearCancelled(order);
      return 'skipped';
    }
    const items = await issueItems(itemsOfOrder(order, seller, issueMoment(order)));
    await renderOrderDocuments(order, seller, itemsByLine(items));
    await withdrawRefunded(order);
    try {
      await transact([replaceOrder(order, fulfilled(order, items), nowMs())]);
      return 'fulfilled';
    } catch (error) {
      // Somebody changed the order meanwhile, perhaps a refund: look again at what it is now.
      if (!(error instanceof TransactionRefused) || attempt >= ATTEMPTS) throw error;
      await pause(attempt);
    }
  }
};

/** The moment from which validity counts; the same on every run. */
const issueMoment = (order: OrderRow): number =>
  order.delivery.sendAtMs ?? order.payment.capturedAtMs ?? order.createdAtMs;

const itemsByLine = (items: readonly ItemRow[]): Map<string, ItemRow[]> => {
  const lines = new Map<string, ItemRow[]>();
  for (const item of items) {
    const line = lines.get(item.lineId ?? '') ?? [];
    line.push(item);
    lines.set(item.lineId ?? '', line);
  }
  return lines;
};

const fulfilled = (order: OrderRow, items: readonly ItemRow[]): OrderRow => {
  const counts = itemsByLine(items);
  const next: OrderRow = {
    ...order,
    status: 'fulfilled',
    fulfillment: { status: 'fulfilled', fulfilledAtMs: nowMs() },
    lines: order.lines.map((line) => ({ ...line, issuedCount: counts.get(line.id)?.length ?? 0 })),
  };
  return withEvent(next, 'order.fulfilled', nowMs());
};

/** An order that was cancelled while its items were being issued leaves none of them behind. */
const clearCancelled = async (order: OrderRow): Promise<void> => {
  if (order.status !== 'cancelled') return;
  const codes = codesOfOrder(order);
  await withdrawItems({ company: order.company, codes, refundId: 'cancelled', refundMinor: 1, refundableMinor: 1 });
};

/** Gives up on a fulfilment for now: the order stays paid, and staff is told why (service.md, States). */
export const failFulfilment = async (company: string, orderId: string, reason: string): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    const order = await getRow<OrderRow>(orderKey(company, orderId), { consistent: true });
    if (!order || !canFulfil(order, nowMs())) return;
    const failed: OrderRow = {
      ...order,
      fulfillment: { status: 'failed', failedAtMs: nowMs(), error: reason.slice(0, 200) },
    };
    try {
      await transact([replaceOrder(order, failed, nowMs())]);
      return;
    } catch (error) {
      if (!(error instanceof TransactionRefused) || attempt >= ATTEMPTS) throw error;
      await pause(attempt);
    }
  }
};
