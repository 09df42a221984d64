import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { png } from '../support/pictures.ts';
import { Shop, type OrderBody } from '../support/shop.ts';
import { DESK, checkPage, PHONE, ShopBrowser, tabTo, typeInto } from '../support/shop-browser.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

/** Purchases in the shop of the demo company. */
let stack: RunningStack;
let browser: ShopBrowser;
let shop: Shop;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), ShopBrowser.start()]);
  shop = new Shop(stack, stack.key('nordlys'));
});
afterAll(async () => {
  await browser.stop();
  await stack.stop();
});
afterEach(() => browser.closeWindows());

const at = (path: string): string => `${stack.url}/shop/nordlys${path}`;
const newest = async (): Promise<OrderBody> => {
  const { body } = await stack.get<{ data: OrderBody[] }>('/v2/orders', { key: shop.key });
  return shop.read(body.data[0]?.id ?? '');
};

const PAID = '4242 4242 4242 4242';
const DECLINED = '4000 0000 0000 0002';
const field = (name: string): string => `[name="${name}"]`;
const next = (page: Page): Promise<void> => page.click('.main-action');

const pay = async (page: Page, card = PAID): Promise<void> => {
  await page.waitForURL(/\/pay\//);
  await page.fill(field('card_number'), card);
  await page.fill(field('expiry'), '12/40');
  await page.fill(field('cvc'), '123');
  await page.click('button[type="submit"]');
  await page.waitForURL(/\/orders\//);
};

/** Opens the final receipt, checks it and its document, and returns the order. */
const received = async (page: Page, name: string): Promise<OrderBody> => {
  await stack.idle();
  await page.goto(page.url().split('?')[0] ?? '');
  await checkPage(page, name);
  const document = await page.getAttribute('.documents a', 'href');
  const { status, bytes } = await stack.get(document ?? '');
  expect([status, bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  expect(browser.complaints()).toEqual([]);
  const order = await newest();
  expect(order).toMatchObject({ status: 'fulfilled', payment: { status: 'captured' } });
  return order;
};

const fillReceiver = async (page: Page): Promise<void> => {
  await page.fill(field('recipient.name'), 'Bo Lind');
  await page.fill(field('recipient.email'), 'bo@example.com');
};
const asAnna = async (page: Page): Promise<void> => {
  await page.fill(field('sender.name'), 'Anna Holm');
  await page.fill(field('sender.email'), 'anna@example.com');
};

describe('a gift card', () => {
  test('is bought with JavaScript, with a free amount, a greeting, an uploaded picture and, after a decline, a second card', async () => {
    const page = await browser.window();
    await page.goto(at('/en'));
    await checkPage(page, 'landing');
    await page.click('.value-card .button');
    await checkPage(page, 'gift-card');
    await page.getByLabel('Another amount').first().check();
    await page.fill('#other', '650');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.fill(field('greeting.message'), 'Hurra 🎉');
    await expect.poll(() => page.textContent('.count-left')).toBe('393 characters left');
    await page.getByLabel('My own picture').check();
    await page.setInputFiles('#picture-file', {
      name: 'picture.png',
      mimeType: 'image/png',
      buffer: png({ width: 90, height: 60 }),
    });
    await expect.poll(() => page.textContent('#picture-state')).toBe('Your picture is ready.');
    await page.fill(field('items.0.quantity'), '2');
    await expect.poll(() => page.textContent('#price .total dd')).toMatch(/^DKK\s1,310$/);
    await fillReceiver(page);
    await asAnna(page);
    await checkPage(page, 'form');
    await next(page);
    await page.waitForSelector(field('total'), { state: 'attached' });
    await checkPage(page, 'summary');
    await next(page);
    await pay(page, DECLINED);
    await stack.idle();
    await page.reload();
    await checkPage(page, 'receipt-declined');
    expect(await page.textContent('main')).toContain('The payment did not go through');
    await page.click('.main-action');
    await pay(page);
    // The waiting page polls by itself.
    await page.waitForSelector('.documents', { timeout: 30_000 });
    const order = await received(page, 'receipt');
    expect(order).toMatchObject({
      greeting: { message: 'Hurra 🎉', image: { source: 'upload' } },
      line_items: [{ quantity: 2 }],
      delivery: { method: 'recipient_email' },
    });
  });

  test('is bought without JavaScript on a phone, in Danish, with a picture file and a discount code', async () => {
    const page = await browser.window({ width: PHONE, script: false });
    await page.goto(at('/da'));
    await checkPage(page, 'landing');
    await page.click('.amounts a');
    await page.check(`${field('picture')}[value="upload"]`);
    await page.setInputFiles('#picture-file', {
      name: 'billede.png',
      mimeType: 'image/png',
      buffer: png({ width: 91, height: 60 }),
    });
    await fillReceiver(page);
    await asAnna(page);
    await page.fill(field('discount_code'), 'summer10');
    await checkPage(page, 'form');
    await next(page);
    await checkPage(page, 'summary');
    expect(await page.textContent('h1')).toBe('Kontrollér din ordre');
    expect(await page.textContent('.sums')).toContain('Rabat');
    await next(page);
    await pay(page);
    await checkPage(page, 'receipt-waiting');
    const order = await received(page, 'receipt');
    expect(order).toMatchObject({ greeting: { image: { source: 'upload' } }, amounts: { discount: 3000 } });
  });
});

describe('an experience', () => {
  test('is bought with JavaScript on a phone, in Danish, for a future day', async () => {
    const page = await browser.window({ width: PHONE });
    await page.goto(at('/da/products/gcv_12'));
    await checkPage(page, 'experience');
    await page.click('.choice button');
    await fillReceiver(page);
    await asAnna(page);
    const year = new Date(await stack.nowMs()).getUTCFullYear() + 1;
    await page.check(`${field('when')}[value="day"]`);
    await page.fill(field('send_on'), `${year}-02-01`);
    await next(page);
    await page.waitForSelector(field('total'), { state: 'attached' });
    await checkPage(page, 'summary-scheduled');
    await next(page);
    await pay(page);
    await stack.idle();
    await page.reload();
    await checkPage(page, 'receipt-scheduled');
    expect(await page.textContent('main')).toContain(`1. februar ${year}`);
    expect((await newest()).delivery).toMatchObject({ send_at: `${year}-02-01T08:00:00+00:00` });
  });

  test('is bought without JavaScript on a desktop, in English, and sent to a pickup point', async () => {
    const page = await browser.window({ script: false });
    await page.goto(at('/en/products/gcv_12'));
    await checkPage(page, 'experience');
    await page.click('.choice button');
    await fillReceiver(page);
    await asAnna(page);
    await page.check(`${field('delivery.method')}[value="postal"]`);
    await page.check(`${field('shape')}[value="collection"]`);
    await page.fill(field('delivery.address.street'), 'Torvet 1');
    await page.fill(field('delivery.address.postcode'), '8000');
    await page.fill(field('delivery.address.city'), 'Aarhus');
    await page.fill(field('delivery.address.phone'), '+45 12345678');
    await page.click('button[value="points"]');
    await page.check(`${field('delivery.pickup_point_id')} >> nth=1`);
    await checkPage(page, 'form-pickup');
    await next(page);
    await checkPage(page, 'summary-pickup');
    await next(page);
    await pay(page);
    const order = await received(page, 'receipt-posted');
    // The parcel is not posted yet.
    expect(await page.textContent('main')).toContain('It will arrive by post.');
    expect(order.delivery).toMatchObject({ method: 'postal', pickup_point_id: expect.any(String) as string });
  });
});

describe('tickets to an event', () => {
  test('are bought by keyboard only', async () => {
    const page = await browser.window();
    await page.goto(at('/en'));
    await tabTo(page, 'a[href$="/products/evt_5"]');
    await page.keyboard.press('Enter');
    await page.waitForURL(/evt_5/);
    await checkPage(page, 'event');
    await typeInto(page, field('quantity.evto_51'), '2');
    await tabTo(page, '.choice button');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/buy/);
    await typeInto(page, field('sender.name'), 'Anna Holm');
    await typeInto(page, field('sender.email'), 'anna@example.com');
    await tabTo(page, '.main-action');
    await page.keyboard.press('Enter');
    await page.waitForSelector(field('total'), { state: 'attached' });
    await tabTo(page, '[value="confirm"]');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/pay\//);
    await typeInto(page, field('card_number'), PAID);
    await typeInto(page, field('expiry'), '12/40');
    await typeInto(page, field('cvc'), '123');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/orders\//);
    const order = await received(page, 'receipt-tickets');
    expect(order).toMatchObject({ line_items: [{ quantity: 2 }], delivery: { method: 'sender_email' } });
  });

  test('are bought without JavaScript on a phone, in Danish, with a table, an extra, a pickup place and a comment', async () => {
    const page = await browser.window({ width: PHONE, script: false });
    await page.goto(at('/da/products/evt_5'));
    await checkPage(page, 'event');
    await page.fill(field('quantity.evto_51'), '0');
    await page.fill(field('quantity.evto_52'), '1');
    await page.fill(field('quantity.evto_53'), '1');
    await page.click('.choice button');
    await page.check(`${field('items.0.ticket.collection_point_id')}[value="epp_3"]`);
    await page.fill(field('items.0.ticket.comment'), 'Ingen nødder');
    await asAnna(page);
    await checkPage(page, 'form-tickets');
    await next(page);
    await checkPage(page, 'summary-tickets');
    expect(await page.textContent('main')).toContain('Turistkontoret');
    await next(page);
    await pay(page);
    const order = await received(page, 'receipt-tickets');
    expect(order).toMatchObject({ line_items: [{ quantity: 1 }, { quantity: 1 }] });
  });
});

describe('a special offer', () => {
  test('is bought with JavaScript on a phone, in English, by a company', async () => {
    const page = await browser.window({ width: PHONE });
    await page.goto(at('/en/products/so_9'));
    await checkPage(page, 'offer');
    await page.click('.choice button');
    await fillReceiver(page);
    await asAnna(page);
    await page.check(field('company'));
    await page.fill(field('sender.company.name'), 'Holm ApS');
    await page.fill(field('sender.company.vat_number'), 'DK87654321');
    await page.check(field('consent'));
    await checkPage(page, 'form-company');
    await next(page);
    await page.waitForSelector(field('total'), { state: 'attached' });
    await next(page);
    await pay(page);
    const order = await received(page, 'receipt-offer');
    expect(order).toMatchObject({
      sender: { company: { name: 'Holm ApS', vat_number: 'DK87654321' } },
      marketing_consent: { granted: true },
    });
  });

  test('is bought without JavaScript and by keyboard only, in German', async () => {
    const page = await browser.window({ width: DESK, script: false });
    await page.goto(at('/de/products/so_9'));
    await checkPage(page, 'offer');
    await tabTo(page, '.choice button');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/buy/);
    await tabTo(page, `${field('to')}:checked`);
    await page.keyboard.press('ArrowDown');
    await typeInto(page, field('sender.name'), 'Anna Holm');
    await typeInto(page, field('sender.email'), 'anna@example.com');
    await page.keyboard.press('Enter');
    await page.waitForSelector(field('total'), { state: 'attached' });
    await checkPage(page, 'summary-offer');
    await tabTo(page, '[value="confirm"]');
    await page.keyboard.press('Enter');
    await pay(page);
    const order = await received(page, 'receipt-offer-german');
    expect(order).toMatchObject({ delivery: { method: 'sender_email' } });
  });
});
