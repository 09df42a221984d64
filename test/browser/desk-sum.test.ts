import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESK, checkPage, PHONE, ShopBrowser } from '../support/shop-browser.ts';
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
  [PHONE, 'light'],
  [DESK, 'dark'],
] as const)('at %i px (%s) one sum is taken from two cards, and a card is blocked', async (width, colorScheme) => {
  const key = stack.key('nordlys');
  const issued = async (amount: number): Promise<string> =>
    (await stack.post<{ items: { code: string }[] }>('/v2/items', { key, body: { amount } })).body.items[0]!.code;
  const [first, second] = [await issued(120), await issued(500)];
  const page = await browser.window({ width });
  await page.emulateMedia({ colorScheme });
  await page.goto(`${stack.url}/desk/sign-in`);
  await page.locator('#username').fill('mads');
  await page.locator('#password').fill('demo-password-mads');
  await page.locator('main button').press('Enter');
  await page.waitForURL(`${stack.url}/desk`);
  await page.goto(`${stack.url}/desk?code=${first}`);
  await checkPage(page, 'desk-sum-card');
  await page.locator('a[href^="/desk/sum"]').click();
  await page.locator('#sum').fill('200');
  await page.locator('#sum').press('Enter');
  await page.locator('#code').waitFor();
  await checkPage(page, 'desk-sum-one');
  await page.locator('#code').fill(second);
  await page.locator('#code').press('Enter');
  await page.locator('.code-form').waitFor({ state: 'detached' });
  await checkPage(page, 'desk-sum-both');
  await page.locator('form[method=post][action="/desk/sum"] button').click();
  await page.locator('.outcome').waitFor();
  await checkPage(page, 'desk-sum-done');
  await page.goto(`${stack.url}/desk/items/${second}`);
  await checkPage(page, 'desk-sum-item');
  await page.locator('details:has(#block-reason) > summary').press('Enter');
  await page.locator('#block-reason').fill('Reported lost');
  await page.locator('form:has([value=block]) button').click();
  await page.locator('.done').waitFor();
  await checkPage(page, 'desk-sum-blocked');
  expect(browser.complaints()).toEqual([]);
});
