import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMMON_MAX_MS } from '../../functions/storage/common-rows.ts';
import { importOperatorFile } from '../support/ops.ts';
import { OWN, type FoundPage, type Visitor } from '../support/page-visitor.ts';
import { experience, Shop, type OrderBody } from '../support/shop.ts';
import { SHOP_KEY, shopSeed } from '../support/shop-seed.ts';
import { shopVisits } from '../support/shop-visits.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

// Klarna accepts at least 10 DKK.
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

test('the receipt states that no payment method accepts the amount due', async () => {
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

test('the payment page returns to the shop without a payment when no method accepts the rest that a gift card leaves', async () => {
  const { body: order } = await shop.order(experience(1, 3), { locale: 'en' });
  const visitor = someone();
  const page = await visitor.open(new URL((await shop.session(order.id)).body.url).pathname);
  const { location } = await payMost(visitor, page, order);
  expect(new URL(location).searchParams.get('status')).toBe('cancelled');
  expect(await dueOf(order.id)).toMatchObject({ status: 'pending', due: LEFT });
});

test('an order placed before its company lost checkout is kept, and cannot be paid now', async () => {
  const visitor = someone();
  const summary = await reviewed(visitor, 'item=gcv_1:gcvo_1:3', OWN);
  const receipt = await visitor.follow(await visitor.submit(summary, {}, { step: 'confirm_gift_card' }));
  await importOperatorFile(stack, { companies: [{ ...own, contract: { ...contract, checkout: false } }] });
  // Waits until shared reads of the company have expired.
  await setTimeout(COMMON_MAX_MS);
  const page = await visitor.follow(await visitor.submit(receipt, {}, { form: 'form.actions' }));
  expect(page.textOf('[role="alert"]')).toContain('The payment page cannot be reached just now. Your order is kept');
  const entered = await visitor.submit(receipt, { gift_card_code: 'ABCD-1234' }, { form: '.code-form' });
  expect(entered.textOf('#gift-card-fault')).toBe('The gift card could not be used just now. Try again in a moment.');
});
