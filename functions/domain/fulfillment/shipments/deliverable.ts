import { getRows } from '../../../storage/table.ts';
import { isDeliverable } from '../../checkout/orders/is-deliverable.ts';
import { shownOrder } from '../../checkout/orders/order-shape.ts';
import { orderKey } from '../../checkout/orders/rows.ts';
import { readStandingLines } from '../documents/deliverable-lines.ts';
import { printedOf } from './record.ts';
import type { ShipmentRow } from './rows.ts';

export const isOpen = ({ status }: Pick<ShipmentRow, 'status'>): boolean => status === 'waiting' || status === 'packed';

/**
 * The shipments that still have something to send, or were sent: an open one is left out when its order was refunded or is
 * disputed, or when all of its cards were cancelled. Cards and documents are those that are left.
 */
export const withCards = async (shipments: readonly ShipmentRow[]): Promise<ShipmentRow[]> => {
  const keyOf = ({ company, orderId }: ShipmentRow) => orderKey(company, orderId);
  const orders = await getRows(shipments.filter(isOpen).map(keyOf), { consistent: true });
  const found: ShipmentRow[] = [];
  for (const shipment of shipments) {
    if (!isOpen(shipment)) {
      found.push(shipment);
      continue;
    }
    const order = shownOrder(orders.get(keyOf(shipment)));
    const lines = order && isDeliverable(order) ? await readStandingLines(order) : [];
    if (order && lines.length > 0) found.push({ ...shipment, ...printedOf(order, lines) });
  }
  return found;
};
