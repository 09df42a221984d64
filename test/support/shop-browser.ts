import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import chromium from '@sparticuz/chromium';
import { chromium as playwright, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { expect } from 'vitest';
import type { FoundPage } from './page-visitor.ts';

export const PHONE = 320;
export const DESK = 1280;
const HEIGHT = 900;

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  nodes: { target: string[] }[];
}

/** A browser that opens a shop. */
export class ShopBrowser {
  readonly #browser: Browser;
  readonly #complaints: string[] = [];
  #contexts: BrowserContext[] = [];

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  static async start(): Promise<ShopBrowser> {
    return new ShopBrowser(
      await playwright.launch({
        executablePath: await chromium.executablePath(),
        args: ['--no-sandbox', '--headless=shell', '--host-resolver-rules=MAP checkout.stripe.com ~NOTFOUND'],
      }),
    );
  }

  /** Opens a window that shares no state with others. */
  async window(how: { width?: number; script?: boolean; locale?: string } = {}): Promise<Page> {
    const context = await this.#browser.newContext({
      viewport: { width: how.width ?? DESK, height: HEIGHT },
      javaScriptEnabled: how.script ?? true,
      reducedMotion: 'reduce',
      ...(how.locale === undefined ? {} : { locale: how.locale }),
    });
    this.#contexts.push(context);
    const page = await context.newPage();
    if (how.script === false) scriptless.add(page);
    page.on('console', (message) => {
      // The browser logs error statuses and missing pictures, which are expected.
      const isRemark = /the server responded with a status of|ERR_NAME_NOT_RESOLVED/.test(message.text());
      if (message.type() === 'error' && !isRemark) this.#complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.#complaints.push(error.message));
    return page;
  }

  /** Errors of the browser since the last call: blocked styles and scripts, script errors. */
  complaints(): string[] {
    return this.#complaints.splice(0);
  }

  async closeWindows(): Promise<void> {
    await Promise.all(this.#contexts.splice(0).map((context) => context.close()));
  }

  stop(): Promise<void> {
    return this.#browser.close();
  }
}

const scriptless = new WeakSet<Page>();

/** Opens the content of a page in a window that runs no script of the page, only axe. */
const mirrorOf = async (page: Page): Promise<Page> => {
  const context = await page.context().browser()?.newContext({ viewport: page.viewportSize() });
  if (!context) throw new Error('The browser has closed');
  const other = await context.newPage();
  const body = await page.content();
  await other.route('**/*.js', (route) => route.abort());
  await other.route(page.url(), (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }));
  await other.goto(page.url());
  return other;
};

const violationsOf = async (page: Page): Promise<Violation[]> => {
  await page.evaluate(axeSource);
  return page.evaluate<Violation[]>(`axe.run(document).then((found) => found.violations)`);
};

/**
 * Checks that a page has no axe findings and nothing wider than the window. `SCREENSHOTS` is a folder for its picture.
 */
export const checkPage = async (page: Page, name: string): Promise<void> => {
  const seen = scriptless.has(page) ? await mirrorOf(page) : page;
  const violations = await violationsOf(seen);
  if (seen !== page) await seen.context().close();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
    name,
  ).toEqual([]);
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  expect(width, `${name} is as wide as the window`).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  const folder = process.env['SCREENSHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/${name}-${page.viewportSize()?.width}.png`, fullPage: true });
};

/** Opens a response from the stack in a browser, with its headers. */
export const openResponse = async (page: Page, url: string, found: FoundPage): Promise<void> => {
  const headers = Object.fromEntries([...found.answer.headers].filter(([name]) => !/^content-(length|enc)/.test(name)));
  const address = new URL(found.path, url).href;
  await page.route(address, (route) => route.fulfill({ status: found.status, headers, body: found.answer.bytes }));
  await page.goto(address);
  await page.unroute(address);
};

const TABS_MAX = 150;

/** Presses Tab until an element has the focus. */
export const tabTo = async (page: Page, selector: string): Promise<void> => {
  const isThere = `document.activeElement?.matches(${JSON.stringify(selector)}) ?? false`;
  for (let tabs = 0; tabs < TABS_MAX; tabs++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate<boolean>(isThere)) return;
  }
  throw new Error(`The keyboard does not reach ${selector} on ${page.url()}`);
};

/** Types into a field reached by keyboard. */
export const typeInto = async (page: Page, selector: string, text: string): Promise<void> => {
  await tabTo(page, selector);
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(text);
};
