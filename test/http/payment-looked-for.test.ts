import { afterAll, beforeAll, expect, test } from 'vitest';
import { ruleSeed } from '../support/seed.ts';
import { giftCard, Shop } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
beforeAll(async () => {
  stack = await startStack({ tableInMemory: true, seed: ruleSeed });
});
afterAll(() => stack.stop());

test('a payment whose notice never comes is found when its order is read, though not asked for again within seconds', async () => {
  const shop = new Shop(stack);
  const { body: order } = await shop.order(giftCard(20000));
  const { body: session } = await shop.session(order.id);
  const payment = async () => (await shop.read(order.id)).payment.status;
  await stack.control('POST', '/gateway', { order_id: order.id, event: 'silent' });
  expect(await payment()).toBe('pending');
  await shop.pay(session.url);
  await stack.idle();
  await stack.advance(4);
  expect(await payment()).toBe('pending');
  await stack.advance(1);
  expect(await payment()).toBe('captured');
  await stack.idle();
  expect((await shop.read(order.id)).status).toBe('fulfilled');
});
