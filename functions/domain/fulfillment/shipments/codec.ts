import * as z from 'zod/mini';
import { rowCodec } from '../../../storage/row-codec.ts';
import { SHIPMENT_STATUSES, shipmentIndexes, type ShipmentRow } from './rows.ts';

const moment = z.nullable(z.number());

/** Validates the members that decisions about a shipment use. */
export const shipmentCodec = rowCodec<ShipmentRow>({
  type: 'shipment',
  version: 1,
  shape: () =>
    z.looseObject({
      id: z.string(),
      company: z.string(),
      orderId: z.string(),
      readyAtMs: z.number(),
      status: z.enum(SHIPMENT_STATUSES),
      packedAtMs: moment,
      postedAtMs: moment,
      returnedAtMs: moment,
    }),
  indexes: shipmentIndexes,
});
