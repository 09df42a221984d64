import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DESK, checkPage, PHONE, ShopBrowser, tabTo, typeInto } from '../support/shop-browser.ts';
import { jpeg } from '../support/pictures.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

/** Forms of the shop with slow, reordered or missing responses, and with a picture that is too large. */
let stack: RunningStack;
let browser: ShopBrowser;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), ShopBrowser.start()]);
});
afterAll(async () => {
  await browser.stop();
  await stack.stop();
});
afterEach(async () => {
  await browser.closeWindows();
  // Discards the errors that the browser logs for requests aborted by a test.
  browser.complaints();
});

const field = (name: string): string => `[name="${name}"]`;
const POSTCODE = field('delivery.address.postcode');

const open = async (how: { width?: number } = {}): Promise<Page> => {
  const page = await browser.window(how);
  await page.goto(`${stack.url}/shop/nordlys/en/buy?item=gift_card_value:1:50000`);
  return page;
};

describe('pickup points', () => {
  const POINTS = '#points input[type="radio"]';
  const offered = (page: Page): Promise<string[]> =>
    page.locator(POINTS).evaluateAll((points) => points.map((each) => each.getAttribute('value') ?? ''));
  const collected = async (how: { width?: number } = {}): Promise<Page> => {
    const page = await open(how);
    await page.check(`${field('delivery.method')}[value="postal"]`);
    await page.check(`${field('shape')}[value="collection"]`);
    return page;
  };
  const isLookup =
    (postcode: string) =>
    (url: URL): boolean =>
      url.pathname.endsWith('/pickup-points') && url.searchParams.get('postcode') === postcode;

  /** Fills in the other fields that a parcel requires, and opens the summary. */
  const fillRest = async (page: Page): Promise<void> => {
    await page.fill(field('sender.name'), 'Anna Holm');
    await page.fill(field('sender.email'), 'anna@example.com');
    await page.fill(field('recipient.name'), 'Bo Lind');
    await page.fill(field('delivery.address.street'), 'Torvet 1');
    await page.fill(field('delivery.address.city'), 'Aarhus');
    await page.fill(field('delivery.address.phone'), '+45 12345678');
    await page.click('.main-action');
    await page.waitForSelector(field('total'), { state: 'attached' });
  };

  /**
   * Delays lookups of a postcode; the returned function continues them, and resolves when the page has the response.
   */
  const heldBack = async (page: Page, postcode: string, goOn: (route: Route) => Promise<void>) => {
    const held: Route[] = [];
    await page.route(isLookup(postcode), (route) => void held.push(route));
    return {
      isRequested: () => expect.poll(() => held.length).toBe(1),
      release: async () => {
        await Promise.all(held.map((route) => goOn(route)));
        await page.waitForTimeout(500);
      },
    };
  };

  test.each([
    ['a response', (route: Route) => route.continue()],
    ['a failure', (route: Route) => route.abort()],
  ])('of an earlier postcode are never shown for a later one, even when %s arrives late', async (_what, goOn) => {
    const page = await collected();
    const first = await heldBack(page, '8000', goOn);
    await page.fill(POSTCODE, '8000');
    await first.isRequested();
    await page.fill(POSTCODE, '2100');
    await page.waitForSelector(POINTS);
    await first.release();
    expect(page.url()).toContain('/buy?');
    expect((await offered(page)).map((id) => id.slice(0, 4))).toEqual(Array.from({ length: 5 }, () => '2100'));
  });

  test('are removed as soon as the postcode changes, so that none of them can be sent', async () => {
    const page = await collected();
    await page.fill(POSTCODE, '8000');
    await page.waitForSelector(POINTS);
    const second = await heldBack(page, '2100', (route) => route.continue());
    await page.fill(POSTCODE, '2100');
    expect(await page.locator(field('delivery.pickup_point_id')).count()).toBe(0);
    await second.isRequested();
    await second.release();
    await page.waitForSelector(POINTS);
    expect((await offered(page))[0]).toBe('210001');
  });

  test('stay selected when another delivery method is opened in between', async () => {
    const page = await collected();
    await page.fill(POSTCODE, '8000');
    await page.check('#points [value="800003"]');
    await page.check(`${field('shape')}[value="private"]`);
    await page.check(`${field('shape')}[value="collection"]`);
    await page.waitForTimeout(1000);
    expect(await page.isChecked('#points [value="800003"]')).toBe(true);
  });

  test('stay selected when the list is loaded again, even after returning from the summary', async () => {
    const page = await collected();
    await page.fill(POSTCODE, '8000');
    await page.check('#points [value="800003"]');
    const again = async (): Promise<void> => {
      const answered = page.waitForResponse((response) => isLookup('8000')(new URL(response.url())));
      await page.click('button[value="points"]');
      await (await answered).finished();
      await page.waitForSelector('#points:not([aria-busy])');
    };
    await again();
    expect(await page.isChecked('#points [value="800003"]')).toBe(true);
    await fillRest(page);
    await page.click('button[value="edit"]');
    await page.waitForSelector('.order-form');
    await again();
    expect(await page.isChecked('#points [value="800003"]')).toBe(true);
  });

  test('can be loaded again manually after a failure, with the input kept', async () => {
    const page = await collected();
    await page.route(isLookup('8000'), (route) => route.abort());
    const lookup = page.waitForRequest((request) => isLookup('8000')(new URL(request.url())));
    await page.fill(POSTCODE, '8000');
    await lookup;
    await page.waitForTimeout(500);
    expect(page.url()).toContain('/buy?');
    await page.click('button[value="points"]');
    await page.waitForURL(/\/buy#points$/);
    expect(await page.inputValue(POSTCODE)).toBe('8000');
    expect((await offered(page))[0]).toBe('800001');
  });

  test('are selected by keyboard on a phone, and shown on the summary', async () => {
    const page = await collected({ width: PHONE });
    await typeInto(page, POSTCODE, '8000');
    await page.waitForSelector(POINTS);
    await tabTo(page, '#points input:checked');
    await page.keyboard.press('ArrowDown');
    await checkPage(page, 'points');
    await fillRest(page);
    await checkPage(page, 'points-summary');
    expect(await page.textContent('.details')).toContain('Pickup point: Grocer 8000, Torvet 8, 8000 City 8000');
    await page.click('button[value="edit"]');
    await page.waitForSelector('.order-form');
    await checkPage(page, 'points-kept');
    expect(browser.complaints()).toEqual([]);
  });
});

test('returning to the form keeps the input for the buyer and the recipient', async () => {
  const page = await open({ width: PHONE });
  const typed = {
    'sender.name': 'Anna Holm',
    'sender.email': 'anna@example.com',
    'recipient.name': 'Bo Lind',
    'items.0.amount': '700',
    'items.0.quantity': '3',
    'delivery.address.street': 'Torvet 1',
    'delivery.address.postcode': '8000',
    'delivery.address.city': 'Aarhus',
  };
  await page.check(`${field('delivery.method')}[value="postal"]`);
  for (const [name, value] of Object.entries(typed)) await page.fill(field(name), value);
  await page.click('.main-action');
  await page.waitForSelector(field('total'), { state: 'attached' });
  await page.goBack();
  await page.waitForSelector(field('sender.name'));
  const results = await Promise.all(Object.keys(typed).map((name) => page.inputValue(field(name))));
  expect(Object.fromEntries(Object.keys(typed).map((name, at) => [name, results[at]]))).toEqual(typed);
});

test('a form whose request was aborted can be sent again after a while, and leads to the payment', async () => {
  const page = await open();
  await page.fill(field('sender.name'), 'Anna Holm');
  await page.fill(field('sender.email'), 'anna@example.com');
  await page.check(`${field('to')}[value="me"]`);
  await page.click('.main-action');
  await page.waitForSelector(field('total'), { state: 'attached' });
  const held: Route[] = [];
  await page.route('**/buy', (route) => void held.push(route));
  const areAllOff = (): Promise<boolean> =>
    page.locator('form button').evaluateAll((all) => all.every((each) => each.hasAttribute('disabled')));
  const session = await page.context().newCDPSession(page);
  await page.click('.main-action', { noWaitAfter: true });
  await expect.poll(() => held.length).toBe(1);
  await session.send('Page.stopLoading');
  // The button is still disabled immediately afterwards, so that a double click does not create two orders.
  expect(await areAllOff()).toBe(true);
  await expect.poll(areAllOff).toBe(false);
  await page.unroute('**/buy');
  await page.click('.main-action');
  await page.waitForURL(/\/pay\//);
});

describe('products of the form', () => {
  /** Fields of a gift card with a long and a short label. */
  const FIELDS = ['items.0.amount', 'items.0.quantity'].map(field);

  test.each([720, 768, 900, 1280])('align amount and quantity in German at %i px', async (width) => {
    const page = await browser.window({ width });
    await page.goto(`${stack.url}/shop/nordlys/de/buy?item=gift_card_value:1:50000`);
    const tops = await Promise.all(FIELDS.map(async (each) => (await page.locator(each).boundingBox())?.y));
    expect(tops[0]).toBe(tops[1]);
    await checkPage(page, 'line');
  });

  test.each([PHONE, 720, 1280])('align amount and quantity at %i px even if a value is invalid', async (width) => {
    const page = await browser.window({ width });
    await page.goto(`${stack.url}/shop/nordlys/de/buy?item=gift_card_value:1:50000`);
    await page.fill(field('items.0.amount'), '1');
    await page.click('.main-action');
    await page.waitForSelector('#faults');
    const [amount, quantity] = await Promise.all(FIELDS.map((each) => page.locator(each).boundingBox()));
    if (width > PHONE) expect(amount?.y).toBe(quantity?.y);
    // Neither field is stretched to the height of its row.
    expect(Math.max(amount?.height ?? 99, quantity?.height ?? 99)).toBeLessThan(51);
    await checkPage(page, 'line-faulty');
  });
});

describe('an uploaded picture', () => {
  const LARGE = 7 * 1024 * 1024;
  const file = (bytes: number) => ({
    name: 'picture.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.concat([jpeg(), Buffer.alloc(bytes)]),
  });

  test.each([PHONE, DESK])(
    'has its size limit shown before the field without JavaScript, and is reported when too large, at %i px',
    async (width) => {
      const page = await browser.window({ width, script: false });
      await page.goto(`${stack.url}/shop/nordlys/da/buy?item=gift_card_value:1:50000`);
      await page.fill(field('sender.name'), 'Anna Holm');
      await page.check(`${field('picture')}[value="upload"]`);
      const [hint, input] = await Promise.all(
        ['#picture-hint', '#picture-file'].map((each) => page.locator(each).boundingBox()),
      );
      expect(await page.textContent('#picture-hint')).toBe('JPEG, PNG eller WebP på højst 4 MB.');
      expect(hint?.y).toBeLessThan(input?.y ?? 0);
      await checkPage(page, 'own-picture');
      await page.setInputFiles('#picture-file', file(LARGE));
      await page.click('.main-action');
      await page.waitForSelector('.trouble');
      expect(await page.textContent('.trouble p')).toContain('Billedet er større end 4 MB.');
      await checkPage(page, 'too-large');
      await page.goBack();
      expect(await page.inputValue(field('sender.name'))).toBe('Anna Holm');
    },
  );

  test('that is too large is reported immediately with JavaScript, and is not sent, and removes an earlier one', async () => {
    const page = await open();
    await page.check(`${field('picture')}[value="upload"]`);
    await page.setInputFiles('#picture-file', file(1000));
    await page.waitForSelector('.picture-preview');
    await page.setInputFiles('#picture-file', file(12 * 1024 * 1024));
    expect(await page.locator('.picture-preview').count()).toBe(0);
    expect(await page.textContent('#picture-state')).toBe('The picture is larger than 4 MB. Choose a smaller one.');
    expect(await page.inputValue('#picture-file')).toBe('');
  });

  test('of another type is reported immediately with JavaScript, and one with a wrong name is uploaded', async () => {
    const page = await open();
    await page.check(`${field('picture')}[value="upload"]`);
    await page.setInputFiles('#picture-file', {
      ...file(1000),
      name: 'a.heic',
      buffer: Buffer.from('\0\0\0\x18ftypheic'),
    });
    await page.getByText('This picture cannot be read. Choose a JPEG, PNG or WebP.').waitFor();
    expect(await page.inputValue('#picture-file')).toBe('');
    await page.setInputFiles('#picture-file', { ...file(1000), name: 'a.png', mimeType: 'image/png' });
    await page.waitForSelector('.picture-preview');
  });

  const forMe = async (): Promise<Page> => {
    const page = await open();
    await page.fill(field('sender.name'), 'Anna Holm');
    await page.fill(field('sender.email'), 'anna@example.com');
    await page.check(`${field('to')}[value="me"]`);
    await page.check(`${field('picture')}[value="upload"]`);
    return page;
  };

  test('that replaces an earlier one is sent with the form if its upload is not finished', async () => {
    const page = await forMe();
    await page.setInputFiles('#picture-file', file(2000));
    await page.waitForSelector('.picture-preview');
    const held: Route[] = [];
    await page.route('**/*', (route) =>
      route.request().method() === 'PUT' ? void held.push(route) : route.continue(),
    );
    await page.setInputFiles('#picture-file', file(3000));
    await expect.poll(() => held.length).toBe(1);
    await page.click('.main-action');
    await page.waitForSelector(field('total'), { state: 'attached' });
    expect(await page.textContent('.details')).toContain('Your own picture');
  });

  test('whose upload was interrupted is sent with the form', async () => {
    const page = await forMe();
    await page.route('**/*', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()));
    const broken = page.waitForEvent('requestfailed');
    await page.setInputFiles('#picture-file', file(1000));
    await broken;
    await expect.poll(() => page.textContent('#picture-state')).not.toContain('being uploaded');
    await page.click('.main-action');
    await page.waitForSelector(field('total'), { state: 'attached' });
    expect(await page.textContent('.details')).toContain('Your own picture');
  });
});

test('a receipt that updates itself keeps the focus of a keyboard user, and changes its title', async () => {
  const page = await open();
  await page.fill(field('sender.name'), 'Anna Holm');
  await page.fill(field('sender.email'), 'anna@example.com');
  await page.check(`${field('to')}[value="me"]`);
  await page.click('.main-action');
  await page.click('[name="step"][value="confirm"]');
  await page.fill(field('card_number'), '4242 4242 4242 4242');
  await page.fill(field('expiry'), '12/40');
  await page.fill(field('cvc'), '123');
  await page.click('button[type="submit"]');
  await page.waitForURL(/\/orders\//);
  await stack.idle();
  const receipt = page.url().split('?')[0] ?? '';
  const body = await (await fetch(receipt)).text();
  const earlier = body
    .replace('class="narrow receipt"', '$& data-refresh="1"')
    .replace('</h1>', ' soon</h1>')
    .replace('<title>', '$&Soon: ');
  // Does not use `times: 1`, which would end the interception while the page is loading. A request that is pending at
  // that time may never end.
  const answers = [earlier];
  await page.route(receipt, (route) => {
    const answer = answers.shift();
    if (answer === undefined) return route.continue();
    return route.fulfill({ contentType: 'text/html; charset=utf-8', body: answer });
  });
  await page.goto(receipt);
  await page.focus('.documents a');
  await page.waitForFunction(`!document.querySelector('h1').textContent.includes('soon')`);
  expect(await page.evaluate(`document.activeElement.matches('.documents a')`)).toBe(true);
  expect(await page.title()).not.toContain('Soon');
});
