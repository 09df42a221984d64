import type { EventOf } from './events.ts';
import type { OrderRow } from './rows.ts';
import { stateOf } from './states.ts';
import type { Reaction } from './transition-rule.ts';

const withRedraw = (order: OrderRow, lines: readonly string[], atMs: number): OrderRow =>
  stateOf(order) === 'fulfilled'
    ? { ...order, redraw: { lines: [...new Set([...(order.redraw?.lines ?? []), ...lines])], atMs } }
    : order;

/**
 * An event got another date: what was ordered for it is for that one. Items that are being made for the former are made
 * again; documents of those that were issued are.
 */
export const eventMoved: Reaction<EventOf<'event_moved'>> = {
  rules: [
    {
      from: ['unpaid', 'authorized', 'captured', 'fulfillment_failed', 'fulfilled', 'cancelled'],
      when: [{ says: 'it has tickets of another date', holds: (_, { lines }) => lines.size > 0 }],
      to: 'same',
      does: [],
      apply: (order, { lines, atMs }) => {
        const moved = order.lines.map((line) => ({ ...line, ...lines.get(line.id) }));
        const epoch = stateOf(order) === 'captured' ? order.epoch + 1 : order.epoch;
        return { order: withRedraw({ ...order, epoch, lines: moved }, [...lines.keys()], atMs) };
      },
    },
  ],
  otherwise: 'ignored',
};

export const documentsRedrawn: Reaction<EventOf<'documents_redrawn'>> = {
  rules: [
    {
      from: ['fulfilled'],
      when: [
        { says: 'its event was not moved again meanwhile', holds: ({ redraw }, { atMs }) => redraw?.atMs === atMs },
      ],
      to: 'same',
      does: [],
      apply: ({ redraw: _done, ...order }) => ({ order }),
    },
  ],
  otherwise: 'ignored',
};
