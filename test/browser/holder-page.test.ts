import axe from 'axe-core';
import chromium from '@sparticuz/chromium';
import { chromium as playwright, type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { giftCard, Shop, ticket } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let browser: Browser;
const pages = new Map<string, { url: string; locale: string }>();

beforeAll(async () => {
  stack = await startStack();
  const key = stack.key('nordlys');
  const shop = new Shop(stack, key);
  const urlOf = async (items: object[], claim?: number): Promise<string> => {
    const order = await shop.sell(items);
    const { body } = await stack.get<{ data: { code: string }[] }>(`/v2/items?order_id=${order.id}`, { key });
    const code = body.data[0]?.code ?? '';
    if (claim) await stack.post(`/v2/items/${code}/claim`, { key, body: { type: 'amount', amount: claim } });
    return `${stack.url}/c/nordlys/${code}`;
  };
  pages.set('card', { url: await urlOf(giftCard(75000), 240), locale: 'da-DK' });
  pages.set('used', { url: await urlOf(giftCard(30000), 300), locale: 'de-DE' });
  pages.set('ticket', { url: await urlOf([ticket(5, 51, 1)]), locale: 'en-GB' });
  pages.set('unknown', { url: `${stack.url}/c/nordlys/NO-SUCH-CODE`, locale: 'nn-NO' });
  browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: ['--no-sandbox', '--headless=shell'],
  });
}, 120_000);
afterAll(async () => {
  await browser.close();
  await stack.stop();
});

describe.each(['card', 'used', 'ticket', 'unknown'])('the page of a code: %s', (name) => {
  test.each([
    ['light', 320],
    ['dark', 320],
    ['light', 1280],
    ['dark', 1280],
  ] as const)('fits the window and is accessible in %s at %i px', async (colorScheme, width) => {
    const { url, locale } = pages.get(name) ?? { url: '', locale: 'en' };
    const context = await browser.newContext({
      colorScheme,
      locale,
      viewport: { width, height: 900 },
      bypassCSP: true,
    });
    const page = await context.newPage();
    await page.goto(url);
    const scrollWidth = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(scrollWidth).toBeLessThanOrEqual(width);
    // Dates and numbers are not broken next to long labels.
    const narrowest = await page.evaluate<number>(
      `Math.min(1000, ...[...document.querySelectorAll('dd')].map((each) => each.clientWidth))`,
    );
    expect(narrowest).toBeGreaterThan(100);
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
      'axe.run()',
    );
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html ?? ''}`)).toEqual([]);
    const folder = process.env['SCREENSHOTS'];
    if (folder) await page.screenshot({ path: `${folder}/code-${name}-${colorScheme}-${width}.png`, fullPage: true });
    await context.close();
  });
});

test.each(['card', 'used', 'ticket'])(
  'no word is broken on the page of a code at twice the font size: %s',
  async (name) => {
    const { url, locale } = pages.get(name) ?? { url: '', locale: 'en' };
    const context = await browser.newContext({ locale, viewport: { width: 320, height: 900 }, bypassCSP: true });
    const page = await context.newPage();
    await page.goto(url);
    await page.addStyleTag({ content: 'body{font-size:32px} dt,dd{overflow-wrap:normal!important;hyphens:none}' });
    const broken = await page.evaluate<string[]>(
      `[...document.querySelectorAll('dt,dd')].filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)`,
    );
    expect(broken).toEqual([]);
    await context.close();
  },
);

test('the page of a code shows its logo with forced colors, prints the logo, and prints no buttons', async () => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, bypassCSP: true });
  const page = await context.newPage();
  const style = (selector: string, name: string): Promise<string> =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).${name}`);
  await page.goto(pages.get('card')?.url ?? '');
  const [brand, ink] = [await style('header', 'backgroundColor'), await style('body', 'color')];
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await style('header img', 'backgroundColor')).toBe(brand);
  await page.emulateMedia({ forcedColors: 'none', media: 'print' });
  expect([await style('header', 'printColorAdjust'), await style('.button', 'display')]).toEqual(['exact', 'none']);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await style('body', 'color'), 'dark on paper').toBe(ink);
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  const [height, size] = [await style('.code strong', 'height'), await style('.code strong', 'fontSize')];
  expect(parseFloat(height), 'one line').toBeLessThan(parseFloat(size) * 2);
  await context.close();
});
