import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { chromium as playwright, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { encode } from 'uqr';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sell } from '../support/sales.ts';
import { giftCard, Shop } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Item {
  code: string;
  claim_url: string;
}

let stack: RunningStack;
let browser: Browser;
let folder: string;
let scanned: Item;

const issue = async (body: object): Promise<Item[]> => {
  const answer = await stack.post<{ items: Item[] }>('/v2/items', { key: stack.key('nordlys'), body });
  return answer.body.items;
};

const [WIDTH, HEIGHT, DOT] = [640, 480, 8];

/** A video of a QR code: one uncompressed frame. */
const filmOf = (text: string): Buffer => {
  const { data } = encode(text, { border: 4 });
  const bright = Buffer.alloc(WIDTH * HEIGHT, 235);
  const [left, top] = [(WIDTH - data.length * DOT) >> 1, (HEIGHT - data.length * DOT) >> 1];
  for (const [row, dots] of data.entries()) {
    for (const [column, isDark] of dots.entries()) {
      if (!isDark) continue;
      for (let y = 0; y < DOT; y++)
        bright.fill(
          16,
          (top + row * DOT + y) * WIDTH + left + column * DOT,
          (top + row * DOT + y) * WIDTH + left + (column + 1) * DOT,
        );
    }
  }
  const grey = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
  return Buffer.concat([head, Buffer.from('FRAME\n'), bright, grey]);
};

beforeAll(async () => {
  stack = await startStack();
  [scanned] = (await issue({ amount: 500, receiver_name: 'Bo Lind', receiver_email: 'bo@example.com' })) as [Item];
  folder = await mkdtemp(join(tmpdir(), 'desk-'));
  const film = join(folder, 'code.y4m');
  await writeFile(film, filmOf(scanned.claim_url));
  browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: [
      '--no-sandbox',
      '--headless=shell',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  });
});
afterAll(async () => {
  await browser.close();
  await stack.stop();
  await rm(folder, { recursive: true, force: true });
});

const PHONE = { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true, locale: 'en-GB' };
const SCREEN = { viewport: { width: 1280, height: 900 }, locale: 'en-GB' };

const openDesk = async (
  options: BrowserContextOptions,
  user: string,
): Promise<{ page: Page; complaints: string[] }> => {
  const context = await browser.newContext({ ...options, permissions: ['camera'] });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    // The browser logs refused requests; only other errors count.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${stack.url}/desk`);
  await page.locator('#username').fill(user);
  await page.locator('#password').fill(`demo-password-${user}`);
  await page.locator('main button').press('Enter');
  await page.waitForURL(`${stack.url}/desk`);
  return { page, complaints };
};

/** Checks that a page is not wider than the screen and has no axe-core findings, including small targets. */
const looksWell = async (page: Page): Promise<void> => {
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  expect([page.url(), width]).toEqual([page.url(), page.viewportSize()?.width]);
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setBypassCSP', { enabled: true });
  await page.evaluate(AXE);
  const found = await page.evaluate<string[]>(
    `axe.run({ rules: { 'target-size': { enabled: true } } }).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes.map(({ html }) => html).join(' ')))`,
  );
  expect([page.url(), ...found]).toEqual([page.url()]);
  const folderOfShots = process.env['SCREENSHOTS'];
  const name = `${page.viewportSize()?.width}${new URL(page.url()).pathname.replaceAll(/\W+/g, '-')}`;
  if (folderOfShots) await page.screenshot({ path: `${folderOfShots}/${name}.png`, fullPage: true });
};

/** Moves the focus through a page by keyboard, and returns the elements whose focus is invisible or off the screen. */
const unseenInFocus = async (page: Page): Promise<string[]> => {
  const unseen: string[] = [];
  await page.evaluate('document.activeElement.blur()');
  const STEPS_MAX = 80;
  for (let step = 0; step < STEPS_MAX; step++) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate<string | null>(`(() => {
      const at = document.activeElement;
      if (!at || at === document.body) return null;
      const { outlineStyle, outlineWidth } = getComputedStyle(at);
      const box = at.getBoundingClientRect();
      const isSeen = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && box.bottom > 0 && box.top < innerHeight;
      return isSeen ? '' : at.outerHTML;
    })()`);
    if (found === null) return unseen;
    if (found !== '') unseen.push(found);
  }
  return unseen;
};

const leftOn = async (code: string): Promise<number> =>
  (await stack.get<{ remaining_amount: number }>(`/v2/items/${code}`, { key: stack.key('nordlys') })).body
    .remaining_amount;

test('the camera is opened once, even if its button is pressed twice', async () => {
  const { page, complaints } = await openDesk(PHONE, 'sille');
  let opened = 0;
  await page.exposeFunction('countOpened', () => void opened++);
  await page.evaluate(`(() => {
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = (wanted) => { countOpened(); return open(wanted); };
    const button = document.querySelector('[data-scan]');
    button.click();
    button.click();
  })()`);
  await page.waitForURL(/code=/);
  expect([opened, complaints]).toEqual([1, []]);
});

test('the camera is closed when the response to a form replaces the page', async () => {
  const { page, complaints } = await openDesk(PHONE, 'sille');
  await page.goto(`${stack.url}/desk?code=${scanned.code}`);
  await page.evaluate(`(() => {
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (wanted) => (globalThis.camera = await open(wanted));
    // A detector that finds no code in the picture.
    globalThis.BarcodeDetector = class {
      static getSupportedFormats = async () => ['qr_code'];
      detect = async () => [];
    };
  })()`);
  await page.getByRole('button', { name: 'Scan' }).click();
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  await page.getByLabel('Amount').fill('9999');
  await page.getByRole('button', { name: 'Redeem amount' }).click();
  await page.getByRole('alert').waitFor();
  const isClosed = 'camera.getTracks().every(({ readyState }) => readyState === "ended")';
  await expect.poll(() => page.evaluate<boolean>(isClosed)).toBe(true);
  expect(complaints).toEqual([]);
});

test('a code scanned without a connection is looked up once there is a connection', async () => {
  const { page } = await openDesk(PHONE, 'sille');
  await page.goto(`${stack.url}/desk/counter`);
  await page.evaluate(`globalThis.BarcodeDetector = class {
    static getSupportedFormats = async () => ['qr_code'];
    detect = async () => [{ rawValue: ${JSON.stringify(scanned.code)} }];
  }`);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Scan' }).click();
  await page.getByText('No connection. Trying again').waitFor();
  await page.context().setOffline(false);
  await page.waitForURL(/code=/);
  await page.getByText('Bo Lind').waitFor();
});

describe('a shift at the desk', () => {
  test('on a phone: scan, redeem a part, undo it, redeem an order, sign out', async () => {
    const { page, complaints } = await openDesk(PHONE, 'sille');
    await looksWell(page);
    await page.getByRole('button', { name: 'Scan' }).click();
    await page.waitForURL(/code=/);
    await expect(page.getByText('DKK 500.00', { exact: true }).isVisible()).resolves.toBe(true);
    await looksWell(page);
    await page.getByLabel('Amount').fill('120,50');
    await page.getByRole('button', { name: 'Redeem amount' }).click();
    await page.getByText('DKK 120.50 redeemed').waitFor();
    expect(await leftOn(scanned.code)).toBe(379.5);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone: DKK 120.50').waitFor();
    expect(await leftOn(scanned.code)).toBe(500);
    const [first, second] = (await issue({ amount: 300, piece: 2 })) as [Item, Item];
    await page.getByLabel('Next code').fill(first.code);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('button', { name: 'Redeem all 2 of the order' }).click();
    await page.getByText('No balance left').waitFor();
    expect(await leftOn(second.code)).toBe(0);
    await looksWell(page);
    expect(await unseenInFocus(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${stack.url}/desk/sign-in`);
    await page.goto(`${stack.url}/desk/search`);
    expect(new URL(page.url()).pathname).toBe('/desk/sign-in');
  });

  test('with an interrupted connection: the form is sent again and redeems once', async () => {
    const [item] = (await issue({ amount: 200 })) as [Item];
    const { page } = await openDesk(PHONE, 'sille');
    await page.goto(`${stack.url}/desk?code=${item.code}`);
    let broken = 0;
    await page.route('**/desk/redeem', async (route) => {
      // The service receives the request, but the response is lost.
      if (broken++ > 0) return route.continue();
      await route.fetch({ maxRedirects: 0 });
      return route.abort('connectionreset');
    });
    await page.getByLabel('Amount').fill('50');
    await page.getByRole('button', { name: 'Redeem amount' }).click();
    await page.getByText('DKK 50.00 redeemed').waitFor();
    expect([broken, await leftOn(item.code)]).toEqual([2, 150]);
    await page.setViewportSize(SCREEN.viewport);
    const widths = ['.outcome', '.verdict'].map(async (part) => (await page.locator(part).boundingBox())?.width);
    expect(await Promise.all(widths)).toEqual([760, 760]);
  });

  test('behind a gateway that returns its own errors: the form is sent again and redeems once', async () => {
    const [item] = (await issue({ amount: 200 })) as [Item];
    const { page } = await openDesk(PHONE, 'sille');
    await page.goto(`${stack.url}/desk?code=${item.code}`);
    const answers = [502, 503];
    await page.route('**/desk/redeem', async (route) => {
      const status = answers.shift();
      if (status === undefined) return route.continue();
      // The service receives the first request, although the gateway returns an error.
      if (status === 502) await route.fetch({ maxRedirects: 0 });
      return route.fulfill({ status, json: { message: 'Service Unavailable' } });
    });
    await page.getByLabel('Amount').fill('50');
    await page.getByRole('button', { name: 'Redeem amount' }).click();
    await page.getByText('DKK 50.00 redeemed').waitFor();
    expect([answers, await leftOn(item.code)]).toEqual([[], 150]);
  });

  test.each([
    ['a response that is not a page', { status: 429, json: { message: 'Too Many Requests' } }],
    ['a page with a server error', { status: 500, contentType: 'text/html', body: '<h1>Something broke</h1>' }],
  ])('the form stays after %s, and redeems once when it is sent again', async (_what, answer) => {
    const [item] = (await issue({ amount: 200 })) as [Item];
    const { page, complaints } = await openDesk({ ...PHONE, locale: 'de' }, 'sille');
    await page.goto(`${stack.url}/desk?code=${item.code}`);
    await page.route('**/desk/redeem', async (route) => {
      await route.fetch({ maxRedirects: 0 });
      return route.fulfill(answer);
    });
    await page.getByLabel('Betrag').fill('50');
    const button = page.getByRole('button', { name: 'Betrag einlösen' });
    await button.click();
    await page.getByText('Das Ergebnis ist nicht bekannt. Bitte noch einmal drücken').waitFor();
    expect(await page.getByLabel('Betrag').inputValue()).toBe('50');
    await looksWell(page);
    await page.unroute('**/desk/redeem');
    await button.click();
    await page.getByText('50,00 DKK eingelöst').waitFor();
    expect([await leftOn(item.code), complaints]).toEqual([150, []]);
  });

  test('a scheduled order is corrected, on a phone and on a large screen', async () => {
    const key = stack.key('nordlys');
    const sendAt = new Date((await stack.nowMs()) + 48 * 3_600_000).toISOString();
    const delivery = { method: 'recipient_email', send_at: sendAt };
    const { body: order } = await new Shop(stack, key).order(giftCard(), {
      recipient: { name: 'Bo', email: 'wrong@example.com' },
      delivery,
    });
    for (const size of [PHONE, SCREEN]) {
      const { page, complaints } = await openDesk(size, 'anna');
      await page.goto(`${stack.url}/desk/orders/${order.id}`);
      await looksWell(page);
      await page.getByLabel('The recipient’s email').fill(`right${page.viewportSize()?.width}@example.com`);
      await page.getByLabel('The recipient’s email').press('Enter');
      await page.getByText('The delivery was changed.').waitFor();
      await looksWell(page);
      expect(await page.locator('.facts').textContent()).toContain(`right${page.viewportSize()?.width}@example.com`);
      expect(complaints).toEqual([]);
      await page.context().close();
    }
  });

  test('on a large screen, by keyboard: look up, refund an item, print a door list, save a report, issue a key', async () => {
    const { page, complaints } = await openDesk(SCREEN, 'anna');
    const orderId = await sell(stack, { key: stack.key('nordlys'), name: 'shift', quantity: 2 });
    await stack.idle();
    for (const path of [
      '/desk/search?q=bo%40example.com',
      `/desk/items/${scanned.code}`,
      '/desk/reports/liability',
      '/desk/webhooks',
      '/desk/brand',
      '/desk/order-page',
    ]) {
      await page.goto(`${stack.url}${path}`);
      await looksWell(page);
    }
    await page.locator('.creating summary').press('Enter');
    await page.getByRole('button', { name: 'Create a draft' }).press('Enter');
    await page.waitForURL(/drafts\/opd_/);
    await looksWell(page);
    expect(await unseenInFocus(page)).toEqual([]);
    await page.goto(`${stack.url}/desk/orders/${orderId}`);
    await looksWell(page);
    await page.locator('input[name^="item."]').first().press('Space');
    await page.getByRole('button', { name: 'Show what would happen' }).press('Enter');
    const confirm = page.getByRole('button', { name: 'Refund DKK 200.00' });
    await confirm.waitFor();
    // Simulates browsers that ignore the button argument of `FormData`.
    await page.evaluate(`globalThis.FormData = class extends FormData { constructor(form) { super(form); } }`);
    await expect.poll(() => page.evaluate<string>('document.activeElement.tagName')).toBe('MAIN');
    await confirm.press('Enter');
    await page.getByText('DKK 200.00 was refunded.').waitFor();
    // The preview is not in the history. Otherwise, the browser would ask whether to send its form again.
    await page.goBack();
    await page.getByRole('button', { name: 'Show what would happen' }).waitFor();
    await page.goto(`${stack.url}/desk/door`);
    await page.locator('main tbody a').first().press('Enter');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await looksWell(page);
    await page.goto(`${page.url()}&state=open`);
    const filters = page.locator('form.filters');
    expect(await filters.isVisible()).toBe(true);
    await page.emulateMedia({ media: 'print' });
    expect(await filters.isVisible()).toBe(false);
    await expect(page.getByRole('navigation').count()).resolves.toBe(0);
    expect((await page.pdf()).subarray(0, 5).toString()).toBe('%PDF-');
    await page.emulateMedia({ media: 'screen' });
    await page.goto(`${stack.url}/desk/reports/analytics`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as CSV' }).press('Enter'),
    ]);
    expect(readFileSync(await download.path(), 'utf8')).toMatch(/^\uFEFFIssued;/);
    await page.getByText('Administration').press('Enter');
    await page.getByRole('link', { name: 'API keys' }).press('Enter');
    await page.waitForURL(`${stack.url}/desk/keys`);
    await looksWell(page);
    await page.locator('.creating summary').press('Enter');
    await page.getByLabel('Label').fill('till');
    await page.getByLabel('Expires after').selectOption('30');
    await page.getByLabel('See cards and tickets').press('Space');
    await page.getByLabel('Your own password').fill('demo-password-anna');
    await page.getByRole('button', { name: 'Issue' }).press('Enter');
    const key = (await page.locator('[data-key]').textContent()) ?? '';
    stack.secrets.collect(key);
    expect((await stack.get(`/v2/items/${scanned.code}`, { key })).status).toBe(200);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy' }).press('Enter');
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(key);
    await looksWell(page);
    expect(complaints).toEqual([]);
    await page.getByRole('button', { name: 'Sign out' }).press('Enter');
    await page.waitForURL(`${stack.url}/desk/sign-in`);
  });

  test('the chart of a report is readable, and the amounts of an order are in one row on a large screen', async () => {
    const orderId = await sell(stack, { key: stack.key('nordlys'), name: 'side-by-side', quantity: 1 });
    for (const validity of ['2031-05-31', '2032-06-30']) await issue({ amount: 100, validity });
    await stack.idle();
    for (const screen of [PHONE, SCREEN]) {
      const { page, complaints } = await openDesk(screen, 'anna');
      await page.goto(`${stack.url}/desk/reports/liability`);
      await looksWell(page);
      const heights = await page.evaluate<number[]>(
        `[...document.querySelectorAll('.axis span, .chart .hint')].map((each) => each.getBoundingClientRect().height)`,
      );
      expect(heights.length).toBeGreaterThan(2);
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(12);
      await page.goto(`${stack.url}/desk/orders/${orderId}`);
      await looksWell(page);
      const places = await page.evaluate<{ left: number; top: number }[]>(
        `[...document.querySelectorAll('.facts > div')].slice(-3).map((each) => { const { left, top } = each.getBoundingClientRect(); return { left, top }; })`,
      );
      const [captured, refunded, commission] = places;
      if (screen === SCREEN) expect([refunded!.top, commission!.top]).toEqual([captured!.top, captured!.top]);
      expect(captured!.left).toBe(
        await page.evaluate<number>(`document.querySelector('.facts > div').getBoundingClientRect().left`),
      );
      expect(complaints).toEqual([]);
      await page.goto(`${stack.url}/desk/nope`);
      await looksWell(page);
      await page.context().close();
    }
  });

  test.each([PHONE, SCREEN])('a rejected form begins with the reason: $viewport.width px', async (size) => {
    const { page, complaints } = await openDesk(size, 'anna');
    await page.goto(`${stack.url}/desk/keys`);
    await page.locator('.creating summary').press('Enter');
    await page.locator('#label').fill('Till');
    await page.locator('#environment').selectOption('test');
    await page.getByLabel('Your own password').fill('demo-password-anna');
    await page.locator('form[action="/desk/keys"] > button').click();
    await page.locator('[role=alert]').waitFor();
    await expect.poll(() => page.evaluate<string>('document.activeElement.getAttribute("role")')).toBe('alert');
    expect(await page.locator('#environment').inputValue()).toBe('test');
    await looksWell(page);
    await page.goto(`${stack.url}/desk/counter`);
    // A browser sets the focus with the first frame, which may be after the page has loaded.
    await page.locator('#code:focus').waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('without JavaScript: a typed code is redeemed', async () => {
    const [item] = (await issue({ amount: 100 })) as [Item];
    const { page } = await openDesk({ ...SCREEN, javaScriptEnabled: false }, 'sille');
    await page.getByLabel('Code', { exact: true }).fill(item.code);
    await page.getByRole('button', { name: 'Check' }).press('Enter');
    await page.getByRole('button', { name: 'Redeem DKK 100.00' }).press('Enter');
    await page.getByText('DKK 100.00 redeemed').waitFor();
    expect(await leftOn(item.code)).toBe(0);
  });
});
