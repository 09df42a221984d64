import { presentActor } from '../../../platform/actor.ts';
import { toTimestamp } from '../../../platform/clock.ts';
import { decodeCursor, listPage, type ListPage, type PageRequest } from '../../../storage/cursors.ts';
import { loadOrder } from '../../checkout/orders/load.ts';
import { knownEvents, type NumberedEvent } from './past-events.ts';
import { orderEventId } from './rules.ts';

const present = (orderId: string, event: NumberedEvent) => ({
  id: orderEventId(orderId, event.seq),
  object: 'order_event' as const,
  type: event.type,
  sequence: event.seq,
  occurred_at: toTimestamp(event.atMs),
  status: event.status,
  payment: { status: event.payment, captured: event.captured, refunded: event.refunded },
  fulfillment: { status: event.fulfillment },
  by: presentActor(event.by),
});

/**
 * The webhook events of an order with their actors, oldest first. If an order has too many events, only the first and
 * the newest 60 are kept (lib/reference/orders.md#events-of-an-order). Throws 404, and 422 on `starting_after`.
 */
export const listOrderEvents = async (
  company: string,
  orderId: string,
  page: PageRequest,
): Promise<ListPage<ReturnType<typeof present>>> => {
  const identity = { company, list: `order-events#${orderId}` };
  const after = decodeCursor<number>(identity, page.startingAfter) ?? 0;
  const order = await loadOrder(company, orderId);
  const events = knownEvents(order).filter(({ seq }) => seq > after);
  const data = events.slice(0, page.limit);
  const next = events.length > page.limit ? data.at(-1)?.seq : undefined;
  return listPage(
    identity,
    data.map((event) => present(orderId, event)),
    next,
  );
};
