import { nowMs } from '../../../platform/clock.ts';
import { getRows } from '../../../storage/table.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import { deliveryKey, eventKey, KEPT_MS, type WebhookDeliveryRow, type WebhookEventRow } from './rows.ts';
import type { OrderEventMessage } from './messages.ts';
import { pastEvents } from './past-events.ts';
import { endpointsOnce, type EndpointsOf } from './record-event.ts';
import { recordOrderEvent } from './record-order-event.ts';
import { deliveryId, orderEventId, isDeliveredTo } from './rules.ts';

/** Result for the events of one order. */
interface ReEmitResult {
  orderId: string;
  /** Sequence numbers of restored events. */
  made: number[];
  /** Sequence numbers of existing events, now delivered to endpoints that had no delivery. */
  delivered: number[];
  /**
   * Sequence numbers of missing events whose type and time are unknown; empty if the retention period of all events is
   * over.
   */
  lost: number[];
}

/**
 * Whether a delivery of an event is missing. A first attempt has no row until it ends, so a lost message leaves no
 * trace.
 */
const isUnheard = async (happened: OrderEventMessage, receiversOf: EndpointsOf): Promise<boolean> => {
  const { company, orderId, seq } = happened;
  const keys = (await receiversOf(company))
    .filter((endpoint) => isDeliveredTo(endpoint, happened))
    .map(({ id }) => deliveryKey(company, deliveryId(orderEventId(orderId, seq), id)));
  const rows = await getRows(keys, { consistent: true });
  return keys.some((key) => !rows.get<WebhookDeliveryRow>(key));
};

/**
 * Recreates missing events of an order in the feed, with their deliveries to the endpoints at the time of the event, and
 * missing deliveries of existing events. It can be repeated. Events older than the retention period are not restored.
 */
export const reEmitOrder = async (order: OrderRow): Promise<ReEmitResult> => {
  const { company, id: orderId } = order;
  const seqs = Array.from({ length: order.event.seq }, (_, index) => index + 1);
  const keyOf = (seq: number) => eventKey(company, orderEventId(orderId, seq));
  const rows = await getRows(seqs.map(keyOf), { consistent: true });
  const missing = seqs.filter((seq) => !rows.get<WebhookEventRow>(keyOf(seq)));
  const past = pastEvents(order);
  const receiversOf = endpointsOnce();
  const made: number[] = [];
  const delivered: number[] = [];
  for (const happened of past) {
    if (happened.atMs < nowMs() - KEPT_MS) continue;
    const isMissing = missing.includes(happened.seq);
    if (!isMissing && !(await isUnheard(happened, receiversOf))) continue;
    await recordOrderEvent(happened, { receiversOf });
    (isMissing ? made : delivered).push(happened.seq);
  }
  const remembered = new Set(past.map(({ seq }) => seq));
  const isOld = order.updatedAtMs < nowMs() - KEPT_MS;
  return { orderId, made, delivered, lost: isOld ? [] : missing.filter((seq) => !remembered.has(seq)) };
};
