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

describe('the reference in a browser', () => {
  test('it shows the operations and asks nobody else for anything', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const asked: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${stack.url}/docs`);
    await page.getByText('Mint an API key').first().waitFor({ timeout: 30_000 });
    await page.waitForLoadState('networkidle');
    const outside = asked.filter((url) => !url.startsWith(`${stack.url}/`) && !/^(data|blob):/.test(url));
    expect(outside).toEqual([]);
    expect(complaints).toEqual([]);
    const folder = process.env['SCREENSHOTS'];
    if (folder) await page.screenshot({ path: `${folder}/docs.png` });
  });
});
