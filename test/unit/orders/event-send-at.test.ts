import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { changeOrder } from '../../../functions/domain/checkout/orders/change-order.ts';
import type { DeliveryChange } from '../../../functions/domain/catalog/products/parties.ts';
import { presentOrder } from '../../../functions/domain/checkout/orders/present.ts';
import type { OrderRow } from '../../../functions/domain/checkout/orders/rows.ts';
import type { OrderLine } from '../../../functions/domain/catalog/products/line-shape.ts';
import { asCreated, rememberedEvents } from '../../../functions/domain/checkout/orders/rules.ts';
import { toTimestamp } from '../../../functions/platform/clock.ts';
import { EventOrders } from '../../support/event-orders.ts';

const BY = { system: 'test' };
const MINUTE_IN_DAYS = 1 / 1440;
let shop: EventOrders;
beforeEach(async () => {
  shop = new EventOrders();
  await shop.importEvent(20);
});
afterAll(() => EventOrders.leave());

/** A time with an explicit offset, to check that its format is kept. */
const written = (days: number): string => shop.at(days).replace('.000Z', '.000+00:00');
const scheduled = (
  days: number,
  lines: Partial<OrderLine>[] = [shop.lineFor(20)],
  state: 'unpaid' | 'captured' = 'captured',
): Promise<OrderRow> =>
  shop.order(state, lines, {
    recipient: { name: 'Bo', email: 'bo@example.com' },
    delivery: { method: 'recipient_email', sendAt: written(days), sendAtMs: shop.ms(days) },
  });
const timesNotified = async (order: OrderRow): Promise<number> =>
  rememberedEvents((await shop.reread(order)).event).filter(({ type }) => type === 'order.delivery_changed').length;
const sendTimeOf = async (order: OrderRow): Promise<[string | null, number | undefined]> => {
  const { sendAt, sendAtMs } = (await shop.reread(order)).delivery;
  return [sendAt, sendAtMs];
};
const moved = (days: number): [string, number] => [toTimestamp(shop.ms(days)), shop.ms(days)];
const chosen = (days: number): [string, number] => [written(days), shop.ms(days)];
const change = ({ id }: OrderRow, to: DeliveryChange) =>
  changeOrder({ company: shop.slug, id }, { kind: 'delivery_changed', by: BY, to });

describe('a send time that was moved earlier for an event', () => {
  test.each(['unpaid', 'captured'] as const)(
    'is restored to the chosen time when the event moves back: %s',
    async (state) => {
      const order = await scheduled(18, undefined, state);
      const created = presentOrder(asCreated(order));
      await shop.move(10);
      expect(await sendTimeOf(order)).toEqual(moved(9));
      await shop.move(20);
      expect(await sendTimeOf(order)).toEqual(chosen(18));
      expect(await timesNotified(order)).toBe(2);
      const after = await shop.reread(order);
      expect(after.delivery).toEqual(order.delivery);
      expect(presentOrder(asCreated(after))).toEqual(created);
    },
  );

  test('is computed from the chosen time at each move, and reported when it differs', async () => {
    const order = await scheduled(18);
    for (const [day, sentOn] of [
      [10, 9],
      [5, 4],
      [12, 11],
    ] as const) {
      await shop.move(day);
      expect(await sendTimeOf(order)).toEqual(moved(sentOn));
    }
    expect(presentOrder(await shop.reread(order)).delivery).toEqual({
      ...presentOrder(order).delivery,
      send_at: toTimestamp(shop.ms(11)),
    });
    await shop.move(18);
    expect(await sendTimeOf(order)).toEqual(chosen(18));
    await shop.move(30);
    expect(await sendTimeOf(order)).toEqual(chosen(18));
    expect(await timesNotified(order)).toBe(4);
  });

  test('is kept when its event loses its date, or gets one in the past', async () => {
    const order = await scheduled(18);
    await shop.move(10);
    await shop.move(null);
    await shop.move(-30);
    expect(await sendTimeOf(order)).toEqual(moved(9));
    expect(await timesNotified(order)).toBe(1);
    await shop.move(20);
    expect(await sendTimeOf(order)).toEqual(chosen(18));
  });

  test('is limited by both events of an order', async () => {
    await shop.importEvent(20, 2);
    const order = await scheduled(18, [shop.lineFor(20), shop.lineFor(20, 2)]);
    await shop.move(10);
    await shop.move(6, 2);
    expect(await sendTimeOf(order)).toEqual(moved(5));
    await shop.move(20, 2);
    expect(await sendTimeOf(order)).toEqual(moved(9));
    await shop.move(20);
    expect(await sendTimeOf(order)).toEqual(chosen(18));
  });

  test('is not postponed in the last minute by a new date, but restored when the event moves back', async () => {
    const order = await scheduled(18);
    await shop.importEvent(0.2);
    await shop.carryOut();
    expect(await sendTimeOf(order)).toEqual(moved(MINUTE_IN_DAYS));
    shop.nowMs += 20_000;
    await shop.importEvent(0.1);
    await shop.carryOut();
    expect(await sendTimeOf(order)).toEqual(moved(MINUTE_IN_DAYS));
    expect(await timesNotified(order)).toBe(1);
    await shop.importEvent(20);
    await shop.carryOut();
    expect(await sendTimeOf(order)).toEqual(chosen(18));
  });

  test('is kept once it has passed, even for an order that was not paid in time', async () => {
    const order = await scheduled(18, undefined, 'unpaid');
    await shop.move(10);
    shop.goTo(9);
    await shop.move(20);
    expect(await sendTimeOf(order)).toEqual(moved(9));
    expect(await timesNotified(order)).toBe(1);
  });

  test('is kept when a user has set it since, even to the same value', async () => {
    const [set, agreed] = [await scheduled(18), await scheduled(18)];
    await shop.move(10);
    await change(set, { sendAt: { text: shop.at(8), ms: shop.ms(8) } });
    const [text, ms] = moved(9);
    await change(agreed, { sendAt: { text, ms } });
    expect([await timesNotified(set), await timesNotified(agreed)]).toEqual([2, 1]);
    await shop.move(20);
    expect(await sendTimeOf(set)).toEqual([shop.at(8), shop.ms(8)]);
    expect(await sendTimeOf(agreed)).toEqual(moved(9));
  });

  test('is restored to the chosen time when only the address was corrected', async () => {
    const order = await scheduled(18);
    await shop.move(10);
    await change(order, { recipientEmail: 'bea@example.com' });
    await shop.move(20);
    expect(await sendTimeOf(order)).toEqual(chosen(18));
    expect((await shop.reread(order)).recipient?.email).toBe('bea@example.com');
  });
});
