import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { companyKey } from '../../../functions/domain/company/companies/rows.ts';
import {
  applyChange,
  issueItem,
  changeMarks,
  type Cause,
} from '../../../functions/domain/value/items/ledger/ledger.ts';
import { codesOfOrder } from '../../../functions/domain/value/items/issuance/of-order.ts';
import { claimInSteps } from '../../../functions/domain/value/items/redemption/claim-in-steps.ts';
import { claimWrites } from '../../../functions/domain/value/items/redemption/group-claim.ts';
import { unclaimWrites } from '../../../functions/domain/value/items/redemption/unclaim.ts';
import {
  CANCELLED,
  EXPIRED,
  PAID,
  USED,
  type ItemFacts,
  type ItemRow,
  type LedgerRow,
} from '../../../functions/domain/value/items/rows.ts';
import { withdrawRepaid } from '../../../functions/domain/value/items/withdrawal/repaid.ts';
import { readItemsBySequence, settleItems } from '../../../functions/domain/value/items/withdrawal/settle-items.ts';
import { changeToTarget, type ItemTarget } from '../../../functions/domain/value/items/withdrawal/target.ts';
import { itemFault } from '../../../functions/domain/reporting/reports/check-items.ts';
import { documents } from '../../../functions/storage/client.ts';
import { queryAll } from '../../../functions/storage/table.ts';
import type { Write } from '../../../functions/storage/transactions.ts';
import { ledgerOf } from '../../support/ledger.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';
import { anOrder } from '../../support/orders.ts';
import { shopOf } from '../pricing/sample.ts';
import { NOW_MS, sampleFacts, sampleItem, terms } from './sample.ts';

const cause = (requestId: string): Cause => ({ by: { keyId: 'k' }, requestId, atMs: NOW_MS });

const itemIn = (writes: readonly Write[]): ItemRow => {
  const [first] = writes;
  if (!first || !('put' in first) || first.put.type !== 'item') throw new Error('The first write is the item');
  return first.put as ItemRow;
};

const entriesIn = (writes: readonly Write[]): LedgerRow[] =>
  writes.flatMap((write) => ('put' in write && write.put.type === 'ledger' ? [write.put as LedgerRow] : []));

const settled = (item: ItemRow, target: ItemTarget): ItemRow => {
  const needed = changeToTarget(item, target, true, NOW_MS);
  if (!needed) return item;
  return needed.kind === 'marks'
    ? changeMarks(item, needed.marks)
    : applyChange(item, needed.change, cause('refund')).item;
};

/** Value and marks of an item, without its history. */
const stateOf = (item: ItemRow) => ({
  status: item.status,
  left: [item.remainingMinor, item.remainingPieces],
  claimed: item.claimedMinor,
  withdrawn: [item.withdrawnMinor, item.withdrawnPieces],
  repaid: [item.repaidMinor, item.repaidWhole],
  taken: item.taken,
  epoch: item.epoch,
});

describe('undoing a claim of a whole order after a refund leaves each item as if it had never been claimed', () => {
  const kinds: [string, Partial<ItemFacts>][] = [
    ['a gift card', { valueMinor: 1000 }],
    ['an expired gift card', { valueMinor: 1000, validUntilMs: NOW_MS - 1 }],
    ['an experience', { itemType: 'GIFTCARD VARIATION', valueMinor: 1000 }],
    ['an experience without value', { itemType: 'GIFTCARD VARIATION', valueMinor: 0, priceMinor: 0 }],
    ['a ticket for four', { itemType: 'TICKET', valueMinor: 1000, pieces: 4 }],
  ];
  const shares = [
    { minor: 1000, whole: true },
    { minor: 400, whole: false },
    { minor: 0, whole: false },
  ];
  const late = { ...terms, claimExpired: -1 };

  it.each(kinds.flatMap(([name, facts]) => shares.map((share) => ({ name, facts, share }))))(
    '$name, of which $share.minor was refunded',
    ({ facts, share: given }) => {
      const item = sampleItem(facts);
      const { valueMinor, itemType } = item;
      const minor = Math.min(given.minor, valueMinor);
      const part = { seq: 0, priceMinor: valueMinor, valueMinor, divisible: itemType === 'GIFTCARD' };
      const target: ItemTarget = { epoch: 1, part, share: { ...given, minor }, refund: 'r', inPlan: true };
      const claimed = itemIn(claimWrites(item, cause('claim'), late));
      const isPast = item.validUntilMs < NOW_MS;
      const plain = settled({ ...item, status: isPast ? EXPIRED : PAID }, target);

      const refunded = settled(claimed, target);
      const writes = unclaimWrites(refunded, cause('undone'), late);
      expect(stateOf(itemIn(writes))).toEqual(stateOf(plain));
      expect(entriesIn(writes).at(-1)).toMatchObject({ seq: itemIn(writes).ledgerSeq, status: plain.status });

      const { refund: returning, ...rest } = target;
      const refused: ItemTarget = { ...rest, epoch: 2, share: { minor: 0, whole: false }, returning: returning! };
      expect(stateOf(settled(itemIn(writes), refused))).toEqual(stateOf(settled(plain, refused)));
      expect(settled(itemIn(writes), refused)).toMatchObject({ claimedMinor: 0, remainingMinor: valueMinor });
    },
  );
});

describe('a refund that commits during the claim of an order with many items', () => {
  const { send } = documents;
  const table = new MemoryTable();
  const MANY = 60;
  const [line] = anOrder().lines;
  const order = anOrder({
    status: 'fulfilled',
    fulfillment: { status: 'fulfilled' },
    payment: { status: 'captured', captured: 1000 * MANY, refunded: 0, failedAttempts: [] },
    lines: [{ ...line!, itemCount: MANY, quantity: MANY, issuedCount: MANY, itemValue: 1000, subtotal: 1000 * MANY }],
  });
  beforeAll(() => table.install());
  afterAll(() => {
    Object.assign(documents, { send });
    vi.restoreAllMocks();
  });

  it('leaves no item used, and claims and refunds that add up to zero in each ledger', async () => {
    table.put({ ...shopOf({}).company, ...companyKey('nordlys') });
    table.put({ ...order });
    for (const [sequence, code] of codesOfOrder(order).entries()) {
      const facts = sampleFacts({
        company: 'nordlys',
        code,
        orderId: order.id,
        sequence,
        orderItems: MANY,
        valueMinor: 1000,
      });
      const { item, entry } = issueItem({ facts, status: PAID, by: { system: 'test' }, requestId: 'issue', epoch: 0 });
      table.put({ ...item });
      table.put({ ...entry });
    }
    const refunded = {
      ...order,
      epoch: 1,
      allocated: { shipping: 0, fees: 1000, rest: 0, items: [{ from: 0, to: MANY - 1, minor: 1000, whole: true }] },
    };
    let isRefunded = false;
    table.carry = async ({ name, effect }) => {
      const done = effect();
      // The first step of the claim is done.
      if (!isRefunded && name === 'TransactWrite') {
        isRefunded = true;
        table.put(refunded);
        await settleItems(refunded, { by: { keyId: 'k' }, requestId: 'refund', stamp: 'plan' });
        const mixed = [...(await readItemsBySequence(order)).values()].map(({ status }) => status);
        expect(new Set(mixed)).toEqual(new Set([USED, CANCELLED]));
      }
      return done;
    };
    const items = [...(await readItemsBySequence(order)).values()];
    const answer = { pk: 'ANSWER', sk: 'a', type: 'idempotency', v: 1 };
    const claim = claimInSteps({
      orderId: order.id,
      items,
      reply: { status: 200, body: {}, headers: {} },
      cause: cause('claim'),
      terms,
      recording: {
        guid: 'g',
        inputHash: 'h',
        reply: () => ({ status: 200, body: {}, headers: {} }),
        record: () => ({ put: answer }),
      },
    });
    await expect(claim).rejects.toThrow('The order cannot be claimed as a group.');
    expect(isRefunded).toBe(true);
    for (const item of (await readItemsBySequence(order)).values()) {
      expect(item).toMatchObject({ status: CANCELLED, claimedMinor: 0, withdrawnMinor: 1000, remainingPieces: 0 });
      expect([item.repaidMinor, item.repaidWhole]).toEqual([undefined, undefined]);
      const entries = await queryAll<LedgerRow>({ ...ledgerOf('nordlys', item.code), consistent: true });
      expect(itemFault(item, entries)).toBeUndefined();
      const redeemed = entries.filter(({ kind }) => kind === 'claim' || kind === 'refund');
      expect(redeemed.reduce((sum, { deltaMinor }) => sum + deltaMinor, 0)).toBe(0);
    }
  });
});

describe('value that was repaid while a hold reserved it', () => {
  const held = (): ItemRow => ({
    ...sampleItem({ valueMinor: 1000 }),
    repaidMinor: 300,
    repaidHeldMinor: 300,
    holds: [{ redemption: 'rd_1', minor: 300, pieces: 0, untilMs: NOW_MS + 1000 }],
  });

  it('is withdrawn once the hold has ended, because a capture takes it before', () => {
    expect(withdrawRepaid(held(), NOW_MS + 999)).toBeUndefined();
    expect(withdrawRepaid(held(), NOW_MS + 1000)).toMatchObject({ deltaMinor: -300, status: PAID });
  });
});
