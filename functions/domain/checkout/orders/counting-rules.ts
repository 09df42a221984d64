import { EVENT_SEATS, seatsOfEvent } from '../../catalog/stock/rows.ts';
import type { EventOf } from './events.ts';
import type { OrderRow } from './rows.ts';
import type { OrderLine } from '../../catalog/products/line-shape.ts';
import { columnOf } from './sale-effects.ts';
import { NOT_EXPIRED, type Guard, type Reaction } from './transition-rule.ts';

/** The line takes seats of an event that are not counted: it was ordered before all were. */
const isUncounted = ({ event, addOn, holds }: OrderLine): boolean =>
  event !== undefined && addOn !== true && !holds.some(({ optionId }) => optionId === EVENT_SEATS);

/** Lines of an order whose seats are still to be counted. */
export const uncountedLines = (order: OrderRow): OrderLine[] =>
  columnOf(order) === undefined ? [] : order.lines.filter(isUncounted);

/** The use of a code by an order is still to be counted: nothing limited it when it was ordered. */
export const hasUncountedUse = (order: OrderRow): boolean => order.discount?.counted === false;

const isTaken: Guard<unknown> = {
  says: 'the sale was not undone',
  holds: (order) => columnOf(order) !== undefined,
};

/** Seats of an order from before all were counted: its lines hold them from now on as those of any other. */
export const seatsCounted: Reaction<EventOf<'seats_counted'>> = {
  rules: [
    {
      from: NOT_EXPIRED,
      when: [isTaken, { says: 'seats of it are not counted', holds: (order) => uncountedLines(order).length > 0 }],
      to: 'same',
      does: ['late_seats'],
      apply: (order) => {
        const column = columnOf(order);
        if (column === undefined) return { order };
        const seatsOf = (line: OrderLine) => ({ ...seatsOfEvent(line.productId), quantity: line.quantity });
        const lines = order.lines.map((line) =>
          isUncounted(line) ? { ...line, holds: [...line.holds, seatsOf(line)] } : line,
        );
        const holds = order.lines.filter(isUncounted).map(seatsOf);
        return { order: { ...order, lines }, effects: [{ kind: 'late_seats', holds, column }] };
      },
    },
  ],
  otherwise: 'ignored',
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
