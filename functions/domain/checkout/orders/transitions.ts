import type { ApiError } from '../../../platform/errors.ts';
import { sessionAbandoned, sessionOpened, sessionReserved, settled } from './checkout-rules.ts';
import { disputeLost, disputeOpened, disputeWon } from './dispute-rules.ts';
import { ticketsCancelled } from './cancellation-rules.ts';
import { deliveryChanged } from './delivery-rules.ts';
import type { EventKind, EventOf, OrderEvent } from './events.ts';
import { freeOrderConfirmed } from './free-order-rules.ts';
import { giftCardApplied, giftCardRemoved } from './gift-card-rules.ts';
import { fulfilled, fulfillmentFailed, fulfillmentRetried, fulfillmentStarted } from './fulfillment-rules.ts';
import { gatewayRefunded, refundFailed } from './gateway-refund-rules.ts';
import { expired, paymentAuthorized, paymentCaptured, paymentDeclined, paymentReleased } from './payment-rules.ts';
import { strayRefundFailed, strayReturned } from './stray-rules.ts';
import { refundAnswered, refundBegun, refundDeclined, refundRefused, refundReturned } from './refund-rules.ts';
import { documentsOutdated, documentsRedrawn, eventMoved } from './move-rules.ts';
import type { OrderRow } from './rows.ts';
import { stateOf } from './states.ts';
import type { AfterCommit, Effect, Reaction, Rule } from './transition-rule.ts';

type TransitionTable = { [K in EventKind]: Reaction<EventOf<K>> };

/** The state machine of an order after its creation: the effect of each event in each state. */
export const TRANSITIONS: TransitionTable = {
  session_reserved: sessionReserved,
  session_opened: sessionOpened,
  session_abandoned: sessionAbandoned,
  payment_declined: paymentDeclined,
  payment_authorized: paymentAuthorized,
  payment_captured: paymentCaptured,
  payment_released: paymentReleased,
  stray_returned: strayReturned,
  stray_refund_failed: strayRefundFailed,
  gift_card_applied: giftCardApplied,
  gift_card_removed: giftCardRemoved,
  free_order_confirmed: freeOrderConfirmed,
  expired,
  settled,
  fulfillment_started: fulfillmentStarted,
  fulfilled,
  fulfillment_failed: fulfillmentFailed,
  fulfillment_retried: fulfillmentRetried,
  event_moved: eventMoved,
  tickets_cancelled: ticketsCancelled,
  documents_outdated: documentsOutdated,
  documents_redrawn: documentsRedrawn,
  delivery_changed: deliveryChanged,
  refund_begun: refundBegun,
  refund_refused: refundRefused,
  refund_answered: refundAnswered,
  refund_declined: refundDeclined,
  refund_returned: refundReturned,
  gateway_refunded: gatewayRefunded,
  refund_failed: refundFailed,
  dispute_opened: disputeOpened,
  dispute_won: disputeWon,
  dispute_lost: disputeLost,
};

/** Effect of an event on an order. `ignored`: nothing is written; there may still be a follow-up. */
type TransitionOutcome =
  | { kind: 'ignored'; after: readonly AfterCommit[] }
  | { kind: 'refused'; error: ApiError }
  | { kind: 'changed'; order: OrderRow; effects: readonly Effect[]; after: readonly AfterCommit[] };

/**
 * Applies an event to the current order, without side effects. Events may arrive late, more than once and in any order.
 */
export const transition = (order: OrderRow, event: OrderEvent, nowMs: number): TransitionOutcome =>
  react(TRANSITIONS[event.kind] as Reaction<OrderEvent>, order, event, nowMs);

/** The rule for an event in an order's state; undefined if no rule matches. */
export const ruleFor = (order: OrderRow, event: OrderEvent, nowMs: number): Rule<OrderEvent> | undefined => {
  const state = stateOf(order);
  const { rules } = TRANSITIONS[event.kind] as Reaction<OrderEvent>;
  return rules.find(
    ({ from, when }) => from.includes(state) && when.every((guard) => guard.holds(order, event, nowMs)),
  );
};

const react = (
  reaction: Reaction<OrderEvent>,
  order: OrderRow,
  event: OrderEvent,
  nowMs: number,
): TransitionOutcome => {
  const rule = ruleFor(order, event, nowMs);
  if (!rule) {
    if (reaction.otherwise === 'ignored') return { kind: 'ignored', after: [] };
    return { kind: 'refused', error: reaction.otherwise(order, event, nowMs) };
  }
  const { order: next, effects = [], after = [] } = rule.apply(order, event, nowMs);
  if (next === order && effects.length === 0) return { kind: 'ignored', after };
  return { kind: 'changed', order: next, effects, after };
};
