import { getRows, queryPage } from '../../../storage/table.ts';
import { sortable } from '../../../storage/sortable.ts';
import { readStandingLines } from '../documents/deliverable-lines.ts';
import { isDeliverable } from '../../checkout/orders/is-deliverable.ts';
import { shownOrder } from '../../checkout/orders/order-shape.ts';
import { orderKey } from '../../checkout/orders/rows.ts';
import { printedOf } from './record.ts';
import { shipmentsOf, type ShipmentRow } from './rows.ts';

const PAGE_ROWS = 100;

/**
 * Open shipments of a company from a moment on, oldest first, page by page: without cards that were withdrawn or
 * cancelled, and without shipments that have no card left.
 */
export const listShipments = async function* (company: string, sinceMs = 0): AsyncGenerator<ShipmentRow> {
  let startKey: Record<string, unknown> | undefined;
  do {
    const page: Awaited<ReturnType<typeof queryPage<ShipmentRow>>> = await queryPage<ShipmentRow>({
      partition: shipmentsOf(company),
      from: sortable(sinceMs),
      limit: PAGE_ROWS,
      ...(startKey ? { startKey } : {}),
    });
    const keyOf = ({ orderId }: ShipmentRow) => orderKey(company, orderId);
    const orders = await getRows(page.rows.map(keyOf), { consistent: true });
    for (const shipment of page.rows) {
      const order = shownOrder(orders.get(keyOf(shipment)));
      const standing = order && isDeliverable(order) ? await readStandingLines(order) : [];
      if (order && standing.length > 0) yield { ...shipment, ...printedOf(order, standing) };
    }
    startKey = page.lastKey;
  } while (startKey);
};
