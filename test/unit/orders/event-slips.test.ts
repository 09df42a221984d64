import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { expireItem } from '../../../functions/domain/value/items/ledger/expire.ts';
import { isChainUnbroken } from '../../../functions/domain/value/items/ledger/chain.ts';
import type { ItemRow, LedgerRow } from '../../../functions/domain/value/items/rows.ts';
import { fulfillOrder } from '../../../functions/domain/fulfillment/issuing/fulfill.ts';
import type { OrderRow } from '../../../functions/domain/checkout/orders/rows.ts';
import { presentOrder } from '../../../functions/domain/checkout/orders/present.ts';
import { itemEntries } from '../../../functions/domain/reporting/book/item-entries.ts';
import { putRow, queryAll } from '../../../functions/storage/table.ts';
import { EventOrders } from '../../support/event-orders.ts';
import { ledgerOf } from '../../support/ledger.ts';

const PAID = 6;
const EXPIRED = 5;
const FOREVER_AGO = -365;
let shop: EventOrders;
beforeEach(async () => {
  shop = new EventOrders();
  await shop.importEvent(60);
});
afterAll(() => EventOrders.leave());

const isGoodFor = async (order: OrderRow, days: number): Promise<void> => {
  const { lines } = await shop.reread(order);
  expect(lines[0]).toMatchObject({ event: { startsAt: shop.at(days) }, validity: { until: shop.at(days) } });
  const ticket = await shop.ticket(order);
  expect(ticket).toMatchObject({ status: PAID, event: { startsAt: shop.at(days) } });
  expect(ticket.validUntilMs).toBeGreaterThan(shop.ms(days));
};
const issue = ({ id }: OrderRow) => fulfillOrder({ company: shop.slug, orderId: id }, async () => {});

describe('a correction of a mistaken date in the past', () => {
  test.each([
    ['a date a year too early', [FOREVER_AGO], 40],
    ['a date a month too early', [10], 40],
    ['a date some days too early, corrected some days later', [36], 43],
    ['a date corrected after weeks', [10], 58],
    ['a date corrected by another mistake', [10, 20, 36], 48],
    ['a date removed before it is corrected', [10, null], 48],
  ] as [string, (number | null)[], number][])('moves tickets to the corrected date: %s', async (_, slips, days) => {
    const bought = await shop.sold(60);
    const shown = JSON.stringify(presentOrder(bought));
    shop.goTo(40);
    for (const slip of slips) await shop.move(slip);
    expect((await shop.ticket(bought)).validUntilMs).toBeLessThan(shop.nowMs);
    expect(JSON.stringify(presentOrder(await shop.reread(bought)))).toBe(shown);
    shop.goTo(days + 0.5);
    await shop.move(61);
    await isGoodFor(bought, 61);
    expect((await shop.reread(bought)).lines[0]).not.toHaveProperty('heldUntilMs');
  });

  test('restores expired items with a ledger entry, and counts their value in reports once', async () => {
    const bought = await shop.sold(60);
    const figures = new Map<string, number>();
    const count = (before: ItemRow, after: ItemRow): void => {
      for (const { outstanding = [] } of itemEntries(before, after, 'Europe/Copenhagen')) {
        for (const [key, spendable] of outstanding) {
          const month = key.split('#').at(-1) ?? '';
          figures.set(month, (figures.get(month) ?? 0) + spendable);
        }
      }
    };
    const seen = [await shop.ticket(bought)];
    const see = async (step: Promise<unknown>): Promise<void> => {
      await step;
      seen.push(await shop.ticket(bought));
    };
    await see(shop.move(FOREVER_AGO));
    await see(expireItem(shop.ticketKey(bought)));
    expect(seen.at(-1)?.status).toBe(EXPIRED);
    await see(shop.move(60));
    await isGoodFor(bought, 60);
    const entries = await queryAll<LedgerRow>(ledgerOf(shop.slug, seen[0]!.code));
    expect(entries.map(({ kind }) => kind)).toEqual(['issue', 'expire', 'reinstate']);
    expect(isChainUnbroken(entries)).toBe(true);
    for (const [index, item] of seen.slice(1).entries()) count(seen[index]!, item);
    expect(Object.fromEntries(figures)).toEqual({ '2026-03': 0, '2027-04': 0 });
  });

  test('does not restore used or cancelled tickets', async () => {
    const [used, cancelled] = [await shop.sold(60), await shop.sold(60)];
    const nothing = { remainingPieces: 0, remainingMinor: 0 };
    const set = (item: ItemRow, status: 3 | 4) => {
      const row: ItemRow = { ...item, ...nothing, status };
      return putRow(row);
    };
    await set(await shop.ticket(used), 3);
    await set(await shop.ticket(cancelled), 4);
    await shop.move(FOREVER_AGO);
    await shop.move(60);
    expect(await shop.ticket(used)).toMatchObject({ ...nothing, status: 3 });
    expect(await shop.ticket(cancelled)).toMatchObject({ ...nothing, status: 4 });
  });

  test('includes orders that were issued or bought during the mistake', async () => {
    const waiting = await shop.order('captured', [shop.lineFor(60)]);
    const open = await shop.order('unpaid', [shop.lineFor(60)]);
    shop.goTo(30);
    await shop.move(10);
    const bought = await shop.sold(10);
    expect(await issue(waiting)).toBe('fulfilled');
    expect((await shop.ticket(waiting)).validUntilMs).toBeLessThan(shop.nowMs);
    shop.goTo(50);
    await shop.move(60);
    await isGoodFor(waiting, 60);
    await isGoodFor(bought, 60);
    expect((await shop.reread(open)).lines[0]).toMatchObject({ event: { startsAt: shop.at(60) } });
  });

  test('includes orders that were issued during the mistake, long after the mistaken date', async () => {
    const late = await shop.order('captured', [shop.lineFor(60)]);
    shop.goTo(80);
    await shop.move(50);
    expect(await issue(late)).toBe('fulfilled');
    await shop.move(90);
    await isGoodFor(late, 90);
  });

  test('moves tickets of an event that had no date for months before the mistake', async () => {
    const bought = await shop.sold(60);
    await shop.move(null);
    shop.goTo(100);
    await shop.move(70);
    await shop.move(120);
    await isGoodFor(bought, 120);
  });

  test('moves tickets even if none had been moved to the mistaken date', async () => {
    const bought = await shop.sold(60);
    await shop.move(null);
    shop.goTo(100);
    await shop.importEvent(FOREVER_AGO);
    shop.nowMs += 30_000;
    await shop.move(120);
    await isGoodFor(bought, 120);
  });
});

describe('tickets of an event that took place', () => {
  test('do not move to a later date, even after a reschedule to a past date', async () => {
    const bought = await shop.sold(60);
    shop.goTo(50);
    await shop.move(-4);
    shop.goTo(67);
    await shop.move(400);
    expect((await shop.ticket(bought)).event).toMatchObject({ startsAt: shop.at(-4) });
  });

  test('do not move to a later date after a mistake that was corrected before the event', async () => {
    const bought = await shop.sold(60);
    await shop.move(FOREVER_AGO);
    await shop.move(60);
    shop.goTo(67);
    await shop.move(400);
    expect((await shop.ticket(bought)).event).toMatchObject({ startsAt: shop.at(60) });
  });
});
