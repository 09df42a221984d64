import * as z from 'zod/mini';
import { SHIPMENT_STATUSES } from '../../domain/fulfillment/shipments/rows.ts';
import { listOf, timestamp } from '../../pipeline/shapes.ts';

const moment = z.nullable(timestamp);

/** A shipment, as in `data.shipment` of its event. */
export const shipmentReply = z.strictObject({
  id: z.string().check(z.regex(/^shp_[0-9a-f]{32}$/)),
  object: z.literal('shipment'),
  order_id: z.string(),
  status: z.enum(SHIPMENT_STATUSES),
  carrier: z.nullable(z.string()),
  tracking_number: z.nullable(z.string()),
  tracking_url: z.nullable(z.string()),
  packed_at: moment,
  posted_at: moment,
  returned_at: moment,
  return_reason: z.nullable(z.string()),
});

export const shipmentReplies = { Shipment: shipmentReply, ShipmentList: listOf(shipmentReply) };
