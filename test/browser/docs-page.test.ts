import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';
import chromium from '@sparticuz/chromium';
import { chromium as playwright, type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let browser: Browser;
beforeAll(async () => {
  stack = await startStack();
  browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: ['--no-sandbox', '--headless=shell'],
  });
});
afterAll(async () => {
  await browser.close();
  await stack.stop();
});

describe('the API reference in a browser', () => {
  test('shows the operations and loads no file from other hosts', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const requests: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${stack.url}/docs`);
    await page.getByText('Create an API key').first().waitFor({ timeout: 30_000 });
    await page.waitForLoadState('networkidle');
    const outside = requests.filter((url) => !url.startsWith(`${stack.url}/`) && !/^(data|blob):/.test(url));
    expect(outside).toEqual([]);
    expect(complaints).toEqual([]);
    const folder = process.env['SCREENSHOTS'];
    if (folder) await page.screenshot({ path: `${folder}/docs.png` });
  });

  const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

  /** Opens a page, and returns a summary of the findings of axe. */
  const pageFaults = async (path: string, how: { width: number; colorScheme: 'light' | 'dark' }): Promise<string[]> => {
    const { width, colorScheme } = how;
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, bypassCSP: true });
    const page = await context.newPage();
    await page.goto(`${stack.url}${path}`);
    if (path === '/docs') {
      await page.getByText('Create an API key').first().waitFor({ timeout: 30_000 });
      await page.waitForLoadState('networkidle');
    }
    await page.evaluate(axeSource);
    const found = await page.evaluate<{ violations: { id: string; nodes: { target: unknown[] }[] }[] }>('axe.run()');
    const folder = process.env['SCREENSHOTS'];
    const name = path.slice(1).replaceAll('/', '-');
    if (folder) await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png` });
    await context.close();
    return found.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target.join(' ')}`));
  };

  test.for([
    ['/docs', 1280, 'light'],
    ['/docs', 1280, 'dark'],
    ['/docs/guide', 1280, 'light'],
    ['/docs/guide', 320, 'dark'],
  ] as const)('%s at %i pixels, %s, is accessible', async ([path, width, colorScheme]) => {
    expect(await pageFaults(path, { width, colorScheme })).toEqual([]);
  });

  test.each([320, 390])(
    'the guide shows the states of an order within %i pixels, each cell with its label',
    async (width) => {
      const page = await browser.newPage({ viewport: { width, height: 900 } });
      await page.goto(`${stack.url}/docs/guide`);
      const seen = await page.evaluate<{
        page: number;
        right: number;
        tallest: number;
        names: string[];
        lettering: number;
      }>(`({
      page: document.documentElement.scrollWidth,
      right: Math.max(...[...document.querySelectorAll('.stacked th, .stacked td')].map((each) => each.scrollWidth + each.getBoundingClientRect().left)),
      tallest: Math.max(...[...document.querySelectorAll('.stacked tbody tr')].map((each) => each.offsetHeight)),
      names: [...document.querySelectorAll('.stacked tbody tr:first-child td')].map((each) => getComputedStyle(each, '::before').content),
      lettering: 13 * document.querySelector('svg').getBoundingClientRect().width / 980,
    })`);
      expect(seen.page).toBeLessThanOrEqual(width);
      expect(seen.right).toBeLessThanOrEqual(width);
      expect(seen.tallest).toBeLessThan(330);
      expect(seen.names).toEqual(['"status"', '"What it is"', '"From there"']);
      expect(seen.lettering).toBeGreaterThanOrEqual(11);
      // Rows displayed as blocks are still table rows for screen readers.
      const table = page.getByRole('table').filter({ hasText: 'From there' });
      expect(await table.getByRole('columnheader').allTextContents()).toEqual([
        'State',
        'status',
        'What it is',
        'From there',
      ]);
      expect(await table.getByRole('cell').count()).toBe(3 * (await table.getByRole('rowheader').count()));
      const folder = process.env['SCREENSHOTS'];
      if (folder) await page.screenshot({ path: `${folder}/guide-${width}.png`, fullPage: true });
      if (folder)
        await page.locator('section:has(#states)').screenshot({ path: `${folder}/guide-states-${width}.png` });
      await page.close();
    },
  );

  test('each attempt at an operation has its own idempotency key', async () => {
    const script = await (await fetch(`${stack.url}/docs/start.js`)).text();
    const made: { onBeforeRequest: (about: object) => void }[] = [];
    const place = { dataset: { settings: '{}' } };
    const document = { getElementById: () => place, querySelectorAll: () => [], body: {} };
    const Scalar = { createApiReference: (_: unknown, settings: (typeof made)[number]) => made.push(settings) };
    const MutationObserver = class {
      observe(): void {}
    };
    runInNewContext(script, { document, Scalar, MutationObserver, crypto });
    const keys = [1, 2].map(() => {
      const headers = new Headers({ 'Idempotency-Key': 'the example' });
      made[0]?.onBeforeRequest({ request: { headers } });
      return headers.get('Idempotency-Key') ?? '';
    });
    expect(new Set([...keys, 'the example']).size).toBe(3);
  });
});
