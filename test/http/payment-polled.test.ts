import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_KEY, ruleSeed } from '../support/seed.ts';
import { giftCard, Shop } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
beforeAll(async () => {
  stack = await startStack({ seed: ruleSeed });
});
afterAll(() => stack.stop());

test('a payment without a notice is found when its order is read, with at most one poll in a few seconds', async () => {
  const shop = new Shop(stack);
  const { body: order } = await shop.order(giftCard(20000));
  const { body: session } = await shop.session(order.id);
  const payment = async () => (await shop.read(order.id)).payment.status;
  await stack.control('POST', '/gateway', { order_id: order.id, event: 'silent' });
  expect(await payment()).toBe('pending');
  await shop.pay(session.url);
  await stack.idle();
  await stack.advance(2);
  expect(await payment()).toBe('pending');
  await stack.advance(3);
  expect(await payment()).toBe('captured');
  await stack.idle();
  expect((await shop.read(order.id)).status).toBe('fulfilled');
});

const silentlyPaid = async (shop: Shop): Promise<string> => {
  const { body: order } = await shop.order(giftCard(20000));
  const { body: session } = await shop.session(order.id);
  await stack.control('POST', '/gateway', { order_id: order.id, event: 'silent' });
  await shop.pay(session.url);
  return order.id;
};

test('a payment without a notice is not recorded by a read with a revoked key', async () => {
  const shop = new Shop(stack);
  const body = { label: 'revoked', scopes: ['orders:read'] };
  const { body: minted } = await stack.post<{ id: number; key: string }>('/v2/api-keys', { key: API_KEY, body });
  // From now on the process knows the key, and reads while it is authenticated.
  expect((await stack.get('/v2/orders/po_unknown', { key: minted.key })).status).toBe(404);
  expect((await stack.call('DELETE', `/v2/api-keys/${minted.id}`, { key: API_KEY })).status).toBe(204);
  const id = await silentlyPaid(shop);
  expect((await stack.get(`/v2/orders/${id}`, { key: minted.key })).status).toBe(401);
  const { body: list } = await stack.get<{ data: { id: string; status: string }[] }>('/v2/orders', { key: API_KEY });
  expect(list.data.find((order) => order.id === id)?.status).toBe('pending_payment');
});

test('a payment without a notice is found within minutes while its link is valid, without a read', async () => {
  const shop = new Shop(stack);
  const id = await silentlyPaid(shop);
  await stack.advance(5 * 60);
  await stack.idle();
  expect(await shop.read(id)).toMatchObject({ status: 'fulfilled', payment: { status: 'captured' } });
});

test('a payment made just before the link expires is found afterwards, long before the order expires', async () => {
  const shop = new Shop(stack);
  const { body: order } = await shop.order(giftCard(20000));
  const { body: session } = await shop.session(order.id);
  await stack.control('POST', '/gateway', { order_id: order.id, event: 'silent' });
  await stack.advance(29 * 60);
  await stack.idle();
  await shop.pay(session.url);
  await stack.advance(3 * 60);
  await stack.idle();
  expect((await shop.read(order.id)).status).toBe('fulfilled');
});

test('an unpaid order is polled while its link is valid, and expires an hour later', async () => {
  const shop = new Shop(stack);
  const { body: order } = await shop.order(giftCard(20000));
  await shop.session(order.id);
  for (let minutes = 0; minutes < 90; minutes += 5) {
    expect((await shop.read(order.id)).status).toBe('pending_payment');
    await stack.advance(5 * 60);
    await stack.idle();
  }
  await stack.advance(60);
  await stack.idle();
  expect((await shop.read(order.id)).status).toBe('expired');
});
