import { refunds } from '../../../platform/messages/refunds.ts';
import { conflict, invalid, type ApiError } from '../../../platform/errors.ts';
import { bytesOfRow } from '../../../storage/row-size.ts';
import { isWithinSixDigits } from '../pricing/precision.ts';
import { allocateAll, type Plan } from '../allocation/allocation.ts';
import { limitPlan, withPlan } from '../allocation/plans.ts';
import { partsOf } from './parts.ts';
import type { RefundRow } from './refund-rows.ts';
import { allocationFrom, planFrom, storedAllocation, storedPlan } from '../allocation/runs.ts';
import type { EventOf } from './events.ts';
import type { OrderRow } from './rows.ts';
import { withEvent } from './rules.ts';
import {
  cardsRefundable,
  gatewayRefundable,
  paidCards,
  paidMinor,
  refundedMinor,
  withCardRefunds,
  type CardBack,
} from './gift-cards.ts';
import { withMove } from './money-moves.ts';
import { undoSaleEffects } from './sale-effects.ts';
import { stateOf } from './states.ts';
import type { RuleOutcome, CardMove, Effect, Guard, Reaction, Rule } from './transition-rule.ts';

/** The refundable amount: at the gateway and to gift cards together. */
export const refundableMinor = (order: Pick<OrderRow, 'payment'>): number =>
  gatewayRefundable(order) + cardsRefundable(order);

export const PAID_STATES = ['captured', 'fulfillment_failed', 'fulfilled', 'cancelled'] as const;

export const isOwnPayment: Guard<{ row: { paymentReference?: string } }> = {
  description: "it concerns the order's own payment",
  holds: ({ payment }, { row }) => payment.reference === row.paymentReference,
};
const refundIsIn = (state: 'running' | 'returning'): Guard<{ row: RefundRow }> => ({
  description: `this refund is ${state}`,
  holds: ({ refund }, { row }) => refund?.key === row.refundKey && refund.state === state,
});

const refundInProgress = (): ApiError => conflict('refund_in_progress', refunds('refund_running'), 1);

/** Why no part of an order can be refunded now; undefined if a part can be refunded. */
export const refundRefusal = (order: OrderRow): ApiError | undefined => {
  if (order.refund) return refundInProgress();
  const { payment } = order;
  if (payment.gateway === 'settlement' && cardsRefundable(order) === 0) {
    return conflict('order_not_refundable', refunds('settled_outside'));
  }
  const isPaid = (PAID_STATES as readonly string[]).includes(stateOf(order));
  if (!isPaid) return conflict('order_not_refundable', refunds('nothing_captured'));
  if (paidMinor(order) === 0) {
    return conflict('order_fully_refunded', refunds('order_was_free'));
  }
  if (payment.dispute?.status === 'open' || payment.dispute?.status === 'lost') {
    return conflict('order_not_refundable', refunds('payment_disputed'));
  }
  if (!isWithinSixDigits(order.amounts.total)) {
    return conflict('amount_precision_unsupported', refunds('total_not_exact'));
  }
  if (refundableMinor(order) === 0) return conflict('order_fully_refunded', refunds('order_refunded'));
  return undefined;
};

/** 422 for an amount that is too large. `maximum` is below the refundable amount if staff removed value from items. */
export const refundTooLarge = (order: OrderRow, maximum = refundableMinor(order)): ApiError =>
  invalid(
    'amount',
    refunds('refund_above_refundable', { minor: Math.max(0, maximum), currency: order.amounts.currency }),
    'refund_amount_too_large',
  );

/** A row can be at most 400 KB. The rest is reserved for a last refund, and for refunds made at the gateway. */
const ORDER_MAX_BYTES = 360_000;

/** Throws 409 for a partial refund of an order that was refunded so often that its row has no room for more. */
export const assertRoomForRefund = (order: OrderRow, amount: number): void => {
  if (amount === refundableMinor(order) || bytesOfRow(order) <= ORDER_MAX_BYTES) return;
  throw conflict('order_not_refundable', refunds('refunded_in_too_many_parts'));
};

export const refundBegun: Reaction<EventOf<'refund_begun'>> = {
  rules: [
    {
      from: PAID_STATES,
      when: [
        { description: 'it can be refunded', holds: (order) => refundRefusal(order) === undefined },
        {
          description: 'the amount is still refundable',
          holds: (order, { row }) => row.amount <= refundableMinor(order),
        },
      ],
      to: 'same',
      does: ['refund_row'],
      apply: (order, { row, refused }) => {
        const { refundKey: key, amount, startedAtMs, plan = { portions: [], rest: 0 }, cancellation } = row;
        const of = cancellation === undefined ? {} : { cancellation };
        const refund = { key, amount, startedAtMs, state: 'running' as const, plan, ...of };
        return {
          order: { ...order, epoch: order.epoch + 1, refund },
          effects: [{ kind: 'refund_row', row, ...(refused ? { seen: refused } : {}) }],
        };
      },
    },
  ],
  otherwise: (order) => refundRefusal(order) ?? refundTooLarge(order),
};

/** Begins to restore the items. The refund ends once they are restored. */
const returnRule = <E extends { row: RefundRow }>(from: (event: E) => Partial<RefundRow>): Rule<E> => ({
  from: PAID_STATES,
  when: [refundIsIn('running')],
  to: 'same',
  does: ['refund_row', 'settle_items'],
  apply: (order, event) => ({
    order: {
      ...order,
      epoch: order.epoch + 1,
      ...(order.refund ? { refund: { ...order.refund, state: 'returning' as const } } : {}),
    },
    effects: [{ kind: 'refund_row', row: { ...event.row, ...from(event), state: 'returning' }, seen: event.row }],
    after: [{ do: 'settle_items' }],
  }),
});

export const refundRefused: Reaction<EventOf<'refund_refused'>> = {
  rules: [returnRule(({ fields }) => ({ fields }))],
  otherwise: 'ignored',
};

export const refundDeclined: Reaction<EventOf<'refund_declined'>> = {
  rules: [returnRule(({ reason }) => ({ reason }))],
  otherwise: 'ignored',
};

export const refundReturned: Reaction<EventOf<'refund_returned'>> = {
  rules: [
    {
      from: PAID_STATES,
      when: [refundIsIn('returning')],
      to: 'same',
      does: ['refund_row'],
      apply: ({ refund: _over, ...order }, { row }, nowMs) => ({
        order,
        effects: [
          {
            kind: 'refund_row',
            row: { ...row, state: row.fields ? 'refused' : 'declined', endedAtMs: nowMs },
            seen: row,
          },
        ],
      }),
    },
  ],
  otherwise: 'ignored',
};

/** A successful refund or a lost dispute. `amount` is its part at the gateway. */
interface CountedRefund {
  /** Default: `refund`. */
  kind?: 'refund' | 'dispute';
  amount: number;
  cards?: readonly CardBack[];
  plan: Plan;
  by: EventOf<'refund_answered'>['by'];
}

/** Counts and allocates refunded money, and emits an event. A full refund before issue undoes the sale. */
export const countRefund = (
  order: OrderRow,
  { kind = 'refund', amount, cards = [], plan, by }: CountedRefund,
  nowMs: number,
): RuleOutcome & { plan: Plan } => {
  const parts = partsOf(order);
  const allocated = allocationFrom(order.allocated, parts.items.length);
  const refunds = { ...withCardRefunds(order.payment, cards), refunded: order.payment.refunded + amount };
  const isWhole = refundedMinor({ payment: refunds }) >= paidMinor(order);
  const final = isWhole ? allocateAll({ parts, allocated }) : plan;
  const isUndone = isWhole && (stateOf(order) === 'captured' || stateOf(order) === 'fulfillment_failed');
  const toCards = cards.reduce((sum, { minor }) => sum + minor, 0);
  const notReturned = cards.reduce((sum, { minor, givenMinor }) => sum + minor - givenMinor, 0);
  const status = isWhole ? 'refunded' : 'partially_refunded';
  const move = { kind, atMs: nowMs, gateway: amount, cards: toCards, notReturned, plan: final };
  const payment = withMove(order, { ...refunds, status }, move);
  const next: OrderRow = {
    ...order,
    payment,
    allocated: storedAllocation(withPlan(allocated, final)),
    ...(isUndone ? { status: 'cancelled' as const, returned: true as const } : {}),
  };
  return {
    order: withEvent(next, isWhole ? 'order.refunded' : 'order.partially_refunded', nowMs, by),
    effects: isUndone ? undoSaleEffects(order) : [],
    plan: final,
  };
};

export const COUNTED = [
  'refund_row',
  'gift_cards',
  'stock',
  'code_use',
  'picture',
  'event order.refunded',
  'event order.partially_refunded',
] as const;

const cardReturns = (order: OrderRow, backs: readonly CardBack[]): Effect[] => {
  const moves = backs.flatMap((back): CardMove[] => {
    const card = paidCards(order.payment).find(({ id }) => id === back.id);
    return card ? [{ move: 'give_back', card, back }] : [];
  });
  return moves.length > 0 ? [{ kind: 'gift_cards', moves }] : [];
};

/** The result of the refund for each card; a part that was repaid in money in the meantime is listed separately. */
export const cardResults = (order: OrderRow, backs: readonly CardBack[]): NonNullable<RefundRow['cards']> =>
  backs.flatMap(({ id, minor, givenMinor }) => {
    const itemId = paidCards(order.payment).find((card) => card.id === id)?.itemId ?? '';
    return [
      ...(givenMinor > 0 ? [{ itemId, minor: givenMinor, isGivenBack: true }] : []),
      ...(givenMinor < minor ? [{ itemId, minor: minor - givenMinor, isGivenBack: false }] : []),
    ];
  });

export const refundAnswered: Reaction<EventOf<'refund_answered'>> = {
  rules: [
    {
      from: PAID_STATES,
      when: [refundIsIn('running')],
      to: 'same',
      does: COUNTED,
      apply: ({ refund, ...order }, { row, amount: reported, cards }, nowMs) => {
        const amount = Math.min(reported, gatewayRefundable(order));
        const whole = amount + cards.reduce((sum, { minor }) => sum + minor, 0);
        const allocated = allocationFrom(order.allocated, partsOf(order).items.length);
        const plan = planFrom(refund?.plan ?? { portions: [], rest: 0 });
        const first = whole < row.amount ? limitPlan(plan, whole, allocated) : plan;
        const { plan: final, ...result } = countRefund(order, { amount, cards, plan: first, by: row.by }, nowMs);
        const ended: RefundRow = {
          ...row,
          state: 'refunded',
          counted: amount,
          ...(cards.length > 0 ? { cards: cardResults(order, cards) } : {}),
          plan: storedPlan(final),
          endedAtMs: nowMs,
        };
        return {
          ...result,
          effects: [
            ...(result.effects ?? []),
            ...cardReturns(order, cards),
            { kind: 'refund_row', row: ended, seen: row },
          ],
        };
      },
    },
  ],
  otherwise: 'ignored',
};
