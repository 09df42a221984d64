import { afterAll, beforeEach, expect, test } from 'vitest';
import { moveItems } from '../../../functions/domain/value/items/move-tickets.ts';
import { applyChange } from '../../../functions/domain/value/items/ledger/ledger.ts';
import type { OrderRow } from '../../../functions/domain/checkout/orders/rows.ts';
import { endOfDayMs } from '../../../functions/platform/zones.ts';
import { importOperatorData } from '../../../functions/domain/administration/operator-data/import.ts';
import { putRow } from '../../../functions/storage/table.ts';
import { EventOrders } from '../../support/event-orders.ts';
import { company, event, option } from '../operator-data/samples.ts';

const ZONE = 'Europe/Copenhagen';
const VENUE = { name: 'Hall', address: 'Street 1', postcode: '2100' };

let shop: EventOrders;
beforeEach(async () => {
  shop = new EventOrders();
  await shop.importEvent(30);
});
afterAll(EventOrders.leave);

/** An order whose ticket staff have extended to a day, as `POST /v2/items/{code}/extend` does. */
const extended = async (day: string): Promise<OrderRow> => {
  const order = await shop.sold(30);
  const before = await shop.ticket(order);
  const facts = { validUntilMs: endOfDayMs(day, ZONE), orderValidUntilMs: endOfDayMs(day, ZONE) };
  const change = { kind: 'extend', deltaMinor: 0, deltaPieces: 0, status: before.status, facts } as const;
  await putRow(applyChange(before, change, { by: {}, requestId: 'extend', atMs: shop.nowMs }).item);
  return order;
};

test('a ticket keeps its extended validity when documents of its order are rendered again', async () => {
  const order = await extended('2027-08-01');
  const before = await shop.ticket(order);
  await moveItems(order, ZONE);
  expect(await shop.ticket(order)).toEqual(before);
});

test('a ticket keeps its extended validity when only the venue of its event changes', async () => {
  const order = await extended('2027-08-01');
  await importOperatorData({
    companies: [company(shop.slug)],
    events: [event(shop.slug, 1, [option(1)], { starts_at: shop.at(30), venue: VENUE })],
  });
  await shop.carryOut();
  expect((await shop.reread(order)).lines[0]?.event?.venue).toEqual(VENUE);
  expect((await shop.ticket(order)).validUntilMs).toBe(endOfDayMs('2027-08-01', ZONE));
});
