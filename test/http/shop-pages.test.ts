import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageEditor } from '../support/order-page.ts';
import { Visitor } from '../support/page-visitor.ts';
import { BARE_KEY, HOSTILE_NAME, SHOP_KEY, shopSeed } from '../support/shop-seed.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
beforeAll(async () => {
  stack = await startStack({ seed: shopSeed, env: { TRUSTED_PROXIES: '1' } });
});
afterAll(() => stack.stop());

const visitor = new Visitor(() => stack, { address: '203.0.113.1' });
const editor = pageEditor(() => stack, SHOP_KEY);
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

describe('the first page of a shop', () => {
  test('shows the families of the company in their order, with names and prices', async () => {
    const page = await visitor.open('/shop/shop/en');
    expect(page.status).toBe(200);
    expect(page.textOf('h1')).toBe('The Gift Shop');
    expect(page.textsOf('h2')).toEqual(['Gift card', 'Experiences', 'Events', 'Offers']);
    expect(page.textsOf('.product .title')).toContain('Experience 1');
    expect(page.textsOf('.product .price')).toContain('DKK 200');
    expect(page.root.querySelector('[data-family="gift_card"]')).not.toBeNull();
  });

  test('without a company returns a 404 page for browsers, and a JSON error for programs', async () => {
    const page = await visitor.open('/shop', { Accept: 'text/html', 'Accept-Language': 'de' });
    expect([page.status, page.attribute('html', 'lang'), page.textOf('h1')]).toEqual([
      404,
      'de',
      'Seite nicht gefunden',
    ]);
    const { status, body } = await stack.get('/shop');
    expect(status).toBe(404);
    expect(body).toEqual({ error: { code: 'not_found', message: 'There is nothing at /shop.' } });
  });

  test('is found by an address with capital letters', async () => {
    const { status, headers } = await stack.get('/shop/Shop/en?discount_code=TEN');
    expect([status, headers.get('location')]).toEqual([303, '/shop/shop/en?discount_code=TEN']);
    expect((await stack.get('/shop/Sh%C3%B8p/en', { headers: { Accept: 'text/html' } })).status).toBe(404);
  });

  test('is in the language of the URL, or of the browser, or of the company', async () => {
    expect((await visitor.open('/shop/shop/da')).attribute('html', 'lang')).toBe('da');
    expect((await visitor.open('/shop/shop/no')).attribute('html', 'lang')).toBe('nb');
    const negotiated = await visitor.open('/shop/shop', { 'Accept-Language': 'fr;q=0.9, sv-SE, en;q=0.8' });
    expect(negotiated.attribute('html', 'lang')).toBe('sv');
    expect(negotiated.header('vary')).toContain('Accept-Language');
    expect((await visitor.open('/shop/shop', { 'Accept-Language': 'fr' })).attribute('html', 'lang')).toBe('da');
  });

  test('links to itself in every language, and to the default language', async () => {
    const page = await visitor.open('/shop/shop/en');
    const links = page.root.querySelectorAll('link[rel="alternate"]');
    expect(links.map((each) => [each.getAttribute('hreflang'), each.getAttribute('href')])).toEqual([
      ['da', `${stack.url}/shop/shop/da`],
      ['en', `${stack.url}/shop/shop/en`],
      ['de', `${stack.url}/shop/shop/de`],
      ['sv', `${stack.url}/shop/shop/sv`],
      ['nb', `${stack.url}/shop/shop/no`],
      ['x-default', `${stack.url}/shop/shop/da`],
    ]);
    expect(page.attribute('link[rel="canonical"]', 'href')).toBe(`${stack.url}/shop/shop/en`);
  });

  test('marks texts that the company has only in another language', async () => {
    const page = await visitor.open('/shop/shop/de');
    expect(page.attribute('h1 [lang]', 'lang')).toBe('da');
    expect(page.textOf('h1')).toBe('Gavebutikken');
  });

  test('redirects from an unsupported to a supported language', async () => {
    await editor.set({ languages: ['da', 'en'] });
    const page = await visitor.open('/shop/shop/de/products/gcv_1');
    expect([page.status, page.location]).toEqual([303, '/shop/shop/da/products/gcv_1']);
    const first = await visitor.open('/shop/shop/en');
    expect(first.textsOf('.languages li')).toEqual(['DA', 'EN']);
    await editor.set({ languages: null });
  });

  test('shows only parts selected by the company', async () => {
    await editor.set({ families: ['event_ticket', 'gift_card'], featured_products: ['so_2'] });
    const page = await visitor.open('/shop/shop/en');
    expect(page.textsOf('h2')).toEqual(['Events', 'Gift card']);
    expect((await visitor.open('/shop/shop/en/products/gcv_1')).status).toBe(404);
    await editor.set({ families: null, featured_products: ['so_2', 'gcv_2'] });
    const featured = await visitor.open('/shop/shop/en');
    expect(featured.textsOf('#featured ~ .products .title')).toEqual(['Regular', 'Experience 2']);
    await editor.set({ featured_products: null });
  });

  test('has a page for each family', async () => {
    const page = await visitor.open('/shop/shop/en/experiences');
    expect(page.textOf('h1')).toBe('Experiences');
    expect(page.textsOf('.product .title')).toHaveLength(7);
  });
});

describe('the page of a product', () => {
  test('offers suggested amounts and a free amount of a gift card', async () => {
    const page = await visitor.open('/shop/shop/en/products/gift_card_value');
    expect(page.textsOf('.chips label')).toEqual(['DKK 200', 'DKK 500', 'DKK 1,000', 'Another amount']);
    expect(page.textOf('#other-range')).toBe('From DKK 100 to DKK 5,000');
  });

  test('lists options with their regular and current prices', async () => {
    const page = await visitor.open('/shop/shop/en/products/so_2');
    expect(page.textOf('.option .price s')).toBe('DKK 500');
    expect(page.textOf('.option .price strong')).toBe('DKK 300');
    expect(page.text).toContain('Save 40%');
    expect(page.text).toContain('Worth DKK 500 when it is used');
  });

  test('lists tickets and extras of an event, with its time', async () => {
    const page = await visitor.open('/shop/shop/en/products/evt_5');
    expect(page.text).toMatch(/1 May 2030/);
    expect(page.textsOf('legend')).toEqual(['Tickets', 'Extras']);
    expect(page.text).toContain('Extras are bought together with a ticket.');
  });

  test('formats the number of seats left for the language of the page', async () => {
    expect((await visitor.open('/shop/shop/en/products/evt_21')).text).toContain('1,500 seats left');
    expect((await visitor.open('/shop/shop/de/products/evt_21')).text).toContain('noch 1.500 Plätze');
  });

  test('reports sold-out products, and rejects orders of them', async () => {
    const page = await visitor.open('/shop/shop/en/products/evt_22');
    expect(page.text).toContain('This is sold out.');
    expect(page.root.querySelector('form')).toBeNull();
  });

  test('with markup in its name shows the name as text', async () => {
    for (const path of ['/shop/shop/en', '/shop/shop/en/products/gcv_20', '/shop/shop/en/buy?item=gcv_20:gcvo_20:1']) {
      const page = await visitor.open(path);
      const source = page.answer.bytes.toString();
      expect(source).toContain(escaped('<script>alert(1)</script> & "Sons"').slice(0, 40));
      expect(source).not.toContain('<script>alert');
      expect(page.text).toContain(HOSTILE_NAME);
    }
  });

  test.each(['gcv_999', 'evt_0', 'nonsense', 'gift_card', '%3Cscript%3E', 'a'.repeat(400)])(
    'that does not exist is an error page: %s',
    async (id) => {
      const page = await visitor.open(`/shop/shop/en/products/${id}`);
      expect(page.status).toBe(404);
      expect(page.textOf('h1')).toMatch(/no longer sold|nothing here/);
      expect(page.attribute('.button', 'href')).toBe('/shop/shop/en');
    },
  );
});

describe('the form', () => {
  test('names the line of each field and of each error when there are several lines', async () => {
    const link = (items: string): string => `/shop/shop/en/buy?${items}`;
    const form = await visitor.open(link('item=evt_5:evto_7:2&item=evt_5:evto_8:1'));
    const names = form.root
      .querySelectorAll('label[for$="-quantity"]')
      .map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim());
    expect(names).toEqual([expect.stringMatching(/^Quantity: .+, .+/), expect.stringMatching(/^Quantity: .+, .+/)]);
    expect(new Set(names).size).toBe(2);
    const faulty = await visitor.submit(form, { 'items.0.quantity': 'many' });
    expect(faulty.textOf('#faults')).toContain(names[0]);
    const single = await visitor.open(link('item=evt_5:evto_7:2'));
    expect(single.textOf('label[for$="-quantity"]')).toBe('Quantity');
    expect(single.root.querySelectorAll('input[autocomplete~="street-address"]')).toEqual([]);
  });

  test('names the purpose of every field of the buyer, the recipient and their addresses', async () => {
    const form = await visitor.open('/shop/other/en/buy?item=gift_card_value:1:50000');
    const fields = form.root
      .querySelectorAll('[name^="sender."], [name^="recipient."], [name^="delivery.address."]')
      .filter((field) => field.getAttribute('type') !== 'hidden');
    expect(fields.map((field) => field.getAttribute('name'))).toContain('delivery.address.country');
    const unnamed = fields.filter((field) => !field.getAttribute('autocomplete'));
    expect(unnamed.map((field) => field.getAttribute('name'))).toEqual(['sender.company.vat_number']);
  });

  test('asks for consent to news next to the email address that receives it', async () => {
    const form = await visitor.open('/shop/shop/en/buy?item=gcv_1:gcvo_1:1');
    expect(form.textOf('fieldset:has([name="consent"]) > legend')).toBe('Your details');
    expect(form.attribute('fieldset:has([name="consent"]) [type=email]', 'name')).toBe('sender.email');
  });
});

describe('a shop that cannot be visited', () => {
  test.each([
    '/shop/nobody',
    '/shop/agency',
    '/shop/nobody/en',
    '/shop/Nobody',
    '/shop/shop/xx',
    '/shop/shop/en/a/b/c',
  ])('is an error page: %s', async (path) => {
    const page = await visitor.open(path);
    expect(page.status).toBe(404);
    expect(page.header('content-type')).toContain('text/html');
    expect(page.textOf('h1')).toBe('Page not found');
    const isShop = path.startsWith('/shop/shop/');
    expect(page.root.querySelector('a[href^="/shop/shop"]') !== null).toBe(isShop);
    expect(page.text.includes('There is no shop at this address.')).toBe(!isShop);
  });

  test('that is closed shows the text of the company, and is not cached', async () => {
    await editor.set({ open: false });
    for (const path of ['/shop/shop/en', '/shop/shop/en/products/gcv_1', '/shop/shop/en/buy?item=gcv_1:gcvo_1:1']) {
      const page = await visitor.open(path);
      expect(page.status).toBe(503);
      expect(page.text).toContain('We open again tomorrow.');
      expect(page.header('cache-control')).toBe('no-store');
      expect(page.header('retry-after')).not.toBe('');
    }
    // The company has no German texts.
    expect((await visitor.open('/shop/shop/de')).text).toContain('Unser Shop ist zurzeit geschlossen.');
    await editor.set({ open: true });
    expect((await visitor.open('/shop/shop/en')).status).toBe(200);
  });
});

describe('protection of a page', () => {
  test('runs only its own scripts and styles', async () => {
    const page = await visitor.open('/shop/shop/en');
    const policy = page.header('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'self';/);
    expect(policy).toMatch(/style-src 'self';/);
    expect(policy).not.toContain('unsafe');
    const source = page.answer.bytes.toString();
    expect(source).not.toMatch(/ style="/);
    expect(source).not.toMatch(/ on[a-z]+="/);
    expect(page.root.querySelectorAll('script').every((each) => each.hasAttribute('src'))).toBe(true);
    expect(page.header('x-content-type-options')).toBe('nosniff');
    expect(page.header('set-cookie')).toBe('');
  });

  test('allows only approved origins to frame it', async () => {
    const framers = (await visitor.open('/shop/shop/en'))
      .header('content-security-policy')
      .split('frame-ancestors ')[1];
    expect(framers).toBe('https://shop.example http://127.0.0.1:*');
    const missing = await visitor.open('/shop/nobody');
    expect(missing.header('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(missing.header('x-frame-options')).toBe('DENY');
  });

  test('escapes all parts of the address, and hides internal errors', async () => {
    const attack = encodeURIComponent(`"><script>alert(2)</script>`);
    const paths = [
      `/shop/shop/en/buy?item=${attack}&discount_code=${attack}&client_reference=${attack}`,
      `/shop/shop/en/buy?product=gift_card_value&amount=other&other=${attack}`,
      `/shop/shop/en/experiences?page=${attack}&after=${attack}`,
      `/shop/shop?preview=${attack}`,
      `/shop/shop/${attack}`,
    ];
    for (const path of paths) {
      const page = await visitor.open(path);
      expect(page.status, path).toBeLessThan(500);
      expect(page.answer.bytes.toString(), path).not.toContain('<script>alert');
    }
  });
});

describe('the selection on the page of a product', () => {
  test('that is no longer sold is replaced by alternatives, without ids', async () => {
    const page = await visitor.open('/shop/shop/en/buy?product=evt_999&option=evto_1&quantity=1');
    expect(page.status).toBe(200);
    expect(page.textOf('.notice')).toContain('Something you had chosen is no longer sold.');
    expect(page.textOf('main')).not.toContain('evt_999');
    expect(page.textOf('legend')).toBe('What would you like instead?');
    const chosen = await visitor.submit(page, { choice: 'evt_1:evto_1' }, { step: 'choose' });
    expect(chosen.values('form')).toMatchObject({ 'items.0.product_id': 'evt_1', 'items.0.quantity': '1' });
  });

  test('that is empty leads back to the page', async () => {
    const page = await visitor.open('/shop/shop/en/buy?product=evt_1&quantity.evto_1=0');
    expect([page.status, page.location]).toEqual([303, '/shop/shop/en/products/evt_1']);
  });
});

describe('caching of a page', () => {
  test('a CDN caches it for half a minute, and a browser revalidates it with its tag', async () => {
    for (const path of ['/shop/shop/en', '/shop/shop/en/products/gcv_1', '/shop/shop/en/events']) {
      const page = await visitor.open(path);
      expect(page.header('cache-control')).toMatch(/public, max-age=0, s-maxage=30/);
      const again = await visitor.open(path, { 'If-None-Match': page.header('etag') });
      expect([again.status, again.answer.bytes.length]).toEqual([304, 0]);
    }
  });

  test('a change to the page or to a price changes the tag', async () => {
    const tag = async (): Promise<string> =>
      (await visitor.open('/shop/shop/en/products/gift_card_value')).header('etag');
    const before = await tag();
    await editor.set({ suggested_amounts: [30000] });
    expect(await tag()).not.toBe(before);
    await editor.set({ suggested_amounts: [20000, 50000, 100000] });
    expect(await tag()).toBe(before);
  });

  test('a form is cached only by the browser that shows it', async () => {
    const page = await visitor.open('/shop/shop/en/buy?item=gcv_1:gcvo_1:1');
    expect(page.header('cache-control')).toBe('private, no-cache');
    expect(page.header('x-robots-tag')).toBe('noindex');
  });

  test('styles and scripts are cached permanently, under names derived from their content', async () => {
    const page = await visitor.open('/shop/shop/en');
    for (const path of [page.attribute('link[rel="stylesheet"]', 'href'), page.attribute('script', 'src')]) {
      const file = await stack.get<string>(path ?? '');
      expect(file.status).toBe(200);
      expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
    const stale = await stack.get('/shop/shop/style/AAAAAAAAAAAA.css');
    expect([stale.status, stale.headers.get('cache-control')]).toEqual([200, 'public, max-age=30']);
    expect((await stack.get('/shop/-/shop-AAAAAAAAAAAA.js')).status).toBe(404);
  });
});

describe('a preview', () => {
  test('of a shop that was never open has the style of its brand, which no other URL shows', async () => {
    const unopened = pageEditor(() => stack, BARE_KEY);
    const { body: draft } = await unopened.draft({ values: { open: true } });
    const path = `/v2/order-page/drafts/${draft.id}/preview`;
    const { pathname, search } = new URL((await stack.post<{ url: string }>(path, { key: BARE_KEY })).body.url);
    const page = await visitor.open(`${pathname}${search}`);
    const style = page.attribute('link[rel="stylesheet"]', 'href') ?? '';
    expect((await stack.get(style)).status).toBe(200);
    for (const slug of ['bare', 'nobody']) {
      const { status, body } = await stack.get(`/shop/${slug}/style/AAAAAAAAAAAA.css`);
      expect([status, body]).toEqual([404, { error: { code: 'not_found', message: 'No such shop.' } }]);
    }
  });

  test('shows the draft for an hour, and sells nothing', async () => {
    const { body: draft } = await editor.draft({ values: { title: { en: 'Tomorrow’s shop' }, open: false } });
    const { body: preview } = await stack.post<{ url: string; expires_at: string }>(
      `/v2/order-page/drafts/${draft.id}/preview`,
      { key: SHOP_KEY },
    );
    const { pathname, search } = new URL(preview.url);
    const page = await visitor.open(`${pathname}${search}`);
    expect(page.status).toBe(200);
    expect(page.textOf('h1')).toBe('Tomorrow’s shop');
    expect(page.text).toContain('Nothing can be bought here.');
    expect(page.header('cache-control')).toBe('no-store');
    expect((await visitor.open('/shop/shop/en')).textOf('h1')).toBe('The Gift Shop');
    const mistyped = await visitor.open(`/shop/shop/xx${search}`);
    expect((await visitor.open(mistyped.attribute('.trouble a', 'href') ?? '')).textOf('h1')).toBe('Tomorrow’s shop');

    const link = page.attribute('.product a', 'href') ?? '';
    expect(link).toContain('preview=');
    const form = await visitor.submit(await visitor.open(link));
    expect(form.status).toBe(200);
    const summary = await visitor.submit(form, {
      'sender.name': 'Anna',
      'sender.email': 'anna@example.com',
      'recipient.name': 'Bo',
      'recipient.email': 'bo@example.com',
    });
    expect(summary.root.querySelector('[value="confirm"]')).toBeNull();
    const forced = await visitor.submit(summary, {}, { step: 'confirm' });
    expect(forced.status).toBe(200);
    expect((await stack.get<{ data: object[] }>('/v2/orders', { key: SHOP_KEY })).body.data).toEqual([]);

    await stack.fault('table', 'unavailable', 60);
    const failed = await visitor.submit(form);
    expect([failed.status >= 500, failed.attribute('form', 'action')]).toEqual([
      true,
      form.attribute('form', 'action'),
    ]);
    const again = async (): Promise<number> => (await visitor.open('/shop/shop/en')).status;
    await expect.poll(again).toBe(200);

    await stack.advance(3601);
    const over = await visitor.open(`${pathname}${search}`);
    expect([over.status, over.textOf('h1')]).toEqual([404, 'This preview has expired']);
  });

  test('of a published or discarded draft is no longer available', async () => {
    const { body: draft } = await editor.draft({ values: { title: { en: 'Nothing' } } });
    const path = `/v2/order-page/drafts/${draft.id}/preview`;
    const { body: preview } = await stack.post<{ url: string }>(path, { key: SHOP_KEY });
    await editor.discard(draft.id);
    const { pathname, search } = new URL(preview.url);
    expect((await visitor.open(`${pathname}${search}`)).status).toBe(404);
    const refused = await stack.post<{ error: { code: string } }>(path, { key: SHOP_KEY });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'draft_closed']);
  });
});

test('a price that cannot be determined is replaced by the reason, even without JavaScript', async () => {
  const form = await visitor.open('/shop/shop/en/buy?item=gcv_1:gcvo_1:1');
  const text = 'This discount code does not exist, or can no longer be used.';
  const priced = await visitor.post(
    '/shop/shop/en/price',
    Object.entries({ ...form.values('form'), discount_code: 'NOSUCH' }),
  );
  expect(priced.textOf('p')).toBe(text);
  const plain = await visitor.submit(form, { discount_code: 'NOSUCH' }, { step: 'update' });
  expect(plain.faults).toEqual({ discount_code: text });
  const right = await visitor.submit(plain, { discount_code: 'TENOFF' }, { step: 'update' });
  expect([right.status, right.faults]).toEqual([200, {}]);
  // Without JavaScript the page opens at the result of these buttons.
  expect(form.attribute('[value=update]', 'formaction')).toMatch(/\/buy#price$/);
});
