import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { png } from '../support/pictures.ts';
import { giftCard, Shop } from '../support/shop.ts';
import { checkPage, ShopBrowser } from '../support/shop-browser.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let browser: ShopBrowser;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), ShopBrowser.start()]);
});
afterAll(async () => {
  await browser.stop();
  await stack.stop();
});

const signedIn = async (width: number, locale: string): Promise<Page> => {
  const page = await browser.window({ width, locale });
  await page.goto(`${stack.url}/desk/sign-in`);
  await page.fill('#username', 'anna');
  await page.fill('#password', 'demo-password-anna');
  await page.locator('main button').press('Enter');
  await page.waitForURL(`${stack.url}/desk`);
  return page;
};

/** Words of an element that are broken over two lines. */
const splitWords = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll(${JSON.stringify(selector)})].flatMap((element) => {
    const found = [];
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node; (node = texts.nextNode()); )
      for (const { 0: word, index } of node.data.matchAll(/\\p{L}+/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(word);
      }
    return found;
  })`);

test.each(['en', 'da', 'de', 'sv', 'nb'])(
  'no word is broken in the steps of the set-up on a phone: %s',
  async (locale) => {
    const page = await signedIn(390, locale);
    await page.goto(`${stack.url}/desk/set-up`);
    expect(await page.locator('.steps li').count()).toBeGreaterThan(5);
    expect(await splitWords(page, '.steps')).toEqual([]);
    await page.context().close();
  },
);

test('the delivery settings show the fields that the selected carrier needs', async () => {
  const page = await signedIn(1280, 'en');
  await page.goto(`${stack.url}/desk/company/delivery`);
  const own = page.locator('fieldset', { hasText: 'Speeds that the buyer chooses from' });
  const pickup = page.getByLabel('Pickup point').first();
  const carrier = page.getByLabel('Carrier');
  // Pickup points of the demo company have a price at first, so they are shown for every carrier.
  await carrier.selectOption('own_post');
  expect([await own.isVisible(), await pickup.isVisible()]).toEqual([true, true]);
  await carrier.selectOption('courier');
  expect([await own.isVisible(), await pickup.isVisible()]).toEqual([false, true]);
  for (const price of await page.getByLabel('Pickup point').all()) await price.fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).last().click();
  await page.locator('.done').waitFor();
  expect(await pickup.isVisible()).toBe(true);
  await carrier.selectOption('own_post');
  expect([await own.isVisible(), await pickup.isVisible()]).toEqual([true, false]);
  await checkPage(page, 'desk-delivery-own-post');
  expect(browser.complaints()).toEqual([]);
});

/** Number of matching elements that have text on several lines. */
const withSeveralLines = (page: Page, selector: string): Promise<number> =>
  page.evaluate<number>(`[...document.querySelectorAll(${JSON.stringify(selector)})].filter((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
  }).length`);

test('products and categories with very long words fit on a phone, at the desk and in the shop', async () => {
  const word = 'Wochenendübernachtungsarrangementsvermittlungsgebühr';
  const key = stack.key('nordlys', 'demo, everything (live)');
  const read = await stack.get<{ categories: object[] }>('/v2/catalog/categories', { key });
  const categorized = await stack.call('PUT', '/v2/catalog/categories', {
    key,
    idempotencyKey: true,
    headers: { 'If-Match': read.headers.get('etag') ?? '' },
    body: { categories: [...read.body.categories, { id: 9, name: word }] },
  });
  expect(categorized.status, categorized.bytes.toString()).toBe(200);
  const created = await stack.post<{ id: number }>('/v2/catalog/experiences', {
    key,
    idempotencyKey: true,
    body: { name: word, options: [{ name: word, amount: 99_999_900, stock: 3 }] },
  });
  expect(created.status, created.bytes.toString()).toBe(201);
  const page = await signedIn(390, 'en');
  for (const path of ['', `products/experiences/${created.body.id}`, 'products', 'issue']) {
    await page.goto(`${stack.url}/desk/${path}`);
    await checkPage(page, `desk-long-${path.replaceAll('/', '-')}`);
    expect(await withSeveralLines(page, '.buyers-card strong')).toBe(0);
  }
  await page.goto(`${stack.url}/shop/nordlys/de/products/gcv_${created.body.id}`);
  await page.getByText(word).first().waitFor();
  await checkPage(page, 'shop-long');
  expect(browser.complaints()).toEqual([]);
});

test('fields for a date and a time are wide enough for both in every browser', async () => {
  // Firefox requires 265 px for a date, a time and AM or PM.
  for (const width of [390, 700, 1000, 1280]) {
    const page = await signedIn(width, 'en');
    for (const path of ['/desk/products/events/new', '/desk/campaigns']) {
      await page.goto(`${stack.url}${path}`);
      await page.evaluate(`document.querySelectorAll('details').forEach((each) => (each.open = true))`);
      const fields = page.locator('input[type="datetime-local"]');
      const widths = await fields.evaluateAll((inputs) => inputs.map((input) => input.getBoundingClientRect().width));
      expect(widths.length).toBeGreaterThan(1);
      expect(Math.min(...widths), `${path} at ${width} px`).toBeGreaterThan(265);
    }
    await page.context().close();
  }
});

test('tables with very long words fit on a large screen', async () => {
  const shop = new Shop(stack, stack.key('nordlys', 'demo, everything (live)'));
  const [sender, recipient] = ['Konstantinopolitanischerdudelsack', 'Bartholomäusmariakunigundehuber'];
  const { id } = await shop.sell(giftCard(), {
    sender: { name: `${sender} ${sender}`, email: 'sender@example.com' },
    recipient: { name: `${recipient} ${recipient}`, email: 'recipient@example.com' },
  });
  const page = await signedIn(1280, 'de');
  for (const path of [`search?q=${sender}`, `orders/${id}`, 'orders']) {
    await page.goto(`${stack.url}/desk/${path}`);
    await page.getByText(sender).first().waitFor();
    const wider = `[...document.querySelectorAll('.scroll')].filter((each) => each.scrollWidth > each.clientWidth).length`;
    expect(await page.evaluate<number>(wider), path).toBe(0);
  }
  expect(browser.complaints()).toEqual([]);
});

test('a long URL of a webhook leaves its status visible', async () => {
  const created = await stack.post('/v2/webhook-endpoints', {
    key: stack.key('nordlys', 'demo, everything (live)'),
    idempotencyKey: true,
    body: { url: `http://127.0.0.1/${'x'.repeat(200)}`, events: ['order.created'] },
  });
  expect(created.status, created.bytes.toString()).toBe(201);
  const page = await signedIn(1280, 'en');
  for (const path of ['webhooks', 'audit']) {
    await page.goto(`${stack.url}/desk/${path}`);
    await page.getByText('xxxx').first().waitFor();
    const hidden = await page.evaluate<number>(`(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(
      document.querySelector('.scroll'),
    )`);
    expect([path, hidden]).toEqual([path, 0]);
  }
});

test('a description in Arabic runs from right to left, at the desk and in the shop', async () => {
  const created = await stack.post<{ id: number }>('/v2/catalog/experiences', {
    key: stack.key('nordlys', 'demo, everything (live)'),
    idempotencyKey: true,
    body: { name: 'Dinner', description: '<p>قائمة من سبعة أطباق.</p>', options: [{ name: 'One', amount: 9_900 }] },
  });
  expect(created.status, created.bytes.toString()).toBe(201);
  const page = await signedIn(1280, 'en');
  for (const [path, selector] of [
    [`/desk/products/experiences/${created.body.id}`, '.rich-text p'],
    [`/shop/nordlys/en/products/gcv_${created.body.id}`, '.prose p'],
  ] as const) {
    await page.goto(`${stack.url}${path}`);
    await page.locator(selector).first().waitFor();
    const [first, last] = await page.evaluate<[number, number]>(`(() => {
      const text = document.querySelector(${JSON.stringify(selector)}).firstChild;
      const leftOf = (at) => {
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        return range.getBoundingClientRect().left;
      };
      return [leftOf(0), leftOf(text.data.length - 1)];
    })()`);
    expect(last, path).toBeLessThan(first);
  }
});

test('a greeting keeps its line breaks', async () => {
  const shop = new Shop(stack, stack.key('nordlys', 'demo, everything (live)'));
  const { id } = await shop.sell(giftCard(), { greeting: { message: 'Dear Bo\nEnjoy!' } });
  const page = await signedIn(1280, 'en');
  await page.goto(`${stack.url}/desk/orders/${id}`);
  await page.locator('td a.code').first().press('Enter');
  await page.locator('.written').waitFor();
  expect(await page.locator('.written').innerText()).toBe('Dear Bo\nEnjoy!');
});

test('pages fit into 320 px with the text spacing of WCAG 1.4.12', async () => {
  const page = await signedIn(320, 'en');
  const spacing =
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }';
  for (const path of ['', 'counter', 'webhooks', 'keys', 'users', 'company', 'products/events/5', 'reports/summary']) {
    await page.goto(`${stack.url}/desk/${path}`);
    await page.evaluate(`(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(${JSON.stringify(spacing)});
      document.adoptedStyleSheets = [sheet];
    })()`);
    await checkPage(page, `desk-spaced-${path.replaceAll('/', '-')}`);
  }
  expect(browser.complaints()).toEqual([]);
});

test('amounts stay on one line when text is twice as large', async () => {
  const shop = new Shop(stack, stack.key('nordlys', 'demo, everything (live)'));
  const { id } = await shop.sell(giftCard(500_000, 2));
  const page = await signedIn(390, 'en');
  for (const path of ['orders', `orders/${id}`, 'reports/summary', 'books']) {
    await page.goto(`${stack.url}/desk/${path}`);
    await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
    const amounts = await page.evaluate<{ texts: number; split: string[] }>(`(() => {
      const found = { texts: 0, split: [] };
      const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
      for (let node; (node = texts.nextNode()); )
        for (const { 0: amount, index } of node.data.matchAll(/DKK\\u00A0[\\d.,]+/g)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + amount.length);
          found.texts += 1;
          if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.split.push(amount);
        }
      return found;
    })()`);
    expect(amounts.texts, path).toBeGreaterThan(0);
    expect(amounts.split, path).toEqual([]);
  }
});

test('the outcome of a form is shown once, not after reloading or going back', async () => {
  const page = await signedIn(1280, 'en');
  await page.goto(`${stack.url}/desk/company/mails`);
  await page.locator('.wide-form > button').last().press('Enter');
  await page.locator('.done').waitFor();
  expect(page.url()).toBe(`${stack.url}/desk/company/mails`);
  await page.reload();
  expect(await page.locator('.done').count()).toBe(0);
  await page.locator('.wide-form > button').last().press('Enter');
  await page.locator('.done').waitFor();
  await page.goto(`${stack.url}/desk/keys`);
  await page.goBack();
  await page.locator('.wide-form').waitFor();
  expect(await page.locator('.done').count()).toBe(0);
});

test('printed pages name the company and omit forms, buttons and menus', async () => {
  const page = await signedIn(794, 'en');
  await page.emulateMedia({ media: 'print' });
  await page.goto(`${stack.url}/desk/books`);
  const isSeen = (selector: string) => page.locator(selector).first().isVisible();
  expect([await isSeen('.top .home'), await isSeen('#statement'), await isSeen('h2:has-text("Account")')]).toEqual([
    true,
    true,
    false,
  ]);
  await page.goto(`${stack.url}/desk/reports/summary`);
  expect([await isSeen('.filters input'), await isSeen('.filters button'), await isSeen('.menu')]).toEqual([
    true,
    false,
    false,
  ]);
});

test('a printed item, code or list of shipments has no fields or buttons', async () => {
  const shop = new Shop(stack, stack.key('nordlys', 'demo, everything (live)'));
  const address = { name: 'Bo', street: 'Havnegade 1', postcode: '8000', city: 'Aarhus', country: 'DK' };
  const { id } = await shop.sell(giftCard(), { delivery: { method: 'postal', address } });
  const page = await signedIn(794, 'en');
  await page.goto(`${stack.url}/desk/orders/${id}`);
  const code = await page.locator('td a.code').first().innerText();
  await page.emulateMedia({ media: 'print' });
  for (const [path, content] of [
    [`items/${code}`, '.facts'],
    [`counter?code=${code}`, '.worth'],
    ['shipments', 'td a'],
  ] as const) {
    await page.goto(`${stack.url}/desk/${path}`);
    expect(await page.locator(content).first().isVisible(), path).toBe(true);
    const fields = page.locator('main :is(button, summary, input:not([type=hidden], [type=checkbox]))');
    expect(await fields.filter({ visible: true }).allInnerTexts(), path).toEqual([]);
  }
  await page.context().close();
});

test('a printed order names the gift cards that pay it, without their links', async () => {
  const shop = new Shop(stack, stack.key('nordlys', 'demo, everything (live)'));
  const { key } = shop;
  const { body: issued } = await stack.post<{ items: { code: string }[] }>('/v2/items', { key, body: { amount: 100 } });
  const { body: order } = await shop.order([{ product_id: 'gcv_12', product_option_id: 'gcvo_31', quantity: 1 }]);
  const body = { code: issued.items[0]?.code };
  const applied = await stack.post(`/v2/orders/${order.id}/gift-cards`, { key, idempotencyKey: true, body });
  expect(applied.status).toBe(201);
  const page = await signedIn(794, 'en');
  await page.goto(`${stack.url}/desk/orders/${order.id}`);
  const cell = page.locator('section:has(#gift-cards) tbody td').first();
  expect(await cell.innerText()).toMatch(/^Ending .{4} Show the item$/);
  await page.emulateMedia({ media: 'print' });
  expect((await cell.innerText()).trim()).toMatch(/^Ending .{4}$/);
  await page.context().close();
});

test('the preview of a product shows a chosen picture only if buyers will see it', async () => {
  const page = await signedIn(1280, 'en');
  await page.goto(`${stack.url}/desk/products/experiences/12`);
  const preview = page.locator('.buyers-card img[src^="data:"]');
  await page.setInputFiles('#picture_file', {
    name: 'a.png',
    mimeType: 'image/png',
    buffer: png({ width: 60, height: 40 }),
  });
  await page.check('[name=remove_pictures]');
  await preview.waitFor();
  await page.reload();
  await page.uncheck('[name=remove_pictures]');
  await page.setInputFiles('#picture_file', {
    name: 'a.png',
    mimeType: 'image/png',
    buffer: png({ width: 60, height: 40 }),
  });
  // A FileReader created after that of the page finishes after it, so the page has read the file by then.
  await page.evaluate(`new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', resolve);
    reader.readAsDataURL(document.querySelector('#picture_file').files[0]);
  })`);
  expect(await preview.count()).toBe(0);
  await page.context().close();
});

test('with forced colors the button of a folded form has a border', async () => {
  const page = await signedIn(1280, 'en');
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`${stack.url}/desk/users`);
  const width = `getComputedStyle(document.querySelector('.creating:not([open]) > summary')).borderTopWidth`;
  expect(await page.evaluate<string>(width)).toBe('1px');
});

test('with forced colors the current menu entry is marked, and logos keep their background, in print too', async () => {
  const page = await signedIn(1280, 'en');
  const ground = (selector: string): Promise<string> =>
    page.evaluate<string>(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).backgroundColor`);
  await page.emulateMedia({ forcedColors: 'active' });
  const [current, other] = [await ground('.top li a[aria-current]'), await ground('.top li a:not([aria-current])')];
  expect(current).not.toBe(other);
  for (const media of [{ forcedColors: 'active' }, { forcedColors: 'none', media: 'print' }] as const) {
    await page.emulateMedia(media);
    await page.goto(`${stack.url}/shop/nordlys/en`);
    expect(await ground('.top img')).toBe(
      await page.evaluate<string>(`(() => {
      const probe = document.body.appendChild(document.createElement('i'));
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('i { background: var(--brand-primary); forced-color-adjust: none }');
      document.adoptedStyleSheets = [sheet];
      return getComputedStyle(probe).backgroundColor;
    })()`),
    );
  }
});
