import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { fulfillOrder } from '../../../functions/domain/fulfillment/issuing/fulfill.ts';
import type { OrderRow } from '../../../functions/domain/checkout/orders/rows.ts';
import { EventOrders } from '../../support/event-orders.ts';

const FIRST = 60;
const SECOND = 61;
const THIRD = 62;

let shop: EventOrders;
/** The date in the stored document of the order. */
let stored: string | undefined;
beforeEach(async () => {
  shop = new EventOrders();
  stored = undefined;
  await shop.importEvent(FIRST);
});
afterAll(() => EventOrders.leave());

/** A worker that renders documents. `between` runs after it has rendered them and before it stores them. */
const work = ({ id }: OrderRow, between: () => Promise<unknown> = async () => {}) =>
  fulfillOrder({ company: shop.slug, orderId: id }, async ({ lines }) => {
    const date = lines[0]?.event?.startsAt;
    await between();
    stored = date;
  });

/** Processes the message of each mark that is left on the order. */
const workOff = async (order: OrderRow): Promise<void> => {
  for (let rounds = 0; (await shop.reread(order)).redraw !== undefined; rounds++) {
    expect(rounds).toBeLessThan(5);
    await work(order);
  }
};

describe('a worker that stores documents later than another worker', () => {
  test('has them rendered again if the other one has rendered a newer state', async () => {
    const bought = await shop.sold(FIRST);
    await shop.move(SECOND);
    await work(bought, async () => {
      await shop.move(THIRD);
      await work(bought);
      expect(stored).toBe(shop.at(THIRD));
    });
    await workOff(bought);
    expect(stored).toBe(shop.at(THIRD));
  });

  test('has them rendered again if the other one has not removed its mark yet', async () => {
    const bought = await shop.sold(FIRST);
    await shop.move(SECOND);
    let other: Promise<unknown> = Promise.resolve();
    const [hasStored, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await work(bought, async () => {
      await shop.move(THIRD);
      other = fulfillOrder({ company: shop.slug, orderId: bought.id }, async ({ lines }) => {
        stored = lines[0]?.event?.startsAt;
        hasStored.resolve();
        await mayEnd.promise;
      });
      await hasStored.promise;
    });
    mayEnd.resolve();
    await other;
    await workOff(bought);
    expect(stored).toBe(shop.at(THIRD));
  });

  test('has them rendered again if the other one has issued the order', async () => {
    const bought = await shop.order('captured', [shop.lineFor(FIRST)]);
    await work(bought, async () => {
      if (stored !== undefined) return;
      await shop.move(SECOND);
      expect(await work(bought)).toBe('fulfilled');
      expect(stored).toBe(shop.at(SECOND));
    });
    await workOff(bought);
    expect(stored).toBe(shop.at(SECOND));
  });

  test('requests nothing if it alone has rendered them', async () => {
    const bought = await shop.order('captured', [shop.lineFor(FIRST)]);
    expect(await work(bought)).toBe('fulfilled');
    await shop.move(SECOND);
    expect(await work(bought)).toBe('redrawn');
    expect(await shop.reread(bought)).not.toHaveProperty('redraw');
    expect(await work(bought)).toBe('skipped');
  });
});
