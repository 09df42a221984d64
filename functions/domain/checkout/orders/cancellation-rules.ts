import type { EventOf } from './events.ts';
import type { OrderRow } from './rows.ts';
import type { Reaction } from './transition-rule.ts';

const isOf = (productId: string) => (line: OrderRow['lines'][number]) => line.productId === productId;

/**
 * Marks the lines of a cancelled event, whether their tickets are issued or not. Items and documents are updated from
 * the lines.
 */
export const ticketsCancelled: Reaction<EventOf<'tickets_cancelled'>> = {
  rules: [
    {
      from: ['authorized', 'captured', 'fulfillment_failed', 'fulfilled', 'cancelled'],
      when: [
        {
          description: 'it has tickets of the event that are not withdrawn',
          holds: ({ lines }, { productId }) => lines.filter(isOf(productId)).some((line) => !line.cancellation),
        },
      ],
      to: 'same',
      does: ['settle_items'],
      apply: (order, { productId, cancellation }) => ({
        order: {
          ...order,
          epoch: order.epoch + 1,
          lines: order.lines.map((line) =>
            isOf(productId)(line) && !line.cancellation ? { ...line, cancellation } : line,
          ),
        },
        after: [{ do: 'settle_items' }],
      }),
    },
  ],
  otherwise: 'ignored',
};
