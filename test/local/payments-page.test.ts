import { parse } from 'node-html-parser';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { testGateway } from '../../functions/adapters/payments/test-gateway.ts';
import { clock } from '../../functions/platform/clock.ts';
import { startPaymentHost, type PaymentHost } from '../support/payment-host.ts';
import { sessionInput } from '../unit/payments/fixtures.ts';

let host: PaymentHost;
beforeAll(async () => {
  host = await startPaymentHost();
});
afterAll(() => host.stop());
const realClock = clock.nowMs;
afterEach(() => {
  clock.nowMs = realClock;
});

const CARD = { card_number: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' };
const opened = async (overrides = {}) => {
  const input = sessionInput(overrides);
  return { input, ...(await testGateway.openSession(input)) };
};
const post = (url: string, fields: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
/** Rows of the order's price, each with label and amount. */
const sumsOf = (page: string): string[][] =>
  parse(page)
    .querySelectorAll('dl div')
    .map((row) => row.querySelectorAll('dt, dd').map(({ text }) => text.replaceAll('\u00A0', ' ')));
const backAt = (response: Response) => new URL(response.headers.get('location') ?? '').searchParams;

describe('the payment page', () => {
  test('shows seller, lines, total and order number, and a form for a card', async () => {
    const { url, input } = await opened();
    const response = await fetch(url);
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    for (const text of ['Nordlys ApS', '3 × Gift card', input.reference, '610.00', 'DK12345678']) {
      expect(page).toContain(text);
    }
    for (const field of ['card_number', 'expiry', 'cvc']) expect(page).toContain(`name="${field}"`);
  });

  test('rejects every form of a page that has since been closed', async () => {
    for (const fields of [CARD, { ...CARD, cvc: '1' }]) {
      const { url, input, gatewaySessionId } = await opened();
      expect((await fetch(url)).status).toBe(200);
      await testGateway.closeSession({ sessionId: input.sessionId, gatewaySessionId });
      expect((await post(url, fields)).status).toBe(410);
      expect(await testGateway.readSession({ sessionId: input.sessionId, gatewaySessionId })).toMatchObject({
        state: 'closed',
      });
    }
  });

  test('runs no script, loads no other files and cannot be framed', async () => {
    const { url } = await opened();
    const response = await fetch(url);
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(await response.text()).not.toMatch(/<script|\son\w+=|https?:\/\/(?!127)/);
  });

  test('shows names with any content as text', async () => {
    const seller = { name: '<img src=x onerror=alert(1)>', vatNumber: null };
    const { url } = await opened({ seller, lines: [{ name: '"><b>x', quantity: 1, amount: 60_000, discount: 0 }] });
    const page = await (await fetch(url)).text();
    expect(page).not.toContain('<img');
    expect(page).not.toContain('<b>');
  });

  test.each([
    ['en', 'Discount', '−DKK 246.91'],
    ['da', 'Rabat', '−246,91 kr.'],
    ['sv', 'Rabatt', '−246,91 Dkr'],
    ['de', 'Rabatt', '−246,91 DKK'],
    ['nb', 'Rabatt', '−246,91 DKK'],
    ['nn', 'Rabatt', '−246,91 DKK'],
  ])('shows in %s the prices of its lines, the discount of a code and the charged total', async (locale, ...row) => {
    const amounts = { ...sessionInput().amounts, subtotal: 246_912, discount: 24_691, total: 223_221 };
    const lines = [
      { name: 'Gift card', quantity: 1, amount: 111_110, discount: 12_346 },
      { name: 'Dinner', quantity: 1, amount: 111_111, discount: 12_345 },
    ];
    const { url } = await opened({ locale, amounts, lines });
    const shown = sumsOf(await (await fetch(url)).text());
    expect(shown.map(([name]) => name).slice(0, 3)).toEqual(['Gift card', 'Dinner', row[0]]);
    expect(shown[2]).toEqual(row);
    const figures = shown.map(
      ([, figure]) => Number(figure?.replaceAll(/\D/g, '')) * (/[-−]/.test(figure ?? '') ? -1 : 1),
    );
    expect(figures).toEqual([123_456, 123_456, -24_691, 1000, 223_221]);
  });

  test('mentions VAT only if it is included, and names fees and postage only if both are charged', async () => {
    const input = sessionInput().amounts;
    const none = { ...input, fees: 0, shipping: 0, tax: 0, vat: 0 };
    const noteOf = async (amounts: typeof input): Promise<string | undefined> => {
      const { url } = await opened({ locale: 'en', amounts });
      return /<p class="note">([^<]*VAT[^<]*)</.exec(await (await fetch(url)).text())?.[1];
    };
    expect(await noteOf(none)).toBeUndefined();
    expect(await noteOf({ ...none, fees: 1000, tax: 200, vat: 200 })).toMatch(/^Includes DKK.2\.00 VAT\.$/);
    const both = { ...none, fees: 1000, shipping: 500, tax: 300, vat: 300 };
    expect(await noteOf(both)).toMatch(/^Fees and postage include DKK.3\.00 VAT\.$/);
    expect(await noteOf({ ...both, vat: 900 })).toMatch(/^Includes DKK.9\.00 VAT\.$/);
  });

  test('shows the stored amounts of lines that have no discount of their own', async () => {
    const amounts = { ...sessionInput().amounts, discount: 6000, total: 55_000 };
    const { url } = await opened({ amounts, lines: [{ name: 'Gift card', quantity: 1, amount: 54_000 }] });
    expect(sumsOf(await (await fetch(url)).text())).toEqual([
      ['Gift card', 'DKK 540.00'],
      ['Fees', 'DKK 10.00'],
      ['Total', 'DKK 550.00'],
    ]);
  });

  test('is in the language of the order', async () => {
    const { url } = await opened({ locale: 'da' });
    const page = await (await fetch(url)).text();
    expect(page).toContain('Betaling til Nordlys ApS');
    expect(page).toContain('610,00');
  });

  test.each([null, 'fr', 'nl-NL'])('uses the language of the company when that of the order is %s', async (locale) => {
    const { url } = await opened({ locale, companyLanguage: 'da' });
    expect(await (await fetch(url)).text()).toContain('Betaling til Nordlys ApS');
  });

  test.each([
    ['nb-NO', 'nb-NO', 'Totalt'],
    ['nn', 'nn-NO', 'Til saman'],
    ['no', 'nb-NO', 'Totalt'],
  ])('supports both forms of Norwegian (%s)', async (locale, tag, phrase) => {
    const { url } = await opened({ locale });
    const page = await (await fetch(url)).text();
    expect(page).toContain(`lang="${tag}"`);
    expect(page).toContain(phrase);
  });

  test('returns a 404 page for an unknown session', async () => {
    for (const id of [`cs_${'0'.repeat(32)}`, 'nonsense']) {
      const response = await fetch(`${host.url}/pay/${id}`, { headers: { 'Accept-Language': 'xx, de-AT' } });
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toContain('text/html');
      expect(await response.text()).toContain('Keine Zahlung');
    }
  });
});

describe('paying', () => {
  test('redirects to the shop with the order and its status, and keeps the query of the return URL', async () => {
    const { url, input } = await opened();
    const response = await post(url, CARD);
    expect(response.status).toBe(303);
    expect(Object.fromEntries(backAt(response))).toEqual({ cart: '7', order_id: input.orderId, status: 'authorized' });
  });

  test('works with a multipart form too', async () => {
    const { url } = await opened();
    const body = new FormData();
    for (const [name, value] of Object.entries(CARD)) body.set(name, value);
    const response = await fetch(url, { method: 'POST', body, redirect: 'manual' });
    expect([response.status, backAt(response).get('status')]).toEqual([303, 'authorized']);
  });

  test.each(['4000000000000002', '4000000000009995', '5555555555554444'])(
    'with the card %s is declined',
    async (card) => {
      const { url } = await opened();
      const response = await post(url, { ...CARD, card_number: card });
      expect([response.status, backAt(response).get('status')]).toEqual([303, 'declined']);
      expect(await (await fetch(url)).text()).toContain('Your card was declined');
      expect(backAt(await post(url, CARD)).get('status')).toBe('authorized');
    },
  );

  test('with invalid input shows the form again with a message at each field, and attempts no payment', async () => {
    const { url } = await opened();
    const response = await post(url, { card_number: '4242424242424241', expiry: '13/30', cvc: '' });
    const page = await response.text();
    expect(response.status).toBe(422);
    for (const text of ['not a card number', 'Enter the month and year as', 'Enter the security code'])
      expect(page).toContain(text);
    expect(page).toContain('value="4242424242424241"');
  });

  test('twice concurrently redirects both requests to the shop', async () => {
    const { url } = await opened();
    const responses = await Promise.all([post(url, CARD), post(url, CARD)]);
    expect(responses.map((response) => response.status)).toEqual([303, 303]);
  });

  test('is not possible on a paid order: 409 without a form', async () => {
    const { url } = await opened();
    await post(url, CARD);
    for (const response of [await fetch(url), await post(url, { ...CARD, cvc: '1' })])
      expect(response.headers.get('cache-control')).toBe('no-store');
    for (const response of [await fetch(url), await post(url, { ...CARD, card_number: '4000000000005126' })]) {
      expect(response.status).toBe(409);
      expect(await response.text()).not.toContain('card_number');
    }
  });

  test('is not possible when the link has expired or was closed by the seller: 410', async () => {
    const lapsed = await opened();
    const closed = await opened();
    expect(await testGateway.closeSession(closed.input)).toEqual({ state: 'closed' });
    clock.nowMs = () => realClock() + 30 * 60_000 + 1000;
    for (const { url } of [lapsed, closed]) {
      expect((await fetch(url)).status).toBe(410);
      expect((await post(url, CARD)).status).toBe(410);
    }
  });

  test('can be left: the browser returns and the link is closed immediately', async () => {
    const { url, input } = await opened();
    const response = await post(`${url}?abandon=1`);
    expect(response.status).toBe(303);
    expect(Object.fromEntries(backAt(response))).toMatchObject({ order_id: input.orderId, status: 'cancelled' });
    expect((await fetch(url)).status).toBe(410);
    expect((await post(url, CARD)).status).toBe(410);
  });
});
