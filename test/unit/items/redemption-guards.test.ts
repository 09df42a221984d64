import { describe, expect, it } from 'vitest';
import { cardMoves } from '../../../functions/domain/checkout/orders/sale-effects.ts';
import { gatewayShare, splitRefund } from '../../../functions/domain/checkout/orders/gift-cards.ts';
import type { OrderRow } from '../../../functions/domain/checkout/orders/rows.ts';
import { transition } from '../../../functions/domain/checkout/orders/transitions.ts';
import { moveCards } from '../../../functions/domain/payments/gift-cards/move-cards.ts';
import { replaceItemWrite } from '../../../functions/domain/value/items/ledger/commit-change.ts';
import { freeOf, liveHolds } from '../../../functions/domain/value/items/ledger/holds.ts';
import { replaceRedemptionWrite } from '../../../functions/domain/value/items/redemptions/change.ts';
import { captureWrites, restoreWrites } from '../../../functions/domain/value/items/redemptions/item-writes.ts';
import { planRedemption } from '../../../functions/domain/value/items/redemptions/plan.ts';
import type { RedemptionRow, RedemptionSource } from '../../../functions/domain/value/items/redemptions/rows.ts';
import { refundShares, redemptionStatusOf } from '../../../functions/domain/value/items/redemptions/rules.ts';
import { redemptionBody } from '../../../functions/domain/value/items/redemptions/schema.ts';
import { USED, type ItemHold, type ItemRow } from '../../../functions/domain/value/items/rows.ts';
import { undoableQuantity } from '../../../functions/domain/value/items/rules.ts';
import { versionUnchanged } from '../../../functions/storage/conditions.ts';
import { OutdatedRow } from '../../../functions/storage/change-row.ts';
import { fulfillOpenOrder } from '../../model/arrivals.ts';
import { redeem, release } from '../../model/tills.ts';
import { World } from '../../model/world.ts';
import { Random } from '../../simulation/random.ts';
import { giftCard, LATER, orderIn } from '../../support/order-life.ts';
import { NOW_MS, sampleItem, terms } from './sample.ts';

/**
 * Each guard of reserved value has a test of its own, because `test/model/code-mutants.ts` removes the guards one at a
 * time.
 */

const cause = { by: { system: 'test' }, requestId: 'r', atMs: NOW_MS };
const hold = (more: Partial<ItemHold> = {}): ItemHold => ({ redemption: 'rdm_1', minor: 6000, pieces: 0, ...more });
const item = (more: Partial<ItemRow> = {}): ItemRow => ({ ...sampleItem(), ...more });

const source = (more: Partial<RedemptionSource> = {}): RedemptionSource => ({
  code: 'A',
  itemType: 'GIFTCARD',
  minor: 100,
  pieces: 0,
  isByPiece: false,
  capturedMinor: 100,
  capturedPieces: 0,
  refundedMinor: 0,
  refundedPieces: 0,
  leftMinor: 0,
  ...more,
});
const redemption = (more: Partial<RedemptionRow> = {}) =>
  ({
    pk: 'r',
    state: 'held',
    sources: [source()],
    orderId: null,
    expiresAtMs: NOW_MS,
    version: 3,
    ...more,
  }) as RedemptionRow;

const withCards = (order: OrderRow, status: 'held' | 'captured'): OrderRow => {
  const giftCards = [300, 200].map((amount, at) =>
    giftCard(amount, { id: `ogc_${at}`, itemId: `itm_${at}`, status, refunded: at === 0 ? 100 : 0 }),
  );
  return { ...order, payment: { ...order.payment, giftCards } };
};

describe('value of an item with a hold', () => {
  it('is not available until the hold ends', () => {
    const held = item({ holds: [hold({ untilMs: NOW_MS })] });
    expect(freeOf(held, NOW_MS - 1).minor).toBe(4000);
    expect([freeOf(held, NOW_MS).minor, liveHolds(held, NOW_MS)]).toEqual([10_000, []]);
  });

  it('that was refunded stays reserved after its hold has ended', () => {
    expect(freeOf(item({ repaidMinor: 3000 }), NOW_MS).minor).toBe(7000);
    expect(freeOf(item({ repaidMinor: 3000, holds: [hold()] }), NOW_MS).minor).toBe(4000);
  });

  it('is captured together with the end of its hold, and counts for the order that it pays for', () => {
    const context = { redemptionId: 'rdm_1', orderId: 'po_2' };
    const before = item({ holds: [hold(), hold({ redemption: 'rdm_2', minor: 1 })] });
    const paid = { minor: 500, orderId: 'po_1' };
    const captured = captureWrites({ ...before, paidOrders: paid }, { context }, cause);
    expect(captured?.item.holds?.map(({ redemption: id }) => id)).toEqual(['rdm_2']);
    expect(captured?.item.paidOrders).toEqual({ minor: 6500, orderId: 'po_2' });
    expect(captureWrites(item(), { context }, cause)).toBeUndefined();
  });

  it('is written only if the version has not changed since it was read', () => {
    const [before, row] = [item(), redemption()];
    expect(replaceItemWrite(before, before)).toMatchObject({ condition: versionUnchanged(before) });
    expect(replaceRedemptionWrite(row, row)).toMatchObject({ condition: versionUnchanged(row) });
  });
});

describe('value claimed to pay for an order', () => {
  const spent = item({ status: USED, remainingMinor: 0, remainingPieces: 0, claimedMinor: 10_000 });
  const paidOrders = { minor: 10_000, orderId: 'po_1' };

  it('cannot be undone on the item, and no longer counts as a payment once the order returned it', () => {
    expect([undoableQuantity({ ...spent, paidOrders }).minor, undoableQuantity(spent).minor]).toEqual([0, 10_000]);
    const back = {
      portion: { type: 'amount', amountMinor: 4000, amount: 40, note: null } as never,
      minor: 4000,
      context: { redemptionId: 'rdm_1', orderId: 'po_1' },
    };
    const after = restoreWrites({ ...spent, paidOrders }, back, { terms, cause }).item;
    expect([after.paidOrders?.minor, after.remainingMinor]).toEqual([6000, 4000]);
  });
});

describe('a redemption', () => {
  it('is expired once its end is reached, and restores the remaining captured value', () => {
    expect([redemptionStatusOf(redemption(), NOW_MS - 1), redemptionStatusOf(redemption(), NOW_MS)]).toEqual([
      'held',
      'expired',
    ]);
    expect(refundShares([source({ refundedMinor: 40 })], undefined)).toMatchObject([{ minor: 60 }]);
  });

  it('requires items of one currency', () => {
    const input = redemptionBody().parse({ sources: [{ code: 'A' }, { code: 'B' }] });
    const other = item({ code: 'B', currency: 'EUR' });
    expect(planRedemption([item(), item()], input, terms).currency).toBe('DKK');
    const refusal = expect.objectContaining({ status: 422, code: 'currency_mismatch' }) as Error;
    expect(() => planRedemption([item(), other], input, terms)).toThrow(refusal);
  });

  it('takes nothing from an item without value to cover an amount', () => {
    const ticket = sampleItem({ code: 'T', itemType: 'TICKET', valueMinor: 0, priceMinor: 0 });
    const input = redemptionBody().parse({ sources: [{ code: 'T' }, { code: 'A' }], amount: 60 });
    const { sources } = planRedemption([ticket, item()], input, terms);
    expect(sources.map(({ index, minor }) => [index, minor])).toEqual([[1, 6000]]);
    expect(() => planRedemption([ticket], { ...input, partial: true }, terms)).toThrow('available');
  });
});

describe('an order with gift cards', () => {
  it('charges the rest at the gateway, and refunds the last card first, each card up to what remains of its payment', () => {
    const order = withCards(orderIn.captured(), 'captured');
    expect(gatewayShare(order)).toBe(order.amounts.total - 500);
    expect(splitRefund(order, 250)).toEqual({
      cards: [
        { id: 'ogc_1', minor: 200 },
        { id: 'ogc_0', minor: 50 },
      ],
      gatewayMinor: 0,
    });
    expect(splitRefund(order, 600)).toMatchObject({ cards: [{ minor: 200 }, { minor: 200 }], gatewayMinor: 200 });
  });

  it('releases the cards when it expires', () => {
    const order = withCards(orderIn.unpaid(), 'held');
    const outcome = transition(order, { kind: 'expired', by: { system: 'test' }, closed: undefined }, LATER);
    const effects = outcome.kind === 'changed' ? outcome.effects : [];
    expect(effects).toEqual(expect.arrayContaining([...cardMoves(order, 'release')]));
    expect(cardMoves(order, 'release')).toHaveLength(1);
  });
});

describe('with a table', () => {
  const stateOf = (world: World, code: string): ItemRow =>
    world.rowsOf<ItemRow>('item').find((row) => row.code === code)!;
  const worldWithCards = (): World => {
    const world = new World(new Random(7), 0);
    world.gateway.declinesRefunds = false;
    world.renewCards();
    return world;
  };
  const done = async <T>(world: World, work: () => Promise<T>): Promise<T> => {
    const answers: T[] = [];
    const [process] = await world.scheduler.run({ work: async () => answers.push(await work()) }, false);
    if (process?.error instanceof Error) throw process.error;
    return answers[0]!;
  };

  it('a release frees the item, and an undone claim counts in its redemption', async () => {
    const world = worldWithCards();
    const [code = ''] = world.cards;
    await done(world, () => redeem({ sources: [{ code, amount: 4 }], capture: false })(world, 'hold'));
    expect(freeOf(stateOf(world, code), world.nowMs).minor).toBe(4600);
    await done(world, () => release(world.redemptions[0] ?? '')(world, 'release'));
    expect(freeOf(stateOf(world, code), world.nowMs).minor).toBe(5000);
    await done(world, () => redeem({ sources: [{ code, amount: 4 }] })(world, 'redeem'));
    await done(world, () => world.undoClaim(code, { type: 'amount', amountMinor: 100, amount: 1 } as never));
    const row = world.rowsOf<RedemptionRow>('redemption').find(({ state }) => state === 'captured');
    expect(row?.sources[0]?.refundedMinor).toBe(100);
  });

  it('a refund of the order does not change held value', async () => {
    const world = worldWithCards();
    await fulfillOpenOrder(world);
    const sold = world
      .rowsOf<ItemRow>('item')
      .find(({ orderId, remainingMinor }) => orderId === world.ref.id && remainingMinor > 0)!;
    await done(world, () => redeem({ sources: [{ code: sold.code }], capture: false })(world, 'hold'));
    const held = liveHolds(stateOf(world, sold.code), world.nowMs);
    await done(world, () => world.refund('refund', {})).catch(() => undefined);
    const after = stateOf(world, sold.code);
    expect([liveHolds(after, world.nowMs), after.repaidMinor ?? 0, after.withdrawnMinor]).toEqual([held, 0, 0]);
  });

  it('a capture of a card that is no longer held is rejected, so that the change is computed again', async () => {
    const world = worldWithCards();
    const [code = ''] = world.cards;
    await done(world, () => redeem({ sources: [{ code, amount: 4 }] })(world, 'redeem'));
    const card = giftCard(400, { code, redemptionId: world.redemptions[0] ?? '' });
    const moves = [{ move: 'capture', card }] as const;
    await expect(done(world, () => moveCards({ system: 'test' })(world.order(), moves))).rejects.toBeInstanceOf(
      OutdatedRow,
    );
  });
});
