import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageEditor } from '../support/order-page.ts';
import { GIFT, Visitor, type FormInput, type FoundPage } from '../support/page-visitor.ts';
import { ALL_SCOPES } from '../support/seed.ts';
import { giftCard, offer, Shop, type OrderBody } from '../support/shop.ts';
import { DESK, checkPage, PHONE, openResponse, ShopBrowser } from '../support/shop-browser.ts';
import { SHOP_KEY, shopSeed } from '../support/shop-seed.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

/** Every state of a shop's pages in a browser: without accessibility violations, and never wider than the window. */
let stack: RunningStack;
let browser: ShopBrowser;
let shop: Shop;
let pages: Page[];
beforeAll(async () => {
  [stack, browser] = await Promise.all([
    startStack({
      seed: {
        ...shopSeed,
        companies: [...shopSeed.companies, ...LONG_NAMES.map(longNamed)],
        api_keys: [...shopSeed.api_keys, { company: 'grund', label: 'all', key: GRUND_KEY, scopes: ALL_SCOPES }],
        experiences: [...shopSeed.experiences, LONG_WORD],
      },
      env: { TRUSTED_PROXIES: '1' },
    }),
    ShopBrowser.start(),
  ]);
  shop = new Shop(stack, SHOP_KEY);
  pages = await Promise.all([PHONE, DESK].map((width) => browser.window({ width })));
});
afterAll(async () => {
  await browser.stop();
  await stack.stop();
});

/** A product name that cannot be broken, next to a price on the narrowest screens. */
const LONG_WORD = {
  company: 'shop',
  id: 30,
  name: 'Weekend',
  options: [{ id: 30, name: 'Dobbeltværelsesovernatning', amount: 28_950_00 }],
};

/** An ordinary name with a matching email address, and a very long word. */
const LONG_NAMES = [
  { slug: 'grund', name: 'Grundstücksverwaltungsgesellschaft Müller mbH', host: 'grundstuecksverwaltungsgesellschaft' },
  { slug: 'word', name: `Donau${'dampfschifffahrts'.repeat(4)}ende`, host: 'dampfschifffahrt'.repeat(3) },
];
const GRUND_KEY = `lp_live_${'5a'.repeat(16)}_${'9'.repeat(64)}`;
const longNamed = ({ slug, name, host }: (typeof LONG_NAMES)[number]) => {
  const [company] = shopSeed.companies;
  const gift_card = { name: 'Geschenkgutschein', minimum_amount: 10_000, maximum_amount: 500_000, order_fee: 1000 };
  const values = {
    open: true,
    return_url: 'https://shop.example/',
    'contact.email': `kontakt@${host}-mueller.example`,
  };
  return { ...company, slug, name, gift_card, language: 'de', order_page: { values } };
};

const visitor = new Visitor(() => stack, { address: '203.0.113.7' });
const editor = pageEditor(() => stack, SHOP_KEY);
const CARD = '/shop/shop/en/buy?item=gift_card_value:1:20000';

const looks = async (name: string, found: FoundPage, phrase: string): Promise<void> => {
  expect(found.text, name).toContain(phrase);
  for (const page of pages) {
    await openResponse(page, stack.url, found);
    await checkPage(page, `state-${name}`);
  }
  expect(browser.complaints(), name).toEqual([]);
};

const filled = async (link = CARD, filling: FormInput = GIFT): Promise<FoundPage> =>
  visitor.submit(await visitor.open(link), filling);
const press = (summary: FoundPage): Promise<FoundPage> => visitor.submit(summary, {}, { step: 'confirm' });

/** Creates an order, visits its payment page, and returns its id and the paths of its receipt. */
const receipt = async (card: 'paid' | 'declined' | 'late' | 'short' | 'silent', filling: FormInput = GIFT) => {
  const { location } = await press(await filled(CARD, filling));
  const { body } = await stack.get<{ data: OrderBody[] }>('/v2/orders', { key: SHOP_KEY });
  const id = body.data[0]?.id ?? '';
  // A silent gateway accepts the payment without sending a notification.
  if (card === 'silent') await stack.post('/_local/gateway', { body: { order_id: id, event: 'silent' } });
  const back = await shop.pay(location, card === 'silent' ? 'paid' : card);
  const { pathname, search } = new URL(back.headers.get('location') ?? '');
  return { path: pathname, withHint: `${pathname}${search}`, id };
};

test('a shop has a valid layout with one family, sold out, and without products', async () => {
  await looks('family', await visitor.open('/shop/shop/de/experiences'), 'Erlebnisse');
  await looks('sold-out', await visitor.open('/shop/shop/en/products/evt_22'), 'This is sold out.');
  await editor.set({ families: [] });
  const empty = await visitor.open('/shop/shop/en');
  await editor.set({ families: null });
  await looks('empty', empty, 'The Gift Shop');
});

test('a shop has a valid layout when its introduction has a picture without alternative text', async () => {
  await editor.set({
    introduction: { en: '<p>Gifts for everybody.</p><img src="https://images.shop.example/a.png">' },
  });
  const landing = await visitor.open('/shop/shop/en');
  await editor.set({ introduction: null });
  await looks('picture', landing, 'Gifts for everybody.');
});

test('a summary has a valid layout when the terms and the wording of the consent have changed', async () => {
  const summary = await filled(CARD, { ...GIFT, consent: 'on' });
  await editor.set({
    'marketing_consent.text': { en: 'News.' },
    'terms.text': { en: '<p>All sales are final, too.</p>' },
  });
  const placed = await press(summary);
  await looks('summary-consent', placed, 'The wording about news has changed');
  expect(placed.text).toContain('The terms of sale have changed.');
  await editor.set({ 'marketing_consent.text': { en: 'Yes, send me news.' }, 'terms.text': null });
});

test('a form has a valid layout with errors, after products were removed, and from a link to an unknown product', async () => {
  const faulty = await filled(CARD, { 'delivery.method': 'postal', company: 'on', picture: 'upload', when: 'day' });
  await looks('form-faulty', faulty, 'Please check your details');
  const form = await visitor.open('/shop/shop/en/buy?item=gcv_1:gcvo_1:1');
  await editor.set({ families: ['gift_card'] });
  const gone = await visitor.submit(form, GIFT);
  await editor.set({ families: null });
  await looks('form-gone', gone, 'no longer sold');
  const link = `${CARD}&item=evt_999:evto_1:1`;
  await looks('form-notice', await visitor.open(link), 'Not everything in the link can be bought');
});

test('a form and a summary have a valid layout with values that the page no longer supports', async () => {
  const form = await visitor.open('/shop/shop/de/buy?item=gift_card_value:1:20000');
  await editor.set({ 'greeting.enabled': false });
  const without = await visitor.submit(form, { ...GIFT, 'greeting.message': 'Alles Gute' });
  await looks('summary-greeting', without, 'Grüße und Bilder kommen hier nicht mehr auf die Karten.');
  await editor.set({ 'greeting.enabled': null, 'delivery.methods': ['recipient_email'] });
  const other = await visitor.submit(form, { ...GIFT, 'delivery.method': 'sender_email' });
  await editor.set({ 'delivery.methods': null });
  await looks('form-method', other, 'E-Mail');
  expect(other.faults).toHaveProperty(['delivery.method']);
  const twice = await visitor.open('/shop/shop/sv/buy?item=gcv_1:gcvo_1:1&item=gcv_1:gcvo_1:2');
  await looks('form-twice', twice, 'nämns två gånger');
});

test('a form has a valid layout with sold-out stock, and for a ticket with many fields', async () => {
  const summary = await filled('/shop/shop/en/buy?item=so_1:sov_1:2');
  await shop.order(offer(1, 5));
  await looks('form-sold-out', await press(summary), 'This is sold out.');
  await looks('form-ticket', await visitor.open('/shop/shop/sv/buy?item=evt_21:evto_21:1'), 'Reception');
});

test('a summary has a valid layout when it was already ordered, and after a day', async () => {
  const summary = await filled();
  await press(summary);
  const changed = await visitor.submit(summary, { 'items.0.amount': '300' });
  await looks('summary-before', changed, 'You have already ordered with this form');
  const old = await filled();
  await stack.advance(25 * 3600);
  await looks('summary-old', await press(old), 'This page was open for a long time.');
});

test('a receipt has a valid layout when the order is declined, waiting, complete, refunded, or expired', async () => {
  const declined = await receipt('declined');
  await looks('receipt-declined', await visitor.open(declined.withHint), 'The payment did not go through');
  // A receipt that stays in this state. The receipt of a late capture could complete if the machine pauses.
  const waiting = await receipt('silent');
  await looks('receipt-waiting', await visitor.open(waiting.withHint), 'We are waiting for your payment');
  const paid = await receipt('paid');
  await stack.idle();
  await looks('receipt-complete', await visitor.open(paid.path), 'Thank you, your order is complete');
  await shop.refund(paid.id);
  await stack.idle();
  await looks('receipt-refunded', await visitor.open(paid.path), 'This order has been refunded');
  await stack.advance(3 * 86_400);
  await stack.idle();
  await looks('receipt-expired', await visitor.open(declined.path), 'This order has expired');
});

test('a receipt has a valid layout in a dispute, after failed and automatic refunds, while a payment is late, and when it is expired', async () => {
  const disputed = await receipt('paid');
  const withdrawn = await receipt('paid');
  await editor.set({ 'contact.email': 'help@shop.example', 'contact.phone': '+45 12 34 56 78' });
  const day = new Date((await stack.nowMs()) + 3 * 86_400_000).toISOString().slice(0, 10);
  const withheld = await receipt('paid', { ...GIFT, when: 'day', send_on: day });
  const returned = await receipt('short');
  const late = await receipt('silent');
  await stack.idle();
  const simulateEvent = (order_id: string, event: string) =>
    stack.post('/_local/gateway', { body: { order_id, event } });
  await simulateEvent(disputed.id, 'dispute_opened');
  for (const { id } of [withdrawn, withheld]) {
    await shop.refund(id);
    await simulateEvent(id, 'refund_failed');
  }
  await stack.idle();
  await stack.advance(200);
  const inGerman = (path: string): string => path.replace('/en/', '/de/');
  const each = async (name: string, path: string, en: string, de: string): Promise<void> => {
    await looks(`receipt-${name}`, await visitor.open(path), en);
    await looks(`receipt-${name}-de`, await visitor.open(inGerman(path)), de);
  };
  await each('disputed', disputed.path, 'The payment of this order is disputed', 'wird bestritten');
  await each('withheld', withheld.path, 'This order was cancelled', 'Diese Bestellung wurde storniert');
  await each('withdrawn', withdrawn.path, 'The cards of this order can no longer be used', 'gelten nicht mehr');
  await each('returned', returned.withHint, 'You can pay again now.', 'Wir haben sie zurückgezahlt.');
  await each(
    'late',
    late.withHint,
    'The bank has not confirmed your payment yet.',
    'Die Bank hat Ihre Zahlung noch nicht bestätigt.',
  );
  await stack.advance(3 * 86_400);
  await stack.idle();
  await each('expired-returned', returned.path, 'Order again', 'Noch einmal bestellen');
  await editor.set({ 'contact.email': null, 'contact.phone': null });
});

test('a shop has a valid layout when it is closed, previewed, without checkout, or unknown', async () => {
  const summary = await filled();
  await editor.set({ open: false });
  const [closed, closedForm] = [await visitor.open('/shop/shop/da'), await press(summary)];
  await editor.set({ open: true });
  await looks('closed', closed, 'Vi åbner igen i morgen.');
  await looks('closed-form', closedForm, 'We open again tomorrow.');
  const { body: draft } = await editor.draft({ values: { title: { en: 'Tomorrow’s shop' } } });
  const { body: preview } = await stack.post<{ url: string }>(`/v2/order-page/drafts/${draft.id}/preview`, {
    key: SHOP_KEY,
  });
  const { pathname, search } = new URL(preview.url);
  await looks('preview', await visitor.open(`${pathname}${search}`), 'Tomorrow’s shop');
  const offline = await visitor.open('/shop/offline/en/buy?item=gift_card_value:1:20000');
  await looks('no-checkout', offline, 'We cannot do that just now');
  await looks('product-long', await visitor.open('/shop/shop/en/products/gcv_30'), 'Dobbeltværelsesovernatning');
  await looks('product-gone', await visitor.open('/shop/shop/en/products/gcv_999'), 'This is no longer sold');
  await looks('nothing', await visitor.open('/shop/nobody'), 'Page not found');
});

test.each(LONG_NAMES)('the pages of a purchase in a shop named $name have a valid layout', async ({ slug, name }) => {
  const root = `/shop/${slug}/de`;
  await looks(`${slug}-landing`, await visitor.open(root), name);
  await looks(`${slug}-product`, await visitor.open(`${root}/products/gift_card_value`), 'Anderer Betrag');
  const form = await visitor.open(`${root}/buy?item=gift_card_value:1:20000`);
  await looks(`${slug}-form`, form, name);
  const summary = await visitor.submit(form, { ...GIFT, 'recipient.name': name });
  await looks(`${slug}-summary`, summary, name);
  const { location } = await press(summary);
  await looks(`${slug}-payment`, await visitor.open(new URL(location).pathname), `Zahlung an ${name}`);
  const back = await shop.pay(location, 'paid');
  await stack.idle();
  const { pathname } = new URL(back.headers.get('location') ?? '');
  await looks(`${slug}-receipt`, await visitor.open(pathname), `Zurück zu ${name}`);
});

test('the name of a gift card fits on one line on the smallest phone, in the shop and for a code', async () => {
  const { id } = await new Shop(stack, GRUND_KEY).sell(giftCard());
  const { body } = await stack.get<{ data: { code: string }[] }>(`/v2/items?order_id=${id}`, { key: GRUND_KEY });
  const places = [
    ['/shop/grund/de', '.value-card h3'],
    ['/shop/grund/de/products/gift_card_value', 'h1'],
    [`/c/grund/${body.data[0]?.code ?? ''}`, 'h1'],
  ];
  const [phone] = pages;
  for (const [path = '', selector = ''] of places) {
    await phone?.goto(`${stack.url}${path}`);
    expect(await phone?.textContent(selector)).toContain('Geschenkgutschein');
    const lines = await phone?.evaluate(`(() => {
      const range = document.createRange();
      range.selectNodeContents(document.querySelector(${JSON.stringify(selector)}));
      return new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top))).size;
    })()`);
    expect(lines, path).toBe(1);
    const folder = process.env['SCREENSHOTS'];
    if (folder) await phone?.screenshot({ path: `${folder}/one-line-${path.length}.png` });
  }
});

test('no word of a German price is broken on the smallest phone, and each amount is on one line', async () => {
  const [phone] = pages;
  await phone?.goto(`${stack.url}/shop/grund/de/buy?item=gift_card_value:1:246912`);
  expect(await phone?.textContent('#price')).toContain('Zwischensumme');
  const seen = await phone?.evaluate(`[...document.querySelectorAll('#price :is(dt, dd)')].map((part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    const { left, right } = part.getBoundingClientRect();
    const box = document.querySelector('#price').getBoundingClientRect();
    return { text: part.textContent, lines, isInside: left >= box.left && right <= box.right };
  })`);
  expect(seen).toEqual(
    ['Zwischensumme', '2.469,12 DKK', 'Gebühren', '10,00 DKK', 'Gesamt', '2.479,12 DKK'].map((text) => ({
      text: text.replace(' ', '\u00a0'),
      lines: 1,
      isInside: true,
    })),
  );
  const folder = process.env['SCREENSHOTS'];
  if (folder) await phone?.locator('#price').screenshot({ path: `${folder}/price-320.png` });
});

test('the pages for too many requests and for a server error have a valid layout', async () => {
  const script = new Visitor(() => stack, { address: '203.0.113.8' });
  let refused: FoundPage | undefined;
  for (let round = 0; round < 80 && !refused; round++) {
    const results = await Promise.all(Array.from({ length: 25 }, () => script.open('/shop/shop/en/nothing')));
    refused = results.find(({ status }) => status === 429);
  }
  await looks('too-many', refused as FoundPage, 'Too many requests');
  await stack.fault('table', 'unavailable', 40);
  const failed = await new Visitor(() => stack, { address: '203.0.113.9' }).open('/shop/shop/en');
  const again = async (): Promise<number> => (await visitor.open('/shop/shop/en')).status;
  await expect.poll(again).toBe(200);
  await looks('failed', failed, 'Something went wrong on our side');
});

test('an approved site embeds the shop at its full height, and another site cannot', async () => {
  const site = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(`<!doctype html><html lang="en"><title>Site</title><h1>Our site</h1>
      <a data-gift-shop href="${stack.url}/shop/shop/en">Gift cards</a>
      <script src="${stack.url}/shop/-/embed.js" async></script>`);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const { port } = site.address() as AddressInfo;
  try {
    const page = await browser.window();
    await page.goto(`http://127.0.0.1:${port}/`);
    const frame = page.frameLocator('iframe[title="Gift cards"]');
    await expect.poll(() => frame.locator('h1').textContent()).toBe('The Gift Shop');
    const inner = page.frames().find((each) => each.url().includes('/shop/shop/'));
    const needed = (): Promise<unknown> | undefined =>
      inner?.evaluate(
        `document.readyState === 'complete' && Math.ceil(document.documentElement.getBoundingClientRect().height)`,
      );
    const shown = (): Promise<unknown> => page.evaluate(`document.querySelector('iframe').offsetHeight`);
    /** Waits until the frame is as high as its page, and returns the height. */
    const fitted = async (): Promise<number> => {
      let height: unknown;
      await expect
        .poll(async () => (height = await shown()) === (await needed()), { message: 'frame fits' })
        .toBe(true);
      return Number(height);
    };
    const whole = await fitted();
    expect(whole).toBeGreaterThan(900);
    // A shorter page reduces the height of the frame again, and is shown from its top.
    await page.setViewportSize({ width: 390, height: 400 });
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await inner?.goto(`${stack.url}/shop/shop/en/products/evt_22`);
    expect(await fitted()).toBeLessThan(whole);
    expect(await page.evaluate(`document.querySelector('iframe').getBoundingClientRect().top`)).toBeCloseTo(0, 0);
    expect(browser.complaints()).toEqual([]);
    // The same page on an unapproved host.
    await page.goto(`http://localhost:${port}/`);
    await expect.poll(() => browser.complaints().join(' ')).toContain('frame-ancestors');
    const plain = await browser.window({ script: false });
    await plain.goto(`http://127.0.0.1:${port}/`);
    await plain.click('a');
    expect(await plain.textContent('h1')).toBe('The Gift Shop');
  } finally {
    site.closeAllConnections();
    site.close();
  }
});
