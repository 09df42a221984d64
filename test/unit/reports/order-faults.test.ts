import { describe, expect, it } from 'vitest';
import type { ItemRow } from '../../../functions/domain/value/items/rows.ts';
import type { OrderRow } from '../../../functions/domain/checkout/orders/rows.ts';
import type { RefundRow } from '../../../functions/domain/checkout/orders/refund-rows.ts';
import { applyChange, changeMarks, type ItemChange } from '../../../functions/domain/value/items/ledger/ledger.ts';
import { decideClaim, decideRefund } from '../../../functions/domain/value/items/rules.ts';
import { changeToTarget, targetsOf } from '../../../functions/domain/value/items/withdrawal/target.ts';
import { moneyFaults, stuckFaults, valueFaults } from '../../../functions/domain/reporting/reports/order-faults.ts';
import { orderIn, refundRow } from '../../support/order-life.ts';
import { NOW } from '../../support/orders.ts';
import { NOW_MS, sampleItem, terms } from '../items/sample.ts';

const HOUR_MS = 3600 * 1000;

/** Half of the card's price was refunded, after its fees; its row and its item match. */
const refundedHalf = (changes: Partial<OrderRow> = {}): OrderRow => {
  const order = orderIn.fulfilled();
  return {
    ...order,
    epoch: 1,
    payment: { ...order.payment, status: 'partially_refunded', refunded: 26_000 },
    allocated: { shipping: 0, fees: 1000, rest: 0, items: [{ from: 0, to: 0, minor: 25_000, whole: false }] },
    ...changes,
  };
};
const refunds: RefundRow[] = [refundRow({ state: 'refunded', amount: 26_000, counted: 26_000, endedAtMs: NOW })];

const card = (changes: Partial<ItemRow> = {}): ItemRow =>
  ({
    code: 'CARD-1',
    orderId: orderIn.fulfilled().id,
    sequence: 0,
    itemType: 'GIFTCARD',
    status: 'VALID',
    valueMinor: 50_000,
    remainingMinor: 25_000,
    claimedMinor: 0,
    withdrawnMinor: 25_000,
    pieces: 1,
    remainingPieces: 1,
    epoch: 1,
    ...changes,
  }) as ItemRow;

describe('the amounts of an order', () => {
  it('are correct when row, refunds and parts match', () => {
    expect(moneyFaults(refundedHalf(), refunds)).toEqual([]);
  });

  it.each<[string, OrderRow, RefundRow[], RegExp]>([
    ['a refund without a row', refundedHalf(), [], /refunds add up to 0/],
    [
      'an amount without a part',
      refundedHalf({ allocated: { shipping: 0, fees: 0, rest: 0, items: [] } }),
      refunds,
      /0 are allocated/,
    ],
    [
      'more than the price of a part',
      refundedHalf({ allocated: { shipping: 0, fees: 26_000, rest: 0, items: [] } }),
      refunds,
      /More was refunded for a part/,
    ],
    [
      'a capture of another amount',
      refundedHalf({ payment: { ...refundedHalf().payment, captured: 50_999 } }),
      refunds,
      /the order costs 51000/,
    ],
    [
      'more refunded than captured',
      refundedHalf({ payment: { ...refundedHalf().payment, captured: 0 } }),
      refunds,
      /More was refunded than captured/,
    ],
    [
      'parts that do not add up to the total',
      refundedHalf({ amounts: { ...refundedHalf().amounts, fees: 0 } }),
      refunds,
      /not to 51000/,
    ],
  ])('are wrong with %s', (_, order, rows, fault) => {
    expect(moneyFaults(order, rows).join(' ')).toMatch(fault);
  });
});

describe('refunds', () => {
  it('may be in progress for an hour', () => {
    expect(stuckFaults([refundRow({ state: 'running' })], NOW + HOUR_MS)).toEqual([]);
  });

  it.each(['waiting', 'running', 'returning', 'failing'] as const)('are stuck when they are %s after that', (state) => {
    expect(stuckFaults([refundRow({ state })], NOW + HOUR_MS + 1)).toEqual([`Refund refund-1 is still ${state}.`]);
  });

  it('are stuck when their items were not updated', () => {
    const unsettled = refundRow({ state: 'refunded', unsettled: true, endedAtMs: NOW });
    expect(stuckFaults([unsettled], NOW + HOUR_MS + 1)).toEqual(['Refund refund-1 has not reached its items.']);
  });
});

/** The item after the refunds of its order have reached it. */
const settledItem = (order: OrderRow, item: ItemRow): ItemRow => {
  const [target] = targetsOf(order);
  const needed = target && changeToTarget(item, target, true, NOW_MS);
  if (!needed) return item;
  return needed.kind === 'marks' ? changeMarks(item, needed.marks) : changedItem(item, needed.change);
};

const changedItem = (item: ItemRow, change: ItemChange): ItemRow =>
  applyChange(item, change, { by: { system: 'test' }, requestId: 'r', atMs: NOW_MS }).item;

const claimedItem = (item: ItemRow): ItemRow => changedItem(item, decideClaim(item, { type: 'all' }, terms).change);
const unclaimedItem = (item: ItemRow): ItemRow => changedItem(item, decideRefund(item, { type: 'all' }, terms).change);

describe('the items of an order', () => {
  it('are correct when there are none, because the order was never paid', () => {
    expect(valueFaults(orderIn.expired(), [], NOW)).toEqual([]);
  });

  it('are correct when refunded value is withdrawn', () => {
    expect(valueFaults(refundedHalf(), [card()], NOW)).toEqual([]);
  });

  it('are correct while a hold keeps refunded value, and after it has ended', () => {
    const order = refundedHalf({
      payment: { ...refundedHalf().payment, status: 'refunded', refunded: 51_000 },
      allocated: { shipping: 0, fees: 1000, rest: 0, items: [{ from: 0, to: 0, minor: 50_000, whole: true }] },
    });
    const holds = [{ redemption: 'rdm_1', minor: 30_000, pieces: 0, untilMs: NOW + HOUR_MS }];
    const item = card({ remainingMinor: 30_000, withdrawnMinor: 20_000, repaidMinor: 30_000, holds });
    expect(valueFaults(order, [item], NOW)).toEqual([]);
    expect(valueFaults(order, [item], NOW + HOUR_MS)).toEqual([]);
    const { repaidMinor: _repaid, ...unrepaid } = item;
    expect(valueFaults(order, [unrepaid], NOW + HOUR_MS).join(' ')).toMatch(/can be spent|more value/);
  });

  it('are correct when a claimed experience was refunded in part while its claim was undone', () => {
    const lines = refundedHalf().lines.map((line) => ({ ...line, family: 'gift_card_variant' as const }));
    const refunded = refundedHalf({ lines });
    const issued = sampleItem({ itemType: 'GIFTCARD VARIATION', valueMinor: 50_000, priceMinor: 50_000 });
    // The refund was allocated to the claimed item, and reaches it when it is unclaimed.
    const undone = settledItem(refunded, unclaimedItem(claimedItem(issued)));
    expect(valueFaults(refunded, [undone], NOW_MS)).toEqual([]);
    const claimedAgain = claimedItem(undone);
    expect(valueFaults(refunded, [claimedAgain], NOW_MS)).toEqual([]);
    // The next refund reaches the claimed item and counts the refunded part of the claim as paid back.
    const later = settledItem({ ...refunded, epoch: 2 }, claimedAgain);
    expect([later.repaidMinor, later.shortMinor]).toEqual([25_000, undefined]);
    expect(valueFaults({ ...refunded, epoch: 2 }, [later], NOW_MS)).toEqual([]);
  });

  it.each<[string, OrderRow, ItemRow, RegExp]>([
    [
      'worth more than their payment',
      refundedHalf(),
      card({ remainingMinor: 50_000, withdrawnMinor: 0 }),
      /more value than was withdrawn/,
    ],
    ['frozen without a dispute', refundedHalf(), card({ frozenBy: 'd' }), /frozen, against the state/],
    [
      'usable after a full refund',
      orderIn.cancelled(),
      card({ remainingMinor: 0, withdrawnMinor: 50_000 }),
      /can be spent though everything was refunded/,
    ],
  ])('are wrong when they are %s', (_, order, item, fault) => {
    expect(valueFaults(order, [item], NOW).join(' ')).toMatch(fault);
  });
});
