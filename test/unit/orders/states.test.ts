import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { effectWrites } from '../../../functions/domain/checkout/orders/effects.ts';
import { lifeOfAnOrder } from '../../../functions/domain/checkout/orders/life.ts';
import { isDeliveryRequired } from '../../../functions/domain/checkout/orders/rules.ts';
import {
  OCCURRING_STATES,
  STATE_NAMES,
  STATES,
  stateOf,
  type State,
} from '../../../functions/domain/checkout/orders/states.ts';
import { ruleFor, transition, TRANSITIONS } from '../../../functions/domain/checkout/orders/transitions.ts';
import {
  stateEventPairs,
  EVENT_KINDS,
  eventsOf,
  FACETS,
  LATER,
  orderIn,
  matchingRules,
  refundRow,
} from '../../support/order-life.ts';

/** Allowed transitions from each state. */
const FORWARD: Record<State, readonly State[]> = {
  unpaid: ['unpaid', 'authorized', 'captured', 'expired'],
  authorized: ['authorized', 'captured', 'cancelled'],
  captured: ['captured', 'fulfillment_failed', 'fulfilled', 'cancelled'],
  fulfillment_failed: ['fulfillment_failed', 'captured', 'cancelled'],
  fulfilled: ['fulfilled'],
  cancelled: ['cancelled'],
  expired: ['expired'],
};

describe('the state machine of an order', () => {
  it('has a result for every event in every state, and each rule has only the effects that it lists', () => {
    let met = 0;
    for (const { name, order, event, atMs } of stateEventPairs()) {
      const rule = ruleFor(order, event, atMs);
      const outcome = transition(order, event, atMs);
      const { otherwise } = TRANSITIONS[event.kind];
      if (!rule) {
        expect(outcome.kind, name).toBe(otherwise === 'ignored' ? 'ignored' : 'refused');
        if (outcome.kind === 'refused') expect(outcome.error.code, name).toMatch(/^[a-z_]+$/);
        continue;
      }
      met++;
      const after = outcome.kind === 'changed' ? outcome.order : order;
      const done = new Set(
        outcome.kind === 'refused'
          ? []
          : [
              ...(outcome.kind === 'changed' ? outcome.effects.map(({ kind }) => kind) : []),
              ...outcome.after.map((next) => next.do),
              ...(after.event.seq > order.event.seq ? [`event ${after.event.type}`] : []),
            ],
      );
      expect(
        [...done].filter((what) => !rule.does.includes(what as never)),
        name,
      ).toEqual([]);
      const to = rule.to === 'same' ? stateOf(order) : rule.to;
      const mayCancel = rule.does.includes('event order.refunded') && stateOf(after) === 'cancelled';
      if (!mayCancel) expect(stateOf(after), name).toBe(to);
    }
    expect(met).toBeGreaterThan(500);
  });

  it('applies the recorded rule in every case', async () => {
    await expect(matchingRules()).toMatchFileSnapshot('../../fixtures/order-encounters.txt');
  });

  it('makes only allowed transitions, and never reduces amounts except for a failed refund', () => {
    for (const { name, order, event, atMs } of stateEventPairs()) {
      const outcome = transition(order, event, atMs);
      if (outcome.kind !== 'changed') continue;
      const { order: after } = outcome;
      expect(FORWARD[stateOf(order)], name).toContain(stateOf(after));
      expect(after.payment.captured, name).toBeGreaterThanOrEqual(order.payment.captured);
      expect(after.epoch, name).toBeGreaterThanOrEqual(order.epoch);
      if (event.kind !== 'refund_failed')
        expect(after.payment.refunded, name).toBeGreaterThanOrEqual(order.payment.refunded);
      expect(after.payment.refunded, name).toBeLessThanOrEqual(after.payment.captured);
      expect(after.event.seq - order.event.seq, name).toBeLessThanOrEqual(1);
    }
  });

  it('never writes a row twice in one transition', () => {
    for (const { name, order, event, atMs } of stateEventPairs()) {
      const outcome = transition(order, event, atMs);
      if (outcome.kind !== 'changed') continue;
      const keys = effectWrites(outcome.order, outcome.effects, atMs).map((write) =>
        JSON.stringify(write).slice(0, 300),
      );
      expect(new Set(keys).size, name).toBe(keys.length);
    }
  });

  it('reaches every state from an unpaid order', () => {
    const reached = new Set<State>();
    const open = [orderIn.unpaid()];
    for (let order = open.pop(); order; order = open.pop()) {
      if (reached.has(stateOf(order))) continue;
      reached.add(stateOf(order));
      for (const facet of Object.values(FACETS)) {
        for (const event of EVENT_KINDS.flatMap(eventsOf)) {
          const outcome = transition(facet(order), event, LATER);
          if (outcome.kind === 'changed') open.push(outcome.order);
        }
      }
    }
    expect([...reached].toSorted()).toEqual(STATE_NAMES.toSorted());
  });

  it('matches the states in the documentation page', () => {
    expect(readFileSync('lib/decisions/order-life.md', 'utf8')).toContain(lifeOfAnOrder());
  });

  it('lists each pair of order and payment statuses once', () => {
    const pairs = OCCURRING_STATES.map((pair) => pair.join(' '));
    expect(new Set(pairs).size).toBe(pairs.length);
    expect(pairs).not.toContain('paid refunded');
    for (const state of STATE_NAMES) {
      const { status, payment } = orderIn[state]();
      expect(pairs).toContain(`${status} ${payment.status}`);
    }
  });

  it('requires delivery emails only when it is fulfilled and not refunded', () => {
    for (const state of STATE_NAMES) {
      const { order: status, payment, fulfillment } = STATES[state];
      for (const paid of payment) {
        for (const issued of fulfillment) {
          const before = orderIn[state]();
          const order = {
            ...before,
            status,
            payment: { ...before.payment, status: paid },
            fulfillment: { status: issued },
          };
          expect(isDeliveryRequired(undefined, order), `${state} ${paid}`).toBe(
            state === 'fulfilled' && paid !== 'refunded',
          );
          expect(issued === 'fulfilled', state).toBe(status === 'fulfilled');
        }
      }
    }
  });

  it('is not defined for a combination of statuses that no state has', () => {
    const { payment, fulfillment } = orderIn.unpaid();
    expect(() => stateOf({ status: 'fulfilled', payment, fulfillment })).toThrow(
      'No state of an order has the statuses fulfilled',
    );
  });

  it('keeps a reason well-formed when it is cut in the middle of a character', () => {
    const order = { ...orderIn.captured(), fulfillment: { status: 'processing' as const, tries: 99 } };
    const reason = `${'x'.repeat(199)}😀`;
    const outcome = transition(order, { kind: 'fulfillment_failed', by: { system: 'test' }, reason }, LATER);
    const error = outcome.kind === 'changed' ? outcome.order.fulfillment.error : undefined;
    expect([error?.length, error?.isWellFormed()]).toEqual([200, true]);
  });

  it('allocates only what the gateway refunded, if that is less than requested', () => {
    const order = FACETS['refund running']!(orderIn.captured());
    const event = {
      kind: 'refund_answered',
      by: { system: 'test' },
      row: refundRow(),
      amount: 400,
      cards: [],
    } as const;
    const outcome = transition(order, event, LATER);
    if (outcome.kind !== 'changed') throw new Error('The order has not changed');
    expect(outcome.order.payment.refunded).toBe(order.payment.refunded + 400);
    expect(outcome.order.allocated).toMatchObject({ fees: 400 });
  });
});
