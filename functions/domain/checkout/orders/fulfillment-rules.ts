import { refunds } from '../../../platform/messages/refunds.ts';
import { conflict } from '../../../platform/errors.ts';
import type { EventOf } from './events.ts';
import type { OrderRow } from './rows.ts';
import { withRedraw } from './move-rules.ts';
import { isRedrawFailed, withEvent } from './rules.ts';
import { noRefundInProgress, type RuleOutcome, type Guard, type Reaction } from './transition-rule.ts';

/** Number of failed or unfinished attempts after which issuing an order is left to staff. */
const FULFILLMENT_ATTEMPTS = 4;

const notDisputed: Guard<unknown> = {
  description: 'no dispute is open',
  holds: ({ payment }) => payment.dispute?.status !== 'open',
};
const sendAtReached: Guard<unknown> = {
  description: 'its send_at has passed',
  holds: ({ delivery }, _, nowMs) => (delivery.sendAtMs ?? 0) <= nowMs,
};

const attemptsUsedUp: Guard<unknown> = {
  description: 'its attempts are used up',
  // `tries` does not include the first attempt, which begins without a write.
  holds: ({ fulfillment }) => (fulfillment.tries ?? 0) + 1 >= FULFILLMENT_ATTEMPTS,
};

/** The order stays paid, and staff see the reason. */
const abandon = (order: OrderRow, reason: string, nowMs: number): RuleOutcome => ({
  order: { ...order, fulfillment: { status: 'failed', failedAtMs: nowMs, error: reason.slice(0, 200).toWellFormed() } },
  effects: [{ kind: 'alarm', alarm: 'fulfillment_failed', text: 'Fulfillment has failed: the order stays paid' }],
});

const isRedrawOpen = (order: OrderRow): boolean => order.redraw !== undefined && !isRedrawFailed(order);

const mustRedraw: Guard<unknown> = {
  description: 'its documents must be rendered again',
  holds: isRedrawOpen,
};

const redrawAttemptsUsedUp: Guard<unknown> = {
  description: 'its documents must be rendered again; the attempts are used up',
  holds: (order) => isRedrawOpen(order) && (order.redraw?.tries ?? 0) + 1 >= FULFILLMENT_ATTEMPTS,
};

/** The documents stay outdated, and staff see the reason. A later change to the documents starts a new rendering. */
const abandonRedraw = (order: OrderRow, reason: string, nowMs: number): RuleOutcome => ({
  order: order.redraw
    ? { ...order, redraw: { ...order.redraw, failedAtMs: nowMs, error: reason.slice(0, 200).toWellFormed() } }
    : order,
  effects: [{ kind: 'alarm', alarm: 'fulfillment_failed', text: 'Outdated documents could not be rendered again' }],
});

const STOPPED = 'The worker stopped during every attempt';

/** Another attempt starts after a failed or unfinished attempt. */
export const fulfillmentStarted: Reaction<EventOf<'fulfillment_started'>> = {
  rules: [
    {
      from: ['captured'],
      when: [sendAtReached, noRefundInProgress, notDisputed, attemptsUsedUp],
      to: 'fulfillment_failed',
      does: ['alarm'],
      apply: (order, _, nowMs) => abandon(order, STOPPED, nowMs),
    },
    {
      from: ['captured'],
      when: [sendAtReached, noRefundInProgress, notDisputed],
      to: 'same',
      does: [],
      apply: (order) => ({
        order: { ...order, fulfillment: { ...order.fulfillment, tries: (order.fulfillment.tries ?? 0) + 1 } },
      }),
    },
    {
      from: ['fulfilled'],
      when: [redrawAttemptsUsedUp],
      to: 'same',
      does: ['alarm'],
      apply: (order, _, nowMs) => abandonRedraw(order, STOPPED, nowMs),
    },
    {
      from: ['fulfilled'],
      when: [mustRedraw],
      to: 'same',
      does: [],
      apply: ({ redraw, ...order }) => ({
        order: redraw ? { ...order, redraw: { ...redraw, tries: (redraw.tries ?? 0) + 1 } } : order,
      }),
    },
  ],
  otherwise: 'ignored',
};

export const fulfilled: Reaction<EventOf<'fulfilled'>> = {
  rules: [
    {
      from: ['captured'],
      when: [
        sendAtReached,
        noRefundInProgress,
        notDisputed,
        {
          description: 'its items were issued for the current epoch of the order',
          holds: (order, { epoch }) => order.epoch === epoch,
        },
      ],
      to: 'fulfilled',
      does: ['event order.fulfilled'],
      apply: (order, { lines, by }, nowMs) => {
        const next: OrderRow = {
          ...order,
          status: 'fulfilled',
          fulfillment: { status: 'fulfilled', fulfilledAtMs: nowMs },
          lines: order.lines.map((line) => ({ ...line, issuedCount: 0, ...lines.get(line.id) })),
        };
        return { order: withEvent(next, 'order.fulfilled', nowMs, by) };
      },
    },
  ],
  otherwise: 'ignored',
};

/** An attempt has failed; after the last one staff must act. */
export const fulfillmentFailed: Reaction<EventOf<'fulfillment_failed'>> = {
  rules: [
    {
      from: ['captured'],
      when: [noRefundInProgress, notDisputed, attemptsUsedUp],
      to: 'fulfillment_failed',
      does: ['alarm'],
      apply: (order, { reason }, nowMs) => abandon(order, reason, nowMs),
    },
    {
      from: ['fulfilled'],
      when: [redrawAttemptsUsedUp],
      to: 'same',
      does: ['alarm'],
      apply: (order, { reason }, nowMs) => abandonRedraw(order, reason, nowMs),
    },
  ],
  otherwise: 'ignored',
};

export const fulfillmentRetried: Reaction<EventOf<'fulfillment_retried'>> = {
  rules: [
    {
      from: ['fulfillment_failed'],
      when: [noRefundInProgress, notDisputed],
      to: 'captured',
      does: [],
      apply: (order) => ({ order: { ...order, fulfillment: { status: 'processing' } } }),
    },
    {
      from: ['fulfilled'],
      when: [{ description: 'its documents could not be rendered again', holds: isRedrawFailed }],
      to: 'same',
      does: [],
      apply: (order, _, nowMs) => ({ order: withRedraw(order, [], Math.max(nowMs, (order.redraw?.atMs ?? 0) + 1)) }),
    },
  ],
  otherwise: () => conflict('order_not_fulfillable', refunds('fulfillment_not_repeatable')),
};
