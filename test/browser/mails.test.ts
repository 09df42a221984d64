import axe from 'axe-core';
import chromium from '@sparticuz/chromium';
import { chromium as playwright, type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeFile } from 'node:fs/promises';
import { sendEveryMail } from '../support/every-mail.ts';
import { renderPages } from '../support/render-pdf.ts';
import { startStack, type MailMessage, type RunningStack } from '../support/stack.ts';

/** Every kind of email of the demo shop: light and dark, on a phone and on a desktop. */
let stack: RunningStack;
let browser: Browser;
let mails: Map<string, MailMessage>;

beforeAll(async () => {
  stack = await startStack();
  mails = await sendEveryMail(stack, stack.key('nordlys'));
  browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: ['--no-sandbox', '--headless=shell'],
  });
}, 120_000);
afterAll(async () => {
  await browser.close();
  await stack.stop();
});

const KINDS = [
  'gift',
  'confirmation',
  'confirmation-2',
  'scheduled',
  'scheduled-2',
  'moved-2',
  'tickets',
  'cancelled-2',
  'resent',
  'issued',
  'returned',
  'reminder',
  'bounce-2',
] as const;

const lightOf = (color: string): number =>
  (/(\d+), (\d+), (\d+)/.exec(color) ?? []).slice(1).reduce((sum, part) => sum + Number(part), 0) / 765;

describe.each(KINDS)('the email %s', (name) => {
  test.each([
    ['light', 320],
    ['dark', 320],
    ['light', 1280],
    ['dark', 1280],
  ] as const)('is readable in %s at %i px', async (colorScheme, width) => {
    const mail = mails.get(name);
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
    const page = await context.newPage();
    await page.setContent(mail?.html ?? '');
    const seen = await page.evaluate<{ width: number; cut: number; card: string }>(
      `({ width: document.documentElement.scrollWidth,
          cut: document.querySelector('.m-card').scrollWidth - document.querySelector('.m-card').clientWidth,
          card: getComputedStyle(document.querySelector('.m-card')).backgroundColor })`,
    );
    expect(seen.width).toBeLessThanOrEqual(width);
    expect(seen.cut).toBe(0);
    expect(lightOf(seen.card) > 0.5).toBe(colorScheme === 'light');
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
      `axe.run(document, { runOnly: ['color-contrast', 'image-alt', 'link-name', 'html-has-lang'] })`,
    );
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html ?? ''}`)).toEqual([]);
    const folder = process.env['SCREENSHOTS'];
    if (folder) await page.screenshot({ path: `${folder}/mail-${name}-${colorScheme}-${width}.png`, fullPage: true });
    await context.close();
  });
});

test('HTML and plain text of an email have the same content', () => {
  for (const { html, text } of mails.values()) {
    const shown = (html ?? '')
      .replace(/<(head|style)[^]*?<\/\1>/g, '')
      .replaceAll(/<a [^>]*href="([^"]+)"[^>]*>/g, ' $1 ')
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll('&amp;', '&')
      .replaceAll('&#39;', "'")
      .replaceAll('&quot;', '"');
    const words = shown.split(/\s+/).filter((word) => word.length > 1);
    const textWords = new Set((text ?? '').split(/[\s:>]+/).flatMap((word) => [word, `${word},`, `${word}:`]));
    const missing = words.filter((word) => !textWords.has(word) && !(text ?? '').includes(word));
    // The shop's motto is only in the header of the HTML.
    expect(missing.filter((word) => !'Ro, varme og god mad ved havnen'.includes(word))).toEqual([]);
  }
});

test('the receipt is a single page', async () => {
  const receipt = mails.get('confirmation')?.attachments.find(({ filename }) => filename.startsWith('Kvittering'));
  const pages = await renderPages(Buffer.from(receipt?.content_base64 ?? '', 'base64'), 1.5);
  expect(pages).toHaveLength(1);
  const folder = process.env['SCREENSHOTS'];
  if (folder && pages[0]) await writeFile(`${folder}/receipt.png`, pages[0].png);
});
