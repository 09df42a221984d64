import axe from 'axe-core';
import chromium from '@sparticuz/chromium';
import { chromium as playwright, type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeFile } from 'node:fs/promises';
import { renderPages } from '../support/render-pdf.ts';
import { giftCard, Shop, ticket } from '../support/shop.ts';
import { startStack, type MailMessage, type RunningStack } from '../support/stack.ts';

/** Every kind of mail, of the demo shop, as programs show it: light and dark, on a phone and on a desk. */
let stack: RunningStack;
let browser: Browser;
const mails = new Map<string, MailMessage>();

const DAY_SECONDS = 24 * 3600;
const company = {
  name: 'Holm & Co A/S',
  vat_number: 'DK10101010',
  street: 'Ny Gade 4',
  postcode: '8000',
  city: 'Aarhus C',
  country: 'DK',
};
const to = (name: string, locale: string) => ({
  sender: { name: 'Anna Holm', email: `${name}-buyer@example.com` },
  recipient: { name: 'Bo Jensen', email: `${name}-gift@example.com` },
  locale,
});
const keep = async (name: string, email: string): Promise<void> => {
  for (const [at, mail] of (await stack.mail(email)).entries())
    mails.set(`${name}${at === 0 ? '' : `-${at + 1}`}`, mail);
};

beforeAll(async () => {
  stack = await startStack({ tableInMemory: true });
  const key = stack.key('nordlys');
  const shop = new Shop(stack, key);
  const card = to('card', 'da');
  const order = await shop.sell(giftCard(75000, 2), {
    ...card,
    sender: { ...card.sender, company },
    greeting: { message: 'Kære Bo\nTillykke med de 50!\nHilsen os alle' },
  });
  await shop.refund(order.id, { amount: 25000 });
  const later = to('later', 'de');
  const sendAt = new Date((await stack.nowMs()) + 3 * DAY_SECONDS * 1000).toISOString();
  const delivery = { method: 'recipient_email', send_at: sendAt };
  await shop.sell(giftCard(50000), { ...later, delivery });
  const moved = to('moved', 'sv');
  const { id: movedId } = await shop.sell(giftCard(50000), { ...moved, delivery });
  const recipientEmail = 'en-mycket-lang-adress.med-manga-delar@postmottagning.example.com';
  await stack.post(`/v2/orders/${movedId}/delivery`, {
    key,
    idempotencyKey: true,
    body: { send_at: new Date(Date.parse(sendAt) - 3_600_000).toISOString(), recipient_email: recipientEmail },
  });
  const tickets = to('tickets', 'en');
  await shop.sell([ticket(5, 51, 2)], { ...tickets, delivery: { method: 'sender_email' } });
  const cancelled = to('cancelled', 'nn');
  const gone = await shop.sell(giftCard(30000, 2), cancelled);
  const { body } = await stack.get<{ data: { code: string }[] }>(`/v2/items?order_id=${gone.id}`, { key });
  await stack.post(`/v2/items/${body.data[0]?.code}/cancel`, { key });
  await stack.post(`/v2/items/${body.data[1]?.code}/resend`, { key, body: { email: 'resent@example.com' } });
  const issued = { amount: 500, piece: 3, receiver_name: 'Dan', receiver_email: 'issued@example.com' };
  await stack.post('/v2/items', { key, body: issued });
  const returned = to('returned', 'nb');
  const { body: open } = await shop.order(giftCard(20000), returned);
  const { body: session } = await shop.session(open.id);
  await shop.pay(session.url, 'short');
  await stack.advance(3 * DAY_SECONDS + 60);
  await stack.idle();
  await keep('resent', 'resent@example.com');
  await keep('issued', 'issued@example.com');
  await keep('returned', returned.sender.email);
  await keep('gift', card.recipient.email);
  await keep('confirmation', card.sender.email);
  await keep('scheduled', later.sender.email);
  await keep('moved', moved.sender.email);
  await keep('tickets', tickets.sender.email);
  await keep('cancelled', cancelled.sender.email);
  await stack.advance((3 * 365 - 62) * DAY_SECONDS);
  await stack.advance(3 * DAY_SECONDS);
  await stack.idle();
  const reminded = (await stack.mail(card.recipient.email)).find(({ list_unsubscribe: link }) => link !== null);
  if (reminded) mails.set('reminder', reminded);
  const bounced = to('bounced', 'sv');
  await shop.sell(giftCard(30000), bounced);
  await stack.idle();
  await stack.control('POST', '/bounce', { to: bounced.recipient.email });
  await stack.idle();
  await keep('bounce', bounced.sender.email);
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

describe.each(KINDS)('the mail %s', (name) => {
  test.each([
    ['light', 320],
    ['dark', 320],
    ['light', 1280],
    ['dark', 1280],
  ] as const)('reads well in %s at %i px', async (colorScheme, width) => {
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

test('what HTML says in a mail its plain text says as well', () => {
  for (const { html, text } of mails.values()) {
    const shown = (html ?? '')
      .replace(/<(head|style)[^]*?<\/\1>/g, '')
      .replaceAll(/<a [^>]*href="([^"]+)"[^>]*>/g, ' $1 ')
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll('&amp;', '&')
      .replaceAll('&#39;', "'")
      .replaceAll('&quot;', '"');
    const words = shown.split(/\s+/).filter((word) => word.length > 1);
    const said = new Set((text ?? '').split(/[\s:>]+/).flatMap((word) => [word, `${word},`, `${word}:`]));
    const missing = words.filter((word) => !said.has(word) && !(text ?? '').includes(word));
    // The shop's motto stands in the head of the HTML alone.
    expect(missing.filter((word) => !'Ro, varme og god mad ved havnen'.includes(word))).toEqual([]);
  }
});

test('the receipt is one plain page', async () => {
  const receipt = mails.get('confirmation')?.attachments.find(({ filename }) => filename.startsWith('Kvittering'));
  const pages = await renderPages(Buffer.from(receipt?.content_base64 ?? '', 'base64'), 1.5);
  expect(pages).toHaveLength(1);
  const folder = process.env['SCREENSHOTS'];
  if (folder && pages[0]) await writeFile(`${folder}/receipt.png`, pages[0].png);
});
