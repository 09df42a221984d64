import { queryAll } from '../../storage/table.ts';
import { withdrawItems } from '../items/withdraw.ts';
import type { OrderRow } from '../orders/rows.ts';
import { refundRowKey, withdrawalOf, type RefundRow } from './refund-items.ts';

/**
 * Takes money that was given back before fulfilment off the items, before anybody has them. Refund by refund, each
 * under its own identity: an earlier attempt at fulfilment may have taken the first of them already, and a refund may
 * come to its end meanwhile. Safe to run again.
 */
export const withdrawRefunded = async (order: OrderRow): Promise<void> => {
  if (order.payment.refunded === 0) return;
  for (const refund of await refundsMade(order)) await withdrawItems(withdrawalOf(refund, order));
};

/** Refunds that gave money back, the earliest first. */
const refundsMade = async ({ company, id }: OrderRow): Promise<RefundRow[]> => {
  const { pk: partition, sk: prefix } = refundRowKey(company, id, '');
  const refunds = await queryAll<RefundRow>({ partition, prefix, consistent: true });
  return refunds.filter(({ state }) => state === 'refunded').toSorted((a, b) => a.startedAtMs - b.startedAtMs);
};
