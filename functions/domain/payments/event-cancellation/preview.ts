import type { EventRow } from '../../catalog/products/rows.ts';
import { ticketRefund } from '../../checkout/orders/ticket-refund.ts';
import { isAffectedOrder, ordersOfEvent } from './collect-orders.ts';
import type { EventCancellationRow } from './rows.ts';

/** Number of paid orders after which a preview stops. */
const ORDERS_MAX = 5000;

interface CancellationPreview {
  /** Paid orders whose buyers are notified. */
  orders: number;
  /** Refundable amount, in the smallest currency unit. */
  refundableMinor: number;
  /** Whether the preview has stopped early, so that there may be more orders. */
  isPartial: boolean;
}

/** The number of orders whose buyers would be notified, and the amount to refund, if an event were cancelled now. */
export const previewCancellation = async (
  row: Pick<EventCancellationRow, 'company' | 'productId'>,
  event: EventRow,
): Promise<CancellationPreview> => {
  const orderIds = new Set<string>();
  let minor = 0;
  for await (const orders of ordersOfEvent({ row, event })) {
    for (const order of orders) {
      if (orderIds.has(order.id) || !isAffectedOrder(order, row.productId)) continue;
      orderIds.add(order.id);
      minor += ticketRefund(order, row.productId);
    }
    if (orderIds.size >= ORDERS_MAX) return { orders: orderIds.size, refundableMinor: minor, isPartial: true };
  }
  return { orders: orderIds.size, refundableMinor: minor, isPartial: false };
};
