import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { chromium as playwright } from 'playwright-core';

/** Combines the pictures of a folder into contact sheets for review: `sheets/NAME-N.png`. */
const folder = process.argv[2] ?? process.env['SCREENSHOTS'] ?? 'screenshots';
/** Number of pictures on a sheet, and their width, by the width of the window. */
const LAYOUTS = [
  { width: 390, columns: 6, perSheet: 6, shown: 330 },
  { width: 1280, columns: 2, perSheet: 2, shown: 960 },
];
const TALLEST = 1900;

const names = (await readdir(folder)).filter((name) => name.endsWith('.png')).toSorted();
await mkdir(join(folder, 'sheets'), { recursive: true });
const browser = await playwright.launch({
  executablePath: await chromium.executablePath(),
  args: ['--no-sandbox', '--headless=shell'],
});
for (const { width, columns, perSheet, shown } of LAYOUTS) {
  const matches = names.filter((name) => name.endsWith(`-${width}.png`));
  for (let at = 0; at < matches.length; at += perSheet) {
    const page = await browser.newPage({ viewport: { width: columns * (shown + 12), height: 600 } });
    const figures = await Promise.all(
      matches.slice(at, at + perSheet).map(async (name) => {
        const bytes = (await readFile(join(folder, name))).toString('base64');
        return `<figure style="width:${shown}px;margin:4px;max-height:${TALLEST}px;overflow:hidden"><figcaption>${name}</figcaption><img width="${shown}" src="data:image/png;base64,${bytes}"></figure>`;
      }),
    );
    await page.setContent(
      `<body style="margin:0;display:flex;align-items:start;font:13px monospace;background:#bcd">${figures.join('')}`,
    );
    await page.screenshot({
      path: join(folder, 'sheets', `${width}-${String(at / perSheet).padStart(3, '0')}.png`),
      fullPage: true,
    });
    await page.close();
  }
}
await browser.close();
