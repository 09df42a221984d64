import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_KEY, ruleSeed } from '../support/seed.ts';
import { giftCard, Shop, type ErrorBody } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

const free = { company: 'shop', code: 'ALLOFF', percent: 100 };

let stack: RunningStack;
beforeAll(async () => {
  const seed = { ...ruleSeed, discount_codes: [...ruleSeed.discount_codes, free] };
  stack = await startStack({ seed });
});
afterAll(() => stack.stop());

interface Item {
  code: string;
  remaining_amount: number;
}

test('a refund of postage or fees with a free card withdraws the card, or is rejected if the card was used', async () => {
  const shop = new Shop(stack);
  const address = { kind: 'private', name: 'Bo', street: 'Gade 1', postcode: '8000', city: 'Aarhus', country: 'DK' };
  const order = await shop.sell(giftCard(20000, 2), {
    discount_code: free.code,
    delivery: { method: 'postal', address },
  });
  const cards = async (): Promise<Item[]> =>
    (await stack.get<{ data: Item[] }>('/v2/items', { key: API_KEY, query: { order_id: order.id } })).body.data;
  const left = async () => (await cards()).map(({ remaining_amount: amount }) => amount);
  const [one, two] = (await cards()).map(({ code }) => code);

  const refunded = await shop.refund<{ amount: number }>(order.id, { items: [one], shipping: true });
  expect([refunded.status, refunded.body.amount]).toEqual([200, order.amounts.shipping]);
  expect(await left()).toEqual([0, 200]);

  await stack.post(`/v2/items/${two}/claim`, { key: API_KEY, body: { type: 'amount', amount: 10 } });
  const spent = await shop.refund<ErrorBody>(order.id, { items: [two], fees: true, amount: 100 });
  expect([spent.status, Object.keys(spent.body.error.fields ?? {})]).toEqual([422, ['items.0']]);
  expect(await left()).toEqual([0, 190]);
  expect((await shop.read(order.id)).payment.refunded_amount).toBe(order.amounts.shipping);
});
