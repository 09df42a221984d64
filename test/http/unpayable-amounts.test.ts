import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN, type FoundPage, type Visitor } from '../support/page-visitor.ts';
import { experience, Shop, type OrderBody } from '../support/shop.ts';
import { SHOP_KEY, shopSeed } from '../support/shop-seed.ts';
import { shopVisits } from '../support/shop-visits.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

// Klarna takes at least 10 DKK.
const [own, ...others] = shopSeed.companies;
const contract = { checkout: true, invoice_settlement: true, payment_methods: ['klarna'] };
const seed = { ...shopSeed, companies: [{ ...own, contract }, ...others] };
const LEFT = 500;

let stack: RunningStack;
let shop: Shop;
beforeAll(async () => {
  stack = await startStack({ seed, env: { TRUSTED_PROXIES: '1' } });
  shop = new Shop(stack, SHOP_KEY);
});
afterAll(() => stack.stop());

const { someone, orders, reviewed } = shopVisits(() => stack);

/** Pays all but 5 DKK of an order with a gift card. */
const payMost = async (visitor: Visitor, page: FoundPage, { amounts }: OrderBody): Promise<FoundPage> => {
  const { body } = await stack.post<{ items: { code: string }[] }>('/v2/items', {
    key: SHOP_KEY,
    body: { amount: (amounts.total - LEFT) / 100 },
  });
  return visitor.submit(page, { gift_card_code: body.items[0]?.code ?? '' }, { form: '.code-form' });
};
const dueOf = async (id: string): Promise<unknown> => (await shop.read(id)).payment;

test('the receipt states that no payment method takes the amount due', async () => {
  const visitor = someone();
  const summary = await reviewed(visitor, 'item=gcv_1:gcvo_1:3', OWN);
  const receipt = await visitor.follow(await visitor.submit(summary, {}, { step: 'confirm_gift_card' }));
  const [order] = await orders();
  const held = await visitor.follow(await payMost(visitor, receipt, order!));
  const page = await visitor.follow(await visitor.submit(held, {}, { form: 'form.actions' }));
  expect(page.textOf('[role="alert"]')).toBe(
    'None of our payment methods takes this amount: it is too small or too large.',
  );
  expect(page.textOf('h1')).toBe('Your order is not paid yet');
  expect(page.root.querySelector('.gift-cards li form')).not.toBeNull();
});

test('the payment page returns to the shop without a payment when no method takes what a gift card leaves', async () => {
  const { body: order } = await shop.order(experience(1, 3), { locale: 'en' });
  const visitor = someone();
  const page = await visitor.open(new URL((await shop.session(order.id)).body.url).pathname);
  const { location } = await payMost(visitor, page, order);
  expect(new URL(location).searchParams.get('status')).toBe('cancelled');
  expect(await dueOf(order.id)).toMatchObject({ status: 'pending', due: LEFT });
});
