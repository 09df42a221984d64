import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../support/pictures.ts';
import { API_KEY, ruleSeed } from '../support/seed.ts';
import { experience, giftCard, Shop, ticket } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';
import { verifiedPass, generatedWallets } from '../support/wallet.ts';

const LOGO = `data:image/png;base64,${png({ width: 40, height: 20 }).toString('base64')}`;
const [shopSeed, ...others] = ruleSeed.companies;
const seed = {
  ...ruleSeed,
  companies: [
    {
      ...shopSeed,
      contact: {
        phone: '+45 86 12 34 56',
        email: 'hello@shop.example',
        web: 'https://shop.example',
        redeem_at: 'Quay 12',
      },
      brand: { assets: { logo: LOGO } },
      hide_prices: ['gift_card_variant'],
      terms: { html: '<p>Tre år.</p>', languages: { en: { html: '<p>Three years.</p>' } } },
    },
    ...others,
  ],
  campaigns: [
    {
      company: 'shop',
      id: 4,
      name: 'Welcome',
      applies_to: 'gift_card',
      kind: 'added-value',
      value: 0,
      fixed_amount: 10000,
      codes: ['WELCOME-1'],
    },
  ],
};

const certificates = generatedWallets();
let folder: string;
let stack: RunningStack;
let shop: Shop;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallet-'));
  const WALLET_FILE = join(folder, 'wallet.json');
  await writeFile(WALLET_FILE, JSON.stringify(certificates.content));
  stack = await startStack({ seed, env: { TRUSTED_PROXIES: '1', WALLET_FILE } });
  shop = new Shop(stack);
}, 60_000);
afterAll(async () => {
  await stack.stop();
  await rm(folder, { recursive: true });
});

let visitors = 0;
/** A visitor from another IP address; the stack trusts one proxy. */
const visitor = (language = 'en-GB') => ({
  headers: { 'Accept-Language': language, 'X-Forwarded-For': `203.0.113.${++visitors}` },
});
const sold = async (items: object[]): Promise<{ code: string; claim_url: string }> => {
  const order = await shop.sell(items);
  const { body } = await stack.get<{ data: { code: string }[] }>(`/v2/items?order_id=${order.id}`, { key: API_KEY });
  const code = body.data[0]?.code ?? '';
  const item = await stack.get<{ claim_url: string }>(`/v2/items/${code}`, { key: API_KEY });
  return { code, claim_url: item.body.claim_url };
};
const shown = async (url: string, language?: string) => {
  const { status, headers, bytes } = await stack.get(url, visitor(language));
  return { status, headers, text: bytes.toString().replaceAll('\u00a0', ' ') };
};

describe('the page behind the code', () => {
  it("is shown when the visitor's language is the name of an inherited property", async () => {
    const { claim_url } = await sold(giftCard(50000));
    for (const language of ['constructor', 'toString, de', '__proto__;q=0.9']) {
      expect((await shown(claim_url, language)).status, language).toBe(200);
      expect((await shown('/c/shop/none', language)).status, language).toBe(404);
    }
  });

  it('shows the shop, the value, the validity, the places and ways of use, and the terms', async () => {
    const { code, claim_url } = await sold(giftCard(50000));
    await stack.post(`/v2/items/${code}/claim`, { key: API_KEY, body: { type: 'amount', amount: 120 } });
    const { status, text, headers } = await shown(claim_url);
    expect(status).toBe(200);
    for (const part of ['Shop ApS', 'Gift card', 'Valid', 'DKK 380', 'of DKK 500', 'Valid until', code, 'Quay 12']) {
      expect(text).toContain(part);
    }
    for (const part of ['href="tel:+4586123456"', 'href="mailto:hello@shop.example"', 'Three years.', '<svg']) {
      expect(text).toContain(part);
    }
    expect(text, 'kept by translating browsers').toContain(`<strong translate="no">${code}</strong>`);
    expect(text, 'a quiet zone of four modules').toContain('<path d="M4 4h1v1h-1z');
    expect(headers.get('content-language')).toBe('en');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    const document = /href="(\/documents\/items\/[^"]+)"/.exec(text)?.[1] ?? '';
    expect((await stack.get(document)).headers.get('content-type')).toBe('application/pdf');
  });

  it.each([
    ['da-DK', 'da', 'Saldo'],
    ['sv', 'sv', 'Giltigt'],
    ['de-AT;q=0.9, fr', 'de', 'Guthaben'],
    ['no', 'nb', 'Gyldig'],
    ['nn', 'nn', 'Gyldig'],
    ['fr, fi;q=0.5', 'da', 'Saldo'],
  ])('is in the language of its visitor (%s)', async (accepted, language, phrase) => {
    const { claim_url } = await sold(giftCard(20000));
    const { text } = await shown(claim_url, accepted);
    expect(text).toContain(`lang="${language}"`);
    expect(text).toContain(phrase);
  });

  it('shows that a card is used, cancelled or not activated, and hides prices if the shop does', async () => {
    const [used, cancelled] = [await sold(experience(1)), await sold(giftCard(20000))];
    expect((await shown(used.claim_url)).text).not.toContain('DKK 200');
    await stack.post(`/v2/items/${used.code}/claim`, { key: API_KEY, body: { type: 'all' } });
    await stack.post(`/v2/items/${cancelled.code}/cancel`, { key: API_KEY });
    expect((await shown(used.claim_url)).text).toContain('Used up');
    const gone = await shown(cancelled.claim_url);
    expect(gone.text).toContain('Cancelled');
    expect(gone.text).not.toContain('/documents/items/');
    expect(gone.text).not.toContain('Show the code to the staff');
    expect(gone.text).toContain('Ask the shop');
    expect((await shown('/c/shop/WELCOME-1')).text).toContain('Not activated yet');
    const { status, headers } = await stack.get('/c/Shop/WELCOME-1');
    expect([status, headers.get('location')]).toEqual([303, '/c/shop/WELCOME-1']);
  });

  it('leads from a replaced code to the latest card', async () => {
    const old = await sold(giftCard(20000));
    const replaced = await stack.post(`/v2/items/${old.code}/replace`, { key: API_KEY, idempotencyKey: true });
    expect(replaced.status, replaced.bytes.toString()).toBe(201);
    const { text } = await shown(old.claim_url);
    expect(text).toContain('Replaced');
    expect(text).toContain('Use the latest card');
    expect(text).not.toContain('Cancelled');
  });

  it('shows a used card as used during a dispute, and an unused one as frozen, then as cancelled', async () => {
    const order = await shop.sell(giftCard(20000, 2));
    const { body } = await stack.get<{ data: { code: string }[] }>(`/v2/items?order_id=${order.id}`, { key: API_KEY });
    const [used, active] = body.data.map(({ code }) => `/c/shop/${code}`);
    await stack.post(`/v2/items/${body.data[0]?.code}/claim`, { key: API_KEY, body: { type: 'all' } });
    const simulateEvent = async (event: string): Promise<void> => {
      await stack.call('POST', '/_local/gateway', { body: { order_id: order.id, event } });
      await stack.idle();
    };
    await simulateEvent('dispute_opened');
    expect((await shown(used ?? '')).text).toContain('Used up');
    expect((await shown(active ?? '')).text).toContain('Cannot be used at the moment');
    await simulateEvent('dispute_lost');
    expect((await shown(used ?? '')).text).toContain('Used up');
    expect((await shown(active ?? '')).text).toContain('Cancelled');
  });

  it('shows the time of a ticket, with its calendar file', async () => {
    const { claim_url } = await sold([ticket(1, 1)]);
    const { text } = await shown(claim_url);
    expect(text).toContain('Wednesday, 1 May 2030 at 19:00');
    const calendar = await stack.get(/href="(\/c\/[^"]+\.ics)"/.exec(text)?.[1] ?? '', visitor());
    expect(calendar.headers.get('content-type')).toContain('text/calendar');
    expect(calendar.bytes.toString()).toContain('DTSTART:20300501T170000Z\r\n');
    const card = await sold(giftCard(20000));
    expect((await stack.get(`${card.claim_url}/event.ics`, visitor())).status).toBe(404);
  });
});

describe('a card in a wallet', () => {
  it('is added by a signed pass or a signed link, from the page and the email of the card', async () => {
    const { code, claim_url } = await sold(giftCard(50000));
    await stack.post(`/v2/items/${code}/claim`, { key: API_KEY, body: { type: 'amount', amount: 120 } });
    const { text } = await shown(claim_url);
    for (const path of [`/c/shop/${code}/apple.pkpass`, `/c/shop/${code}/google-wallet`]) {
      expect(text).toContain(`href="${path}"`);
    }
    const apple = await stack.get(`${claim_url}/apple.pkpass`, visitor('sv'));
    expect([apple.status, apple.headers.get('content-type')]).toEqual([200, 'application/vnd.apple.pkpass']);
    expect(apple.headers.get('content-disposition')).toBe('attachment; filename="shop.pkpass"');
    const { json, files } = verifiedPass(apple.bytes, certificates.wwdr);
    expect([...files.keys()]).toContain('logo.png');
    expect(json.storeCard?.primaryFields).toMatchObject([{ value: 380, currencyCode: 'DKK' }]);
    expect(json.storeCard?.primaryFields[0]?.label).toMatch(/^Saldo \d+ \w+ \d{4}$/);
    expect(json.barcodes).toMatchObject([{ message: claim_url, altText: code }]);
    const google = await stack.get(`${claim_url}/google-wallet`, visitor());
    expect(google.status).toBe(303);
    const [, token = ''] =
      /^https:\/\/pay\.google\.com\/gp\/v\/save\/(.+)$/.exec(google.headers.get('location') ?? '') ?? [];
    const { payload } = await jwtVerify(token, certificates.googleKey, { audience: 'google' });
    expect(payload['payload']).toMatchObject({ giftCardObjects: [{ cardNumber: code }] });
    await stack.idle();
    const mails = (await stack.mail()).map(({ text: phrase }) => phrase ?? '');
    const mail = mails.find((phrase) => phrase.includes(`${claim_url}/apple.pkpass`));
    expect(mail).toContain('Føj til Apple Wallet');
    expect(mail).toContain(`Føj til Google Wallet\n${claim_url}/google-wallet`);
  });

  it('is an event ticket for a ticket, and returns 404 for an unusable or invalid code, which counts as a lookup', async () => {
    const { claim_url } = await sold([ticket(1, 1)]);
    const pass = await stack.get(`${claim_url}/apple.pkpass`, visitor());
    expect(verifiedPass(pass.bytes, certificates.wwdr).json.eventTicket?.secondaryFields).toMatchObject([
      { value: 'Wednesday, 1 May 2030 at 19:00' },
    ]);
    const used = await sold(giftCard(20000));
    await stack.post(`/v2/items/${used.code}/claim`, { key: API_KEY, body: { type: 'all' } });
    const guesser = visitor();
    for (const wallet of ['apple.pkpass', 'google-wallet']) {
      const paths = [`${used.claim_url}/${wallet}`, `/c/shop/WELCOME-1/${wallet}`];
      const guesses = Array.from({ length: 10 }, (_, at) => `/c/shop/GUESS-${wallet}-${at}/${wallet}`);
      for (const path of [...paths, ...guesses]) expect((await stack.get(path, guesser)).status).toBe(404);
    }
    const refused = await stack.get(`${claim_url}/apple.pkpass`, guesser);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('an unknown code', () => {
  it('returns the same 404 for every reason, and does not show the shop', async () => {
    const { code } = await sold(giftCard(20000));
    const answers = [];
    for (const path of [
      `/c/other/${code}`,
      '/c/shop/NO-SUCH',
      '/c/nobody/NO-SUCH',
      `/c/${code}`,
      '/c/shop',
      `/c/${'x'.repeat(3000)}/A`,
    ]) {
      answers.push(await shown(path));
    }
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.text).not.toContain('Shop ApS');
  });

  it('is limited by IP address: too many misses block that IP address for an hour, and no other one', async () => {
    const { claim_url } = await sold(giftCard(20000));
    const guesser = visitor();
    const statuses = [];
    for (let at = 0; at < 21; at++) statuses.push((await stack.get(`/c/shop/GUESS-${at}`, guesser)).status);
    expect(statuses.filter((status) => status === 404)).toHaveLength(20);
    const refused = await stack.get(claim_url, guesser);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await stack.get(claim_url, visitor())).status).toBe(200);
    await stack.advance(3601);
    expect((await stack.get(claim_url, guesser)).status).toBe(200);
  });

  it('is not counted for an existing code that people have chosen, however often it is opened', async () => {
    const holder = visitor();
    for (let at = 0; at < 25; at++) expect((await stack.get('/c/shop/WELCOME-1', holder)).status).toBe(200);
  });
});
