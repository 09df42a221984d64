import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Shop, type OrderBody } from '../support/shop.ts';
import { DESK, look, PHONE, ShopBrowser } from '../support/shop-browser.ts';
import { SHOP_KEY, shopSeed } from '../support/shop-seed.ts';
import { startStack, type RunningStack } from '../support/stack.ts';
import { STRIPE_TEST_KEY, STRIPE_WEBHOOK_SECRET, StripeServer } from '../support/stripe-server.ts';

/** A buyer pays with gift cards and, for the rest, at Stripe. */
let stripe: StripeServer;
let stack: RunningStack;
let browser: ShopBrowser;
beforeAll(async () => {
  stripe = await StripeServer.start();
  const env = {
    PAYMENT_GATEWAY: 'stripe',
    STRIPE_SECRET_KEY: STRIPE_TEST_KEY,
    STRIPE_WEBHOOK_SECRET,
    STRIPE_API_BASE: stripe.url,
  };
  [stack, browser] = await Promise.all([startStack({ seed: shopSeed, env, tableInMemory: true }), ShopBrowser.start()]);
});
afterAll(async () => {
  await browser.stop();
  await stack.stop();
  await stripe.stop();
});
afterEach(() => browser.closeWindows());

const CODE = '#gift-card-code';

const card = async (amount: number): Promise<string> => {
  const { body } = await stack.post<{ items: { code: string }[] }>('/v2/items', { key: SHOP_KEY, body: { amount } });
  return body.items[0]!.code;
};

/** Sends Stripe's pending events, until there are no more. */
const notify = async (): Promise<void> => {
  while (stripe.books.events.length > 0) {
    for (const event of stripe.books.events.splice(0)) {
      const { body, signature } = stripe.notification(event, Math.floor((await stack.nowMs()) / 1000));
      const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature };
      const answer = await stack.post('/payments/stripe/notifications', { body, headers });
      expect(answer.status).toBe(204);
    }
    await stack.idle();
  }
};

/** Redirects to Stripe's page, which is unreachable here: the buyer pays there and returns to the shop. */
const payAtStripe = async (page: Page): Promise<void> => {
  const [request] = await Promise.all([
    page.waitForRequest(/^https:\/\/checkout\.stripe\.com\//),
    page.click('.main-action'),
  ]);
  const opened = stripe.calls.findLast(({ method, path }) => method === 'POST' && path === '/v1/checkout/sessions');
  stripe.books.pay(new URL(request.url()).pathname.split('/').at(-1) ?? '', 'authorized');
  await notify();
  await page.waitForLoadState();
  await page.goto(String(opened?.form['success_url'] ?? ''));
};

const use = async (page: Page, code: string): Promise<void> => {
  if (!(await page.isVisible(CODE))) await page.click('.gift-cards summary');
  await page.fill(CODE, code);
  await Promise.all([page.waitForEvent('load'), page.click('.code-form button')]);
  await page
    .getByText(`Gift card ending ${code.slice(-4)}`)
    .first()
    .waitFor();
};

describe.each([
  ['with script', true],
  ['without script', false],
] as const)('an order, %s', (_kind, script) => {
  test.each([PHONE, DESK])('at %i px is paid with two cards and the rest at Stripe', async (width) => {
    const [first, second] = [await card(100), await card(200)];
    const page = await browser.window({ width, script });
    await page.goto(`${stack.url}/shop/shop/en/buy?item=gcv_1:gcvo_1:3`);
    await page.getByLabel('For me').check();
    await page.fill('[name="sender.name"]', 'Anna Holm');
    await page.fill('[name="sender.email"]', 'anna@example.com');
    await page.click('.main-action');
    await page.getByRole('button', { name: 'Order and pay with a gift card' }).click();
    await page.getByRole('heading', { name: 'Your order is not paid yet' }).waitFor();
    await use(page, first);
    await use(page, second);
    await look(page, `gift-card-stripe-${script ? 'script' : 'plain'}`);
    await payAtStripe(page);
    await stack.idle();
    await page.goto(page.url().split(/[?#]/)[0] ?? '');
    await page.getByRole('heading', { name: 'Thank you, your order is complete' }).waitFor();
    await look(page, `gift-card-stripe-${script ? 'script' : 'plain'}-receipt`);
    const shop = new Shop(stack, SHOP_KEY);
    const { body } = await stack.get<{ data: OrderBody[] }>('/v2/orders', { key: SHOP_KEY });
    const order = await shop.read(body.data[0]?.id ?? '');
    const rest = order.amounts.total - 30_000;
    expect(order).toMatchObject({
      status: 'fulfilled',
      payment: { captured_amount: rest, gift_cards: [{ amount: 10_000, status: 'captured' }, { amount: 20_000 }] },
    });
    expect([...stripe.books.intents.values()].at(-1)).toMatchObject({ status: 'succeeded', amount_received: rest });
    const refund = await shop.refund(order.id);
    expect(refund.body).toMatchObject({ amount: order.amounts.total, gateway_amount: rest, refundable: 0 });
    expect(stripe.books.refunds.at(-1)?.amount).toBe(rest);
    expect(browser.complaints()).toEqual([]);
  });
});
