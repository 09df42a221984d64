import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BOOKS_KEY, booksSeed, DINAR_KEY, NO_REPORTS_KEY, YEN_KEY } from '../support/books-shop.ts';
import { signInStaff } from '../support/desk.ts';
import { importOperatorFile } from '../support/ops.ts';
import { experience, giftCard, Shop } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

interface Commission {
  percent: number;
  base: number;
  amount: number;
  refunded: number;
}

let stack: RunningStack;
let shop: Shop;
beforeAll(async () => {
  stack = await startStack({
    seed: {
      ...booksSeed,
      users: [{ username: 'mona', password: 'demo-password-mona', company: 'books', role: 'manager' }],
    },
  });
  shop = new Shop(stack, BOOKS_KEY);
});
afterAll(() => stack.stop());

const expanded = (id: string, key = BOOKS_KEY, expand = 'commission') =>
  stack.get<{ commission: Commission | null; error: { code: string } }>(`/v2/orders/${id}`, { key, query: { expand } });
const commissionOf = async (id: string, key = BOOKS_KEY): Promise<Commission | null> =>
  (await expanded(id, key)).body.commission;
const simulateEvent = async (order_id: string, event: string, amount?: number): Promise<void> => {
  const body = { order_id, event, ...(amount === undefined ? {} : { amount }) };
  expect((await stack.call('POST', '/_local/gateway', { body })).status).toBe(200);
  await stack.idle();
};

describe('the commission of an order', () => {
  test('is charged on the goods after discount when the order is paid, at the rate at that time', async () => {
    const unpaid = await shop.order(experience(1, 2), { discount_code: 'TENTH' });
    expect(await commissionOf(unpaid.body.id)).toBeNull();
    const order = await shop.sell(experience(1, 2), { discount_code: 'TENTH' });
    const charged = { percent: 5, base: 143_820, amount: 7191, refunded: 0 };
    expect(await commissionOf(order.id)).toEqual(charged);
    const settled = await shop.order(giftCard(50_001));
    await stack.post(`/v2/orders/${settled.body.id}/settle`, {
      key: BOOKS_KEY,
      idempotencyKey: true,
      body: { mode: 'invoice', external_reference: 'A-1' },
    });
    // 2500.05, rounded half up.
    expect(await commissionOf(settled.body.id)).toEqual({ percent: 5, base: 50_001, amount: 2500, refunded: 0 });
  });

  test('is accessible to a key according to its current scopes, even right after these have changed', async () => {
    const { id } = await shop.sell(giftCard(10_000));
    const key = NO_REPORTS_KEY.replace('4', '5');
    const statusWith = async (...scopes: string[]): Promise<number> => {
      await importOperatorFile(stack, { api_keys: [{ company: 'books', label: 'changing', key, scopes }] });
      return (await expanded(id, key)).status;
    };
    expect(await statusWith('orders:read')).toBe(403);
    expect(await statusWith('orders:read', 'reports:read')).toBe(200);
    expect(await statusWith('orders:read')).toBe(403);
  });

  test('requires both scopes, and is hidden from other readers', async () => {
    const { id } = await shop.sell(giftCard(10_000));
    const refused = await expanded(id, NO_REPORTS_KEY);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'insufficient_scope']);
    expect((await expanded(id, BOOKS_KEY, 'money')).status).toBe(422);
    for (const path of [`/v2/orders/${id}`, '/v2/orders', `/v2/orders/${id}/events`]) {
      expect((await stack.get(path, { key: BOOKS_KEY })).bytes.toString()).not.toContain('commission');
    }
    const mona = await signInStaff(() => stack, 'mona');
    expect((await mona.open(`/desk/orders/${id}`)).root.textContent).toMatch(/Commission\s*DKK\s5\.00\s\(5%\)/);
  });

  test('is reduced in proportion to refunded goods, and is 0 after a full refund', async () => {
    const order = await shop.sell(giftCard(33_333, 3));
    await shop.refund(order.id, { fees: true });
    expect(await commissionOf(order.id)).toMatchObject({ base: 99_999, amount: 5000, refunded: 0 });
    await shop.refund(order.id, { amount: 10_001 });
    expect(await commissionOf(order.id)).toMatchObject({ amount: 4500, refunded: 500 });
    await simulateEvent(order.id, 'refund', 20_000);
    expect(await commissionOf(order.id)).toMatchObject({ amount: 3500, refunded: 1500 });
    await shop.refund(order.id);
    expect(await commissionOf(order.id)).toEqual({ percent: 5, base: 99_999, amount: 0, refunded: 5000 });
  });

  test('is restored when a refund fails later, and reduced by a lost dispute', async () => {
    const order = await shop.sell(giftCard(20_000));
    await shop.refund(order.id, { amount: 11_000 });
    expect(await commissionOf(order.id)).toMatchObject({ amount: 500, refunded: 500 });
    await simulateEvent(order.id, 'refund_failed');
    expect(await commissionOf(order.id)).toMatchObject({ amount: 1000, refunded: 0 });
    const disputed = await shop.sell(giftCard(20_000));
    await simulateEvent(disputed.id, 'dispute_opened');
    expect(await commissionOf(disputed.id)).toMatchObject({ amount: 1000 });
    await simulateEvent(disputed.id, 'dispute_lost');
    expect(await commissionOf(disputed.id)).toMatchObject({ amount: 0, refunded: 1000 });
  });

  test('is rounded to the smallest unit of the currency', async () => {
    const yen = await new Shop(stack, YEN_KEY).sell(giftCard(1010));
    expect(await commissionOf(yen.id, YEN_KEY)).toEqual({ percent: 5, base: 1010, amount: 51, refunded: 0 });
    const dinar = await new Shop(stack, DINAR_KEY).sell(giftCard(12_345));
    expect(await commissionOf(dinar.id, DINAR_KEY)).toEqual({ percent: 5, base: 12_345, amount: 617, refunded: 0 });
  });
});
