import { afterAll, beforeAll, expect, test } from 'vitest';
import { giftCard, Shop } from '../support/shop.ts';
import { SHOP_KEY, shopSeed } from '../support/shop-seed.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

const TEN_YEARS_SECONDS = 10 * 365 * 24 * 3600;

let stack: RunningStack;
beforeAll(async () => {
  stack = await startStack({ seed: shopSeed });
});
afterAll(() => stack.stop());

test('a refund repeated after its record has expired refunds nothing, and returns the first result', async () => {
  const shop = new Shop(stack, SHOP_KEY);
  const { id } = await shop.sell(giftCard());
  const key = { idempotencyKey: 'refund-of-long-ago' };
  const first = await shop.refund(id, { amount: 700 }, key);
  await shop.refund(id, { amount: 300 });
  await stack.advance(TEN_YEARS_SECONDS + 1);
  const later = await shop.refund(id, { amount: 700 }, key);
  expect(first).toMatchObject({ status: 200, body: { amount: 700, refunded: 700 } });
  expect(later).toMatchObject({ status: 200, body: { amount: 700, refunded: 1000, order_id: id } });
  expect((await shop.read(id)).payment.refunded_amount).toBe(1000);
});
