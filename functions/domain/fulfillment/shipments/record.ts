import { putRow } from '../../../storage/table.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { lineObject } from '../documents/schema.ts';
import type { StandingLine } from '../documents/deliverable-lines.ts';
import { printedCountOf } from '../../checkout/orders/line-issue.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import { shipmentKey, type ShipmentRow } from './rows.ts';

/** Records the shipment of a fulfilled postal order. Recording it again writes the same row. */
export const recordShipment = async (order: OrderRow, company: CompanyRow): Promise<void> => {
  const { address, pickupPointId, shippingPriority } = order.delivery;
  if (!address) throw new Error(`The postal order ${order.id} has no address`);
  const readyAtMs = order.fulfillment.fulfilledAtMs ?? order.updatedAtMs;
  const postal = company.delivery.postal;
  const priority = postal?.priorities.find(({ id }) => `spri_${id}` === shippingPriority);
  const row: ShipmentRow = {
    ...shipmentKey(order.company, order.id, readyAtMs),
    type: 'shipment',
    v: 1,
    company: order.company,
    orderId: order.id,
    reference: order.reference,
    readyAtMs,
    carrier: postal?.carrier ?? 'own_post',
    address,
    pickupPointId: pickupPointId ?? null,
    priority: shippingPriority ? { id: shippingPriority, label: priority?.label ?? null } : null,
    ...printedOf(order, asIssued(order)),
  };
  await putRow(row);
};

const asIssued = (order: OrderRow): StandingLine[] =>
  order.lines.map((line) => ({ line, count: printedCountOf(line) })).filter(({ count }) => count > 0);

/** How many cards of these lines are printed, and from what. */
export const printedOf = (
  order: OrderRow,
  lines: readonly StandingLine[],
): Pick<ShipmentRow, 'cards' | 'documents'> => ({
  cards: lines.reduce((sum, { count }) => sum + count, 0),
  documents: lines.map(({ line }) => lineObject(order.company, order.id, line.id)),
});
