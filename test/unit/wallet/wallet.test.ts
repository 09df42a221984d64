import { jwtVerify } from 'jose';
import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { signedPass } from '../../../functions/adapters/wallet/apple.ts';
import { parseWalletCredentials } from '../../../functions/adapters/wallet/certificates.ts';
import { googleCard, saveLink } from '../../../functions/adapters/wallet/google.ts';
import type { WalletCard } from '../../../functions/adapters/wallet/port.ts';
import type { CompanyRow } from '../../../functions/domain/company/companies/rows.ts';
import type { HolderView } from '../../../functions/domain/fulfillment/holder/holder-view.ts';
import type { ItemRow } from '../../../functions/domain/value/items/rows.ts';
import { walletButtons } from '../../../functions/domain/fulfillment/wallet/buttons.ts';
import { passChangeWork } from '../../../functions/domain/fulfillment/wallet/relay.ts';
import { isForWallets, walletCard } from '../../../functions/domain/fulfillment/wallet/rules.ts';
import { encodePng } from '../../../functions/adapters/images/codecs.ts';
import { holderPage } from '../../../functions/pages/holder/holder-page.ts';
import { verifiedPass, generatedWallets } from '../../support/wallet.ts';
import { NOW_MS, sampleItem, terms } from '../items/sample.ts';

const certificates = generatedWallets();
const { apple, google } = parseWalletCredentials(JSON.stringify(certificates.content));

const company = {
  slug: 'shop',
  name: 'Strøg & Co.',
  time_zone: 'Europe/Copenhagen',
  language: 'da',
  contact: { phone: '+45 86 12 34 56', redeem_at: 'Kaj 12, 8000 Aarhus' },
  terms: { html: '<p>Tre år.</p>', url: 'https://shop.example/terms' },
  brand: { colors: { primary: '#7a1f3d' } },
} as unknown as CompanyRow;

const EVENT = { slug: 'jazz', title: 'Jazz', startsAt: '2027-06-01T19:00:00+02:00', endsAt: null };
const ITEMS = {
  card: sampleItem({ title: 'Gavekort', valueMinor: 50050, orderReference: 'A-77' }),
  experience: sampleItem({ itemType: 'GIFTCARD VARIATION', title: 'Spa', variant: 'For to' }),
  ticket: sampleItem({ itemType: 'TICKET', title: 'Jazz', variant: 'Balkon', event: EVENT, pieces: 2 }),
};
const held = (item: ItemRow): HolderView & { item: ItemRow } => ({
  company,
  terms,
  code: item.code,
  item,
  ...(item.event
    ? {
        event: {
          ...item.event,
          title: item.title,
          datePrecision: 'date_time',
          venue: { name: 'Musikhuset', address: 'Thomas Jensens Allé 2', postcode: '8000' },
        } as unknown as NonNullable<HolderView['event']>,
      }
    : {}),
});
const UPDATES = { serial: 'itm_1', url: 'https://api.example.com/wallet/apple', token: 'a'.repeat(43) };
const cardOf = (item: ItemRow) => walletCard(held(item), { language: 'da', tag: 'da' });

beforeAll(() => {
  process.env['BASE_URL'] = 'https://api.example.com';
  process.env['APP_SECRET'] = 'ab'.repeat(32);
});
afterEach(() => {
  delete process.env['WALLETS'];
});

describe('a pass for Apple Wallet', () => {
  const opened = async (item: ItemRow, logo?: Uint8Array) =>
    verifiedPass(await signedPass({ ...cardOf(item), ...(logo ? { logo } : {}) }, UPDATES, apple!), certificates.wwdr);

  it('of a value card is a store card with its balance as of a day, its title, and the same code as on the card', async () => {
    const { json, files } = await opened({ ...ITEMS.card, remainingMinor: 20050 });
    expect(json.storeCard?.primaryFields).toEqual([
      { key: 'balance', label: 'Saldo 1. marts 2027', value: 200.5, currencyCode: 'DKK' },
    ]);
    expect(json.barcodes).toEqual([
      expect.objectContaining({
        format: 'PKBarcodeFormatQR',
        message: 'https://api.example.com/c/shop/AAAA-BBBB-CCCC-DDDD-EEEE',
        altText: 'AAAA-BBBB-CCCC-DDDD-EEEE',
      }),
    ]);
    expect(json).toMatchObject({
      organizationName: 'Strøg & Co.',
      logoText: 'Strøg & Co.',
      passTypeIdentifier: 'pass.example.gift-cards',
      teamIdentifier: 'A1B2C3D4E5',
      backgroundColor: 'rgb(122, 31, 61)',
      foregroundColor: 'rgb(255, 255, 255)',
      expirationDate: expect.stringMatching(/^2028-02-29T12:00:00/),
    });
    const back = json.storeCard?.backFields.map(({ value }) => value);
    expect(back).toEqual([
      'https://api.example.com/c/shop/AAAA-BBBB-CCCC-DDDD-EEEE',
      'A-77',
      'Kaj 12, 8000 Aarhus\n+45 86 12 34 56',
      'Tre år.\nhttps://shop.example/terms',
    ]);
    expect([...files.keys()]).toEqual(expect.arrayContaining(['icon.png', 'icon@2x.png', 'icon@3x.png']));
    expect([...files.keys()]).not.toContain('logo.png');
    expect(JSON.stringify(json)).not.toMatch(/Anna|Bo\b|example\.com"/);
  });

  it('of a ticket is an event ticket with the time, the place and the number of people; any other item is a coupon', async () => {
    const ticket = (await opened(ITEMS.ticket)).json;
    const fields = [...(ticket.eventTicket?.secondaryFields ?? []), ...(ticket.eventTicket?.auxiliaryFields ?? [])];
    expect(fields.map(({ value }) => value)).toEqual([
      'tirsdag den 1. juni 2027 kl. 19.00',
      'Musikhuset',
      'Balkon',
      '2 personer',
    ]);
    const startsAt = '2027-06-01T17:00:00.000Z';
    expect(ticket).toMatchObject({ relevantDate: startsAt, relevantDates: [{ date: startsAt }] });
    const coupon = (await opened(ITEMS.experience)).json.coupon;
    expect(coupon?.primaryFields.map(({ value }) => value)).toEqual(['Spa']);
    expect(coupon?.auxiliaryFields.map(({ value }) => value)).toEqual(['For to', '29. februar 2028']);
  });

  it('contains its web service and token, and is void once its item is cancelled', async () => {
    const { json } = await opened(ITEMS.card);
    expect(json).toMatchObject({
      serialNumber: UPDATES.serial,
      webServiceURL: UPDATES.url,
      authenticationToken: UPDATES.token,
    });
    expect(json['voided']).toBeUndefined();
    expect((await opened({ ...ITEMS.card, status: 4, remainingMinor: 0 })).json['voided']).toBe(true);
    expect((await opened({ ...ITEMS.card, status: 3, remainingMinor: 0 })).json['voided']).toBeUndefined();
  });

  it('is void, and is sent again, once the order of its spent item is refunded in full', async () => {
    const spent: ItemRow = { ...ITEMS.card, status: 3, remainingMinor: 0, hasPass: true };
    const refunded: ItemRow = { ...spent, repaidWhole: true };
    expect((await opened(refunded)).json['voided']).toBe(true);
    expect(passChangeWork(spent, refunded)).toMatchObject({ kind: 'changed', code: spent.code });
    expect(passChangeWork(spent, { ...spent, version: spent.version + 1 })).toBeUndefined();
  });

  it('has the shop’s logo scaled down to the displayed size', async () => {
    const raster = { width: 960, height: 100, rgba: new Uint8Array(960 * 100 * 4).fill(200) };
    const logo = (await opened(ITEMS.card, await encodePng(raster))).files.get('logo.png');
    expect([logo?.readUInt32BE(16), logo?.readUInt32BE(20)]).toEqual([480, 50]);
  });

  it('that is changed, or signed with a key other than that of the certificate, is invalid', async () => {
    const bytes = await signedPass(cardOf(ITEMS.card), UPDATES, apple!);
    const changed = Buffer.from(bytes.toString('latin1').replaceAll('"Gavekort"', '"Gavekorb"'), 'latin1');
    expect(() => verifiedPass(changed, certificates.wwdr)).toThrow('manifest');
    expect(() => verifiedPass(bytes, generatedWallets().wwdr)).toThrow('issuer');
    const other = generatedWallets().content.apple.key;
    const mixed = { apple: { ...certificates.content.apple, key: other } };
    expect(() => parseWalletCredentials(JSON.stringify(mixed))).toThrow('not that of its certificate');
    expect(parseWalletCredentials('{"apple": "", "google": "", "unused": "x"}')).toEqual({});
  });
});

describe('a link for Google Wallet', () => {
  const opened = async (item: ItemRow, more: Partial<WalletCard> = {}) => {
    const link = await saveLink({ ...cardOf(item), ...more }, google!, NOW_MS);
    expect(link.startsWith('https://pay.google.com/gp/v/save/')).toBe(true);
    const token = link.slice(link.lastIndexOf('/') + 1);
    const { payload } = await jwtVerify(token, certificates.googleKey, {
      audience: 'google',
      issuer: 'wallet@gift-cards.iam.gserviceaccount.com',
      currentDate: new Date(NOW_MS),
    });
    expect(payload).toMatchObject({ typ: 'savetowallet', iat: NOW_MS / 1000, origins: [] });
    const object = payload['payload'] as Record<string, Record<string, unknown>[]>;
    const [names, [one], [of]] = [Object.keys(object), ...Object.values(object)] as [string[], [object], [object]];
    return { token, names, one: one as Record<string, unknown>, of: of as Record<string, unknown> };
  };

  it('is signed for the issuer: a value card is a gift card with its balance', async () => {
    const { names, one, of } = await opened(ITEMS.card);
    expect(names).toEqual(['giftCardClasses', 'giftCardObjects']);
    expect(one).toMatchObject({ merchantName: 'Strøg & Co.', hexBackgroundColor: '#7a1f3d' });
    expect(of).toMatchObject({
      classId: one['id'],
      state: 'ACTIVE',
      cardNumber: 'AAAA-BBBB-CCCC-DDDD-EEEE',
      balance: { micros: '500500000', currencyCode: 'DKK' },
      barcode: { type: 'QR_CODE', value: 'https://api.example.com/c/shop/AAAA-BBBB-CCCC-DDDD-EEEE' },
    });
    expect(of['id']).toMatch(/^3388000000022222222\.[0-9a-f]{24}$/);
    expect((await opened(ITEMS.card)).of['id']).toBe(of['id']);
  });

  it('of a ticket has its time and place, and that of any other item its kind', async () => {
    const ticket = await opened(ITEMS.ticket);
    expect(ticket.names).toEqual(['eventTicketClasses', 'eventTicketObjects']);
    expect(ticket.one).toMatchObject({
      eventName: { defaultValue: { language: 'da', value: 'Jazz' } },
      venue: { name: { defaultValue: { value: 'Musikhuset' } } },
      dateTime: { start: '2027-06-01T19:00:00+02:00' },
    });
    const moved = await opened({ ...ITEMS.ticket, title: 'Jazz, new hall' });
    expect(moved.one['id']).not.toBe(ticket.one['id']);
    expect(moved.of['id']).toBe(ticket.of['id']);
    expect((await opened(ITEMS.experience)).one).toMatchObject({ title: 'Spa, For to', provider: 'Strøg & Co.' });
  });

  it.each([
    [{ name: '', address: 'Kaj 12', postcode: '8000' }, 'Kaj 12, 8000', 'Kaj 12, 8000'],
    [{ name: 'Musikhuset', address: '', postcode: '' }, 'Musikhuset', 'Musikhuset'],
  ])('of a ticket has the venue %j, of which only one part is known', async (venue, name, address) => {
    const view = held(ITEMS.ticket);
    const event = { ...view.event, venue } as NonNullable<HolderView['event']>;
    const card = walletCard({ ...view, event }, { language: 'da', tag: 'da' });
    expect(card.event?.where).toMatchObject({ name, text: name });
    expect(googleCard(card, '3388').ofClass).toMatchObject({
      venue: { name: { defaultValue: { value: name } }, address: { defaultValue: { value: address } } },
    });
  });

  it('that is valid until the end of 9999 west of Greenwich ends with 9999 in UTC, because wallets read four-digit years', async () => {
    const validUntilMs = Date.parse('9999-12-31T23:59:59.999-05:00');
    const { of } = await opened({ ...ITEMS.card, validUntilMs });
    expect(of['validTimeInterval']).toEqual({ end: { date: '9999-12-31T23:59:59.999Z' } });
  });

  it('is short enough not to be truncated, for any names', async () => {
    for (const name of ['Ж'.repeat(200), '贈り物'.repeat(60), 'A very long evening of jazz '.repeat(8)]) {
      for (const item of Object.values(ITEMS)) {
        const { token } = await opened({ ...item, title: name, ...(item.variant ? { variant: name } : {}) });
        expect(token.length).toBeLessThanOrEqual(1800);
      }
      const { event } = cardOf(ITEMS.ticket);
      const where = { label: 'Where', name, address: name, text: name };
      const longest = await opened(
        { ...ITEMS.ticket, title: name, variant: name },
        {
          shop: name,
          logoUrl: 'https://api.example.com/brand-assets/shop/logo-0123456789abcdef0123456789abcdef.png',
          event: { ...event!, where, endsAt: '2027-06-01T23:00:00+02:00' },
        },
      );
      expect(longest.token.length).toBeLessThanOrEqual(1800);
    }
  });
});

describe('the wallet links of a card', () => {
  const page = async (item: ItemRow): Promise<string> => String((await holderPage(held(item), 'en', 'en-GB')).body);
  const spent: ItemRow = { ...ITEMS.card, status: 3, remainingMinor: 0 };

  it('are shown on its page and in emails for each wallet with certificates', async () => {
    expect(await page(ITEMS.card)).not.toContain('Wallet');
    expect(walletButtons([ITEMS.card], company, 'en')).toEqual([]);
    process.env['WALLETS'] = 'google';
    expect(await page(ITEMS.card)).toMatch(/href="\/c\/shop\/[\w-]+\/google-wallet"\s*>Add to Google Wallet</);
    expect(await page(ITEMS.card)).not.toContain('Apple');
    process.env['WALLETS'] = 'apple,google';
    expect(await page(ITEMS.card)).toContain('/apple.pkpass"');
    expect(walletButtons([ITEMS.card], company, 'da').map(({ label }) => label)).toEqual([
      'Føj til Apple Wallet',
      'Føj til Google Wallet',
    ]);
    const two = walletButtons([ITEMS.card, ITEMS.card], company, 'de');
    expect(two.map(({ label }) => label)).toEqual(['Zu Wallet hinzufügen (1 von 2)', 'Zu Wallet hinzufügen (2 von 2)']);
    expect(
      walletButtons(
        Array.from({ length: 11 }, () => ITEMS.card),
        company,
        'de',
      ),
    ).toEqual([]);
  });

  it('are not shown for a card that cannot be used', async () => {
    process.env['WALLETS'] = 'apple,google';
    expect(isForWallets(spent, terms)).toBe(false);
    expect(await page(spent)).not.toContain('Wallet');
    expect(walletButtons([spent], company, 'en')).toEqual([]);
  });

  it.each(['show-code-apple', 'show-code-google'])('return a plain 404 without certificates (%s)', async (name) => {
    const { handler } = (await import(`../../../functions/pages/holder/${name}.ts`)) as {
      handler: (event: unknown, context: unknown) => Promise<{ statusCode: number; body: string }>;
    };
    const event: unknown = JSON.parse(readFileSync(`events/${name}.json`, 'utf8'));
    const { statusCode, body } = await handler(event, { awsRequestId: 'x', getRemainingTimeInMillis: () => 1000 });
    expect([statusCode, JSON.parse(body)]).toMatchObject([404, { error: { code: 'not_found' } }]);
  });
});
