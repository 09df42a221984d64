import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import chromium from '@sparticuz/chromium';
import { chromium as playwright, type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendEveryMail } from '../support/every-mail.ts';
import { startReceiver } from '../support/receiver.ts';
import { Shop } from '../support/shop.ts';
import { startStack, type MailMessage, type RunningStack } from '../support/stack.ts';
import { Partner } from '../support/webhooks.ts';

/** Every kind of email with long names, readable on the narrowest screen. */
let stack: RunningStack;
let browser: Browser;
let mails: Map<string, MailMessage>;

/** A long word without spaces that begins like an ordinary one. */
const LONG_WORD = `Wellnesswochenendgutschein${'verlängerungs'.repeat(4)}tag`;

interface DemoEntry {
  id?: number;
  company?: string;
  slug?: string;
  name: string;
}
interface DemoData {
  companies: (DemoEntry & { brand?: object; gift_card?: object })[];
  experiences: (DemoEntry & { options: object[] })[];
  events: DemoEntry[];
  api_keys: { company: string; key: string }[];
}

const demo = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../events/demo.json'), 'utf8')) as DemoData;
const KEY = demo.api_keys.find(({ company }) => company === 'nordlys')?.key ?? '';

/** The demo shop with long names. */
const longNamed = (): object => {
  const address = { street: `${LONG_WORD} 12`, postcode: '5020', city: 'Salzburg', country: 'DK' };
  return {
    ...demo,
    companies: demo.companies.map((company) => {
      if (company.slug !== 'nordlys') return company;
      const name = 'Wellnessresortbetriebsgesellschaft GmbH';
      const brand = { ...company.brand, display_name: 'Donaudampfschifffahrtswellnessresort', tagline: LONG_WORD };
      const gift_card = { ...company.gift_card, name: 'Entspannungswochenende' };
      return { ...company, name, brand, gift_card, address };
    }),
    experiences: demo.experiences.map((each) =>
      each.id === 14
        ? { ...each, name: LONG_WORD, options: [{ id: 35, name: 'Doppelzimmerübernachtung', amount: 246_912 }] }
        : each,
    ),
    events: demo.events.map((each) =>
      each.id === 5 ? { ...each, venue: { name: LONG_WORD, address: 'Havnegade 12', postcode: '8000' } } : each,
    ),
  };
};

/** Sells cards by post, in German, to an address with long names, and cancels one of them. */
const postedMail = async (): Promise<void> => {
  const shop = new Shop(stack, KEY);
  const name = `Maria ${LONG_WORD}`;
  const address = { kind: 'private', name, street: `${LONG_WORD} 7`, postcode: '8000', city: 'Aarhus', country: 'DK' };
  const sender = { name: `Johanna ${LONG_WORD}`, email: `${'sehr-lange-adresse-'.repeat(3)}x@example.com` };
  const { id } = await shop.sell([{ product_id: 'gcv_14', product_option_id: 'gcvo_35', quantity: 3 }], {
    locale: 'de',
    sender,
    recipient: { name, email: 'posted-gift@example.com' },
    delivery: { method: 'postal', address },
  });
  const { body } = await stack.get<{ data: { code: string }[] }>(`/v2/items?order_id=${id}`, { key: KEY });
  await stack.post(`/v2/items/${body.data[0]?.code}/cancel`, { key: KEY });
  await stack.idle();
  const [posted, cancelled] = await stack.mail(sender.email);
  if (posted) mails.set('posted', posted);
  if (cancelled) mails.set('posted-2', cancelled);
};

/** Causes the email to the company about a disabled webhook endpoint. */
const noticeMail = async (): Promise<void> => {
  const receiver = await startReceiver();
  receiver.answerWith(410);
  const partner = new Partner(stack, KEY);
  const { id } = await partner.register(`${receiver.url}/${LONG_WORD}`);
  await partner.ping(id);
  await stack.idle();
  await receiver.close();
  const sent = await stack.mail('hej@nordlys.example');
  const notice = sent.find(({ subject }) => subject.startsWith('Webhook slået fra: 127.0.0.1'));
  if (notice) mails.set('notice', notice);
};

beforeAll(async () => {
  stack = await startStack({ seed: longNamed() });
  mails = await sendEveryMail(stack, KEY);
  await postedMail();
  await noticeMail();
  browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: ['--no-sandbox', '--headless=shell'],
  });
}, 120_000);
afterAll(async () => {
  await browser.close();
  await stack.stop();
});

/**
 * Finds text outside the card, which the card clips without widening the page, or outside the window below the card.
 * Also finds short words, dates and amounts of tables that are broken over lines.
 */
const MEASURE = `(() => {
  const card = document.querySelector('.m-card');
  const outside = [], broken = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.data.trim();
    if (text === '') continue;
    const room = (card.contains(node) ? card : document.documentElement).getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
    if (lines.some(({ left, right }) => left < room.left || right > room.right)) outside.push(text);
    const cell = node.parentElement.closest('table[width] td');
    const isShort = text.length <= 17 && (cell?.matches(':last-child') || !text.includes(' '));
    if (cell && isShort && lines.length > 1) broken.push(text);
  }
  return { texts: card.innerText.length, outside, broken };
})()`;

const KINDS = [
  'gift',
  'confirmation',
  'confirmation-2',
  'scheduled',
  'moved-2',
  'tickets',
  'cancelled-2',
  'resent',
  'issued',
  'returned',
  'reminder',
  'bounce-2',
  'posted',
  'posted-2',
  'notice',
] as const;

describe.each(KINDS)('the email %s with long names', (name) => {
  test.each([320, 375, 1280])('shows all of its text at %i px', async (width) => {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    await page.setContent(mails.get(name)?.html ?? '');
    const seen = await page.evaluate<{ texts: number; outside: string[]; broken: string[] }>(MEASURE);
    expect(seen.texts).toBeGreaterThan(100);
    expect(seen.outside).toEqual([]);
    expect(seen.broken).toEqual([]);
    const folder = process.env['SCREENSHOTS'];
    if (folder) await page.screenshot({ path: `${folder}/mail-long-${name}-${width}.png`, fullPage: true });
    await page.close();
  });
});
