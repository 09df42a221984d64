import { timestampOrNull } from '../../../platform/clock.ts';
import type { ShipmentRow } from './rows.ts';

/** A shipment for the API and its event, without personal data. */
export const presentShipment = (shipment: ShipmentRow) => ({
  id: shipment.id,
  object: 'shipment' as const,
  order_id: shipment.orderId,
  status: shipment.status,
  carrier: shipment.tracking?.carrier ?? null,
  tracking_number: shipment.tracking?.number ?? null,
  tracking_url: shipment.tracking?.url ?? null,
  packed_at: timestampOrNull(shipment.packedAtMs),
  posted_at: timestampOrNull(shipment.postedAtMs),
  returned_at: timestampOrNull(shipment.returnedAtMs),
  return_reason: shipment.returnReason,
});

export type Shipment = ReturnType<typeof presentShipment>;
