import chromium from '@sparticuz/chromium';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { startStack } from '../support/stack.ts';

/** `npm run lighthouse`: what Lighthouse makes of the demo company's shop on a phone. Exits 1 below 100 in any group. */
const PATHS = ['/shop/nordlys/en', '/shop/nordlys/da/products/gcv_12', '/shop/nordlys/de/products/evt_5'];
const FULL = 100;

const stack = await startStack();
const chrome = await launch({
  chromePath: await chromium.executablePath(),
  chromeFlags: ['--headless=shell', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
});
let isFull = true;
try {
  for (const path of PATHS) {
    const result = await lighthouse(`${stack.url}${path}`, { port: chrome.port, logLevel: 'error' });
    if (!result) throw new Error(`Lighthouse has nothing to say of ${path}`);
    const { categories, audits } = result.lhr;
    const groups = ['performance', 'accessibility', 'best-practices', 'seo'].map((id) => categories[id]);
    const scores = groups.map((group) => Math.round((group?.score ?? 0) * FULL));
    console.log(`${path}: ${groups.map((group, at) => `${group?.title} ${scores[at]}`).join(', ')}`);
    for (const group of groups) {
      for (const { id, weight } of group?.auditRefs ?? []) {
        const { score, title, displayValue } = audits[id] ?? {};
        if (weight > 0 && typeof score === 'number' && score < 0.9)
          console.log(`  ${id}: ${title} ${displayValue ?? ''}`);
      }
    }
    isFull &&= scores.every((score) => score === FULL);
  }
} finally {
  chrome.kill();
  await stack.stop();
}
process.exitCode = isFull ? 0 : 1;
