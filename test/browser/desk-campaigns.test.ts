import { afterAll, beforeAll, expect, test } from 'vitest';
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

test.each([
  [390, 'dark'],
  [1280, 'light'],
] as const)('campaigns and discount codes fit %i px in the %s scheme', async (width, colorScheme) => {
  const page = await browser.window({ width });
  await page.emulateMedia({ colorScheme });
  await page.goto(`${stack.url}/desk/sign-in`);
  await page.locator('#username').fill('anna');
  await page.locator('#password').fill('demo-password-anna');
  await page.locator('main button').press('Enter');
  await page.waitForURL(`${stack.url}/desk`);
  await page.goto(`${stack.url}/desk/campaigns`);
  await checkPage(page, `desk-campaigns-${width}`);
  await page.locator('.creating summary').press('Enter');
  await page.locator('#new-value').fill('many');
  await page.locator('.creating button').click();
  await page.locator('.fault').waitFor();
  await checkPage(page, `desk-campaign-refused-${width}`);
  await page.goto(`${stack.url}/desk/campaigns/5`);
  await page.locator('#codes-count').fill('3');
  await page.locator('section:has(#codes-title) button').click();
  await page.locator('.done').waitFor();
  await checkPage(page, `desk-campaign-${width}`);
  await page.goto(`${stack.url}/desk/discount-codes`);
  await checkPage(page, `desk-discount-codes-${width}`);
  await page.locator('tbody a').first().click();
  await page.waitForURL(/discount-codes\/./);
  await checkPage(page, `desk-discount-code-${width}`);
  expect(browser.complaints()).toEqual([]);
});
