import type { DisputeRow } from './dispute-rows.ts';
import { refundRowKey, type RefundRow } from './refund-rows.ts';
import type { EventOf } from './events.ts';
import { countedAtGateway } from './gateway-refund-rules.ts';
import { isOwnPayment, PAID_STATES } from './refund-rules.ts';
import type { OrderRow } from './rows.ts';
import { ANY_STATE, noRefundInProgress, type Effect, type Guard, type Reaction } from './transition-rule.ts';

type OfDispute = { row: DisputeRow };

const isOpen: Guard<OfDispute> = {
  description: 'this dispute is open',
  holds: ({ payment }, { row }) => payment.dispute?.id === row.disputeId && payment.dispute.status === 'open',
};
const isOtherPayment: Guard<OfDispute>['holds'] = (order, event, nowMs) => !isOwnPayment.holds(order, event, nowMs);
/** A loss counts again once its refund has failed, which means that the dispute was won on appeal since. */
const isNotLost: Guard<OfDispute & { refund?: RefundRow }> = {
  description: 'its loss is not counted yet',
  holds: (_, { row, refund }) => row.status !== 'lost' || refund?.state === 'failed',
};

const isNotOpen: Guard<OfDispute> = {
  description: 'the order does not show it as open',
  holds: ({ payment }, { row }) => payment.dispute?.id !== row.disputeId || payment.dispute.status !== 'open',
};

const alarm = (text: string): Effect => ({ kind: 'alarm', alarm: 'payment_disputed', text });

const withDispute = (order: OrderRow, row: DisputeRow, status: 'open' | 'won' | 'lost', nowMs: number): OrderRow => ({
  ...order,
  epoch: order.epoch + 1,
  payment: {
    ...order.payment,
    dispute: {
      id: row.disputeId,
      status,
      amount: row.amount,
      openedAtMs: row.openedAtMs,
      ...(status === 'open' ? {} : { closedAtMs: nowMs }),
    },
  },
});

const reopened = ({ closedAtMs: _closedAtMs, ...row }: DisputeRow): DisputeRow => ({ ...row, status: 'open' });

/** Adds a movement without money, so that statements list the won dispute. */
const withWon = (order: OrderRow, amount: number, atMs: number): OrderRow => ({
  ...order,
  payment: {
    ...order.payment,
    moves: [...(order.payment.moves ?? []), { kind: 'won', atMs, gateway: 0, disputed: amount }],
  },
});

/**
 * The order before a dispute is opened again or lost: if the order shows it as won, or lists the return of its lost
 * amount as won, that is taken back.
 */
const withoutWon = (order: OrderRow, { disputeId }: DisputeRow, from: readonly string[], atMs: number): OrderRow => {
  const { dispute } = order.payment;
  if (dispute?.id !== disputeId || !from.includes(dispute.status)) return order;
  return withWon(order, -dispute.amount, atMs);
};

/** The order keeps its newest dispute as `dispute`. The loss of an older dispute is recorded in `lostOlder`. */
const withOlderLost = (order: OrderRow, { disputeId }: DisputeRow): OrderRow => ({
  ...order,
  epoch: order.epoch + 1,
  payment: { ...order.payment, lostOlder: disputeId },
});

/**
 * Unspent items cannot be spent while the dispute is open (lib/reference/disputes.md#open). A cancelled order has no
 * such items, but its money may have come back because a refund failed; the dispute then prevents another refund. A
 * newer dispute replaces an older dispute whose end has not been reported, and items stay frozen. If the older dispute
 * is won later, only its row is closed.
 */
export const disputeOpened: Reaction<EventOf<'dispute_opened'>> = {
  rules: [
    {
      from: PAID_STATES,
      when: [
        isOwnPayment,
        isNotOpen,
        { description: 'the gateway reports no newer one', holds: (_, { isNewest }) => isNewest },
      ],
      to: 'same',
      does: ['dispute_row', 'alarm', 'settle_items'],
      apply: (order, { row, known }, nowMs) => ({
        order: withDispute(withoutWon(order, row, ['won', 'lost'], nowMs), row, 'open', nowMs),
        effects: [
          { kind: 'dispute_row', row: { ...reopened(row), unsettled: true }, ...(known ? { seen: row } : {}) },
          alarm('A payment is disputed: unspent items are frozen'),
        ],
        after: [{ do: 'settle_items' }],
      }),
    },
    {
      from: ANY_STATE,
      when: [{ description: 'it is not recorded yet', holds: (_, { known }) => !known }],
      to: 'same',
      does: ['dispute_row', 'alarm'],
      apply: (order, { row }) => ({
        order,
        effects: [{ kind: 'dispute_row', row }, alarm('A payment is disputed: the dispute freezes no items')],
      }),
    },
  ],
  otherwise: 'ignored',
};

/** The money of a lost dispute came back. The order can be refunded again; its items stay withdrawn. */
const wonOnAppeal = (order: OrderRow, { disputeId }: DisputeRow, nowMs: number): OrderRow => {
  const { dispute } = order.payment;
  if (dispute?.id !== disputeId || dispute.status !== 'lost') return order;
  return { ...order, payment: { ...order.payment, dispute: { ...dispute, status: 'won', closedAtMs: nowMs } } };
};

export const disputeWon: Reaction<EventOf<'dispute_won'>> = {
  rules: [
    {
      from: PAID_STATES,
      when: [isOpen],
      to: 'same',
      does: ['dispute_row', 'settle_items'],
      apply: (order, { row }, nowMs) => ({
        order: withWon(withDispute(order, row, 'won', nowMs), row.amount, nowMs),
        effects: [
          { kind: 'dispute_row', row: { ...row, status: 'won', closedAtMs: nowMs, unsettled: true }, seen: row },
        ],
        after: [{ do: 'settle_items' }],
      }),
    },
    {
      from: ANY_STATE,
      when: [{ description: 'it is not won yet', holds: (_, { row }) => row.status !== 'won' }],
      to: 'same',
      does: ['dispute_row'],
      apply: (order, { row }, nowMs) => ({
        order: wonOnAppeal(order, row, nowMs),
        effects: [{ kind: 'dispute_row', row: { ...row, status: 'won', closedAtMs: nowMs }, seen: row }],
      }),
    },
  ],
  otherwise: 'ignored',
};

const lostRefund = (order: OrderRow, { row, by }: EventOf<'dispute_lost'>, nowMs: number): RefundRow => ({
  ...refundRowKey(order.company, order.id, row.disputeId),
  type: 'refund',
  v: 1,
  version: 0,
  company: order.company,
  orderId: order.id,
  refundKey: row.disputeId,
  kind: 'dispute',
  paymentReference: row.paymentReference,
  state: 'refunded',
  amount: row.amount,
  by,
  startedAtMs: nowMs,
});

/**
 * Counts the lost amount as a refund. If the dispute was lost and won before, its refund has failed and counts again;
 * a refund whose failure is still waiting stays counted.
 */
const countedLoss = (
  order: OrderRow,
  event: EventOf<'dispute_lost'>,
  nowMs: number,
): { order: OrderRow; effects: readonly Effect[] } => {
  const { refund, uses } = event;
  const seen = refund ? { seen: refund } : {};
  if (refund?.state === 'failing') {
    return { order, effects: [{ kind: 'refund_row', row: { ...refund, state: 'refunded' }, ...seen }] };
  }
  const {
    row: ended,
    order: next,
    effects = [],
  } = countedAtGateway(order, lostRefund(order, event, nowMs), uses, nowMs);
  // The row of the dispute has the due entry until the items match, so the refund needs none.
  const { unsettled: _unsettled, ...row } = ended;
  return { order: next, effects: [...effects, { kind: 'refund_row', row, ...seen }] };
};

/**
 * A lost dispute counts as a refund without a target; items that it does not cover are released
 * (lib/reference/disputes.md#ended).
 */
export const disputeLost: Reaction<EventOf<'dispute_lost'>> = {
  rules: [
    {
      from: PAID_STATES,
      when: [isOwnPayment, isNotLost, noRefundInProgress],
      to: 'same',
      does: [
        'dispute_row',
        'refund_row',
        'alarm',
        'settle_items',
        'stock',
        'code_use',
        'picture',
        'event order.refunded',
        'event order.partially_refunded',
      ],
      apply: (order, event, nowMs) => {
        const { row } = event;
        const { order: next, effects } = countedLoss(withoutWon(order, row, ['won'], nowMs), event, nowMs);
        const closed: DisputeRow = { ...row, status: 'lost', closedAtMs: nowMs, unsettled: true };
        const isCurrent = order.payment.dispute?.id === row.disputeId;
        return {
          order: isCurrent ? withDispute(next, row, 'lost', nowMs) : withOlderLost(next, row),
          effects: [
            ...effects,
            { kind: 'dispute_row', row: closed, seen: row },
            alarm('A dispute was lost: its items are withdrawn'),
          ],
          after: [{ do: 'settle_items' }],
        };
      },
    },
    {
      from: PAID_STATES,
      when: [
        isOwnPayment,
        isNotLost,
        { description: 'it is not waiting yet', holds: (_, { row }) => row.status !== 'losing' },
      ],
      to: 'same',
      does: ['dispute_row'],
      apply: (order, { row }, nowMs) => ({
        order,
        effects: [{ kind: 'dispute_row', row: { ...row, status: 'losing', closedAtMs: nowMs }, seen: row }],
      }),
    },
    {
      from: ANY_STATE,
      when: [{ description: "it does not concern the order's own payment", holds: isOtherPayment }, isNotLost],
      to: 'same',
      does: ['dispute_row'],
      apply: (order, { row }, nowMs) => ({
        order,
        effects: [{ kind: 'dispute_row', row: { ...row, status: 'lost', closedAtMs: nowMs }, seen: row }],
      }),
    },
  ],
  otherwise: 'ignored',
};
