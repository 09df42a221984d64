import { SHIPMENT_POSTED } from '../../events/catalog/event-catalog.ts';
import { compressEvent } from './event-bytes.ts';
import type { ShipmentPostedMessage } from './messages.ts';
import { readEndpoints } from './cached-endpoints.ts';
import { recordEvent, type EventRecording } from './record-event.ts';
import { isDeliveredTo, shipmentEnvelope, shipmentPostedId } from './rules.ts';

/** Records that a shipment was posted, with its deliveries. Idempotent. */
export const recordShipmentPosted = async (
  posted: ShipmentPostedMessage,
  { receiversOf = readEndpoints, attempt }: EventRecording = {},
): Promise<void> => {
  const { company, atMs, shipment } = posted;
  const id = shipmentPostedId(shipment.id);
  const event = {
    id,
    company,
    eventType: SHIPMENT_POSTED,
    orderId: shipment.order_id,
    occurredAtMs: atMs,
    raw: compressEvent(JSON.stringify(shipmentEnvelope(id, posted))),
  } as const;
  const receivers = async () =>
    (await receiversOf(company)).filter((endpoint) => isDeliveredTo(endpoint, { type: SHIPMENT_POSTED, atMs }));
  await recordEvent(event, receivers, { attempt });
};
