import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pngOfPixels } from '../support/pictures.ts';
import { qrCodesOf, renderPages } from '../support/render-pdf.ts';
import { withoutWhitespace, textOfPages } from '../support/read-pdf.ts';
import { API_KEY, ruleSeed } from '../support/seed.ts';
import { experience, giftCard, offer, Shop, ticket, type OrderBody } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

/** A picture on the shop's own site. */
const MAGENTA = pngOfPixels(Buffer.from('ff00ffff'.repeat(600 * 400), 'hex'), 600, 400);
const requests: string[] = [];
const site = createServer((request, answer) => {
  requests.push(request.url ?? '');
  if (request.url === '/option.png') answer.setHeader('Content-Type', 'image/png').end(MAGENTA);
  else if (request.url?.startsWith('/drawing')) answer.setHeader('Content-Type', 'image/svg+xml').end('<svg/>');
  else answer.writeHead(404).end();
});

let stack: RunningStack;
let shop: Shop;
beforeAll(async () => {
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
  const images = (name: string) => [{ url: `http://127.0.0.1:${(site.address() as AddressInfo).port}/${name}` }];
  const [own, ...others] = ruleSeed.companies;
  const company = {
    ...own!,
    greeting: { max_length: 2000 },
    contact: { phone: '+45 11 22 33 44', web: 'https://shop.example/', redeem_at: 'Torvet 1, Aarhus' },
    hide_prices: ['special_offer'],
    terms: {
      html: '<p>Almindelige vilkår.</p>',
      languages: { en: { html: '<p>General terms.</p>' } },
      families: { event_ticket: { html: '<p>Billetvilkår.</p>', languages: { en: { html: '<p>Ticket terms.</p>' } } } },
    },
  };
  const [first, second, ...experiences] = ruleSeed.experiences;
  const [sold, ...special_offers] = ruleSeed.special_offers;
  const seed = {
    ...ruleSeed,
    companies: [company, ...others],
    experiences: [
      { ...first!, options: first!.options.map((option) => ({ ...option, images: images('option.png') })) },
      { ...second!, images: images('drawing?token=0fA9secret') },
      ...experiences,
    ],
    special_offers: [{ ...sold!, images: images('gone.png') }, ...special_offers],
  };
  stack = await startStack({ seed });
  shop = new Shop(stack);
}, 60_000);
afterAll(async () => {
  await stack.stop();
  site.close();
});

const documentOf = async (order: OrderBody): Promise<Buffer> =>
  (await stack.get(order.line_items[0]?.pdf?.url ?? '', { key: API_KEY })).bytes;
const pagesOf = async (items: object[], more: object = {}): Promise<string[]> =>
  textOfPages(await documentOf(await shop.sell(items, more)));
/** The letters of a string, in any order. */
const letters = (text: string): string => [...withoutWhitespace(text)].sort().join('');

describe('a card', () => {
  it.each([
    ['Greek and Cyrillic', 'Χρόνια πολλά, Κωνσταντίνε! З днем народження!'],
    ['Japanese', 'お誕生日おめでとうございます。素敵な一年を！'],
    ['Chinese', '生日快乐！祝你身体健康。'],
    ['Korean', '생일 축하해요! 건강하세요.'],
    ['Thai', 'สุขสันต์วันเกิด ขอให้มีความสุข'],
    ['letters with accents', 'Kære Łukasz, tillykke fra Søren & Åse'],
  ])('has a greeting in %s that can be read back from the document', async (_script, message) => {
    const [text = ''] = await pagesOf(giftCard(), { greeting: { message } });
    expect(withoutWhitespace(text)).toContain(withoutWhitespace(message));
    expect(text).not.toContain('?');
  });

  it.each([
    ['Arabic', 'عيد ميلاد سعيد'],
    ['Hebrew', 'יום הולדת שמח'],
  ])('has all letters of a greeting in %s', async (_script, message) => {
    const [text = ''] = await pagesOf(giftCard(), { greeting: { message } });
    for (const letter of new Set(withoutWhitespace(message))) expect(text, letter).toContain(letter);
    expect(letters(text)).not.toContain('?');
  });

  it('has emoji that can be copied from the document', async () => {
    const [text = ''] = await pagesOf(giftCard(), { greeting: { message: 'Tillykke 🎉 og 🎂' } });
    expect(text).toContain('🎉');
    expect(text).toContain('🎂');
  });

  it('has the code of its item on each page, as text and as a QR code, and its position among several', async () => {
    const order = await shop.sell([ticket(1, 1, 3)]);
    const bytes = await documentOf(order);
    const { body } = await stack.get<{ data: { code: string }[] }>(`/v2/items?order_id=${order.id}`, { key: API_KEY });
    const codes = body.data.map(({ code }) => code).toSorted();
    const seen = await qrCodesOf(bytes);
    expect(seen.map((url) => url?.split('/').at(-1)).toSorted()).toEqual(codes);
    const pages = await textOfPages(bytes);
    for (const [at, url] of seen.entries()) {
      expect(withoutWhitespace(pages[at] ?? '')).toContain(withoutWhitespace(url?.split('/').at(-1) ?? '?'));
      expect(pages[at]).toContain(`${at + 1} af 3`);
    }
  });

  it('has the shop’s address, telephone and website, and the order’s number', async () => {
    const order = await shop.sell(giftCard());
    const [text = ''] = await textOfPages(await documentOf(order));
    for (const part of ['Torvet 1, Aarhus', '+45 11 22 33 44', 'shop.example', order.reference]) {
      expect(withoutWhitespace(text)).toContain(withoutWhitespace(part));
    }
  });

  it('has the terms of the family, in the language of the card', async () => {
    expect((await pagesOf(giftCard()))[0]).toContain('Almindelige vilkår.');
    expect((await pagesOf(giftCard(), { locale: 'en-GB' }))[0]).toContain('General terms.');
    expect((await pagesOf([ticket(1, 1, 1)]))[0]).toContain('Billetvilkår.');
    expect((await pagesOf([ticket(1, 1, 1)], { locale: 'en' }))[0]).toContain('Ticket terms.');
  });

  it('has the terms that the product has in the catalog', async () => {
    const read = async (id: string): Promise<unknown> =>
      (await stack.get<{ terms: object }>(`/v2/products/${id}`, { key: API_KEY })).body.terms;
    expect(await read('gift_card_value')).toEqual({ url: null, html: '<p>Almindelige vilkår.</p>' });
    expect(await read('evt_1')).toEqual({ url: null, html: '<p>Billetvilkår.</p>' });
  });

  it('has the picture of the product, if no other was chosen and its URL responds', async () => {
    const shareOfMagenta = async (items: object[]): Promise<number> => {
      const [page] = await renderPages(await documentOf(await shop.sell(items)), 0.5);
      const { rgba = new Uint8ClampedArray(0) } = page ?? {};
      let seen = 0;
      for (let at = 0; at < rgba.length; at += 4) {
        const [red = 0, green = 0, blue = 0] = rgba.subarray(at, at + 3);
        if (red > 230 && green < 40 && blue > 230) seen += 1;
      }
      return seen / (rgba.length / 4);
    };
    expect(await shareOfMagenta(experience(1))).toBeGreaterThan(0.1);
    for (const _time of [1, 2]) expect(await shareOfMagenta(offer(1))).toBe(0);
    expect(requests.filter((path) => path === '/gone.png')).toHaveLength(1);
  });

  it('has no picture of an unsupported format: the log has the reason and the owner, but not the URL', async () => {
    await shop.sell(experience(2));
    const warned = stack.output.stderr.split('\n').filter((line) => line.includes('"gcv_2"'));
    expect(warned.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({
        level: 'WARN',
        company: 'shop',
        product: 'gcv_2',
        reason: 'Cards can show image/jpeg, image/png, image/webp.',
        content_type: 'image/svg+xml',
      }),
    ]);
    expect(stack.output.stderr).not.toContain('0fA9secret');
  });

  it('has no price if the company hides it', async () => {
    expect((await pagesOf(experience(1)))[0]).toContain('200');
    expect((await pagesOf(offer(1)))[0]).not.toMatch(/\d+\s?kr\./);
  });

  it.each([
    ['nb', 'Verdibevis'],
    ['nn-NO', 'Gåvekort'],
    ['no', 'Gavekort'],
    ['sv', 'Presentkort'],
    ['fr', 'Gavekort'],
  ])('in %s has texts in that language, in a related one, or in that of the company', async (locale, word) => {
    const items = locale === 'nb' ? offer(1) : giftCard();
    expect(withoutWhitespace((await pagesOf(items, { locale }))[0] ?? '').toLowerCase()).toContain(word.toLowerCase());
  });

  it('has British dates in English, unless the locale names another region', async () => {
    expect((await pagesOf(giftCard(), { locale: 'en' }))[0]).toMatch(/\d{1,2} [A-Z][a-z]+ \d{4}/);
    expect((await pagesOf(giftCard(), { locale: 'en-US' }))[0]).toMatch(/[A-Z][a-z]+ \d{1,2}, \d{4}/);
  });
});

describe('characters that no font contains', () => {
  it('are rejected when the order is placed, by field and character', async () => {
    const { status, body } = await shop.refused(giftCard(), {
      sender: { name: 'ᏣᎳᎩ', email: 'a@example.com' },
      recipient: { name: 'Bo', email: 'bo@example.com' },
      greeting: { message: 'Hej ᏣᎳᎩ og 🎉' },
    });
    expect([status, body.error.code]).toEqual([422, 'validation_failed']);
    expect(Object.keys(body.error.fields ?? {}).toSorted()).toEqual(['greeting.message', 'sender.name']);
    expect(body.error.fields?.['greeting.message']?.[0]).toContain('Ꮳ (U+13E3), Ꮃ (U+13B3), Ꭹ (U+13A9)');
  });
});
