import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BARE, fillDesk, REFUSED, screensSeed, SYSTEM } from '../support/desk-screens.ts';
import { checkPage, ShopBrowser } from '../support/shop-browser.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

/**
 * Language, width, color scheme and screens of one run. With `SCREENSHOTS`, the tests take a screenshot of every screen
 * of the desk, with data and empty and with refused forms, in every combination. Without it, axe checks each screen in
 * one combination.
 */
type Look = readonly [language: string, width: number, scheme: string, which: 'all' | 'data' | 'bare'];
const EVERYTHING: readonly Look[] = ['en', 'da', 'de'].flatMap((language) =>
  [390, 1280].flatMap((width) => ['light', 'dark'].map((scheme) => [language, width, scheme, 'all'] as const)),
);
const LOOKS: readonly Look[] = process.env['SCREENSHOTS']
  ? EVERYTHING
  : [
      ['en', 390, 'dark', 'data'],
      ['de', 1280, 'dark', 'bare'],
    ];

let stack: RunningStack;
let browser: ShopBrowser;
let screens: Readonly<Record<string, string>>;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack({ seed: screensSeed }), ShopBrowser.start()]);
  screens = await fillDesk(stack);
}, 120_000);
afterAll(async () => {
  await browser.stop();
  await stack.stop();
});

const signedIn = async (user: string, width: number, language: string, scheme: string): Promise<Page> => {
  const page = await browser.window({ width });
  await page.emulateMedia({ colorScheme: scheme === 'dark' ? 'dark' : 'light' });
  await page.goto(`${stack.url}/desk/sign-in`);
  await page.locator('#username').fill(user);
  await page.locator('#password').fill(`demo-password-${user}`);
  await page.locator('main button').press('Enter');
  await page.waitForURL(/desk$/);
  await page.locator('#page-language').selectOption(language);
  await Promise.all([
    page.waitForURL(/desk$/),
    page.locator('form[action="/desk/settings"]:has(#page-language) button').click(),
  ]);
  return page;
};

/** Sends a form with invalid values in all fields, skipping the browser's own checks. */
const refuse = async (page: Page, form: string): Promise<void> => {
  await page.evaluate(`(() => {
    const form = document.querySelector(${JSON.stringify(form)});
    form.noValidate = true;
    for (const each of form.querySelectorAll('input')) {
      if (['hidden', 'checkbox', 'radio', 'file', 'color', 'date'].includes(each.type)) continue;
      each.value = each.type === 'email' ? 'nobody' : /amount|price|value|percent|quantity/.test(each.name) ? 'many' : '';
    }
    form.querySelector('button:not([type=button])').click();
  })()`);
  await page.locator('[role=alert]:visible').first().waitFor();
};

test.each(LOOKS)(
  'screens of the desk have a valid layout: %s, %i px, %s, %s',
  { timeout: 900_000 },
  async (language, width, scheme, which) => {
    const name = (kind: string, screen: string): string => `${kind}-${screen}-${language}-${scheme}`;
    if (which !== 'bare') {
      const page = await signedIn('anna', width, language, scheme);
      for (const [screen, path] of Object.entries(screens)) {
        await page.goto(`${stack.url}/desk${path}`);
        await checkPage(page, name('data', screen));
        const form = which === 'all' ? REFUSED[screen] : undefined;
        if (form === undefined) continue;
        await refuse(page, form);
        await checkPage(page, name('refused', screen));
      }
    }
    if (which !== 'bare') {
      const page = await signedIn('solveig', width, language, scheme);
      for (const [screen, path] of Object.entries(SYSTEM)) {
        await page.goto(`${stack.url}/desk${path}`);
        await checkPage(page, name('data', screen));
      }
    }
    if (which !== 'data') {
      const page = await signedIn('ebba', width, language, scheme);
      for (const screen of BARE) {
        await page.goto(`${stack.url}/desk${screens[screen]}`);
        await checkPage(page, name('bare', screen));
      }
    }
    expect(browser.complaints()).toEqual([]);
    await browser.closeWindows();
  },
);
