import { afterAll, beforeAll, expect, it } from 'vitest';
import { refundRowKey } from '../../../functions/domain/checkout/orders/refund-rows.ts';
import { itemEntries } from '../../../functions/domain/reporting/book/item-entries.ts';
import { postingsOf } from '../../../functions/domain/reporting/postings/load.ts';
import { applyChange } from '../../../functions/domain/value/items/ledger/ledger.ts';
import { issuancesOf } from '../../../functions/domain/value/items/issuance/issue-order.ts';
import { CANCELLED, type ItemRow } from '../../../functions/domain/value/items/rows.ts';
import { documents } from '../../../functions/storage/client.ts';
import { COMPANY, SELLER } from '../../model/orders.ts';
import { MemoryTable, type Item } from '../../simulation/memory-table.ts';
import { anOrder, NOW } from '../../support/orders.ts';

const ITEMS = 40;
const { send } = documents;
const table = new MemoryTable();
beforeAll(() => table.install());
afterAll(() => void Object.assign(documents, { send }));

const put = (row: object): void => table.put({ ...row } as unknown as Item);

/** An order whose payment is lost. `addedMinor`: value that staff added to each item before. */
const lostOrder = (id: string, addedMinor: number): [before: ItemRow, after: ItemRow][] => {
  const [line] = anOrder().lines;
  const order = anOrder({
    company: COMPANY,
    id,
    codeSeed: id,
    status: 'fulfilled',
    fulfillment: { status: 'fulfilled' },
    lines: [{ ...line!, amount: 1000, quantity: ITEMS, itemValue: 1000, itemCount: ITEMS, subtotal: 1000 * ITEMS }],
    payment: {
      status: 'captured',
      gateway: 'test',
      reference: 'tp_1',
      captured: 1000 * ITEMS + 1000,
      refunded: 0,
      failedAttempts: [],
      authorizedAtMs: NOW,
      capturedAtMs: NOW,
    },
  });
  put(order);
  const plan = { portions: [{ from: 0, to: ITEMS - 1, minor: 1000, whole: true }], rest: 0 };
  const dispute = { kind: 'dispute', state: 'refunded', amount: 1000 * ITEMS, by: {}, startedAtMs: NOW, plan };
  const row = { type: 'refund', v: 1, version: 1, company: COMPANY, orderId: id, refundKey: 'dp_1', ...dispute };
  put({ ...refundRowKey(COMPANY, id, 'dp_1'), ...row });
  return issuancesOf(order, SELLER).map(({ item }) => {
    const adjust = { kind: 'adjust', deltaMinor: addedMinor, deltaPieces: 0, status: item.status } as const;
    const added = addedMinor === 0 ? undefined : applyChange(item, adjust, { by: {}, requestId: 'staff', atMs: NOW });
    const before = added?.item ?? item;
    const { remainingMinor, remainingPieces } = before;
    const taken = applyChange(
      before,
      { kind: 'withdraw', deltaMinor: -remainingMinor, deltaPieces: -remainingPieces, status: CANCELLED },
      { by: {}, requestId: 'dp_1', atMs: NOW },
    );
    for (const each of [...(added ? [added.entry] : []), taken.item, taken.entry]) put(each);
    return [before, taken.item];
  });
};

const postingsFor = (items: readonly [ItemRow, ItemRow][]) =>
  postingsOf(
    COMPANY,
    items.flatMap(([before, after]) => itemEntries(before, after, SELLER.time_zone)),
  );

it('reads the ledgers of the withdrawn items of a day concurrently, and not all at once', async () => {
  const items = lostOrder(`po_${'1'.repeat(32)}`, 0);
  let running = 0;
  let most = 0;
  table.carry = async (call) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => void setImmediate(resolve));
    running--;
    return call.effect();
  };
  expect(await postingsFor(items)).toHaveLength(ITEMS);
  table.carry = async (call) => call.effect();
  expect(most).toBe(16);
});

it('books value that staff added and a lost dispute withdraws back to adjustments', async () => {
  const [first] = await postingsFor(lostOrder(`po_${'2'.repeat(32)}`, 300).slice(0, 1));
  expect(first?.lines).toEqual([
    ['liability', 1300],
    ['adjustments', -300],
    ['disputes', -1000],
  ]);
});
