import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { legacySeed, LegacyShop, type LegacyItem } from '../support/legacy.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let shop: LegacyShop;
beforeAll(async () => {
  stack = await startStack({ seed: legacySeed, env: { TRUSTED_PROXIES: '1' } });
  shop = new LegacyShop(stack);
});
afterAll(() => stack.stop());

describe('a language before the path sets the language of the response', () => {
  test.each([
    ['en', 'en', 'Logged in as tilde of Till ApS.'],
    ['se', 'sv', 'Inloggad som tilde hos Till ApS.'],
    ['de', 'de', 'Angemeldet als tilde bei Till ApS.'],
    ['da', 'da', 'Logget ind som tilde hos Till ApS.'],
    ['no', 'nb', 'Logget inn som tilde hos Till ApS.'],
  ])('/%s', async (prefix, language, text) => {
    const { body } = await shop.get<string>('tilde', `/${prefix}/action/ping`);
    expect(body.request.language).toBe(language);
    expect(body.response).toBe(text);
  });

  test('states, results and errors are in that language', async () => {
    const [{ code } = { code: '' }] = await shop.cards('tilde');
    const read = await shop.get<LegacyItem>('tilde', `/de/item/${code}`);
    expect(read.body.response).toMatchObject({ status_name: 'Bezahlt', item_type_identification: 'Geschenkkarte' });
    const claimed = await shop.post<{ message: string }>('tilde', `/de/item/${code}/claim`, {
      type: 'amount',
      amount: '25',
    });
    expect(claimed.body.response.message).toBe('Ein Teil ist eingelöst; 75.00 DKK verbleiben.');
    await shop.post('tilde', `/item/${code}/claim`, { type: 'all' });
    const again = await shop.post('tilde', `/se/item/${code}/claim`, { type: 'all' });
    expect(again.body).toEqual({ status: 'Error', response: 'Koden är redan använd.' });
    const stranger = await stack.get<{ message: string }>('/da/action/ping');
    expect(stranger.body.message).toBe('Adgangsoplysningerne er ikke gyldige.');
  });

  test('a repeated request gets its first response again, in the language of its path', async () => {
    const [{ code } = { code: '' }] = await shop.cards('tilde');
    const claim = async (language: string) => {
      const guid = { 'X-Request-Guid': `bar-${code}` };
      const form = { type: 'amount', amount: '25' };
      return (await shop.post('tilde', `/${language}/item/${code}/claim`, form, guid)).body.response;
    };
    const first = await claim('de');
    expect(first).toMatchObject({ message: 'Ein Teil ist eingelöst; 75.00 DKK verbleiben.' });
    expect(JSON.stringify(await claim('de'))).toBe(JSON.stringify(first));
    expect(await claim('se')).toMatchObject({ message: 'En del av koden är inlöst; 75.00 DKK återstår.' });
    expect(await claim('en')).toMatchObject({ message: 'A part of the item is redeemed; 75.00 DKK are left.' });
  });

  test('field errors are in that language, after the name of the field', async () => {
    const [item] = await shop.cards('tilde');
    const code = item?.code ?? '';
    const refusal = async (path: string, form: Record<string, string>) =>
      (await shop.post('tilde', path, form)).body.response;
    expect(await refusal(`/se/item/${code}/claim`, {})).toBe('type: Det måste vara ett av: all, amount, piece.');
    expect(await refusal(`/de/item/${code}/claim`, { type: 'amount', amount: '1.234' })).toBe(
      'amount: Dies muss ein Betrag mit höchstens 2 Nachkommastellen sein.',
    );
    expect(await refusal(`/da/item/${code}/claim`, { type: 'amount', amount: '100.01' })).toBe(
      'Højst 100.00 DKK af koden kan indløses.',
    );
    expect(await refusal('/no/action/list', {})).toBe('Send minst ett av feltene order_id, group_code og search.');
    expect(await refusal('/action/list', { order_id: '1', status: '9' })).toBe(
      'status: This must be one of: 3, 4, 5, 6, 10.',
    );
    expect(await refusal('/dk/action/list', { order_id: '1', type: 'BOOK' })).toMatch(
      /^type: Det skal være et af: GIFTCARD, /,
    );
    expect(await refusal('/dk/action/create-gc', { amount: '0.5', piece: '1' })).toBe(
      'Beløbet skal hos denne virksomhed være fra 1.00 til 5000.00 DKK.',
    );
    expect(await refusal('/action/create-gc', { amount: 'x', piece: '0' })).toBe(
      'amount: This must be a number. piece: This must be at least 1.',
    );
  });

  test('reasons of guids, campaigns and lengths are in that language', async () => {
    const [item] = await shop.cards('tilde');
    const code = item?.code ?? '';
    const refusal = async (path: string, form: Record<string, string>, headers = {}) =>
      (await shop.post('tilde', path, form, headers)).body;
    const guid = { 'X-Request-Guid': `till-${code}` };
    await shop.post('tilde', `/item/${code}/claim`, { type: 'amount', amount: '25' }, guid);
    expect(await refusal(`/da/item/${code}/claim`, { type: 'amount', amount: '26' }, guid)).toEqual({
      status: 'Error',
      response: 'Denne nøgle er brugt til en anden forespørgsel.',
    });
    expect((await refusal('/se/action/create-gc', { amount: '100', promotion_id: '99' })).response).toBe(
      'Ingen öppen kampanj har detta id.',
    );
    expect((await refusal(`/de/item/${code}/claim`, { type: 'all', reference: 'a'.repeat(101) })).response).toBe(
      'reference: Dies darf höchstens 100 Zeichen haben.',
    );
    const list = await shop.get<string>('tilde', '/no/action/event-participants');
    expect(list.body.response).toBe('Send arrangementets slug.');
  });

  test('an unknown language is an unknown path, and legacy paths under /v2 are unknown', async () => {
    const key = await shop.login('tilde');
    for (const path of ['/xx/action/ping', '/v2/item/CODE', '/v2/action/ping']) {
      const answer = await stack.get<{ error: { code: string } }>(path, { key });
      expect([answer.status, answer.body.error.code], path).toEqual([404, 'not_found']);
    }
    const posted = await stack.post('/v2/item/CODE', { key, body: {} });
    expect(posted.status).toBe(404);
  });

  test('unknown paths and methods are reported in the format and language of the legacy API', async () => {
    const key = await shop.login('tilde');
    const unknown = await stack.get('/dk/item/CODE/more', { key });
    expect([unknown.status, unknown.body]).toEqual([
      404,
      { name: 'Not Found', message: 'Der er intet på /dk/item/CODE/more.', code: 0, status: 404 },
    ]);
    const posted = await stack.post('/action/ping', { key, body: {} });
    expect([posted.status, posted.headers.get('allow'), posted.body]).toEqual([
      405,
      'GET, HEAD',
      { name: 'Method Not Allowed', message: '/action/ping does not take POST, only GET, HEAD.', code: 0, status: 405 },
    ]);
    expect((await stack.get<object>('/de/token')).body).toMatchObject({
      message: '/de/token nimmt GET nicht an, nur POST.',
    });
  });
});

test('a response shows the IP address of the client, even behind a proxy', async () => {
  const key = await shop.login('tilde');
  const headers = { 'X-Forwarded-For': '198.51.100.7, 2001:db8::7' };
  const { body } = await stack.get<{ request: { ip: string } }>('/action/ping', { key, headers });
  expect(body.request.ip).toBe('2001:db8::7');
});
