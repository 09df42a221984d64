import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CANCELLED, PAID, USED } from '../../../functions/domain/items/rows.ts';
import { changed } from '../../../functions/domain/items/ledger.ts';
import { decideClaim } from '../../../functions/domain/items/rules.ts';
import { planWithdrawal, withdrawalChange } from '../../../functions/domain/items/withdrawal.ts';
import { NOW_MS, sampleItem, terms } from './sample.ts';

const anItem = fc
  .record({
    valueMinor: fc.integer({ min: 0, max: 100_000 }),
    spentShare: fc.double({ min: 0, max: 1, noNaN: true }),
    sequence: fc.integer({ min: 0, max: 99 }),
  })
  .map(({ valueMinor, spentShare, sequence }) => {
    const remainingMinor = Math.floor(valueMinor * (1 - spentShare));
    const remainingPieces = remainingMinor > 0 || valueMinor === 0 ? 1 : 0;
    return { valueMinor, remainingMinor, remainingPieces, withdrawnMinor: 0, sequence };
  });

const total = (plan: readonly { withdrawMinor: number }[]): number =>
  plan.reduce((sum, { withdrawMinor }) => sum + withdrawMinor, 0);

describe('a refund of an order', () => {
  test('takes back at least the money, as far as it is unspent, and never more than is there', () => {
    fc.assert(
      fc.property(
        fc.array(anItem, { minLength: 1, maxLength: 10 }),
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 1, max: 200_000 }),
        (items, refund, refundable) => {
          const refundMinor = Math.min(refund, refundable);
          const plan = planWithdrawal(items, refundMinor, refundable);
          const unspent = items.reduce((sum, { remainingMinor }) => sum + remainingMinor, 0);
          expect(total(plan)).toBeGreaterThanOrEqual(Math.min(refundMinor, unspent));
          expect(total(plan)).toBeLessThanOrEqual(unspent);
          for (const { item, withdrawMinor } of plan) expect(withdrawMinor).toBeLessThanOrEqual(item.remainingMinor);
          if (refundMinor === refundable) expect(total(plan)).toBe(unspent);
        },
      ),
    );
  });

  test('of half the money of a card that is worth more than it cost takes half of its value', () => {
    const item = { valueMinor: 60000, remainingMinor: 60000, remainingPieces: 1, withdrawnMinor: 0, sequence: 0 };
    expect(total(planWithdrawal([item], 25000, 50000))).toBe(30000);
  });

  test('touches as few items as it can, the last of the order first', () => {
    const items = [0, 1, 2].map((sequence) => ({
      valueMinor: 100,
      remainingMinor: 100,
      remainingPieces: 1,
      withdrawnMinor: 0,
      sequence,
    }));
    const plan = planWithdrawal(items, 150, 300);
    expect(plan.map(({ item, withdrawMinor }) => [item.sequence, withdrawMinor])).toEqual([
      [2, 100],
      [1, 50],
    ]);
  });

  test('of everything also takes items that have no value, such as free tickets', () => {
    const free = { valueMinor: 0, remainingMinor: 0, remainingPieces: 1, withdrawnMinor: 0, sequence: 0 };
    expect(planWithdrawal([free], 500, 500)).toHaveLength(1);
    expect(planWithdrawal([free], 400, 500)).toHaveLength(0);
  });

  test('cancels an unspent item, lowers one of which something stays, and calls a half spent one Used', () => {
    const cause = { by: { system: 'refund' }, requestId: 'r', atMs: NOW_MS };
    const item = sampleItem();
    expect(withdrawalChange(item, 10000, '')).toMatchObject({ status: CANCELLED, deltaMinor: -10000, deltaPieces: -1 });
    expect(withdrawalChange(item, 4000, '')).toMatchObject({ status: PAID, deltaMinor: -4000, deltaPieces: 0 });
    const claim = decideClaim(item, { type: 'amount', amountMinor: 3000 }, terms);
    const spent = changed(item, claim.change, cause).item;
    expect(withdrawalChange(spent, 10000, '')).toMatchObject({ status: USED, deltaMinor: -7000 });
  });
});
