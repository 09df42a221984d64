import { management } from '../../../platform/messages/management.ts';
import { conflict, invalid, notFound } from '../../../platform/errors.ts';
import { log } from '../../../platform/log.ts';
import { parseTimestamp } from '../../../platform/timestamps.ts';
import { changeRow } from '../../../storage/change-row.ts';
import { once, recordReplyWrite, type IdempotencyRecord, type Reply } from '../../../storage/idempotency.ts';
import { markPosted } from '../../value/items/mark-posted.ts';
import { shipmentCodec } from './codec.ts';
import { withCards } from './deliverable.ts';
import { presentShipment } from './present.ts';
import { shipmentKey, type ShipmentRow, type ShipmentStatus } from './rows.ts';
import type { PostedInput } from './schema.ts';

export type ShipmentStep =
  | { status: 'packed' }
  | { status: 'posted'; input: PostedInput }
  | { status: 'returned'; reason: string | null };

/** Statuses from which each step is possible; packing may be skipped (lib/reference/delivery.md#shipments). */
const FROM: Record<ShipmentStep['status'], readonly ShipmentStatus[]> = {
  packed: ['waiting'],
  posted: ['waiting', 'packed'],
  returned: ['posted'],
};

interface StepRequest {
  company: string;
  id: string;
  step: ShipmentStep;
  idempotency: IdempotencyRecord;
}

/**
 * Advances a shipment by one step. Posting notifies the buyer, emits `shipment.posted` and sets `delivered_to_post_at`
 * of the items. Throws 404, 422 on `posted_at`, and 409 `shipment_not_open` for a repeated step, a step that the status
 * does not allow, or an order without a card to send.
 */
export const advanceShipment = ({ company, id, step, idempotency }: StepRequest): Promise<Reply> =>
  once(idempotency, async () => {
    const { reply, row } = await changeRow<ShipmentRow, { reply: Reply; row: ShipmentRow }>({
      key: shipmentKey(company, id),
      codec: shipmentCodec,
      decide: async (before, atMs) => {
        if (!before) throw notFound('shipment');
        await assertOpenFor(before, step.status);
        const after = { ...before, ...changeBy(step, atMs), status: step.status, reportedAtMs: atMs };
        const response: Reply = { status: 200, body: presentShipment(after) };
        return { row: after, also: [recordReplyWrite(idempotency, response)], result: { reply: response, row: after } };
      },
    });
    if (step.status === 'posted') await markItems(row);
    return reply;
  });

const assertOpenFor = async (shipment: ShipmentRow, step: ShipmentStep['status']): Promise<void> => {
  if (!FROM[step].includes(shipment.status)) {
    throw conflict('shipment_not_open', management('shipment_status', { status: shipment.status, step }));
  }
  if ((await withCards([shipment])).length === 0) {
    throw conflict('shipment_not_open', management('shipment_without_goods'));
  }
};

const changeBy = (step: ShipmentStep, atMs: number): Partial<ShipmentRow> => {
  if (step.status === 'packed') return { packedAtMs: atMs };
  if (step.status === 'returned') return { returnedAtMs: atMs, returnReason: step.reason };
  const { carrier, tracking_number: number, tracking_url: url, posted_at: at } = step.input;
  const postedAtMs = at ? (parseTimestamp(at) ?? atMs) : atMs;
  if (postedAtMs > atMs) throw invalid('posted_at', 'This moment is in the future.');
  return { postedAtMs, tracking: { carrier: carrier ?? null, number: number ?? null, url: url ?? null } };
};

/** A worker does the same after the commit, so a failure here only delays the update. */
const markItems = async ({ company, orderId, postedAtMs }: ShipmentRow): Promise<void> => {
  try {
    if (postedAtMs !== null) await markPosted(company, orderId, postedAtMs);
  } catch (error) {
    log.warn('The items of a posted shipment could not be marked; the worker will mark them', { cause: error });
  }
};
