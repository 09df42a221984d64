import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import axe from 'axe-core';
import chromium from '@sparticuz/chromium';
import { chromium as playwright, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testGateway } from '../../functions/adapters/payments/test-gateway.ts';
import { startPaymentHost, type PaymentHost } from '../support/payment-host.ts';
import { sessionInput } from '../unit/payments/fixtures.ts';

/** Settings of a phone's browser. */
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

let host: PaymentHost;
let browser: Browser;
let shop: Server;
let shopUrl: string;

beforeAll(async () => {
  host = await startPaymentHost();
  shop = createServer((_request, response) => response.end('<h1>Thank you</h1>'));
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/thanks?cart=7`;
  browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: ['--no-sandbox', '--headless=shell'],
  });
});
afterAll(async () => {
  await browser.close();
  shop.closeAllConnections();
  shop.close();
  await host.stop();
});

const openPage = async (): Promise<{ page: Page; url: string; orderId: string; complaints: string[] }> => {
  const input = sessionInput({
    returnUrl: shopUrl,
    lines: [
      { name: 'Dinner for two with wine pairing', quantity: 2, amount: 39_800, discount: 0 },
      { name: 'Gift card', quantity: 1, amount: 20_200, discount: 0 },
    ],
  });
  const { url } = await testGateway.openSession(input);
  const page = await (await browser.newContext(PHONE)).newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(url);
  return { page, url, orderId: input.orderId, complaints };
};
const payWith = async (page: Page, card: string): Promise<void> => {
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel('Valid until').fill('12/40');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: 'Pay' }).click();
};
const snapshot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['SCREENSHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
};

describe('the payment page on a phone', () => {
  test('shows the seller, the lines and the total, styled and within the width of the screen', async () => {
    const { page, complaints } = await openPage();
    await expect(page.getByRole('heading', { name: 'Payment to Nordlys ApS' }).isVisible()).resolves.toBe(true);
    await expect(page.getByText('2 × Dinner for two with wine pairing').isVisible()).resolves.toBe(true);
    await expect(page.getByRole('button', { name: 'Pay DKK 610.00' }).isVisible()).resolves.toBe(true);
    const { width, color } = await page.evaluate<{ width: number; color: string }>(
      `({ width: document.documentElement.scrollWidth,
          color: getComputedStyle(document.querySelector('button')).backgroundColor })`,
    );
    expect(width).toBe(PHONE.viewport.width);
    expect(color).toBe('rgb(29, 91, 214)');
    expect(complaints).toEqual([]);
    await snapshot(page, 'payment-page');
  });

  test('accepts a card and returns to the shop', async () => {
    const { page, orderId } = await openPage();
    await payWith(page, '4242 4242 4242 4242');
    await page.waitForURL(`${shopUrl}&order_id=${orderId}&status=authorized`);
    await expect(page.getByRole('heading', { name: 'Thank you' }).isVisible()).resolves.toBe(true);
  });

  test('shows the reason for a decline and accepts another card', async () => {
    const { page, url, orderId } = await openPage();
    await payWith(page, '4000 0000 0000 0002');
    await page.waitForURL(`${shopUrl}&order_id=${orderId}&status=declined`);
    await page.goto(url);
    await expect(page.getByRole('alert').textContent()).resolves.toContain('declined');
    await snapshot(page, 'declined');
    await payWith(page, '4242 4242 4242 4242');
    await page.waitForURL(`${shopUrl}&order_id=${orderId}&status=authorized`);
  });

  test('marks invalid fields of the form and keeps the input', async () => {
    const { page } = await openPage();
    await payWith(page, '4242 4242 4242 4241');
    await expect(page.getByText('This is not a card number').isVisible()).resolves.toBe(true);
    await expect(page.getByLabel('Card number').inputValue()).resolves.toBe('4242 4242 4242 4241');
    await expect(page.getByLabel('Card number').getAttribute('aria-invalid')).resolves.toBe('true');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('card_number');
    await snapshot(page, 'faults');
  });

  test('closes when the buyer cancels and returns to the shop', async () => {
    const { page, url, orderId } = await openPage();
    await page.getByRole('button', { name: 'Cancel and return to the shop' }).click();
    await page.waitForURL(`${shopUrl}&order_id=${orderId}&status=cancelled`);
    await page.goto(url);
    await expect(page.getByRole('heading', { name: 'Payment cancelled' }).isVisible()).resolves.toBe(true);
    await snapshot(page, 'cancelled');
    await page.getByRole('link', { name: 'Return to the shop' }).click();
    await page.waitForURL(/thanks/);
  });
});

/** States of the gateway's page: the form, an error in its second field, a decline, and each final state. */
const STATES: Record<string, (page: Page, url: string) => Promise<void>> = {
  form: async () => undefined,
  fault: async (page) => {
    await page.getByLabel('Card number').fill('4242 4242 4242 4242');
    await page.getByRole('button', { name: 'Pay' }).click();
  },
  declined: (page) => payWith(page, '4000 0000 0000 0002'),
  closed: async (page, url) => {
    await page.getByRole('button', { name: 'Cancel and return to the shop' }).click();
    await page.goto(url);
  },
  unknown: async (page, url) => void (await page.goto(`${new URL(url).origin}/pay/nothing`)),
};

describe.each(Object.keys(STATES))('the payment page, %s', (name) => {
  test.each([
    ['light', 320],
    ['dark', 320],
    ['light', 1280],
    ['dark', 1280],
  ] as const)(
    'has landmarks, headings and contrast in %s at %i px, and announces errors immediately',
    async (scheme, width) => {
      const input = sessionInput({ lines: [{ name: 'Gift card', quantity: 1, amount: 60_000, discount: 0 }] });
      // Without a return URL the buyer stays on the page.
      const { url } = await testGateway.openSession({ ...input, returnUrl: `${host.url}/pay/${input.sessionId}` });
      const context = await browser.newContext({
        colorScheme: scheme,
        viewport: { width, height: 900 },
        bypassCSP: true,
      });
      const page = await context.newPage();
      await page.goto(url);
      await STATES[name]?.(page, url);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
      const focused = () =>
        page.evaluate<string>('document.activeElement.id || document.activeElement.getAttribute("role")');
      if (name === 'fault') await expect.poll(focused).toBe('expiry');
      if (name === 'declined') {
        await expect.poll(focused).toBe('alert');
        expect(await page.title()).toMatch(/^Your card was declined/);
      }
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
        'axe.run()',
      );
      expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html ?? ''}`)).toEqual([]);
      await snapshot(page, `pay-${name}-${scheme}-${width}`);
      await context.close();
    },
  );
});
