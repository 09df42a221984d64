import type { EventOf } from './events.ts';
import type { OrderRow } from './rows.ts';
import { withMoved } from './merge-moved.ts';
import type { SendAt } from '../../catalog/products/parties.ts';
import { chosenSendAt, stillToCome, withDelivery } from './delivery-rules.ts';
import { withEvent } from './rules.ts';
import { stateOf } from './states.ts';
import { NOT_EXPIRED, type Reaction } from './transition-rule.ts';

/** Marks lines whose documents must be rendered again. Only a fulfilled order has documents. */
export const withRedraw = (order: OrderRow, lines: readonly string[], atMs: number): OrderRow =>
  stateOf(order) === 'fulfilled'
    ? { ...order, redraw: { lines: [...new Set([...(order.redraw?.lines ?? []), ...lines])], atMs } }
    : order;

const hasMoved = (_: OrderRow, { lines }: EventOf<'event_moved'>): boolean => lines.size > 0;

const moveLines = (order: OrderRow, { lines, atMs }: EventOf<'event_moved'>, nowMs: number): OrderRow => {
  const epoch = stateOf(order) === 'captured' ? order.epoch + 1 : order.epoch;
  // Uses the current time, because items and emails that were created after the reschedule may still have the former
  // date.
  const stamped = new Map([...lines].map(([id, to]) => [id, { ...to, event: { ...to.event, movedAtMs: nowMs } }]));
  return withRedraw({ ...order, epoch, lines: withMoved(order.lines, stamped) }, [...lines.keys()], atMs);
};

/** Sets the delivery time and keeps the chosen time for further reschedules. */
const sentAt = (order: OrderRow, sendAt: SendAt): OrderRow => {
  const chosen = chosenSendAt(order.delivery);
  const next = withDelivery(order, { sendAt });
  return !chosen || chosen.ms === sendAt.ms ? next : { ...next, delivery: { ...next.delivery, chosenSendAt: chosen } };
};

/**
 * The event of a line was rescheduled or moved to another venue. Items that are being issued are created again, and
 * documents of issued items are rendered again. A scheduled delivery moves before the new date, and back to its chosen
 * time if possible.
 */
export const eventMoved: Reaction<EventOf<'event_moved'>> = {
  rules: [
    {
      from: ['unpaid', 'authorized', 'captured'],
      when: [
        { description: 'it has tickets of another date or venue', holds: hasMoved },
        { description: 'its delivery time changes with them', holds: (_, { sendAt }) => sendAt !== undefined },
        stillToCome,
      ],
      to: 'same',
      does: ['event order.delivery_changed'],
      apply: (order, event, nowMs) => {
        const next = moveLines(order, event, nowMs);
        const sent = event.sendAt ? sentAt(next, event.sendAt) : next;
        return { order: withEvent(sent, 'order.delivery_changed', nowMs, event.by) };
      },
    },
    {
      from: NOT_EXPIRED,
      when: [{ description: 'it has tickets of another date or venue', holds: hasMoved }],
      to: 'same',
      does: [],
      apply: (order, event, nowMs) => ({ order: moveLines(order, event, nowMs) }),
    },
  ],
  otherwise: 'ignored',
};

/** Each mark has its own time, so that a rendering that began earlier does not clear it. */
export const documentsOutdated: Reaction<EventOf<'documents_outdated'>> = {
  rules: [
    {
      from: ['fulfilled'],
      when: [],
      to: 'same',
      does: [],
      apply: (order, { lines, atMs }) => ({
        order: withRedraw(order, lines, Math.max(atMs, (order.redraw?.atMs ?? 0) + 1)),
      }),
    },
  ],
  otherwise: 'ignored',
};

export const documentsRedrawn: Reaction<EventOf<'documents_redrawn'>> = {
  rules: [
    {
      from: ['fulfilled'],
      when: [
        {
          description: 'its event was not moved again meanwhile',
          holds: ({ redraw }, { atMs }) => redraw?.atMs === atMs,
        },
      ],
      to: 'same',
      does: [],
      apply: ({ redraw: _done, ...order }) => ({ order }),
    },
  ],
  otherwise: 'ignored',
};
