import type { OrderRow } from '../../functions/domain/checkout/orders/rows.ts';
import type { RefundRow } from '../../functions/domain/checkout/orders/refund-rows.ts';
import { stateOf } from '../../functions/domain/checkout/orders/states.ts';
import { ticketMoney } from '../../functions/domain/checkout/orders/ticket-money.ts';
import type {
  CancelledOrderRow,
  EventCancellationRow,
} from '../../functions/domain/payments/event-cancellation/rows.ts';
import { freeOf } from '../../functions/domain/value/items/ledger/holds.ts';
import type { ItemRow } from '../../functions/domain/value/items/rows.ts';
import { sum } from './books.ts';

interface CancelledEvent {
  cancellation: EventCancellationRow;
  marks: readonly CancelledOrderRow[];
  orders: readonly OrderRow[];
  items: readonly ItemRow[];
  refunds: readonly RefundRow[];
  nowMs: number;
}

/**
 * Check E: a cancelled event has no usable ticket and no order that can be paid, and every order was counted once. If
 * the cancellation refunds orders, each was refunded or is listed for staff.
 */
export const cancelledEventFaults = (event: CancelledEvent): string[] => {
  const { cancellation, marks, orders, items, nowMs } = event;
  const { productId, pk, pass } = cancellation;
  const ofKind = (kind: string) => marks.filter((mark) => mark.pk === pk && mark.sk.startsWith(`${kind}#`));
  const failed = new Set(ofKind('failed').map(({ orderId }) => orderId));
  const own = orders.filter(({ lines }) => lines.some((line) => line.productId === productId));
  const usable = items
    // A coupon that is good for a ticket has no event.
    .filter((item) => item.productId === productId && item.event)
    .filter((item) => freeOf(item, nowMs).minor > 0 || freeOf(item, nowMs).pieces > 0);
  const counts = { orders: cancellation.orders, settled: cancellation.settled, found: ofKind('found').length };
  const refunded = cancellation.refunded + cancellation.failed;
  return [
    ...(pass === 'over' && ofKind('todo').length === 0 ? [] : [`E1 the cancellation of ${productId} is not finished`]),
    ...(new Set(Object.values(counts)).size === 1 ? [] : [`E2 orders of ${productId}: ${JSON.stringify(counts)}`]),
    ...(cancellation.refund === 'all' && refunded !== counts.settled ? [`E2 ${refunded} orders were refunded`] : []),
    ...usable.map(
      ({ code, orderId }) => `E3 ticket ${code} of ${orderId} can be used, although ${productId} is cancelled`,
    ),
    ...own.filter((order) => stateOf(order) === 'unpaid').map(({ id }) => `E4 order ${id} can be paid`),
    ...(cancellation.refund === 'all'
      ? own
          .filter((order) => !failed.has(order.id) && isKept(event, order))
          .map(({ id }) => `E5 ${id} was not refunded`)
      : []),
  ];
};

/** Whether the price of tickets was neither refunded nor disputed, and no refund failed later. */
const isKept = ({ cancellation, refunds }: CancelledEvent, order: OrderRow): boolean => {
  const { payment, id } = order;
  const own = refunds.filter(({ orderId }) => orderId === id);
  if (payment.captured === 0 && sum((payment.giftCards ?? []).map(({ amount }) => amount)) === 0) return false;
  if (own.some(({ state }) => state === 'failed') || payment.dispute || stateOf(order) === 'expired') return false;
  return ticketMoney(order, cancellation.productId).openMinor > 0;
};
