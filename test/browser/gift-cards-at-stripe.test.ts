import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { giftCard, Shop, type OrderBody } from '../support/shop.ts';
import { DESK, checkPage, PHONE, ShopBrowser } from '../support/shop-browser.ts';
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
  const sys = { username: 'sys', password: 'demo-password-sys', company: 'shop', role: 'system_admin' };
  const seed = { ...shopSeed, users: [sys] };
  [stack, browser] = await Promise.all([startStack({ seed, env }), ShopBrowser.start()]);
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

/**
 * Intercepts the redirect to Stripe's page, which is unreachable here: simulates the payment and returns the buyer to
 * the shop.
 */
const payAtStripe = async (page: Page): Promise<void> => {
  const [request] = await Promise.all([
    page.waitForRequest(/^https:\/\/checkout\.stripe\.com\//),
    page.click('.main-action'),
  ]);
  const opened = stripe.calls.findLast(({ method, path }) => method === 'POST' && path === '/v1/checkout/sessions');
  stripe.books.pay(new URL(request.url()).pathname.split('/').at(-1) ?? '', 'authorized');
  await notify();
  // The browser shows an error page in place of Stripe's. If it still loads, it interrupts the next navigation.
  await page.waitForURL('chrome-error://chromewebdata/');
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
    await checkPage(page, `gift-card-stripe-${script ? 'script' : 'plain'}`);
    await payAtStripe(page);
    await stack.idle();
    await page.goto(page.url().split(/[?#]/)[0] ?? '');
    await page.getByRole('heading', { name: 'Thank you, your order is complete' }).waitFor();
    await checkPage(page, `gift-card-stripe-${script ? 'script' : 'plain'}-receipt`);
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

describe('payouts at the desk', () => {
  /** Creates a payout that matches its orders, one with a difference, and one in transit. Returns the month. */
  const paidOut = async (): Promise<string> => {
    const day = new Date(await stack.nowMs()).toISOString().slice(0, 10);
    const seconds = Date.parse(day) / 1000;
    const shop = new Shop(stack, SHOP_KEY);
    const payments = [];
    for (const amount of [50_000, 120_000, 30_000]) {
      const { body: order } = await shop.order(giftCard(amount));
      const { body: session } = await shop.session(order.id);
      const { id } = stripe.books.pay(session.url.split('/').at(-1) ?? '', 'authorized');
      await notify();
      const charge = [...stripe.books.charges.values()].find(({ payment_intent: intent }) => intent === id)!;
      payments.push({ source: charge, amount: charge.amount_captured, fee: 410, type: 'charge' as const });
    }
    const [first, second, third] = payments;
    const intent = String(second?.source.payment_intent);
    const refund = stripe.books.refundInDashboard(intent, 25_000);
    await notify();
    stripe.books.payouts.payOut(seconds, [
      first!,
      second!,
      { source: refund, amount: -25_000, type: 'refund' },
      { source: null, amount: -2900, type: 'stripe_fee', description: 'Billing (October)' },
    ]);
    third!.source.metadata = {};
    stripe.books.payouts.payOut(seconds - 86_400, [third!]).amount += 700;
    stripe.books.payouts.payOut(seconds, [], { amount: 480_000, automatic: false, status: 'in_transit' });
    return day.slice(0, 7);
  };

  test('have a valid layout in three languages, on a phone and a desktop, light and dark', async () => {
    await paidOut();
    const ids = [...stripe.books.payouts.payouts.keys()];
    for (const width of [390, DESK]) {
      const page = await browser.window({ width });
      await page.goto(`${stack.url}/desk/sign-in`);
      await page.fill('#username', 'sys');
      await page.fill('#password', 'demo-password-sys');
      await Promise.all([page.waitForURL(`${stack.url}/desk`), page.press('#password', 'Enter')]);
      for (const language of ['en', 'da', 'de']) {
        await page.goto(`${stack.url}/desk`);
        await page.selectOption('#page-language', language);
        await Promise.all([page.waitForEvent('load'), page.click('form:has(#page-language) button')]);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          for (const [name, path] of [['payouts', ''], ...ids.map((id) => [id, `/${id}`])]) {
            await page.goto(`${stack.url}/desk/payouts${path}`);
            expect(await page.locator('html').getAttribute('lang')).toBe(language);
            await checkPage(page, `${name}-${language}-${colorScheme}`);
          }
        }
      }
    }
    expect(browser.complaints()).toEqual([]);
  }, 120_000);
});
