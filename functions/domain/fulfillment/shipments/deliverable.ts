import { getRow, getRows } from '../../../storage/table.ts';
import { isDeliverable } from '../../checkout/orders/is-deliverable.ts';
import { shownOrder } from '../../checkout/orders/order-shape.ts';
import { orderKey, type OrderRow } from '../../checkout/orders/rows.ts';
import { readDeliverableLines } from '../documents/deliverable-lines.ts';
import { printedOf } from './record.ts';
import { shipmentIdOf, shipmentKey, type ShipmentRow } from './rows.ts';

export const isOpenShipment = ({ status }: Pick<ShipmentRow, 'status'>): boolean =>
  status === 'waiting' || status === 'packed';

/**
 * Whether cards of a fulfilled order still have to be posted, perhaps after a dispute. Until then, the order keeps its
 * address.
 */
export const isToBePosted = async (order: OrderRow): Promise<boolean> => {
  const { company, id, delivery, fulfillment, payment } = order;
  if (!delivery.address || fulfillment.status !== 'fulfilled' || payment.status === 'refunded') return false;
  const shipment = await getRow<ShipmentRow>(shipmentKey(company, shipmentIdOf(company, id)), { consistent: true });
  if (shipment && !isOpenShipment(shipment)) return false;
  return (await readDeliverableLines(order)).length > 0;
};

/** Shipments with their orders, except open shipments whose order was refunded or is disputed. */
export const withOrders = async (
  shipments: readonly ShipmentRow[],
): Promise<{ shipment: ShipmentRow; order: OrderRow | undefined }[]> => {
  const keyOf = ({ company, orderId }: ShipmentRow) => orderKey(company, orderId);
  const orders = await getRows(shipments.filter(isOpenShipment).map(keyOf), { consistent: true });
  return shipments
    .map((shipment) => ({ shipment, order: shownOrder(orders.get(keyOf(shipment))) }))
    .filter(({ shipment, order }) => !isOpenShipment(shipment) || (order !== undefined && isDeliverable(order)));
};

/**
 * Like `withOrders`, but also omits open shipments whose cards were all cancelled. Open shipments have the remaining
 * cards and documents. Reads every item.
 */
export const withCards = async (shipments: readonly ShipmentRow[]): Promise<ShipmentRow[]> => {
  const result: ShipmentRow[] = [];
  for (const { shipment, order } of await withOrders(shipments)) {
    const lines = order ? await readDeliverableLines(order) : [];
    if (!order) result.push(shipment);
    else if (lines.length > 0) result.push({ ...shipment, ...printedOf(order, lines) });
  }
  return result;
};
