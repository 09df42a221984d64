import { notFound } from '../../../platform/errors.ts';
import { log } from '../../../platform/log.ts';
import { changeRow, type RowDecision } from '../../../storage/change-row.ts';
import { retryOnConflict } from '../../../storage/retry.ts';
import type { FailedWrite, Write } from '../../../storage/transactions.ts';
import { versionFor, type SeenEndpoints } from '../../events/catalog/endpoints-version.ts';
import { withCommission } from './commission.ts';
import { effectWrites, DISPUTE_WRITE, REFUND_WRITE } from './effects.ts';
import type { OrderEvent } from './events.ts';
import { orderCodec } from './order-codec.ts';
import { orderKey, type OrderRow } from './rows.ts';
import type { AfterCommit, CardMove, Effect } from './transition-rule.ts';
import { transition } from './transitions.ts';

export interface OrderRef {
  company: string;
  id: string;
}

/** The order after an event, whether it changed, and the follow-up actions. */
export interface OrderChangeResult {
  order: OrderRow;
  changed: boolean;
  after: readonly AfterCommit[];
}

export interface ChangeOptions {
  /** Returns writes that move gift cards of the order. Required for events that may move gift cards. */
  moveCards?: (order: OrderRow, moves: readonly CardMove[]) => Promise<readonly Write[]>;
  /** The order, if the caller has just read or written it. Saves the first read. */
  seed?: OrderRow | undefined;
  /**
   * Version of the webhook endpoints, read together with `seed`. The event is then dated just before that read, except
   * after a conflict.
   */
  endpoints?: SeenEndpoints | undefined;
  /** Returns writes that must commit with the change. Called in each attempt. */
  also?: (after: OrderRow, before: OrderRow) => readonly Write[] | Promise<readonly Write[]>;
  /**
   * Called if a write other than that of the order is refused. Returns the error to throw, `again` to retry, or
   * undefined for the default handling.
   */
  refused?: (failure: FailedWrite) => Error | 'again' | undefined;
  /** Reply of a dry run; default: the reply that `also` records, otherwise the result of the change. */
  preview?: (after: OrderRow) => unknown;
}

export type OrderEventSource = OrderEvent | ((order: OrderRow) => OrderEvent | Promise<OrderEvent>);

/**
 * The only function that changes an order after its creation. Applies the event to the current order and commits the
 * change with all its effects in one transaction. Retries after a conflict. Throws the error for a refused event, 404
 * for an unknown order, and 503 if conflicts continue.
 */
export const changeOrder = async (
  { company, id }: OrderRef,
  event: OrderEventSource,
  { seed, endpoints, also, refused, preview, moveCards }: ChangeOptions = {},
): Promise<OrderChangeResult> => {
  const key = orderKey(company, id);
  const { alarms, ...result } = await changeRow<OrderRow, OrderChangeResult & { alarms: readonly Effect[] }>({
    key,
    codec: orderCodec,
    seed,
    decide: async (before, atMs): Promise<RowDecision<OrderRow, OrderChangeResult & { alarms: readonly Effect[] }>> => {
      if (!before) throw notFound('order');
      const knownEndpoints =
        before === seed && endpoints && endpoints.beforeMs >= before.updatedAtMs ? endpoints : undefined;
      const nowMs = knownEndpoints?.beforeMs ?? atMs;
      const orderEvent = typeof event === 'function' ? await event(before) : event;
      const outcome = transition(before, orderEvent, nowMs);
      if (outcome.kind === 'refused') throw outcome.error;
      if (outcome.kind === 'ignored') {
        return { result: { order: before, changed: false, after: outcome.after, alarms: [] } };
      }
      const next = { ...(await withCommission(before, outcome.order)), updatedAtMs: nowMs };
      const row: OrderRow = next.event.seq > before.event.seq ? withEndpoints(next, knownEndpoints) : next;
      const cards = await cardWrites(row, outcome.effects, moveCards);
      const more = (await also?.(row, before)) ?? [];
      // The caller gets the version that will be stored, which the write increments.
      const order = orderCodec.write({ ...row, version: before.version + 1 });
      return {
        row,
        also: [...effectWrites(row, outcome.effects, nowMs), ...cards, ...more],
        result: { order, changed: true, after: outcome.after, alarms: outcome.effects },
        ...(preview ? { preview: () => preview(order) } : {}),
      };
    },
    refused: (failure) => refused?.(failure) ?? lostRow(failure) ?? lostCard(failure),
  });
  raise(id, alarms);
  return result;
};

const withEndpoints = (order: OrderRow, knownEndpoints: SeenEndpoints | undefined): OrderRow => {
  const version = versionFor(order.event, knownEndpoints);
  return version === undefined ? order : { ...order, event: { ...order.event, endpoints: version } };
};

const cardWrites = async (
  order: OrderRow,
  effects: readonly Effect[],
  moveCards: ChangeOptions['moveCards'],
): Promise<readonly Write[]> => {
  const moves = effects.flatMap((effect) => (effect.kind === 'gift_cards' ? effect.moves : []));
  if (moves.length === 0) return [];
  if (!moveCards) throw new Error('A change that moves gift cards requires `moveCards`');
  return moveCards(order, moves);
};

/** Retries if an item or redemption of a gift card has changed since it was read. */
const lostCard = ({ name }: FailedWrite): 'again' | undefined =>
  /^(ITEM|REDEMPTION)#/.test(name ?? '') ? 'again' : undefined;

/** Thrown if the row of a refund or dispute has changed since it was read. The caller reads it again. */
export class StaleRow extends Error {
  constructor() {
    super('A row was changed by another process');
    this.name = 'StaleRow';
  }
}

/** Maximum attempts before the caller gets 503. */
const ROUNDS = 5;

/**
 * Runs a function that reads the row of a refund or dispute and changes its order. Repeats it if it throws `StaleRow`.
 */
export const retryOnStaleRow = (work: () => Promise<void>): Promise<void> =>
  retryOnConflict(work, (error) => error instanceof StaleRow, { attempts: ROUNDS });

const lostRow = ({ name }: FailedWrite): Error | undefined =>
  name === REFUND_WRITE || name === DISPUTE_WRITE ? new StaleRow() : undefined;

const raise = (orderId: string, effects: readonly Effect[]): void => {
  for (const effect of effects) {
    if (effect.kind === 'alarm') log.error(effect.text, { order_id: orderId, alarm: effect.alarm });
  }
};
