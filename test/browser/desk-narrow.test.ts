import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkPage, ShopBrowser } from '../support/shop-browser.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

const WIDTHS = [390, 1280];

let stack: RunningStack;
let browser: ShopBrowser;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), ShopBrowser.start()]);
});
afterAll(async () => {
  await browser.stop();
  await stack.stop();
});

test.each(WIDTHS)(
  'at %i px no table hides a column, and the counter is accessible after a redemption and a second scan',
  async (width) => {
    const key = stack.key('nordlys');
    const issued = async (): Promise<string> =>
      (await stack.post<{ items: { code: string }[] }>('/v2/items', { key, body: { amount: 500 } })).body.items[0]!
        .code;
    const [code] = [await issued(), await issued()];
    await stack.idle();
    const page = await browser.window({ width });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`${stack.url}/desk/sign-in`);
    await page.locator('#username').fill('anna');
    await page.locator('#password').fill('demo-password-anna');
    await page.locator('main button').press('Enter');
    await page.waitForURL(`${stack.url}/desk`);
    const entry = page.locator('nav a[href="/desk/counter"]');
    const menu = page.getByRole('button', { name: 'Menu' });
    expect([await entry.isVisible(), await menu.isVisible()]).toEqual(width < 700 ? [false, true] : [true, false]);
    if (width < 700) {
      const [clipped, height] = await page.evaluate<[number, number]>(
        `(({ scrollHeight, clientHeight }) => [scrollHeight - clientHeight, document.querySelector('.top').offsetHeight])(document.querySelector('.home > span'))`,
      );
      expect(clipped, 'the name of the company').toBe(0);
      expect(height).toBeLessThanOrEqual(57);
      await menu.press('Enter');
      await entry.waitFor();
      await checkPage(page, 'desk-menu');
      await page.keyboard.press('Escape');
      await entry.waitFor({ state: 'hidden' });
      // The menu closes when the focus leaves it, so that it does not cover the focused element. Its button opens and
      // closes it.
      await menu.press('Enter');
      await entry.waitFor();
      const isInMain = `!!document.activeElement.closest('main')`;
      for (let tabs = 0; tabs < 50 && !(await page.evaluate<boolean>(isInMain)); tabs++)
        await page.keyboard.press('Tab');
      expect([await page.evaluate<boolean>(isInMain), await entry.isVisible()]).toEqual([true, false]);
      await menu.click();
      await entry.focus();
      await menu.click();
      await entry.waitFor({ state: 'hidden' });
    }
    await page.goto(`${stack.url}/desk?code=${code}`);
    await page.locator('form:has(input[value=all]) button').click();
    await page.locator('.outcome').waitFor();
    await checkPage(page, 'desk-redeemed');
    await page.goto(`${stack.url}/desk?code=${code}`);
    await checkPage(page, 'desk-second-scan');
    const paths = ['reports/liability', 'reports/analytics', 'reports/claimed-items', 'keys', 'users', `items/${code}`];
    for (const [at, path] of paths.entries()) {
      await page.goto(`${stack.url}/desk/${path}`);
      await checkPage(page, `desk-table-${at}`);
      const hidden = await page.evaluate<number>(
        `[...document.querySelectorAll('td')].filter((each) => each.getBoundingClientRect().right > innerWidth).length`,
      );
      expect([path, hidden]).toEqual([path, 0]);
    }
    expect(browser.complaints()).toEqual([]);
  },
);

const signedIn = async (width: number): Promise<Page> => {
  const page = await browser.window({ width });
  await page.goto(`${stack.url}/desk/sign-in`);
  await page.locator('#username').fill('anna');
  await page.locator('#password').fill('demo-password-anna');
  await page.locator('main button').press('Enter');
  await page.waitForURL(`${stack.url}/desk`);
  return page;
};

test('at 820 px the entries of the menu are in one row', async () => {
  const page = await signedIn(820);
  const tops = `new Set([...document.querySelectorAll('.menu > ul > li')].map((each) => each.offsetTop)).size`;
  expect(await page.evaluate<number>(tops)).toBe(1);
});

test('at 320 px a long word in a description stays within the page', async () => {
  const key = stack.key('nordlys');
  const { body } = await stack.post<{ id: number }>('/v2/catalog/special-offers', {
    key,
    idempotencyKey: true,
    body: {
      name: 'Spa',
      description: `<p>${'x'.repeat(100)}</p>`,
      options: [{ name: 'One', amount: 10_000, stock: 1 }],
    },
  });
  const page = await signedIn(320);
  await page.goto(`${stack.url}/desk/products/special-offers/${body.id}`);
  await page.locator('.rich-text').first().waitFor();
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(320);
});
