import { refundedMinor } from '../domain/checkout/orders/gift-cards.ts';
import type { OrderRow } from '../domain/checkout/orders/rows.ts';
import type { Measure } from '../platform/measure-names.ts';
import type { Measures } from '../platform/measures.ts';
import { isSynthetic } from '../platform/synthetic.ts';
import type { StreamChange } from './stream-change.ts';
import { rowOfType } from '../storage/row-of-type.ts';

/** Changes in business metrics that one change to an order causes. */
export const measuresOf = (before: OrderRow | undefined, after: OrderRow): [Measure, number][] => {
  const { payment, fulfillment, delivery } = after;
  const isPaid = payment.capturedAtMs !== undefined && before?.payment.capturedAtMs === undefined;
  const isFulfilled = fulfillment.fulfilledAtMs !== undefined && before?.fulfillment.fulfilledAtMs === undefined;
  const owedFromMs = Math.max(payment.capturedAtMs ?? 0, delivery.sendAtMs ?? 0);
  return [
    ...measureIf('OrdersCreated', before === undefined),
    ...measureIf('OrdersPaid', isPaid),
    ...measureIf('OrdersFulfilled', isFulfilled),
    ...measureIf('SecondsFromPaidToFulfilled', isFulfilled, ((fulfillment.fulfilledAtMs ?? 0) - owedFromMs) / 1000),
    ...measureIf('OrdersRefunded', refundedMinor(after) > (before ? refundedMinor(before) : 0)),
    ...measureIf('DisputesOpened', payment.dispute !== undefined && payment.dispute.id !== before?.payment.dispute?.id),
  ];
};

const measureIf = (measure: Measure, counts: boolean, value = 1): [Measure, number][] =>
  counts ? [[measure, value]] : [];

/** The metrics of a batch of changes, emitted as one log line. Synthetic sales do not count. */
export const measuresOfAll = (changes: readonly StreamChange[]): Measures => {
  const all: Measures = {};
  for (const { before, after } of changes) {
    if (after?.type !== 'order' || isSynthetic(after)) continue;
    for (const [name, value] of measuresOf(rowOfType<OrderRow>('order', before), rowOfType<OrderRow>('order', after))) {
      (all[name] ??= []).push(value);
    }
  }
  return all;
};
