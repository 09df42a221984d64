import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { giftCard, Shop, type OrderBody } from '../support/shop.ts';
import { DESK, checkPage, PHONE, ShopBrowser, tabTo, typeInto } from '../support/shop-browser.ts';
import { SHOP_KEY, shopSeed } from '../support/shop-seed.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

/** A buyer pays orders with gift cards. */
let stack: RunningStack;
let browser: ShopBrowser;
let shop: Shop;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack({ seed: shopSeed }), ShopBrowser.start()]);
  shop = new Shop(stack, SHOP_KEY);
});
afterAll(async () => {
  await browser.stop();
  await stack.stop();
});
afterEach(() => browser.closeWindows());

const TABLET = 390;
const CODE = '#gift-card-code';

/** Code of a new gift card with an amount in the smallest currency unit. */
const card = async (amount: number): Promise<string> => {
  const order = await shop.sell(giftCard(amount));
  const { body } = await stack.get<{ data: { code: string }[] }>(`/v2/items?order_id=${order.id}`, { key: SHOP_KEY });
  return body.data[0]!.code;
};
const newest = async (): Promise<OrderBody> => {
  const { body } = await stack.get<{ data: OrderBody[] }>('/v2/orders', { key: SHOP_KEY });
  return shop.read(body.data[0]?.id ?? '');
};

/** Fills in an order of three experiences and opens its summary. */
const summary = async (page: Page): Promise<void> => {
  await page.goto(`${stack.url}/shop/shop/en/buy?item=gcv_1:gcvo_1:3`);
  await page.getByLabel('For me').check();
  await page.fill('[name="sender.name"]', 'Anna Holm');
  await page.fill('[name="sender.email"]', 'anna@example.com');
  await page.click('.main-action');
  await page.getByRole('heading', { name: 'Check your order' }).waitFor();
};
const use = async (page: Page, code: string): Promise<void> => {
  if (!(await page.isVisible(CODE))) await page.click('.gift-cards summary');
  await page.fill(CODE, code);
  await Promise.all([page.waitForEvent('load'), page.click('.code-form button')]);
};
const payRest = async (page: Page): Promise<void> => {
  await page.fill('[name="card_number"]', '4242 4242 4242 4242');
  await page.fill('[name="expiry"]', '12/40');
  await page.fill('[name="cvc"]', '123');
  await page.click('form[aria-labelledby] button');
  await page.waitForURL(/\/orders\//);
};
const complete = async (page: Page, name: string): Promise<OrderBody> => {
  await stack.idle();
  await page.goto(page.url().split(/[?#]/)[0] ?? '');
  await page.getByRole('heading', { name: 'Thank you, your order is complete' }).waitFor();
  await checkPage(page, name);
  expect(browser.complaints()).toEqual([]);
  return newest();
};

describe.each([
  ['with script', true],
  ['without script', false],
] as const)('an order, %s', (kind, script) => {
  test.each([PHONE, DESK])('at %i px is paid with two cards and the rest by bank card', async (width) => {
    const [first, second] = [await card(10_000), await card(20_000)];
    const page = await browser.window({ width, script });
    const name = `gift-card-${script ? 'script' : 'plain'}`;
    await summary(page);
    await checkPage(page, `${name}-summary`);
    await page.getByRole('button', { name: 'Order and pay with a gift card' }).click();
    await page.getByRole('heading', { name: 'Your order is not paid yet' }).waitFor();
    expect(await page.isVisible(CODE), kind).toBe(true);
    await checkPage(page, `${name}-entry`);
    await use(page, first);
    await page
      .getByText(`Gift card ending ${first.slice(-4)}`)
      .first()
      .waitFor();
    await checkPage(page, `${name}-one`);
    await use(page, 'NO-SUCH-CODE');
    await page.getByText('This code does not exist.').waitFor();
    expect(await page.inputValue(CODE)).toBe('');
    await checkPage(page, `${name}-wrong`);
    await page.click('.main-action');
    await page.waitForURL(/\/pay\//);
    await checkPage(page, `${name}-hosted`);
    await use(page, second);
    await page
      .getByText(`Gift card ending ${second.slice(-4)}`)
      .first()
      .waitFor();
    await checkPage(page, `${name}-hosted-two`);
    await payRest(page);
    const order = await complete(page, `${name}-receipt`);
    expect(order).toMatchObject({
      status: 'fulfilled',
      payment: {
        captured_amount: order.amounts.total - 30_000,
        gift_cards: [
          { amount: 10_000, status: 'captured' },
          { amount: 20_000, status: 'captured' },
        ],
      },
    });
  });

  test.each([PHONE, DESK])('at %i px is paid with a gift card only', async (width) => {
    const code = await card(400_000);
    const page = await browser.window({ width, script });
    await summary(page);
    await page.getByRole('button', { name: 'Order and pay with a gift card' }).click();
    await use(page, code);
    const order = await complete(page, `gift-card-alone-${script ? 'script' : 'plain'}`);
    expect(order.payment).toMatchObject({ captured_amount: 0, gift_cards: [{ amount: order.amounts.total }] });
  });
});

test('a gift card is applied and removed by keyboard', async () => {
  const code = await card(10_000);
  const page = await browser.window({ width: TABLET });
  await summary(page);
  await tabTo(page, '[value="confirm_gift_card"]');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your order is not paid yet' }).waitFor();
  await typeInto(page, CODE, code);
  await page.keyboard.press('Enter');
  await page
    .getByText(`Gift card ending ${code.slice(-4)}`)
    .first()
    .waitFor();
  await checkPage(page, 'gift-card-keyboard');
  await tabTo(page, '.gift-cards button.remove');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('.gift-cards li').count()).toBe(0);
  await tabTo(page, '.gift-cards summary');
  await page.keyboard.press('Enter');
  expect(await page.isVisible(CODE)).toBe(true);
});

test.each(['light', 'dark'] as const)('the hosted page has no accessibility violations in %s', async (colorScheme) => {
  const [code, order] = [await card(10_000), await shop.order(experienceInGerman, { locale: 'de' })];
  const { body } = await shop.session(order.body.id);
  for (const width of [PHONE, TABLET, DESK]) {
    const page = await browser.window({ width });
    await page.emulateMedia({ colorScheme });
    await page.goto(body.url);
    if (width === PHONE) {
      await use(page, code);
      body.url = page.url();
    }
    await page.click('.gift-cards summary');
    await page.click('.code-form button');
    await page.getByText('Geben Sie den Code des Gutscheins ein.').waitFor();
    await checkPage(page, `gift-card-hosted-${colorScheme}`);
  }
});
const experienceInGerman = [{ product_id: 'gcv_1', product_option_id: 'gcvo_1', quantity: 3 }];
