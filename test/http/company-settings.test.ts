import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, fieldsOf } from '../support/order-page.ts';
import { AGENCY_KEY, ALL_SCOPES, API_KEY, FOREIGN_KEY, HOMELESS_KEY, ruleSeed } from '../support/seed.ts';
import { experience, orderBody } from '../support/shop.ts';
import { startStack, type Answer, type RunningStack } from '../support/stack.ts';

interface Settings {
  name: string;
  vat_number: string | null;
  currency: string;
  contact: Record<string, string | null> | null;
  terms: { html: string | null; languages: Record<string, { html: string }> | null } | null;
  delivery: { postal: { destinations: object[] } | null };
  reminders: boolean;
  [member: string]: unknown;
}
interface Setup {
  ready: boolean;
  steps: { id: string; done: boolean; required: boolean; title: string; url: string }[];
}

const READ_KEY = `lp_live_${'7'.repeat(32)}_${'a'.repeat(64)}`;
const EMPTY_KEY = `lp_live_${'8'.repeat(32)}_${'a'.repeat(64)}`;
const empty = {
  slug: 'empty',
  name: 'Empty',
  currency: 'DKK',
  language: 'en',
  contract: { checkout: true },
  approved_urls: [],
};
const seed = {
  ...ruleSeed,
  companies: [...ruleSeed.companies, empty],
  api_keys: [
    ...ruleSeed.api_keys,
    { company: 'shop', label: 'read', key: READ_KEY, scopes: ['companies:read'] },
    { company: 'empty', label: 'all', key: EMPTY_KEY, scopes: [...ALL_SCOPES, 'orderpage:read', 'orderpage:write'] },
  ],
  experiences: [...ruleSeed.experiences, { company: 'empty', id: 1, name: 'Off', active: false, options: [] }],
};

let stack: RunningStack;
beforeAll(async () => {
  stack = await startStack({ seed });
});
afterAll(() => stack.stop());

const path = (slug: string): string => `/v2/companies/${slug}/settings`;
const read = (slug = 'shop', key = API_KEY): Promise<Answer<Settings>> => stack.get<Settings>(path(slug), { key });
const send = (body: object, tag?: string, { slug = 'shop', key = API_KEY } = {}): Promise<Answer<Settings>> =>
  stack.call<Settings>('PATCH', path(slug), {
    key,
    body,
    ...(tag === undefined ? {} : { headers: { 'If-Match': tag } }),
  });
const patch = async (body: object, to: { slug?: string; key?: string } = {}): Promise<Answer<Settings>> =>
  send(body, (await read(to.slug, to.key)).headers.get('etag') ?? '', to);

describe('GET /v2/companies/{slug}/settings', () => {
  test('returns every member with a tag', async () => {
    const { status, headers, body } = await read();
    expect(status).toBe(200);
    expect(headers.get('etag')).toMatch(/^"[^"]+"$/);
    expect(body).toMatchObject({
      object: 'company_settings',
      slug: 'shop',
      vat_number: 'DK11111111',
      vat_percent: 25,
      terms: null,
      hide_prices: [],
      reminders: true,
      contract: { checkout: true, settlement_modes: ['invoice'], commission_percent: null },
      approved_urls: ['https://shop.example/', 'http://127.0.0.1'],
      parent: null,
      vendor: null,
    });
    expect(body.delivery.postal?.destinations).toHaveLength(1);
  });

  test('returns 404 for another company, and can be read for an assigned one', async () => {
    expect((await read('shop', FOREIGN_KEY)).status).toBe(404);
    expect((await read('none')).status).toBe(404);
    expect((await read('shop', AGENCY_KEY)).body.slug).toBe('shop');
    expect((await send({ name: 'X' }, '"x"', { key: FOREIGN_KEY })).status).toBe(404);
    expect(codeOf(await send({ name: 'X' }, '"x"', { key: READ_KEY }))).toBe('insufficient_scope');
    const accounts = { key: READ_KEY, headers: { 'If-Match': '"x"' }, body: { gateway: '1' } };
    expect((await stack.get('/v2/companies/shop/accounts', { key: READ_KEY })).status).toBe(200);
    expect(codeOf(await stack.call('PUT', '/v2/companies/shop/accounts', accounts))).toBe('insufficient_scope');
  });
});

describe('PATCH /v2/companies/{slug}/settings', () => {
  test('merges members, and records old and new values', async () => {
    const answer = await patch({
      contact: { email: 'shop@example.com', phone: '+45 11 11 11 11' },
      terms: { html: '<p>Terms<script>1</script></p>', languages: { en: { html: '<p>In English</p>' } } },
      vat_percent: 12.5,
    });
    expect(answer.status, answer.bytes.toString()).toBe(200);
    expect(answer.body.terms).toMatchObject({ html: '<p>Terms</p>', languages: { en: { html: '<p>In English</p>' } } });
    const again = await patch({ contact: { phone: null }, terms: { languages: null }, vat_percent: null });
    expect(again.body.contact).toEqual({ email: 'shop@example.com', phone: null, web: null, redeem_at: null });
    expect(again.body.terms).toMatchObject({ html: '<p>Terms</p>', languages: null });
    expect(again.body['vat_percent']).toBe(25);
    expect(again.headers.get('etag')).toBe((await read()).headers.get('etag'));
    const log = await stack.get<{ data: { changes: object[] }[] }>('/v2/audit-log', {
      key: API_KEY,
      query: { operation: 'update-company-settings' },
    });
    expect(log.body.data.at(-1)?.changes).toContainEqual({ member: 'vat_percent', before: null, after: 12.5 });
  });

  test('requires the current tag', async () => {
    const tag = (await read()).headers.get('etag') ?? '';
    expect(codeOf(await send({ name: 'A' }))).toBe('precondition_required');
    expect((await send({ name: 'A' }, tag)).body.name).toBe('A');
    expect(codeOf(await send({ name: 'B' }, tag))).toBe('precondition_failed');
    const current = (await read()).headers.get('etag') ?? '';
    const replies = await Promise.all(['C', 'D'].map((name) => send({ name }, current)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  });

  test('reports the same errors as an import, and rejects members that only operators set', async () => {
    const shape = await patch({ name: null, delivery: { postal: { carrier: 'mail', destinations: [] } }, colour: 1 });
    expect(Object.keys(fieldsOf(shape))).toEqual(['colour']);
    const wrong = await patch({ name: null, time_zone: 'Mars/Base', terms: { url: 'ftp://x' } });
    expect(Object.keys(fieldsOf(wrong))).toEqual(['name']);
    expect(fieldsOf(await patch({ name: ' ' }))).toEqual({ name: ['This must not be empty.'] });
    const rules = await patch({ time_zone: 'Mars/Base', terms: { url: 'ftp://x' }, address: { street: 1 } });
    expect(Object.keys(fieldsOf(rules)).toSorted()).toEqual([
      'address.city',
      'address.country',
      'address.postcode',
      'address.street',
    ]);
    expect(
      Object.keys(fieldsOf(await patch({ time_zone: 'Mars/Base', terms: { url: 'ftp://x' } }))).toSorted(),
    ).toEqual(['terms.url', 'time_zone']);
    const designs = [{ id: 7, name: 'Roses', url: 'roses.png' }];
    expect(Object.keys(fieldsOf(await patch({ greeting: { designs } })))).toEqual(['greeting.designs.0.url']);
    const invalid = {
      address: { street: 'A', postcode: '1', city: 'B', country: 'QQ' },
      currency: 'XTS',
      defaults: { no_reply_email: 'no address' },
      delivery: { postal: { carrier: 'own_post', destinations: [{ country: 'QQ', private: 1 }] } },
    };
    expect(Object.keys(fieldsOf(await patch(invalid))).toSorted()).toEqual([
      'address.country',
      'currency',
      'defaults.no_reply_email',
      'delivery.postal.destinations.0.country',
    ]);
    const long = 'x'.repeat(20_001);
    const place = { street: long, postcode: long, city: long, country: 'DK' };
    const texts = { address: place, greeting: { designs: [{ id: 7, name: long, url: 'https://roses.example' }] } };
    expect(Object.keys(fieldsOf(await patch({ ...texts, terms: { url: long } }))).toSorted()).toEqual([
      'address.city',
      'address.postcode',
      'address.street',
      'greeting.designs.0.name',
      'terms.url',
    ]);
    const members = {
      contract: {},
      approved_urls: [],
      parent: null,
      assigned: [],
      vendor: null,
      active: false,
      slug: 'a',
    };
    expect(Object.keys(fieldsOf(await patch(members)))).toEqual(Object.keys(members));
    for (const days of [-1, 3651, 1.5, '10'])
      expect(Object.keys(fieldsOf(await patch({ breakage_after_days: days })))).toEqual(['breakage_after_days']);
  });

  test('applies a change once for the same key', async () => {
    const tag = (await read()).headers.get('etag') ?? '';
    const once = (body: object) =>
      stack.call<Settings>('PATCH', path('shop'), {
        key: API_KEY,
        body,
        headers: { 'If-Match': tag, 'Idempotency-Key': 'settings-1' },
      });
    expect((await once({ name: 'Once' })).body.name).toBe('Once');
    expect((await once({ name: 'Once' })).headers.get('idempotency-replayed')).toBe('true');
    expect(codeOf(await once({ name: 'Twice' }))).toBe('idempotency_conflict');
  });

  test('allows a new currency until the first sale', async () => {
    const to = { slug: 'homeless', key: HOMELESS_KEY };
    expect((await patch({ currency: 'EUR' }, to)).body.currency).toBe('EUR');
    expect((await patch({ currency: 'DKK' }, to)).status).toBe(200);
    const order = await stack.post('/v2/orders', {
      key: API_KEY,
      idempotencyKey: true,
      body: orderBody(experience(1)),
    });
    expect(order.status).toBe(201);
    expect(codeOf(await patch({ currency: 'EUR' }))).toBe('currency_in_use');
    expect((await patch({ currency: 'DKK', reminders: false })).body.reminders).toBe(false);
  });
});

describe('GET /v2/companies/{slug}/setup', () => {
  const setup = (query: Record<string, string> = {}): Promise<Answer<Setup>> =>
    stack.get<Setup>('/v2/companies/empty/setup', { key: EMPTY_KEY, query });
  const done = async (): Promise<string[]> =>
    (await setup()).body.steps.filter((step) => step.done).map(({ id }) => id);

  test('derives the steps from the state of the company', async () => {
    const first = await setup();
    expect(first.body.ready).toBe(false);
    expect(first.body.steps.map(({ id, required }) => [id, required])).toEqual([
      ['company_details', true],
      ['terms', true],
      ['brand', false],
      ['first_product', true],
      ['order_page', true],
      ['payment_account', false],
      ['team_member', false],
      ['test_sale', false],
    ]);
    expect(first.body.steps[0]?.url).toMatch(/^http.*\/desk\/company$/);
    expect(first.body.steps.at(-1)?.url).toMatch(/\/desk\/order-page$/);
    expect((await setup({ lang: 'da' })).body.steps[1]?.title).toBe('Skriv handelsbetingelserne');
    expect(await done()).toEqual(['payment_account']);
    const to = { slug: 'empty', key: EMPTY_KEY };
    const address = { street: 'Vej 1', postcode: '8000', city: 'Aarhus', country: 'DK' };
    await patch({ vat_number: 'DK1', address, contact: { phone: '1' } }, to);
    await patch({ terms: { url: 'https://empty.example/terms' } }, to);
    expect(await done()).toEqual(['company_details', 'terms', 'payment_account']);
    const product = { name: 'Tour', options: [{ name: 'One', amount: 100 }] };
    await stack.post('/v2/catalog/experiences', { key: EMPTY_KEY, idempotencyKey: true, body: product });
    const page = await stack.get('/v2/order-page', { key: EMPTY_KEY });
    const opened = await stack.call('PATCH', '/v2/order-page', {
      key: EMPTY_KEY,
      body: { values: { open: true } },
      headers: { 'If-Match': page.headers.get('etag') ?? '' },
    });
    expect(opened.status, opened.bytes.toString()).toBe(200);
    expect(await done()).toEqual(['company_details', 'terms', 'first_product', 'order_page', 'payment_account']);
    const { ready, steps } = (await setup()).body;
    expect([ready, steps.at(-1)?.url]).toEqual([true, expect.stringMatching(/\/shop\/empty$/)]);
  });

  test('returns 404 for another company', async () => {
    expect((await stack.get('/v2/companies/empty/setup', { key: API_KEY })).status).toBe(404);
  });
});
