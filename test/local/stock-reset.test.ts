import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importOperatorData } from '../../functions/domain/administration/operator-data/import.ts';
import { pointAt } from '../../lib/ops/target.ts';
import { importOperatorFile } from '../support/ops.ts';
import { experience, Shop, ticket } from '../support/shop.ts';
import { SHOP_KEY, shopSeed } from '../support/shop-seed.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

/** One option with a plain counter, and one with spread stock. */
const catalog = (stock: number | undefined) => {
  const option = {
    id: 60,
    name: 'Limited',
    amount: 20_000,
    publish_stock: true,
    ...(stock === undefined ? {} : { stock }),
  };
  const event = { slug: 'gala', name: 'Gala', starts_at: '2030-05-01T19:00:00+02:00' };
  return {
    experiences: [{ company: 'shop', id: 60, name: 'Sail', options: [option] }],
    events: [{ company: 'shop', id: 60, ...event, options: [{ ...option, on_sale: true }] }],
  };
};
const BOTH: [string, object[]][] = [
  ['gcv_60', experience(60)],
  ['evt_60', [ticket(60, 60)]],
];

let stack: RunningStack;
let shop: Shop;
const importData = async (stock: number | undefined): Promise<string> =>
  (await importOperatorFile(stack, catalog(stock))).stdout;
beforeAll(async () => {
  const { experiences, events } = catalog(5);
  stack = await startStack({
    seed: {
      ...shopSeed,
      experiences: [...shopSeed.experiences, ...experiences],
      events: [...shopSeed.events, ...events],
    },
  });
  await pointAt({ url: stack.url });
  shop = new Shop(stack, SHOP_KEY);
});
afterAll(() => stack.stop());

/** Waits until the shop shows the remaining units, which may be two seconds old. */
const shows = (product: string, remaining: number | null): Promise<void> =>
  expect
    .poll(async () => {
      const { body } = await stack.get<{ options: { availability: { remaining: number | null } }[] }>(
        `/v2/products/${product}`,
        { key: SHOP_KEY },
      );
      return body.options[0]?.availability.remaining;
    })
    .toBe(remaining);

const ordered = async (items: object[]): Promise<number> => (await shop.order(items)).status;

/** Results of the nightly check about counters. */
const findings = async (): Promise<object[]> => {
  await stack.runSchedule('integrity-check');
  const { body } = await stack.get<{ findings: object[] }>('/v2/reports/integrity', { key: SHOP_KEY });
  return body.findings;
};

describe('stock that a file omits and a later one sets again', () => {
  const sendAt = new Date(Date.now() + 40 * 24 * 3600_000).toISOString();
  const later = { delivery: { method: 'recipient_email', send_at: sendAt } };
  const waiting: string[] = [];

  test('is the number in the later file, regardless of earlier sales with and without stock', async () => {
    for (const [product, items] of BOTH) {
      await shop.sell(items);
      waiting.push((await shop.sell(items, later)).id);
      expect(await ordered(items)).toBe(201);
      await shows(product, 2);
    }
    await importData(undefined);
    for (const [product, items] of BOTH) {
      await shows(product, null);
      await shop.sell(items);
      expect(await ordered(items)).toBe(201);
    }
    expect(await importData(3)).not.toContain('Nothing changed');
    await shows('gcv_60', 3);
    await shows('evt_60', 3);
    expect(await importData(3)).toContain('Nothing changed');
    expect(await findings()).toEqual([]);
  });

  test('receives the units of earlier orders with stock, and none from orders without stock', async () => {
    for (const id of waiting) expect((await shop.refund(id)).status).toBe(200);
    await stack.advance(25 * 3600);
    await stack.idle();
    for (const [product, items] of BOTH) {
      await shows(product, 5);
      const statuses = [];
      for (let at = 0; at < 6; at++) statuses.push(await ordered(items));
      expect(statuses).toEqual([201, 201, 201, 201, 201, 422]);
    }
    expect(await findings()).toEqual([]);
  });

  test('is the number in a restock of the same file', async () => {
    await importData(undefined);
    const restock = ['gcvo_60', 'evto_60'].map((option) => ({ option, remaining: 7 }));
    await importOperatorFile(stack, { ...catalog(3), restock });
    await shows('gcv_60', 7);
    await shows('evt_60', 7);
    expect(await findings()).toEqual([]);
  });

  test.each(BOTH)('counts concurrent orders of %s once the import is done', async (product, items) => {
    await importData(undefined);
    await shows(product, null);
    const orders: { sentAtMs: number; status: number }[] = [];
    let isOver = false;
    const buyers = Array.from({ length: 6 }, async () => {
      while (!isOver) {
        const sentAtMs = performance.now();
        orders.push({ sentAtMs, status: await ordered(items) });
      }
    });
    await setTimeout(1500);
    // Imports in this process, because a command takes longer to exit than shared reads are cached.
    await importOperatorData(catalog(5));
    const doneAtMs = performance.now();
    await setTimeout(2500);
    isOver = true;
    await Promise.all(buyers);
    const after = orders.filter(({ sentAtMs }) => sentAtMs > doneAtMs);
    expect(orders.filter(({ status }) => status === 201).length).toBeGreaterThan(8);
    expect(after.length).toBeGreaterThan(8);
    expect(after.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(5);
  });
});
