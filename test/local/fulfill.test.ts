import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ops } from '../support/ops.ts';
import { ruleSeed } from '../support/seed.ts';
import { giftCard, Shop } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let shop: Shop;
beforeAll(async () => {
  stack = await startStack({ seed: ruleSeed });
  shop = new Shop(stack);
});
afterAll(() => stack.stop());

const done = async (...args: string[]): Promise<string> => {
  const { status, stdout, stderr } = await ops(stack, ...args);
  expect(status, stderr).toBe(0);
  return stdout;
};

describe('a fulfillment that keeps failing', () => {
  it('stops after bounded attempts, leaves the order paid, and is repaired by the operator', async () => {
    await stack.fault('objects', 'unavailable', 1000);
    const order = await shop.sell(giftCard());
    expect(order).toMatchObject({
      status: 'paid',
      payment: { status: 'captured' },
      fulfillment: { status: 'failed' },
    });
    expect(await done('fulfill')).toContain(order.id);
    await stack.control('DELETE', '/faults');
    await done('fulfill', order.id);
    await stack.idle();
    const repaired = await shop.read(order.id);
    expect(repaired).toMatchObject({ status: 'fulfilled', line_items: [{ issued_count: 1 }] });
    expect(await done('fulfill')).toContain('0 failed');
  });

  it('whose worker crashes on every attempt is left to staff', async () => {
    // Several steps issue the items. The worker is killed after a step, and again after each restart.
    await stack.crash('fulfill-order', 'after-commit', 4);
    const order = await shop.sell(giftCard(10000, 60));
    expect(order).toMatchObject({ status: 'paid', fulfillment: { status: 'failed' } });
    await done('fulfill', order.id);
    await stack.idle();
    expect(await shop.read(order.id)).toMatchObject({ status: 'fulfilled', line_items: [{ issued_count: 60 }] });
  });

  it('whose worker crashes a few times continues', async () => {
    await stack.crash('fulfill-order', 'before-commit', 4);
    expect(await shop.sell(giftCard())).toMatchObject({ status: 'fulfilled', line_items: [{ issued_count: 1 }] });
  });

  it('of outdated documents stops too, and is repaired by the operator', async () => {
    const sold = await shop.sell(giftCard(10000, 2));
    const query = { order_id: sold.id };
    const { body } = await stack.get<{ data: { code: string }[] }>('/v2/items', { key: shop.key, query });
    await stack.fault('objects', 'unavailable', 1000);
    const path = `/v2/items/${body.data[0]?.code ?? ''}/replace`;
    const replaced = await stack.post(path, { key: shop.key, idempotencyKey: true, body: { reason: 'lost' } });
    expect(replaced.status).toBe(201);
    await stack.idle();
    expect(await done('fulfill')).toContain(sold.id);
    await stack.control('DELETE', '/faults');
    await done('fulfill', sold.id);
    await stack.idle();
    expect(await done('fulfill')).toContain('0 failed');
  });

  it('of an unknown order is reported', async () => {
    await expect(done('fulfill', `po_${'0'.repeat(32)}`)).rejects.toThrow();
  });
});
