import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sell } from '../support/sales.ts';
import { ShopBrowser } from '../support/shop-browser.ts';
import { giftCard, Shop, ticket } from '../support/shop.ts';
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

const TABS_MAX = 200;

/** Whether the focused element matches `selector`, and whether its focus is visible. */
const FOCUSED = (selector: string): string => `(() => {
  const at = document.activeElement;
  if (!at || at === document.body) return { isThere: false, unseen: '' };
  const { outlineStyle, outlineWidth } = getComputedStyle(at);
  const box = at.getBoundingClientRect();
  const isSeen = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && box.bottom > 0 && box.top < innerHeight;
  return { isThere: at.matches(${JSON.stringify(selector)}), unseen: isSeen ? '' : at.outerHTML.slice(0, 200) };
})()`;

/** A user with a keyboard and no pointer. */
class Typist {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Presses Tab until a control has the focus. Every element on the way must show its focus. */
  async to(selector: string): Promise<void> {
    for (let tabs = 0; tabs < TABS_MAX; tabs++) {
      await this.page.keyboard.press('Tab');
      const found = await this.page.evaluate<{ isThere: boolean; unseen: string }>(FOCUSED(selector));
      expect(found.unseen, `${this.page.url()} on the way to ${selector}`).toBe('');
      if (found.isThere) return;
    }
    throw new Error(`Tab does not reach ${selector} on ${this.page.url()}`);
  }

  async type(selector: string, text: string): Promise<void> {
    await this.to(selector);
    await this.page.keyboard.press('Control+A');
    await this.page.keyboard.insertText(text);
  }

  /** Presses a button or follows a link, and waits for its result. */
  async press(selector: string, shown: string): Promise<void> {
    await this.to(selector);
    await this.page.keyboard.press('Enter');
    await this.page.locator(shown).first().waitFor();
  }

  /** Opens the menu of the administration and follows one of its entries. */
  async administer(path: string): Promise<void> {
    await this.to('.folded summary');
    await this.page.keyboard.press('Enter');
    await this.to(`.folded a[href="${path}"]`);
    await this.page.keyboard.press('Enter');
    await this.page.waitForURL(`${stack.url}${path}`);
  }
}

test('a keyboard user adds a product, redeems, refunds, invites and publishes', { timeout: 180_000 }, async () => {
  const orderId = await sell(stack, { key: stack.key('nordlys'), name: 'keyboard', quantity: 1 });
  await stack.idle();
  const { body } = await stack.get<{ data: { code: string }[] }>(`/v2/items?order_id=${orderId}`, {
    key: stack.key('nordlys'),
  });
  const code = body.data[0]!.code;
  const page = await browser.window({ locale: 'en-GB' });
  const typist = new Typist(page);

  await page.goto(`${stack.url}/desk/sign-in`);
  await page.locator('body').press('Home');
  await typist.type('#username', 'anna');
  await typist.type('#password', 'demo-password-anna');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${stack.url}/desk`);

  // The skip link comes first, and moves the focus to the content.
  await typist.to('.skip');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate<string>('document.activeElement.id')).toBe('content');
  await page.keyboard.press('Tab');
  expect(await page.evaluate<boolean>('!!document.activeElement.closest("main")')).toBe(true);

  // Escape closes the menu, and the focus returns to the control that opened it.
  await page.goto(`${stack.url}/desk`);
  await typist.to('.folded summary');
  await page.keyboard.press('Space');
  await typist.to('.folded a[href="/desk/keys"]');
  await page.keyboard.press('Escape');
  expect(await page.locator('.folded[open]').count()).toBe(0);
  await expect.poll(() => page.evaluate<string>('document.activeElement.tagName')).toBe('SUMMARY');

  await page.goto(`${stack.url}/desk`);
  await typist.administer('/desk/products');
  await typist.press('.tiles a[href="/desk/products/experiences/new"]', '.product-form');
  await typist.type('[name=name]', 'Evening sauna');
  await typist.to('.rich-text');
  await page.keyboard.type('Two calm hours.');
  await typist.type('[name="o.new.name"]', 'Weekdays');
  await typist.type('[name="o.new.amount"]', 'many');
  await typist.press('.product-form > button', '[role=alert]');
  await expect.poll(() => page.evaluate<string>('document.activeElement.getAttribute("role")')).toBe('alert');
  await typist.type('[name="o.new.amount"][aria-invalid=true]', '300');
  await typist.press('details:has([name="o.new2.name"]) > summary', '[name="o.new2.name"]');
  await typist.type('[name="o.new2.name"]', 'Weekends');
  await typist.type('[name="o.new2.amount"]', '400');
  await typist.press('.product-form > button', '.done');
  await expect.poll(() => page.evaluate<string>('document.activeElement.className')).toBe('done');
  await typist.type('.stock-form [name=set]', '12');
  await typist.press('.stock-form button', '.done');
  expect(await page.locator('.stock-form').first().textContent()).toContain('12');

  await typist.press('nav a[href="/desk/counter"]', '#code:focus');
  await page.keyboard.insertText(code);
  await page.keyboard.press('Enter');
  await typist.page.locator('#amount').waitFor();
  await typist.type('#amount', '50');
  await page.keyboard.press('Enter');
  await page.getByText('DKK 50.00 redeemed').waitFor();
  await typist.to('.outcome button');
  await page.keyboard.press('Space');
  await page.getByText('Undone: DKK 50.00').waitFor();

  await page.goto(`${stack.url}/desk/orders/${orderId}`);
  await typist.to('[name=scope]:checked');
  await page.keyboard.press('ArrowUp');
  expect(await page.locator('[name=scope][value=all]').isChecked()).toBe(true);
  await typist.press('[value=preview]', 'button.grave');
  await typist.press('button.grave', '.done');

  await page.goto(`${stack.url}/desk`);
  await typist.administer('/desk/users');
  await typist.press('.creating summary', '#username');
  await typist.type('#username', 'lis');
  await typist.type('#invite-email', 'lis@example.com');
  await typist.to('select[name=role]');
  await page.keyboard.press('ArrowDown');
  await typist.type('.creating [type=password]', 'demo-password-anna');
  await typist.press('.creating button', '.done');

  await page.goto(`${stack.url}/desk`);
  await typist.administer('/desk/order-page');
  await typist.press('.creating summary', '#from_revision');
  await typist.press('form[action$="/drafts"]:has(select) button', '[name="v.title.da"]');
  await typist.type('[name="v.title.da"]', 'Gavebutik');
  await typist.press('form:has(#note) > button', '.done');
  // A draft can be published only after it is saved.
  const publish = 'button[value=publish]';
  await typist.type('[name="v.title.da"]', 'Gavebutikken');
  expect(await page.locator(publish).isVisible()).toBe(false);
  await typist.press('form:has(#note) > button', publish);
  await typist.press(publish, '.done');
  expect(browser.complaints()).toEqual([]);
});

test('a page with only a form focuses its first empty field, or the error after a refusal', async () => {
  const page = await browser.window({ locale: 'en-GB' });
  const focused = (): Promise<string> =>
    page.evaluate<string>(`document.activeElement.name || document.activeElement.getAttribute('role')`);
  await page.goto(`${stack.url}/desk/forgotten-password`);
  await expect.poll(focused).toBe('email');
  await page.goto(`${stack.url}/desk/sign-in`);
  await expect.poll(focused).toBe('username');
  await page.keyboard.insertText('anna');
  await page.keyboard.press('Enter');
  await page.fill('#password', 'not her password');
  await page.keyboard.press('Enter');
  await page.locator('[role=alert]').waitFor();
  await expect.poll(focused).toBe('alert');
  expect(await page.locator('[autofocus]').getAttribute('name')).toBe('password');
  await page.fill('#password', 'demo-password-anna');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${stack.url}/desk`);
  await page.goto(`${stack.url}/desk/search`);
  await expect.poll(focused).toBe('q');
});

const signIn = async (page: Page, username: string): Promise<void> => {
  await page.goto(`${stack.url}/desk/sign-in`);
  await page.fill('#username', username);
  await page.fill('#password', `demo-password-${username}`);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${stack.url}/desk`);
};

test('the progress of an event cancellation refreshes until it is finished', { timeout: 120_000 }, async () => {
  const shop = new Shop(stack, stack.key('nordlys'));
  for (let order = 0; order < 2; order++) await shop.sell([ticket(5, 51)]);
  const page = await browser.window({ locale: 'en-GB' });
  await signIn(page, 'anna');
  await page.goto(`${stack.url}/desk/products/events/5/cancel`);
  await page.locator('[name=sure]').check();
  await page.locator('main form button').click();
  const progress = page.locator('#cancellation');
  await progress.locator('progress').waitFor();
  await page.evaluate('globalThis.stays = true');
  // The page refreshes itself; the test sends no further request.
  await progress.getByText('2 of 2').waitFor({ timeout: 60_000 });
  await page.locator('#cancellation:not([data-refresh])').waitFor({ timeout: 60_000 });
  expect(await progress.locator('progress').count()).toBe(0);
  expect(await page.evaluate<boolean>('globalThis.stays')).toBe(true);
  expect(browser.complaints()).toEqual([]);
});

/** Presses a control twice in the page, because the driver's own clicks wait for the response between them. */
const pressTwice = (page: Page, selector: string): Promise<void> =>
  page.evaluate(`(() => {
    const button = document.querySelector(${JSON.stringify(selector)});
    button.click();
    setTimeout(() => button.click(), 100);
  })()`);

test('a double click sends a form only once: to set a password, and to create an API key, which is then shown', async () => {
  const key = stack.key('nordlys', 'demo, everything (live)');
  const user = { username: 'dobby', email: 'dobby@example.com', role: 'super_admin' };
  const invited = await stack.post('/v2/users', { key, idempotencyKey: true, body: user });
  expect(invited.status, invited.bytes.toString()).toBe(201);
  await stack.idle();
  const [mail] = await stack.mail(user.email);
  const page = await browser.window();
  const sent: string[] = [];
  await page.route('**/desk/**', async (route) => {
    const request = route.request();
    if (request.method() === 'POST') {
      sent.push(new URL(request.url()).pathname);
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    await route.continue();
  });
  await page.goto(/https?:\S+\/desk\/set-password\S+/.exec(mail?.text ?? '')?.[0] ?? '');
  await page.locator('input[type=password]').fill('a good and long password');
  await pressTwice(page, 'form[action="/desk/set-password"] > button');
  await page.waitForURL(`${stack.url}/desk/set-up`);
  expect(sent.splice(0)).toEqual(['/desk/set-password']);
  await page.goto(`${stack.url}/desk/keys`);
  await page.locator('.creating summary').press('Enter');
  await page.locator('#label').fill('Till');
  await page.locator('input[name^="scope."]').first().check();
  await page.locator('form[action="/desk/keys"] input[type=password]').fill('a good and long password');
  await pressTwice(page, 'form[action="/desk/keys"] > button');
  await page.locator('[data-key]').waitFor();
  stack.secrets.collect((await page.locator('[data-key]').textContent()) ?? '');
  expect(sent).toEqual(['/desk/keys']);
  expect(browser.complaints()).toEqual([]);
});

test('a form that does not change the page can be sent again immediately, and any form after going back', async () => {
  const address = { kind: 'private', name: 'Bo', street: 'Gade 1', postcode: '8000', city: 'Aarhus', country: 'DK' };
  await new Shop(stack, stack.key('nordlys')).sell(giftCard(), { delivery: { method: 'postal', address } });
  const page = await browser.window();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) sent.push(new URL(request.url()).pathname);
  });
  await page.goto(`${stack.url}/desk/sign-in`);
  await page.fill('#username', 'anna');
  await page.fill('#password', 'demo-password-anna');
  await page.press('#password', 'Enter');
  await page.waitForURL(`${stack.url}/desk`);
  await page.goto(`${stack.url}/desk/reports/summary`);
  sent.length = 0;
  await pressTwice(page, 'button[value=csv]');
  await expect.poll(() => sent).toEqual(['/desk/reports/summary', '/desk/reports/summary']);
  await page.goto(`${stack.url}/desk/shipments`);
  await page.locator('td [type=checkbox]').first().check();
  sent.length = 0;
  await pressTwice(page, 'button[value=roll]');
  await expect.poll(() => sent).toEqual(['/desk/shipments/labels', '/desk/shipments/labels']);
  await page.goto(`${stack.url}/desk/keys`);
  const create = 'form[action="/desk/keys"]';
  await page.locator('.creating summary').press('Enter');
  await page.fill('#label', 'Till');
  await page.fill(`${create} input[type=password]`, 'demo-password-anna');
  await page.route('**/desk/keys', (route) => route.fulfill({ status: 204 }));
  sent.length = 0;
  for (const times of [1, 2]) {
    await pressTwice(page, `${create} > button`);
    await page.waitForTimeout(300);
    expect(sent).toHaveLength(times);
    await page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`);
  }
});

test('a scanner types a code while no field has the focus, and the counter checks it', async () => {
  const orderId = await sell(stack, { key: stack.key('nordlys'), name: 'scanner', quantity: 2 });
  await stack.idle();
  const { body } = await stack.get<{ data: { code: string }[] }>(`/v2/items?order_id=${orderId}`, {
    key: stack.key('nordlys'),
  });
  const [first = '', second = ''] = body.data.map(({ code }) => code);
  const page = await browser.window({ locale: 'en-GB' });
  await signIn(page, 'sille');
  const scan = async (code: string): Promise<void> => {
    await page.keyboard.type(`${code}\n`);
    await page.waitForURL(`${stack.url}/desk?code=${code}`);
    await page.locator('#amount').waitFor();
  };
  await scan(first);
  await scan(second);
  await page.fill('#amount', '50');
  await page.keyboard.press('Enter');
  await page.locator('.outcome:focus').waitFor();
  await scan(first);
  expect(browser.complaints()).toEqual([]);
});

test('typed input is restored after a session has ended, but only for the same user', async () => {
  const page = await browser.window({ locale: 'en-GB' });
  const formPath = '/desk/products/experiences/new';
  const sendWithoutSession = async (): Promise<void> => {
    await page.goto(`${stack.url}${formPath}`);
    await page.fill('.product-form [name=name]', 'Night swim');
    await page.locator('.rich-text').first().fill('By torchlight.');
    await page.locator('[name="category.1"]').check();
    await page.context().clearCookies();
    await page.locator('.product-form > button').click();
    await page.getByText('Your session has ended.').waitFor();
  };
  await signIn(page, 'anna');
  await sendWithoutSession();
  await page.fill('#username', 'anna');
  await page.fill('#password', 'not her password');
  await page.keyboard.press('Enter');
  await page.getByText('The username or the password is wrong.').waitFor();
  await page.fill('#password', 'demo-password-anna');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${stack.url}${formPath}`);
  await page.locator('.done:focus').getByText('What you typed is back.').waitFor();
  expect(await page.inputValue('.product-form [name=name]')).toBe('Night swim');
  expect(await page.locator('.rich-text').first().textContent()).toBe('By torchlight.');
  expect(await page.locator('[name="category.1"]').isChecked()).toBe(true);
  await sendWithoutSession();
  await page.fill('#username', 'mads');
  await page.fill('#password', 'demo-password-mads');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${stack.url}${formPath}`);
  expect(await page.inputValue('.product-form [name=name]')).toBe('');
  expect(await page.locator('.done').count()).toBe(0);
  expect(browser.complaints()).toEqual([]);
});

test('a table is a Tab stop only while it is wider than the page', async () => {
  await sell(stack, { key: stack.key('nordlys'), name: 'tabs', quantity: 1 });
  const page = await browser.window({ locale: 'en-GB' });
  await page.goto(`${stack.url}/desk/sign-in`);
  await page.locator('#username').fill('anna');
  await page.locator('#password').fill('demo-password-anna');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${stack.url}/desk`);
  await page.goto(`${stack.url}/desk/orders`);
  const afterTab = async (): Promise<string> => {
    await page.locator('main form button').last().focus();
    await page.keyboard.press('Tab');
    return page.evaluate<string>('document.activeElement.tagName');
  };
  expect(await afterTab()).toBe('A');
  await page.evaluate(`document.querySelector('.scroll').style.width = '100px'`);
  expect(await afterTab()).toBe('DIV');
  await page.context().close();
});
