import { warmSet } from '../../../platform/warm-state.ts';
import type { OrderRef } from '../../checkout/orders/change-order.ts';
import { findLatestOrder } from '../../checkout/orders/find-latest.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';

const KNOWN_CAPTURES_MAX = 10_000;
/** Captures that this process has seen on their orders. A recorded capture stays recorded, whatever follows. */
const knownCaptures = warmSet<string>();

const captureName = ({ company, id }: OrderRef, paymentReference: string): string =>
  [company, id, paymentReference].join('\n');

/** Whether an order has recorded the capture of its payment, so that another report of the payment changes nothing. */
export const isCaptureRecorded = async (ref: OrderRef, paymentReference: string): Promise<boolean> => {
  if (knownCaptures.has(captureName(ref, paymentReference))) return true;
  const order = await findLatestOrder(ref);
  if (order) rememberCapture(order);
  return order !== undefined && order.payment.reference === paymentReference && order.payment.captured > 0;
};

/** Remembers the capture of a committed order, so that later reports of its payment do not read the order. */
export const rememberCapture = (order: OrderRow): void => {
  const { reference, captured } = order.payment;
  if (reference === undefined || captured <= 0) return;
  if (knownCaptures.size >= KNOWN_CAPTURES_MAX) knownCaptures.clear();
  knownCaptures.add(captureName(order, reference));
};
