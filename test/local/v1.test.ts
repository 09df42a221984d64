import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localDate } from '../../functions/platform/zones.ts';
import { Till } from '../support/item-shop.ts';
import { legacySeed, LegacyShop, type LegacyItem, type LegacyListBody } from '../support/legacy.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let shop: LegacyShop;
let till: Till;

beforeAll(async () => {
  stack = await startStack({ seed: legacySeed });
  shop = new LegacyShop(stack);
  till = new Till(stack);
});
afterAll(() => stack.stop());

interface Result {
  info: string;
  message: string;
  remaining_value: number;
  partly_claimed?: boolean;
  partly_refunded?: boolean;
  claimed_amount?: number;
}

const one = async (username = 'tilde', form: Record<string, string> = {}): Promise<LegacyItem> =>
  (await shop.cards(username, form))[0]!;

const list = (username: string, form: Record<string, string>, path = '/action/list') =>
  shop.post<LegacyListBody>(username, path, form);

describe('the caller', () => {
  test('is returned by ping with the user and the company', async () => {
    const { status, body } = await shop.get<string>('tilde', '/action/ping', { a: '1' });
    expect(status).toBe(200);
    expect(body.status).toBe('OK');
    expect(body.response).toContain('tilde');
    expect(body.response).toContain('Till ApS');
    expect(body.request).toMatchObject({ ip: '127.0.0.1', user: 'tilde', language: 'en', query: { a: '1' } });
    expect(body.request.datetime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });

  test.each([
    ['no token', {}],
    ['an invalid token', { Authorization: 'Bearer nonsense' }],
    ['an API key', { Authorization: `Bearer lp_live_${'1'.repeat(32)}_${'9'.repeat(64)}` }],
    ['an unknown token', { Authorization: `Bearer dGlsbAp0aWxkZQ.${'A'.repeat(43)}` }],
  ])('returns 401 with %s', async (_, headers) => {
    const answer = await stack.get('/action/ping', { headers });
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ name: 'Unauthorized', message: expect.any(String) as string, code: 0, status: 401 });
  });

  test('cannot use a token of the legacy API as an API key', async () => {
    const answer = await stack.get('/v2/me', { key: await shop.login('tilde') });
    expect(answer.status).toBe(401);
  });
});

describe('gift cards are created and belong to their creator', () => {
  test('create-gc accepts the fields of the v2 route as a form', async () => {
    const { status, body } = await shop.post<LegacyListBody & { order_id: string }>('tilde', '/action/create-gc', {
      amount: '250.50',
      piece: '3',
      receiver_name: 'Rita',
      receiver_email: 'rita@example.com',
      unknown: 'ignored',
    });
    expect(status).toBe(200);
    expect(body.response.itemsCount).toBe(3);
    expect(body.response.items[0]).toMatchObject({
      amount: 250.5,
      status: 6,
      reciever_name: 'Rita',
      order_id: body.response.order_id,
    });
    expect(body.request.post).toMatchObject({ amount: '250.50', piece: '3' });
  });

  test('create-gc accepts a multipart form', async () => {
    const form = new FormData();
    form.append('amount', '100');
    form.append('sender_name', 'Åse Ærø');
    const { body } = await shop.post<LegacyListBody>('tilde', '/action/create-gc', form);
    const item = await shop.get<LegacyItem>('tilde', `/item/${body.response.items[0]!.code}`);
    expect(item.body.response['sender_name']).toBe('Åse Ærø');
  });

  test.each([
    [{ amount: '0' }, 'amount'],
    [{ amount: 'much' }, 'amount'],
    [{}, 'amount'],
    [{ amount: '10.005' }, 'amount'],
    [{ amount: '100', piece: '0' }, 'piece'],
    [{ amount: '9999999' }, '5000.00'],
  ])('%j is rejected with status Error', async (form, named) => {
    const { status, body } = await shop.post<string>('tilde', '/action/create-gc', form as Record<string, string>);
    expect(status).toBe(200);
    expect(body).toEqual({ status: 'Error', response: expect.stringContaining(named) as string });
  });

  test('a body that is not a form is rejected', async () => {
    const { status, body } = await stack.post<{ status: string }>('/action/create-gc', {
      key: await shop.login('tilde'),
      body: { amount: 100 },
    });
    expect([status, body.status]).toEqual([200, 'Error']);
  });

  test('capture marks an order as paid once, and returns an Error with status 200 for an unknown or paid one', async () => {
    const { code, order_id } = await one('tilde', { capture: 'false' });
    expect((await till.item(code)).status).toBe(10);
    const captured = await shop.post<{ order_id: string }>('tilde', `/order/${order_id}/capture`);
    expect(captured.body).toMatchObject({ status: 'OK', response: { order_id } });
    expect((await till.item(code)).status).toBe(6);
    for (const id of [order_id, 'ord_unknown']) {
      const { status, body } = await shop.post('tilde', `/order/${id}/capture`);
      expect([status, body.status]).toEqual([200, 'Error']);
    }
  });

  test('an identical request with the returned guid gets the recorded response', async () => {
    const first = await shop.post<LegacyListBody>('tilde', '/action/create-gc', { amount: '100' });
    const guid = first.headers.get('x-request-guid')!;
    expect(guid).toBeTruthy();
    const headers = { 'X-Request-Guid': guid };
    const second = await shop.post<LegacyListBody>('tilde', '/action/create-gc', { amount: '100' }, headers);
    expect(second.body.response).toEqual(first.body.response);
    const other = await shop.post('tilde', '/action/create-gc', { amount: '200' }, headers);
    expect([other.status, other.body.status]).toEqual([200, 'Error']);
  });
});

describe('one item', () => {
  test('has every member that it has in v2', async () => {
    const { code } = await one();
    const { body } = await shop.get<LegacyItem>('tilde', `/item/${code}`);
    expect(body.response).toEqual(await till.item(code));
  });

  test('is an Error if it is unknown or of another company', async () => {
    const { code } = await one();
    for (const [username, path] of [
      ['tilde', '/item/NOTHING-LIKE-THIS'],
      ['stranger', `/item/${code}`],
      ['agent', `/item/${code}`],
    ] as const) {
      const { status, body } = await shop.get(username, path);
      expect(status).toBe(200);
      expect(body).toEqual({ status: 'Error', response: 'No such item.' });
    }
  });

  test('is claimed in parts, restored, and claimed as a whole, with the same result in both APIs', async () => {
    const { code } = await one();
    const part = await shop.post<Result>('tilde', `/item/${code}/claim`, {
      type: 'amount',
      amount: '25.50',
      claim_note: 'table 4',
    });
    expect(part.body.response).toMatchObject({ remaining_value: 74.5, partly_claimed: true, claimed_amount: 25.5 });
    expect((await till.item(code)).remaining_amount).toBe(74.5);
    const back = await shop.post<Result>('tilde', `/item/${code}/refund`, { type: 'all' });
    expect(back.body.response).toMatchObject({ remaining_value: 100, partly_refunded: false });
    await till.claim(code);
    const again = await shop.post('tilde', `/item/${code}/claim`, { type: 'all' });
    expect(again.body).toEqual({ status: 'Error', response: 'The item has already been used.' });
    const entry = (await till.history(code)).data.find(({ kind }) => kind === 'claim');
    expect(entry).toMatchObject({ note: 'table 4', by: { user: 'tilde', key_id: null } });
  });

  test.each([
    [{}, 'type'],
    [{ type: 'some' }, 'type'],
    [{ type: 'amount' }, 'amount'],
    [{ type: 'amount', amount: '100.01' }, '100.00'],
    [{ type: 'piece', number: '1' }, 'piece'],
  ])('a claim of %j reports the fault', async (form, named) => {
    const { code } = await one();
    const { status, body } = await shop.post<string>('tilde', `/item/${code}/claim`, form as Record<string, string>);
    expect([status, body.status]).toEqual([200, 'Error']);
    expect(body.response).toContain(named);
  });

  test('a dormant code is activated with its amount', async () => {
    const missing = await shop.post('tilde', '/item/OPEN-0001/activate');
    expect(missing.body.status).toBe('Error');
    const active = await shop.post<{ amount: number }>('tilde', '/item/OPEN-0001/activate', { amount: '150' });
    expect(active.body.response).toMatchObject({ amount: 150 });
    expect((await shop.get<LegacyItem>('tilde', '/item/OPEN-0001')).body.response).toMatchObject({ status: 6 });
  });

  test('is sent by email again', async () => {
    const { code } = await one();
    const { body } = await shop.post('tilde', `/item/${code}/resend`, { email: 'again@example.com' });
    expect(body.status).toBe('OK');
    await stack.idle();
    expect(await stack.mail('again@example.com')).toHaveLength(1);
    expect((await shop.post('tilde', `/item/${code}/resend`, { email: 'nobody' })).body.status).toBe('Error');
  });

  test('returns 429 after too many lookups of unknown codes', async () => {
    const guesses = await Promise.all(
      Array.from({ length: 70 }, (_, at) => shop.get('clerk', `/item/GUESS-${at}`).then(({ status }) => status)),
    );
    expect(guesses.filter((status) => status === 429).length).toBeGreaterThan(0);
    expect(new Set(guesses)).toEqual(new Set([200, 429]));
  });
});

describe('permissions of users', () => {
  const cancel = (username: string, code: string, form: Record<string, string> = {}) =>
    shop.post(username, `/item/${code}/cancel`, form);

  test('a user can cancel only items it created', async () => {
    const [own, others] = [await one('tilde'), await one('chief')];
    expect((await cancel('tilde', own.code)).body.status).toBe('OK');
    expect((await cancel('tilde', others.code)).body).toEqual({
      status: 'Error',
      response: 'You may only cancel items that you created.',
    });
    expect((await till.item(others.code)).status).toBe(6);
  });

  test('an item issued with a key that a user created belongs to that user', async () => {
    const code = await till.card();
    expect((await cancel('tilde', code)).body.status).toBe('OK');
  });

  test('a user with the right to cancel can cancel every item of the company, once', async () => {
    const { code } = await one('tilde');
    expect((await cancel('chief', code)).body.status).toBe('OK');
    expect((await till.item(code)).status).toBe(4);
    expect((await cancel('chief', code)).body.status).toBe('Error');
  });

  test('a user without the right to list can read but not list', async () => {
    const { code, order_id } = await one();
    expect((await list('blind', { order_id })).body).toEqual({
      status: 'Error',
      response: 'Your user may not list items.',
    });
    expect((await shop.get('blind', `/item/${code}`)).body.status).toBe('OK');
  });

  test('a user without the right to list cannot see codes of claimed items, but can use analytics', async () => {
    const days = { date_from: '2020-01-01', date_to: '2035-01-01' };
    const claimed = (username: string) => shop.post(username, '/action/claimed-items', days);
    expect((await claimed('tilde')).body.status).toBe('OK');
    expect((await claimed('blind')).body).toEqual({ status: 'Error', response: 'Your user may not list items.' });
    expect((await shop.post('blind', '/action/analytics', days)).body.status).toBe('OK');
  });

  test('a whole order is claimed by users of the company, not by those of an agency', async () => {
    const cards = await shop.cards('tilde', { piece: '3' });
    const { order_id } = cards[0]!;
    const { group_code } = (await list('tilde', { order_id })).body.response.items[0]!;
    const path = `/order/${order_id}/claim`;
    expect((await shop.post('agent', path, { company: 'till' })).body.status).toBe('Error');
    expect((await shop.post('tilde', path, { group_code: 'gro_wrong' })).body.status).toBe('Error');
    expect((await shop.post('tilde', path, { group_code })).body.status).toBe('OK');
    for (const { code } of cards) expect((await till.item(code)).status).toBe(3);
    expect((await shop.post('tilde', path)).body.status).toBe('Error');
    expect((await shop.post('tilde', '/order/ord_unknown/claim')).body).toMatchObject({ status: 'Error' });
  });

  test('a user of an agency can act for assigned companies only', async () => {
    const { code, order_id } = await one();
    const read = await shop.get<LegacyItem>('agent', `/item/${code}`, { company: 'till' });
    expect(read.body.response.code).toBe(code);
    const reply = await list('agent', { order_id, company: 'till' });
    expect(reply.body.response.itemsCount).toBe(1);
    for (const [username, company] of [
      ['agent', 'always'],
      ['agent', 'unknown'],
      ['clerk', 'till'],
      ['tilde', 'bureau'],
    ] as const) {
      expect((await list(username, { order_id, company })).body).toEqual({
        status: 'Error',
        response: 'No such company.',
      });
    }
  });
});

describe('the list of items', () => {
  test('requires an order, a group or a search', async () => {
    const { status, body } = await list('tilde', { status: '6' });
    expect([status, body]).toEqual([
      200,
      { status: 'Error', response: 'Send at least one of order_id, group_code and search.' },
    ]);
    expect((await list('tilde', { search: 'four' })).body.status).toBe('Error');
    expect((await list('tilde', { search: 'nothing-like-this' })).body.response).toMatchObject({
      items: [],
      itemsCount: 0,
    });
  });

  test('contains complete items, newest first by default, and the paging', async () => {
    const cards = await shop.cards('tilde', { piece: '12' });
    const { order_id } = cards[0]!;
    const codes = async (form: Record<string, string>) => {
      const { body } = await list('tilde', { order_id, ...form });
      expect(body.status).toBe('OK');
      expect(body.response.itemsCount).toBe(12);
      return { codes: body.response.items.map(({ code }) => code), filter: body.response.filter };
    };
    const all = cards.map(({ code }) => code);
    expect(await codes({ order: 'asc', limit: '100' })).toEqual({
      codes: all,
      filter: { offset: 0, limit: 100, order: 'asc' },
    });
    expect(await codes({})).toEqual({
      codes: all.toReversed().slice(0, 10),
      filter: { offset: 0, limit: 10, order: 'desc' },
    });
    expect(await codes({ offset: '-5', limit: '0' })).toEqual({
      codes: [all[11]],
      filter: { offset: 0, limit: 1, order: 'desc' },
    });
    expect(await codes({ offset: '10', limit: '1000' })).toEqual({
      codes: [all[1], all[0]],
      filter: { offset: 10, limit: 100, order: 'desc' },
    });
    expect((await codes({ offset: 'x', limit: 'x', order: 'x' })).filter).toEqual({
      offset: 0,
      limit: 10,
      order: 'desc',
    });
    expect((await codes({ offset: '12' })).codes).toEqual([]);
    const [row] = (await list('tilde', { order_id, limit: '1' })).body.response.items;
    expect(row).toEqual(await till.item(all[11]!));
  });

  test('filters by state, type, claimability, day, code and group', async () => {
    const cards = await shop.cards('tilde', { piece: '2' });
    const { order_id } = cards[0]!;
    await till.claim(cards[0]!.code);
    const count = async (form: Record<string, string>) =>
      (await list('tilde', { order_id, ...form })).body.response.itemsCount;
    const today = new Date(await stack.nowMs()).toISOString().slice(0, 10);
    expect(await count({ status: '3' })).toBe(1);
    expect(await count({ status: '3,6' })).toBe(2);
    expect(await count({ type: 'GIFTCARD' })).toBe(2);
    expect(await count({ type: 'TICKET' })).toBe(0);
    expect(await count({ only_claimable: '1' })).toBe(1);
    expect(await count({ date_from: '2001-01-01', date_to: '2001-12-31' })).toBe(0);
    expect(await count({ date_from: today, date_to: 'nonsense' })).toBe(2);
    const { group_code } = (await list('tilde', { order_id })).body.response.items[0]!;
    expect((await list('tilde', { group_code })).body.response.itemsCount).toBe(2);
    expect((await list('tilde', { search: cards[1]!.code })).body.response.items).toMatchObject([
      { code: cards[1]!.code },
    ]);
    expect((await list('tilde', { order_id, status: '7' })).body.status).toBe('Error');
    const repeated = await shop.post<LegacyListBody>('tilde', '/action/list', [
      ['order_id', order_id],
      ['status[]', '3'],
      ['status[]', '6'],
    ] as unknown as Record<string, string>);
    expect(repeated.body.response.itemsCount).toBe(2);
    expect(repeated.body.request.post).toMatchObject({ status: ['3', '6'] });
  });
});

describe('reports', () => {
  test('redemptions by an agency have the name of the agency', async () => {
    const { code } = await one();
    await shop.post('agent', `/item/${code}/claim`, { type: 'amount', amount: '10', company: 'till' });
    const date = localDate(await stack.nowMs(), 'Europe/Copenhagen');
    const { body } = await list('tilde', { date_from: date, date_to: date, limit: '1' }, '/action/claimed-items');
    expect(body.response.items[0]).toMatchObject({
      code,
      claimed_by_username: 'agent',
      claimed_by_company_name: 'Bureau A/S',
      company_name: 'Till ApS',
    });
    const { data } = await till.history(code);
    expect(data.at(-1)?.['by']).toMatchObject({ user: 'agent', company: 'bureau' });
  });

  test('analytics lists items without codes, paged like every list', async () => {
    const { code } = await one();
    await stack.idle();
    const { body } = await shop.post<LegacyListBody<Record<string, unknown>>>('tilde', '/action/analytics', {
      search: code,
    });
    expect(body.response).toMatchObject({ itemsCount: 1, filter: { offset: 0, limit: 10, order: 'desc' } });
    expect(body.response.items[0]).not.toHaveProperty('code');
    expect((await list('tilde', { search: 'abcd' }, '/action/analytics')).body.status).toBe('Error');
    expect((await list('tilde', { limit: '200' }, '/action/analytics')).body.response.filter.limit).toBe(100);
    expect((await list('tilde', { status: '99' }, '/action/analytics')).body.status).toBe('Error');
  });

  test('claimed items require both days, and include the user who redeemed', async () => {
    const { code } = await one();
    await shop.post('tilde', `/item/${code}/claim`, { type: 'amount', amount: '40', claim_note: 'lunch' });
    await stack.idle();
    const days = { date_from: '2020-01-01', date_to: '2100-01-01' };
    const { body } = await list('tilde', { ...days, limit: '100' }, '/action/claimed-items');
    const row = body.response.items.find((entry) => entry.code === code);
    expect(row).toMatchObject({
      amount: 40,
      claim_note: 'lunch',
      claimed_by_username: 'tilde',
      claimed_by_company_name: 'Till ApS',
    });
    for (const form of [{}, { date_from: days.date_from }, { date_to: days.date_to }, { ...days, date_to: 'soon' }]) {
      const refused = await list('tilde', form as Record<string, string>, '/action/claimed-items');
      expect([refused.status, refused.body.status]).toEqual([200, 'Error']);
    }
  });

  test('subscribers are those of the company of the user', async () => {
    await till.bought([{ product_id: 'gift_card_value', amount: 10000, quantity: 1 }], {
      marketing_consent: { granted: true, source: 'storefront_checkout', consent_text: 'News, please' },
    });
    const path = '/action/subscribers';
    const { body } = await shop.get<LegacyListBody<{ company: string }>>('tilde', path, { company: 'always' });
    expect(body.response.itemsCount).toBeGreaterThan(0);
    expect(body.response.items[0]).toMatchObject({ company: 'till' });
    expect(body.response.filter).toEqual({ offset: 0, limit: 10, order: 'desc' });
    const count = async (query: Record<string, string>) =>
      (await shop.get<LegacyListBody>('tilde', path, query)).body.response.itemsCount;
    const all = body.response.itemsCount;
    expect(await count({ date_from: '2001-01-01', date_to: '2001-12-31' })).toBe(0);
    expect(await count({ date_from: '2001-01-01', date_to: 'x' })).toBe(all);
    expect(await count({ date_to: '2001-01-01' })).toBe(all);
  });

  test('events, participants and campaigns of gift cards are listed', async () => {
    await till.bought([{ product_id: 'evt_2', product_option_id: 'evto_2', quantity: 2 }]);
    const events = await shop.get<LegacyListBody<{ slug: string; sold: number }>>('tilde', '/action/events', {
      order: 'asc',
    });
    expect(events.body.response.items.map(({ slug }) => slug)).toEqual(['concert', 'fair']);
    expect(events.body.response.items[1]!.sold).toBe(2);
    const path = '/action/event-participants';
    const seats = await shop.get<LegacyListBody>('tilde', path, { slug: 'fair', limit: '1' });
    expect(seats.body.response).toMatchObject({ itemsCount: 2, filter: { limit: 1 } });
    expect(seats.body.response.items).toHaveLength(1);
    expect((await shop.get('tilde', path, { slug: 'nothing' })).body).toEqual({
      status: 'Error',
      response: 'No such event.',
    });
    expect((await shop.get('tilde', path)).body.status).toBe('Error');
    const campaigns = await shop.get<LegacyListBody<{ id: number }>>('tilde', '/action/gc-modifications');
    expect(campaigns.body.response.items.map(({ id }) => id)).toContain(1);
  });
});

describe('when a part of the service is unavailable', () => {
  test('a request fails with its real status, in the legacy format', async () => {
    const { code } = await one();
    await stack.fault('table', 'unavailable', 1000);
    const answer = await shop.post('tilde', `/item/${code}/claim`, { type: 'all' });
    await stack.control('DELETE', '/faults');
    expect(answer.status).toBe(503);
    expect(answer.body).toEqual({
      name: 'Service Unavailable',
      message: expect.any(String) as string,
      code: 0,
      status: 503,
    });
  });
});

describe('the description of the legacy API', () => {
  test('has version 1.3, a language before every path, and a token route without a token', async () => {
    const { body } = await stack.get<{
      info: { version: string };
      servers: { url: string }[];
      paths: Record<string, Record<string, { security: object[]; requestBody?: { content: object } }>>;
    }>('/openapi-v1.json');
    expect(body.info.version).toBe('1.3');
    expect(body.servers.map(({ url }) => url)).toEqual([stack.url, `${stack.url}/{language}`]);
    expect(body.paths['/token']?.['post']?.security).toEqual([]);
    expect(body.paths['/action/ping']?.['get']?.security).toEqual([{ oauth: ['admin'] }]);
    expect(Object.keys(body.paths['/action/list']?.['post']?.requestBody?.content ?? {})).toEqual([
      'application/x-www-form-urlencoded',
    ]);
  });
});
