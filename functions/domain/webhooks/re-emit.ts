import { nowMs } from '../../platform/clock.ts';
import { getRows } from '../../storage/table.ts';
import type { OrderRow } from '../orders/rows.ts';
import { eventKey, KEPT_MS, type WebhookEventRow } from './rows.ts';
import { pastEvents } from './past-events.ts';
import { recordOrderEvent } from './record-event.ts';
import { orderEventId } from './rules.ts';

/** What became of the events of one order. */
export interface ReEmitted {
  orderId: string;
  /** Sequence numbers of events that were missing and are there now. */
  made: number[];
  /** Sequence numbers of events that are missing, and whose type and moment nobody knows any more. */
  lost: number[];
}

/**
 * Makes those events of an order again that should be in the feed and are not, with their deliveries to the endpoints
 * that were there when they happened. May be run any number of times; events older than those that are kept stay away.
 */
export const reEmitOrder = async (order: OrderRow): Promise<ReEmitted> => {
  const { company, id: orderId } = order;
  const seqs = Array.from({ length: order.event.seq }, (_, index) => index + 1);
  const keyOf = (seq: number) => eventKey(company, orderEventId(orderId, seq));
  const rows = await getRows(seqs.map(keyOf), { consistent: true });
  const missing = seqs.filter((seq) => !rows.get<WebhookEventRow>(keyOf(seq)));
  const past = pastEvents(order);
  const made: number[] = [];
  for (const happened of past) {
    if (!missing.includes(happened.seq) || happened.atMs < nowMs() - KEPT_MS) continue;
    await recordOrderEvent(happened);
    made.push(happened.seq);
  }
  const remembered = new Set(past.map(({ seq }) => seq));
  const isOld = order.updatedAtMs < nowMs() - KEPT_MS;
  return { orderId, made, lost: isOld ? [] : missing.filter((seq) => !remembered.has(seq)) };
};
