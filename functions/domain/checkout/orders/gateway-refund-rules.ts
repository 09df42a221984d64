import { allocate, type ItemUse } from '../allocation/allocation.ts';
import { withoutAmount } from '../allocation/plans.ts';
import { partsOf } from './parts.ts';
import type { RefundRow } from './refund-rows.ts';
import { allocationFrom, planFrom, storedAllocation, storedPlan } from '../allocation/runs.ts';
import type { StoredPlan } from '../allocation/stored-shapes.ts';
import type { EventOf } from './events.ts';
import { gatewayRefundable, refundedMinor } from './gift-cards.ts';
import { COUNTED, countRefund, isOwnPayment, PAID_STATES } from './refund-rules.ts';
import { withMove } from './money-moves.ts';
import type { OrderRow } from './rows.ts';
import { noRefundInProgress, type RuleOutcome, type Effect, type Reaction } from './transition-rule.ts';

/**
 * Counts money refunded at the gateway that was not counted before, allocated as a refund without a target
 * (lib/reference/refunds.md#refunds-made-at-the-gateway). An excess over the refundable amount counts later, if another
 * refund fails.
 */
export const countedAtGateway = (
  order: OrderRow,
  row: RefundRow,
  uses: readonly ItemUse[],
  nowMs: number,
): RuleOutcome & { row: RefundRow } => {
  const parts = partsOf(order);
  const allocated = allocationFrom(order.allocated, parts.items.length);
  const before = row.counted ?? 0;
  const amount = Math.min(row.amount - before, gatewayRefundable(order));
  const ended: RefundRow = { ...row, state: 'refunded', counted: before + amount, endedAtMs: nowMs };
  if (amount === 0) return { order, row: ended };
  const kind = row.kind === 'dispute' ? ('dispute' as const) : ('refund' as const);
  // Gift cards have paid the rest, so no later refund at the gateway can cover items that the gateway paid only in
  // part.
  const endsItems = kind === 'dispute' && amount === gatewayRefundable(order);
  const plan = allocate(amount, { parts, allocated, uses }, { endsItems });
  const { plan: final, order: next, effects } = countRefund(order, { kind, amount, plan, by: row.by }, nowMs);
  return {
    order: { ...next, epoch: order.epoch + 1 },
    effects: effects ?? [],
    after: [{ do: 'settle_items' }],
    row: { ...ended, plan: withPortions(row.plan, storedPlan(final)), unsettled: true },
  };
};

const withPortions = (earlier: StoredPlan | undefined, plan: StoredPlan): StoredPlan => ({
  portions: [...(earlier?.portions ?? []), ...plan.portions],
  rest: plan.rest,
});

const asSeen = ({ row, known }: EventOf<'gateway_refunded'>): { seen?: RefundRow } => (known ? { seen: row } : {});

export const gatewayRefunded: Reaction<EventOf<'gateway_refunded'>> = {
  rules: [
    {
      from: PAID_STATES,
      when: [
        isOwnPayment,
        noRefundInProgress,
        {
          description: 'some of it is not counted yet',
          holds: (_, { row }) => row.state === 'waiting' || row.amount > (row.counted ?? 0),
        },
      ],
      to: 'same',
      does: [...COUNTED, 'alarm', 'settle_items'],
      apply: (order, event, nowMs) => {
        const { row, ...applied } = countedAtGateway(order, event.row, event.uses, nowMs);
        const effects: Effect[] = [...(applied.effects ?? []), { kind: 'refund_row', row, ...asSeen(event) }];
        if (row.counted !== row.amount) {
          const text = 'More was refunded at the gateway than was refundable';
          effects.push({ kind: 'alarm', alarm: 'refund_mismatch', text });
        }
        return { ...applied, effects };
      },
    },
    {
      from: PAID_STATES,
      when: [isOwnPayment, { description: 'it is not waiting yet', holds: (_, { known }) => !known }],
      to: 'same',
      does: ['refund_row'],
      apply: (order, { row }) => ({
        order,
        effects: [{ kind: 'refund_row', row: { ...row, state: 'waiting' } }],
      }),
    },
  ],
  otherwise: 'ignored',
};

const FAILED_LATER = 'A refund failed after it had been counted: the money came back, and the items stay withdrawn';

export const refundFailed: Reaction<EventOf<'refund_failed'>> = {
  rules: [
    {
      from: PAID_STATES,
      when: [noRefundInProgress],
      to: 'same',
      does: ['refund_row', 'alarm', 'recount'],
      apply: (order, { row }, nowMs) => {
        const amount = Math.min(row.counted ?? 0, order.payment.refunded);
        const refunded = order.payment.refunded - amount;
        const parts = partsOf(order);
        const allocated = allocationFrom(order.allocated, parts.items.length);
        const plan = planFrom(row.plan ?? { portions: [], rest: 0 });
        const payment = { ...order.payment, refunded };
        const remains = refundedMinor({ payment }) > 0 ? ('partially_refunded' as const) : ('captured' as const);
        // If nothing of the refund was counted, because it exceeded the refundable amount, the payment keeps its
        // status.
        const status = amount === 0 ? order.payment.status : remains;
        // A lost dispute that was won on appeal.
        const kind = row.kind === 'dispute' ? ('won' as const) : ('failed' as const);
        const move = { kind, atMs: nowMs, gateway: -amount, cards: 0, notReturned: 0, plan };
        return {
          order: {
            ...order,
            payment: withMove(order, { ...payment, status }, move),
            allocated: storedAllocation(withoutAmount(allocated, { amountMinor: amount, plan, parts })),
          },
          effects: [
            { kind: 'refund_row', row: { ...row, state: 'failed', endedAtMs: nowMs }, seen: row },
            { kind: 'alarm', alarm: 'refund_failed', text: FAILED_LATER },
          ],
          after: [{ do: 'recount' }],
        };
      },
    },
    {
      from: PAID_STATES,
      when: [{ description: 'it is not waiting yet', holds: (_, { row }) => row.state !== 'failing' }],
      to: 'same',
      does: ['refund_row'],
      // The row is due from its failure on, not from the time at which it was counted.
      apply: (order, { row }, nowMs) => ({
        order,
        effects: [{ kind: 'refund_row', row: { ...row, state: 'failing', endedAtMs: nowMs }, seen: row }],
      }),
    },
  ],
  otherwise: 'ignored',
};
