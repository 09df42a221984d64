import chromium from '@sparticuz/chromium';
import { chromium as playwright, type Page } from 'playwright-core';
import { startStack, type RunningStack } from '../support/stack.ts';
import { percentile, roundTo, type Section } from './report.ts';

const CARDS = 20;
const SCANS = 200;
const WARM_UP = 10;
const PHONE = { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true, locale: 'en-GB' };

interface NavigationTimes {
  responseEnd: number;
  loadEventEnd: number;
}

/** Time in a browser from the scan of a code to the page of the card. */
export const benchDesk = async (): Promise<Section> => {
  const stack = await startStack();
  const browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: ['--no-sandbox', '--headless=shell'],
  });
  try {
    const codes = await scannedCodes(stack);
    const page = await (await browser.newContext(PHONE)).newPage();
    await signIn(page, stack.url);
    const timings: NavigationTimes[] = [];
    for (let scan = 0; scan < WARM_UP + SCANS; scan++) {
      const timing = await scanCode(page, stack.url, codes[scan % CARDS] ?? '');
      if (scan >= WARM_UP) timings.push(timing);
    }
    return {
      title: 'The desk, from scan to response',
      note: `${SCANS} scans of ${CARDS} cards by one user, in a browser on the same machine as the stack. Milliseconds after the code is read.`,
      rows: [
        row(
          'answer received',
          timings.map(({ responseEnd }) => responseEnd),
        ),
        row(
          'page shown',
          timings.map(({ loadEventEnd }) => loadEventEnd),
        ),
      ],
    };
  } finally {
    await browser.close();
    await stack.stop();
  }
};

const row = (until: string, ms: readonly number[]) => ({
  until,
  p50: roundTo(percentile(ms, 50)),
  p95: roundTo(percentile(ms, 95)),
  max: roundTo(Math.max(...ms)),
});

/** Contents of QR codes of cards. */
const scannedCodes = async (stack: RunningStack): Promise<string[]> => {
  const answer = await stack.post<{ items: { claim_url: string }[] }>('/v2/items', {
    key: stack.key('nordlys'),
    body: { amount: 500, piece: CARDS, receiver_name: 'Bo Lind' },
  });
  await stack.idle();
  return answer.body.items.map(({ claim_url: url }) => url);
};

const signIn = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}/desk`);
  await page.getByLabel('Username').fill('sille');
  await page.getByLabel('Password').fill('demo-password-sille');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`${url}/desk`);
};

/** Looks up a code like the desk's script, and reports when the browser has finished. */
const scanCode = async (page: Page, url: string, code: string): Promise<NavigationTimes> => {
  await page.goto(`${url}/desk?${new URLSearchParams({ code }).toString()}`);
  const verdict = await page.locator('.verdict').count();
  if (verdict === 0) throw new Error(`The desk shows no result for ${code}`);
  return page.evaluate<NavigationTimes>('performance.getEntriesByType("navigation")[0].toJSON()');
};
