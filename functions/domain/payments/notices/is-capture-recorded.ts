import type { OrderRef } from '../../checkout/orders/change-order.ts';
import { findLatestOrder } from '../../checkout/orders/find-latest.ts';

/** Whether an order has recorded the capture of its payment, so that another report of the payment changes nothing. */
export const isCaptureRecorded = async (ref: OrderRef, paymentReference: string): Promise<boolean> => {
  const order = await findLatestOrder(ref);
  return order !== undefined && order.payment.reference === paymentReference && order.payment.captured > 0;
};
