import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOME_TODAY, homeSeed, sellMonths } from '../support/home-shop.ts';
import { checkPage, ShopBrowser } from '../support/shop-browser.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let browser: ShopBrowser;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack({ seed: homeSeed }), ShopBrowser.start()]);
  await sellMonths(stack);
}, 120_000);
afterAll(async () => {
  await browser.stop();
  await stack.stop();
});

const signedIn = async (user: string, width: number) => {
  const page = await browser.window({ width });
  await page.goto(`${stack.url}/desk/sign-in`);
  await page.locator('#username').fill(user);
  await page.locator('#password').fill(`demo-password-${user}`);
  await page.locator('main button').press('Enter');
  await page.waitForURL(`${stack.url}/desk`);
  return page;
};

const MONTH = `date_from=2027-04-01&date_to=${HOME_TODAY}`;
const PAGES = {
  home: '',
  summary: `/reports/summary?${MONTH}&group=family`,
  movements: `/reports/movements?${MONTH}`,
  books: '/books?month=2027-04',
  analytics: `/reports/analytics?${MONTH}`,
  redeemed: `/reports/claimed-items?${MONTH}`,
  liability: '/reports/liability',
  subscribers: '/reports/subscribers',
  integrity: '/reports/integrity',
  shipments: '/shipments',
  issue: '/issue',
};

test.each([320, 390, 1280])('Home and the reports have a valid layout at %i px, light and dark', async (width) => {
  const page = await signedIn('sue', width);
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const [name, path] of Object.entries(PAGES)) {
      await page.goto(`${stack.url}/desk${path}`);
      await checkPage(page, `${name}-${scheme}`);
    }
  }
  await page.goto(`${stack.url}/desk`);
  const bars = page.locator('[data-chart=days] .plot');
  expect((await bars.boundingBox())!.height).toBeGreaterThan(100);
  const sizes = await page.evaluate<number[]>(
    `[...document.querySelectorAll('.axis span')].map((each) => parseFloat(getComputedStyle(each).fontSize))`,
  );
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(12);
  await page.locator('[data-chart=days] summary').click();
  await page.locator('[data-chart=days] table').waitFor();
  await checkPage(page, 'home-table');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.setViewportSize({ width: 794, height: 1123 });
  await checkPage(page, `home-print-of-${width}`);
  expect(await bars.isVisible()).toBe(true);
  expect(browser.complaints()).toEqual([]);
  await browser.closeWindows();
});

test('links to sales, liability and the statement of a month are one tap away on a phone', async () => {
  const page = await signedIn('mona', 390);
  for (const [link, heading] of [
    ['Sales of last week', 'Sales'],
    ['Outstanding value today', 'Outstanding value'],
    ['For the accountant: March 2027', /March 2027/],
  ] as const) {
    await page.goto(`${stack.url}/desk`);
    await page.getByRole('link', { name: link }).click();
    await page
      .getByRole('link', { name: heading })
      .or(page.getByRole('heading', { name: heading }))
      .first()
      .waitFor();
  }
  await browser.closeWindows();
});

test.each(['en', 'da', 'de'])('Home has a valid layout in %s, for an empty shop and with sales', async (language) => {
  const page = await signedIn('yuki', 390);
  await page.locator('#page-language').selectOption(language);
  await page.locator('form[action="/desk/settings"]:has(#page-language) button').click();
  await page.waitForURL(`${stack.url}/desk`);
  await checkPage(page, `home-empty-${language}`);
  await browser.closeWindows();
  const owner = await signedIn('sue', 1280);
  await owner.locator('#page-language').selectOption(language);
  await owner.locator('form[action="/desk/settings"]:has(#page-language) button').click();
  await owner.waitForURL(`${stack.url}/desk`);
  await checkPage(owner, `home-full-${language}`);
  expect(browser.complaints()).toEqual([]);
  await browser.closeWindows();
});
