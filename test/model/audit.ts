import { rememberedEvents } from '../../functions/domain/checkout/orders/rules.ts';
import type { ItemRow, LedgerRow } from '../../functions/domain/value/items/rows.ts';
import type { RedemptionRow } from '../../functions/domain/value/items/redemptions/rows.ts';
import {
  markKey,
  markRow,
  type CancelledOrderRow,
  type EventCancellationRow,
} from '../../functions/domain/payments/event-cancellation/rows.ts';
import type { RefundRow } from '../../functions/domain/checkout/orders/refund-rows.ts';
import { cardFaults } from '../simulation/card-books.ts';
import { cancelledEventFaults } from '../simulation/cancelled-events.ts';
import { codeFaults, orderFaults, stockFaults, type Counter } from '../simulation/books.ts';
import { refundable, returnedAmount } from './gateway.ts';
import { STOCK } from './orders.ts';
import type { World } from './world.ts';

/** Faults of a world in which nothing is left to do; empty if there are none. */
export const audit = (world: World, items: readonly ItemRow[]): string[] => {
  const order = world.order();
  const faults = orderFaults({
    order,
    items,
    entries: world.rowsOf<LedgerRow>('ledger'),
    refunds: world.rowsOf<RefundRow>('refund'),
    payments: world.gateway.payments().map((payment) => ({
      reference: payment.reference,
      captured: payment.captured ? payment.amount : 0,
      returned: returnedAmount(payment),
      // A payment that does not count is not refunded a second time when its dispute is appealed: staff decide.
      isLost: payment.dispute?.status === 'lost' || payment.dispute?.appealed === true,
    })),
    openPages: world.gateway.openSessions().length,
    isEventCancelled: world.isEventCancelled,
    nowMs: world.nowMs,
  });
  const held = world.gateway.payments().find(({ reference }) => reference === order.payment.reference);
  const [recorded, atGateway] = [order.payment.dispute, held?.dispute].map(
    (each) => each && `${each.id} ${each.status}`,
  );
  if (held?.captured && order.payment.captured > 0 && recorded !== atGateway) {
    faults.push(`G1 the dispute is ${recorded}, but ${atGateway} at the gateway`);
  }
  const kept = order.payment.strayCaptures?.filter(({ refundedAtMs }) => refundedAtMs === undefined) ?? [];
  for (const { reference } of kept) {
    const payment = world.gateway.payments().find((each) => each.reference === reference);
    const isRefused = world.gateway.declinesRefunds && payment !== undefined && refundable(payment) > 0;
    if (!isRefused) faults.push(`G1 ${reference} does not count, and was not refunded or its refund was not recorded`);
  }
  faults.push(...ticketFaults(world, items));
  const marks = rememberedEvents(order.event);
  const failures = marks.filter(({ type, status }) => type === 'order.payment_failed' && status === 'pending_payment');
  if (failures.length > world.gateway.attempts) faults.push('D2 a declined payment was reported twice');
  for (const counter of world.rowsOf('stock') as unknown as (Counter & { putIn?: number })[]) {
    faults.push(...stockFaults([order], counter, counter.putIn ?? STOCK));
  }
  for (const code of world.rowsOf('discount-code') as unknown as { code: string; uses: number }[]) {
    // Checks the uses of codes here, because the model has no nightly check.
    faults.push(...codeFaults([order], { code: code.code, uses: code.uses }));
  }
  return [...new Set([...world.surprises, ...faults, ...cardFaultsOf(world)])];
};

/** Tickets of a cancelled event cannot be used, and their price was refunded unless staff must act. */
const ticketFaults = (world: World, items: readonly ItemRow[]): string[] => {
  const { cancellation, concluded, nowMs } = world;
  if (!cancellation) return [];
  const marks = concluded?.failure ? [failedMark(cancellation, concluded.orderId)] : [];
  const counts = concluded ? { orders: 1, settled: 1, refunded: 1 - marks.length, failed: marks.length } : {};
  return cancelledEventFaults({
    cancellation: { ...cancellation, pass: 'over', ...counts },
    marks: [...marks, ...(concluded ? [foundMark(cancellation, concluded.orderId)] : [])],
    orders: [world.order()],
    items,
    refunds: world.rowsOf<RefundRow>('refund'),
    nowMs,
  });
};

const markOf =
  (mark: 'found' | 'failed') =>
  ({ company, id }: EventCancellationRow, orderId: string): CancelledOrderRow =>
    markRow(markKey(company, id, mark, orderId), orderId);
const failedMark = markOf('failed');
const foundMark = markOf('found');

/**
 * Inconsistencies between redemptions, orders and the items that they hold or have spent. There must be none, even
 * while work is pending.
 */
export const cardFaultsOf = (world: World): string[] =>
  cardFaults({
    items: world.rowsOf<ItemRow>('item'),
    entries: world.rowsOf<LedgerRow>('ledger'),
    redemptions: world.rowsOf<RedemptionRow>('redemption'),
    orders: [world.order()],
    refunds: world.rowsOf<RefundRow>('refund'),
    nowMs: world.nowMs,
  });
