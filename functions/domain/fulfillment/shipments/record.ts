import { ABSENT, putRow } from '../../../storage/table.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import type { PostalAddress } from '../../catalog/products/parties.ts';
import { priorityIdOf } from '../../catalog/products/ids.ts';
import { lineObject } from '../documents/schema.ts';
import type { DeliverableLine } from '../documents/deliverable-lines.ts';
import { printedCountOf } from '../../checkout/orders/line-issue.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import { shipmentCodec } from './codec.ts';
import { shipmentIdOf, shipmentKey, type ShipmentRow } from './rows.ts';

/** Creates the shipment of a fulfilled postal order, once: a repeat changes nothing. */
export const recordShipment = async (order: OrderRow, address: PostalAddress, company: CompanyRow): Promise<void> => {
  const { pickupPointId, shippingPriority } = order.delivery;
  const postal = company.delivery.postal;
  const priority = postal?.priorities.find(({ id }) => priorityIdOf(id) === shippingPriority);
  const id = shipmentIdOf(order.company, order.id);
  const readyAtMs = order.fulfillment.fulfilledAtMs ?? order.updatedAtMs;
  const row = shipmentCodec.write({
    ...shipmentKey(order.company, id),
    id,
    version: 1,
    company: order.company,
    orderId: order.id,
    reference: order.reference,
    readyAtMs,
    status: 'waiting',
    service: postal?.carrier ?? 'own_post',
    address,
    pickupPointId: pickupPointId ?? null,
    priority: shippingPriority ? { id: shippingPriority, label: priority?.label ?? null } : null,
    ...printedOf(order, asIssued(order)),
    tracking: null,
    packedAtMs: null,
    postedAtMs: null,
    returnedAtMs: null,
    returnReason: null,
    reportedAtMs: readyAtMs,
  });
  await unlessRefused(putRow(row, ABSENT));
};

const asIssued = (order: OrderRow): DeliverableLine[] =>
  order.lines.map((line) => ({ line, count: printedCountOf(line) })).filter(({ count }) => count > 0);

/** Number of cards of these lines, and their documents to print. */
export const printedOf = (
  order: OrderRow,
  lines: readonly DeliverableLine[],
): Pick<ShipmentRow, 'cards' | 'documents'> => ({
  cards: lines.reduce((sum, { count }) => sum + count, 0),
  documents: lines.map(({ line }) => lineObject(order.company, order.id, line.id)),
});
