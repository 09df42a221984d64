import type { EventOf } from './events.ts';
import type { OrderRow, StrayCapture } from './rows.ts';
import { ANY_STATE, type Reaction } from './transition-rule.ts';

type OfStray = Pick<EventOf<'stray_returned'>, 'row'>;

const strayOf = ({ payment }: OrderRow, { row }: OfStray): StrayCapture | undefined =>
  payment.strayCaptures?.find(({ reference }) => reference === row.stray?.reference);

/** Sets the time at which the payment was refunded, or removes it. */
const withRefundTime = (order: OrderRow, event: OfStray, refundedAtMs?: number): OrderRow => {
  const changed = strayOf(order, event);
  const strayCaptures = order.payment.strayCaptures?.map((stray) => {
    if (stray !== changed) return stray;
    const { refundedAtMs: _before, ...rest } = stray;
    return refundedAtMs === undefined ? rest : { ...rest, refundedAtMs };
  });
  return { ...order, payment: { ...order.payment, strayCaptures } };
};

export const strayReturned: Reaction<EventOf<'stray_returned'>> = {
  rules: [
    {
      from: ANY_STATE,
      when: [
        {
          description: 'it is not recorded yet',
          holds: (order, event) => {
            const stray = strayOf(order, event);
            return stray !== undefined && stray.refundedAtMs === undefined;
          },
        },
      ],
      to: 'same',
      does: ['refund_row'],
      apply: (order, event, nowMs) => {
        const { row, as } = event;
        return {
          order: withRefundTime(order, event, nowMs),
          effects: [{ kind: 'refund_row', row: { ...row, state: as, counted: 0, endedAtMs: nowMs }, seen: row }],
        };
      },
    },
  ],
  otherwise: 'ignored',
};

/** The refund of a stray payment failed, so the service still has the money. */
export const strayRefundFailed: Reaction<EventOf<'stray_refund_failed'>> = {
  rules: [
    {
      from: ANY_STATE,
      when: [
        {
          description: 'it is recorded as refunded',
          holds: (order, event) => strayOf(order, event)?.refundedAtMs !== undefined,
        },
      ],
      to: 'same',
      does: ['refund_row'],
      apply: (order, event, nowMs) => ({
        order: withRefundTime(order, event),
        effects: [{ kind: 'refund_row', row: { ...event.row, state: 'failed', endedAtMs: nowMs }, seen: event.row }],
      }),
    },
  ],
  otherwise: 'ignored',
};
