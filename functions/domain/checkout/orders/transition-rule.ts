import type { AlarmName } from '../../../platform/alarm-name.ts';
import type { OrderEventType } from '../../events/catalog/event-catalog.ts';
import type { ApiError } from '../../../platform/errors.ts';
import type { DisputeRow } from './dispute-rows.ts';
import type { RefundRow } from './refund-rows.ts';
import type { StockMove } from '../../catalog/stock/counters.ts';
import type { CardBack } from './gift-cards.ts';
import type { OrderGiftCard, OrderRow } from './rows.ts';
import { STATE_NAMES, type State } from './states.ts';

/**
 * Change to a gift card of an order. `hold`: adds and reserves the card. `use`: adds the card, which pays immediately.
 * `give_back`: refunds to the card.
 */
export type CardMove =
  | { move: 'hold' | 'use' | 'capture' | 'release'; card: OrderGiftCard }
  | { move: 'give_back'; card: OrderGiftCard; back: CardBack };

/**
 * Effect that must commit together with the change to an order. `seen`: the row that is replaced; absent if the row is
 * created.
 */
export type Effect =
  | { kind: 'stock'; move: StockMove }
  /** The use of a code fails if the code is disabled, deleted or used up. */
  | { kind: 'code_use'; by: 1 | -1 }
  | { kind: 'picture'; move: 'use' | 'release' }
  | { kind: 'subscriber' }
  | { kind: 'settlement'; reference: string }
  | { kind: 'gift_cards'; moves: readonly CardMove[] }
  | { kind: 'refund_row'; row: RefundRow; seen?: RefundRow }
  | { kind: 'dispute_row'; row: DisputeRow; seen?: DisputeRow }
  | { kind: 'alarm'; alarm: AlarmName; text: string };

/** Follow-up after the commit. Each has a due entry, so that a lost follow-up is only delayed. */
export type AfterCommit =
  | { do: 'capture' }
  | { do: 'return_stray'; refundKey: string }
  | { do: 'settle_items' }
  | { do: 'recount' };

/** The order after a rule; the same object when it is unchanged. */
export interface RuleOutcome {
  order: OrderRow;
  effects?: readonly Effect[];
  after?: readonly AfterCommit[];
}

/** A condition, with its description. */
export interface Guard<E> {
  description: string;
  holds: (order: OrderRow, event: E, nowMs: number) => boolean;
}

export const noRefundInProgress: Guard<unknown> = {
  description: 'no refund is running',
  holds: ({ refund }) => refund === undefined,
};

export const ANY_STATE: readonly State[] = STATE_NAMES;
export const NOT_EXPIRED: readonly State[] = STATE_NAMES.filter((state) => state !== 'expired');

export interface Rule<E> {
  from: readonly State[];
  when: readonly Guard<E>[];
  to: State | 'same';
  /** Further effects, for the generated page; a test compares them with `apply`. */
  does: readonly (Effect['kind'] | AfterCommit['do'] | `event ${OrderEventType}`)[];
  apply: (order: OrderRow, event: E, nowMs: number) => RuleOutcome;
}

/**
 * The reaction of an order to one kind of event: the first rule that matches applies. Otherwise the event is ignored or
 * refused.
 */
export interface Reaction<E> {
  rules: readonly Rule<E>[];
  otherwise: 'ignored' | ((order: OrderRow, event: E, nowMs: number) => ApiError);
}
