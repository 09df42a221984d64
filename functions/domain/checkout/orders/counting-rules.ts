import type { EventOf } from './events.ts';
import type { OrderRow } from './rows.ts';
import { columnOf } from './sale-effects.ts';
import { NOT_EXPIRED, type Guard, type Reaction } from './transition-rule.ts';

/** The use of a code by an order is still to be counted: nothing limited it when it was ordered. */
export const hasUncountedUse = (order: OrderRow): boolean => order.discount?.counted === false;

const isTaken: Guard<unknown> = {
  says: 'the sale was not undone',
  holds: (order) => columnOf(order) !== undefined,
};

export const codeUseCounted: Reaction<EventOf<'code_use_counted'>> = {
  rules: [
    {
      from: NOT_EXPIRED,
      when: [isTaken, { says: 'the use of its code is not counted', holds: hasUncountedUse }],
      to: 'same',
      does: ['code_use'],
      apply: (order) => ({
        order: { ...order, discount: order.discount && { ...order.discount, counted: true } },
        effects: [{ kind: 'code_use', by: 1 }],
      }),
    },
  ],
  otherwise: 'ignored',
};
