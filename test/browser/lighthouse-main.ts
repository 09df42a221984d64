import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import chromium from '@sparticuz/chromium';
import { startStack } from '../support/stack.ts';

/** Not a dependency of the project, because only this command needs its 170 packages. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const CHROME_FLAGS = '--headless=shell --no-sandbox --disable-gpu --disable-dev-shm-usage';
const REPORT_BYTES = 64 * 1024 * 1024;

interface Report {
  categories: Record<string, { title: string; score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; title: string; displayValue?: string }>;
}

const PATHS = ['/shop/nordlys/en', '/shop/nordlys/da/products/gcv_12', '/shop/nordlys/de/products/evt_5'];
const FULL = 100;

// `npm run lighthouse`: Lighthouse results of the demo company's shop on a phone. Exits 1 below 100 in any group.
const stack = await startStack();
const chromePath = await chromium.executablePath();
const reportOn = async (url: string): Promise<Report> => {
  const options = ['--output=json', '--quiet', `--chrome-flags=${CHROME_FLAGS}`];
  const { stdout } = await promisify(execFile)('npx', ['--yes', LIGHTHOUSE, url, ...options], {
    env: { ...process.env, CHROME_PATH: chromePath },
    maxBuffer: REPORT_BYTES,
  });
  return JSON.parse(stdout) as Report;
};
let isFull = true;
try {
  for (const path of PATHS) {
    const { categories, audits } = await reportOn(`${stack.url}${path}`);
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
  await stack.stop();
}
process.exitCode = isFull ? 0 : 1;
