import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, fieldsOf } from '../support/order-page.ts';
import { AGENCY_KEY, API_KEY, FOREIGN_KEY, ruleSeed } from '../support/seed.ts';
import { orderBody } from '../support/shop.ts';
import { startStack, type Answer, type CallOptions, type RunningStack } from '../support/stack.ts';

interface Campaign {
  id: number;
  name: string;
  codes_count: number;
  activated_count: number;
}
interface DiscountCode {
  code: string;
  percent: number;
  used: number;
}
interface Batch {
  id: string;
  count: number;
  status: string;
}
interface List<T> {
  data: T[];
  has_more: boolean;
  next_cursor: string | null;
}
interface AuditEntry {
  operation: string;
  by: { key_id: string | null };
  subject: Record<string, string>;
  changes: { member: string; before: unknown; after: unknown }[];
}

const READ_KEY = `lp_live_${'7'.repeat(32)}_${'a'.repeat(64)}`;
const WRITE_KEY = `lp_live_${'8'.repeat(32)}_${'a'.repeat(64)}`;

let stack: RunningStack;
beforeAll(async () => {
  const api_keys = [
    ...ruleSeed.api_keys,
    { company: 'shop', label: 'reads', key: READ_KEY, scopes: ['campaigns:read', 'items:write'] },
    { company: 'shop', label: 'writes', key: WRITE_KEY, scopes: ['campaigns:write'] },
  ];
  stack = await startStack({ seed: { ...ruleSeed, api_keys } });
});
afterAll(() => stack.stop());

const get = <T>(path: string, query: Record<string, string> = {}, key = API_KEY): Promise<Answer<T>> =>
  stack.get<T>(`/v2/${path}`, { key, query });
const post = <T>(path: string, body: object, options: CallOptions = {}): Promise<Answer<T>> =>
  stack.post<T>(`/v2/${path}`, { key: API_KEY, idempotencyKey: true, body, ...options });
const send = <T>(path: string, body: object, tag?: string): Promise<Answer<T>> =>
  stack.call<T>('PATCH', `/v2/${path}`, {
    key: API_KEY,
    body,
    ...(tag === undefined ? {} : { headers: { 'If-Match': tag } }),
  });
const tagOf = async (path: string): Promise<string> => (await get(path)).headers.get('etag') ?? '';
const patch = async <T>(path: string, body: object): Promise<Answer<T>> => send<T>(path, body, await tagOf(path));
const remove = (path: string, key = API_KEY): Promise<Answer<unknown>> => stack.call('DELETE', `/v2/${path}`, { key });
const audited = async (operation: string): Promise<AuditEntry | undefined> =>
  (await get<List<AuditEntry>>('audit-log', { operation })).body.data[0];

const spring = (more: object = {}) => ({
  name: 'Spring',
  applies_to: 'gift_card',
  kind: 'added-value',
  value: 20,
  enabled: false,
  ...more,
});
const campaign = async (more: object = {}): Promise<Campaign> => {
  const answer = await post<Campaign>('campaigns', spring(more));
  expect(answer.status, answer.bytes.toString()).toBe(201);
  return answer.body;
};
const batchOf = async (path: string, body: object): Promise<Batch> => {
  const answer = await post<Batch>(path, body);
  expect(answer.status, answer.bytes.toString()).toBe(201);
  expect(answer.body).toMatchObject({ object: 'code_batch', id: expect.stringMatching(/^cb_[0-9a-f]{32}$/) });
  return answer.body;
};
const rowsOf = async (batch: string, query: Record<string, string> = {}): Promise<string[][]> => {
  const answer = await get(`code-batches/${batch}/codes.csv`, query);
  expect(answer.status, answer.bytes.toString()).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const lines = answer.bytes.toString().replace('\uFEFF', '').trim().split('\r\n');
  return lines.map((line) => line.split(';'));
};
const activate = (code: string, body: object = {}) =>
  post<{ amount: number }>(`items/${encodeURIComponent(code)}/activate`, body);
const code = async (more: object = {}): Promise<DiscountCode> => {
  const answer = await post<DiscountCode>('discount-codes', { code: 'AUTUMN-10', percent: 10, ...more });
  expect(answer.status, answer.bytes.toString()).toBe(201);
  return answer.body;
};
const order = (discount_code: string) =>
  post<{ id: string; amounts: { discount: number } }>('orders', {
    ...orderBody([{ product_id: 'gift_card_value', amount: 50_000, quantity: 1 }]),
    discount_code,
  });
const usedOf = async (name: string): Promise<number> => (await get<DiscountCode>(`discount-codes/${name}`)).body.used;

describe('scopes', () => {
  test('reading and writing have separate scopes, and neither includes the other', async () => {
    expect((await get('campaigns', {}, READ_KEY)).status).toBe(200);
    expect(codeOf(await get('campaigns', {}, WRITE_KEY))).toBe('insufficient_scope');
    expect(codeOf(await post('campaigns', spring(), { key: READ_KEY }))).toBe('insufficient_scope');
    expect((await post('discount-codes', { code: 'BY-WRITER', percent: 1 }, { key: WRITE_KEY })).status).toBe(201);
    expect(codeOf(await get('discount-codes/by-writer', {}, WRITE_KEY))).toBe('insufficient_scope');
    expect(codeOf(await get('catalog/experiences', {}, READ_KEY))).toBe('insufficient_scope');
  });
});

describe('campaigns', () => {
  test('are created, read, changed and deleted, with the members of operator data', async () => {
    const answer = await post<Campaign>('campaigns', spring({ amount_from: 50_000, fixed_amount: 10_000 }));
    expect(answer.status).toBe(201);
    const { id } = answer.body;
    expect(answer.body).toEqual({
      object: 'campaign',
      id,
      name: 'Spring',
      applies_to: 'gift_card',
      kind: 'added-value',
      value: 20,
      amount_from: 50_000,
      amount_to: null,
      opens_at: null,
      closes_at: null,
      enabled: false,
      public: true,
      fixed_amount: 10_000,
      codes_count: 0,
      activated_count: 0,
    });
    const path = `campaigns/${id}`;
    const read = await get<Campaign>(path);
    expect(read.body).toEqual(answer.body);
    expect(read.headers.get('etag')).toBe(answer.headers.get('etag'));
    const changed = await patch<Campaign>(path, { name: 'Summer', amount_from: null });
    expect(changed.body).toMatchObject({ id, name: 'Summer', amount_from: null, fixed_amount: 10_000 });
    expect(await audited('update-campaign')).toMatchObject({
      subject: { campaign_id: String(id) },
      changes: [
        { member: 'name', before: 'Spring', after: 'Summer' },
        { member: 'amount_from', before: 50_000, after: null },
      ],
    });
    expect((await remove(path)).status).toBe(204);
    expect((await get(path)).status).toBe(404);
    expect((await remove(path)).status).toBe(404);
    expect(await audited('delete-campaign')).toMatchObject({ subject: { campaign_id: String(id) } });
    expect(Object.keys(fieldsOf(await post('campaigns', spring({ id }))))).toEqual(['id']);
  });

  test.each(['constructor', 'toString'])('with a member named %s are refused, in every collection', async (name) => {
    for (const path of ['campaigns', 'discount-codes', 'catalog/experiences', 'catalog/events']) {
      const answer = await post(path, { ...spring(), [name]: 'é' });
      expect([path, answer.status, Object.hasOwn(fieldsOf(answer), name)]).toEqual([path, 422, true]);
    }
  });

  test('report the same errors as an import, on the same members', async () => {
    const wrong = await post('campaigns', spring({ colour: 1, kind: 'free', value: 5000, applies_to: 'all' }));
    expect(Object.keys(fieldsOf(wrong)).toSorted()).toEqual(['applies_to', 'colour', 'kind', 'value']);
    const rules = await post('campaigns', spring({ applies_to: { experience: 99 }, amount_from: 9, amount_to: 8 }));
    expect(fieldsOf(rules)).toEqual({
      'applies_to.experience': ['The company has no experience 99.'],
      amount_from: ['This is more than amount_to, 8.'],
    });
    expect(Object.keys(fieldsOf(await post('campaigns', spring({ codes: ['A-1'] }))))).toEqual(['codes']);
    const { id } = await campaign({ id: 7001 });
    expect(Object.keys(fieldsOf(await post('campaigns', spring({ id }))))).toEqual(['id']);
    expect(Object.keys(fieldsOf(await patch(`campaigns/${id}`, { id: 7002 })))).toEqual(['id']);
    expect(Object.keys(fieldsOf(await patch(`campaigns/${id}`, { kind: 'reduced-price', value: 101 })))).toEqual([
      'value',
    ]);
  });

  test('require an idempotency key for creation and a tag for changes, and lose no concurrent change', async () => {
    expect(codeOf(await post('campaigns', spring(), { idempotencyKey: undefined }))).toBe('idempotency_key_required');
    const twice = await Promise.all([1, 2].map(() => post<Campaign>('campaigns', spring(), { idempotencyKey: 'k-1' })));
    expect(twice[0]?.body.id).toBe(twice[1]?.body.id);
    const { id } = await campaign();
    const path = `campaigns/${id}`;
    expect((await send(path, { name: 'X' })).status).toBe(428);
    const tag = await tagOf(path);
    const answers = await Promise.all([{ name: 'A' }, { value: 30 }, { public: false }].map((p) => send(path, p, tag)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412]);
    const created = await Promise.all(Array.from({ length: 6 }, () => campaign()));
    expect(new Set(created.map((each) => each.id)).size).toBe(6);
    const replies = await Promise.all(created.map((each) => patch(`campaigns/${each.id}`, { name: `N${each.id}` })));
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200));
  });

  test('are listed in pages with the highest id first, without those of other companies', async () => {
    const [a, b] = [await campaign({ id: 9001 }), await campaign({ id: 9002 })];
    const first = (await get<List<Campaign>>('campaigns', { limit: '1' })).body;
    expect(first).toMatchObject({ has_more: true, data: [{ id: b.id }] });
    const next = (await get<List<Campaign>>('campaigns', { limit: '1', starting_after: first.next_cursor ?? '' })).body;
    expect(next.data[0]?.id).toBe(a.id);
    expect((await get(`campaigns/${a.id}`, {}, FOREIGN_KEY)).status).toBe(404);
    expect((await get(`campaigns/${a.id}`, { company: 'shop' }, AGENCY_KEY)).status).toBe(200);
    expect((await get('campaigns/x')).status).toBe(404);
  });
});

describe('codes of a campaign', () => {
  test('are generated or supplied, counted exactly, and printed with their URL and value', async () => {
    const { id } = await campaign({ enabled: true, public: false, fixed_amount: 12_345 });
    const created = await batchOf(`campaigns/${id}/codes`, { count: 3 });
    expect(created).toMatchObject({ count: 3, status: 'finished' });
    expect((await get<Batch>(`code-batches/${created.id}`)).body).toEqual(created);
    const [head, ...rows] = await rowsOf(created.id);
    expect(head).toEqual(['code', 'url', 'value', 'currency']);
    expect(new Set(rows.map(([name]) => name)).size).toBe(3);
    const [first = ''] = rows[0] ?? [];
    expect(rows[0]).toEqual([first, `${stack.url}/c/shop/${first}`, '123,45', 'DKK']);
    expect((await rowsOf(created.id, { limit: '2' })).length).toBe(3);
    await batchOf(`campaigns/${id}/codes`, { codes: ['=Given-1', 'given-2'] });
    const live = await activate(first.toLowerCase().replaceAll('-', ''));
    expect(live.body.amount, live.bytes.toString()).toBe(123.45);
    expect((await activate(first)).status).toBe(422);
    expect((await activate('GIVEN-2')).status).toBe(200);
    expect((await get<Campaign>(`campaigns/${id}`)).body).toMatchObject({ codes_count: 5, activated_count: 2 });
    expect((await remove(`campaigns/${id}`)).status).toBe(204);
    expect((await activate('=given-1')).status).toBe(422);
    expect((await get(`items/${first}`)).status).toBe(200);
  });

  test('of the maximum length have a page', async () => {
    const { id } = await campaign({ enabled: true, fixed_amount: 10_000 });
    const code = `LONG-${'9'.repeat(495)}`;
    await batchOf(`campaigns/${id}/codes`, { codes: [code] });
    expect((await stack.get(`/c/shop/${code}`)).status).toBe(200);
    await activate(code);
    expect((await stack.get(`/c/shop/${code}`)).status).toBe(200);
    expect((await stack.get(`/c/shop/${code.slice(0, -1)}`)).status).toBe(404);
  });

  test('have a maximum length at which they can still be activated', async () => {
    const { id } = await campaign({ enabled: true, fixed_amount: 10_000 });
    const path = `campaigns/${id}/codes`;
    const [longest, spread] = ['漢'.repeat(200), 'ﷺ'.repeat(28)];
    expect(fieldsOf(await post(path, { codes: [longest, `${longest}A`, spread] }))).toEqual({
      'codes.1': ['A code has at most 600 bytes in UTF-8.'],
      'codes.2': ['A code has at most 600 bytes in UTF-8.'],
    });
    await batchOf(path, { codes: [longest] });
    expect((await activate(longest)).status).toBe(200);
    // The page contains a QR code of its URL.
    expect((await stack.get(`/c/shop/${encodeURIComponent(longest)}`)).status).toBe(200);
    expect((await post(`items/${encodeURIComponent(longest)}/claim`, { type: 'all' })).status).toBe(200);
  });

  test('that were activated before are rejected with the state of their item', async () => {
    const { id } = await campaign({ enabled: true, fixed_amount: 10_000 });
    await batchOf(`campaigns/${id}/codes`, { codes: ['STATE-1', 'STATE-2'] });
    await activate('STATE-1');
    await activate('STATE-2');
    expect(fieldsOf(await activate('STATE-1'))).toEqual({ code: ['The item is active already.'] });
    await post('items/STATE-1/cancel', {});
    expect(fieldsOf(await activate('STATE-1'))).toEqual({ code: ['The item has been cancelled.'] });
    await post('items/STATE-2/claim', { type: 'all' });
    expect(fieldsOf(await activate('STATE-2'))).toEqual({ code: ['The item has already been used.'] });
  });

  test('are rejected when they are taken or not valid', async () => {
    const { id } = await campaign();
    const path = `campaigns/${id}/codes`;
    await batchOf(path, { codes: ['TAKEN-1'] });
    expect(fieldsOf(await post(path, { codes: ['FREE-1', 'taken-1'] }))).toEqual({
      'codes.1': ['The company has this code already.'],
    });
    const issued = await post<{ items: { code: string }[] }>('items', { amount: 100 });
    const codes = ['FREE-1', String(issued.body.items[0]?.code.toLowerCase())];
    expect(fieldsOf(await post(path, { codes }))).toEqual({ 'codes.1': ['The company has this code already.'] });
    for (const blank of ['', '  ', '\n', '\u200B']) {
      expect(Object.keys(fieldsOf(await post(path, { codes: ['A', blank, 'a'] })))).toEqual(['codes.1']);
    }
    expect(Object.keys(fieldsOf(await post(path, { codes: ['A', 'B', 'a'] })))).toEqual(['codes.2']);
    const untypeable = ['This must not have control characters.'];
    expect(fieldsOf(await post(path, { codes: ['A', 'B\u0000C'] }))).toEqual({ 'codes.1': untypeable });
    expect(fieldsOf(await post('discount-codes', { code: 'SALE\u007F10', percent: 1 }))).toEqual({ code: untypeable });
    for (const body of [{}, { count: 0 }, { count: 10_001 }, { count: 1, codes: ['A'] }]) {
      expect(Object.keys(fieldsOf(await post(path, body)))).toEqual(['count']);
    }
    expect((await post('campaigns/424242/codes', { count: 1 })).status).toBe(404);
    expect((await get<Campaign>(`campaigns/${id}`)).body.codes_count).toBe(1);
    expect((await get('code-batches/cb_x')).status).toBe(404);
    const { id: batch } = await batchOf(path, { count: 1 });
    expect((await get(`code-batches/${batch}`, {}, FOREIGN_KEY)).status).toBe(404);
  });

  test('of a large batch are created in the background, once for each key', async () => {
    const { id } = await campaign();
    const path = `campaigns/${id}/codes`;
    const [one, two] = await Promise.all(
      [1, 2].map(() => post<Batch>(path, { count: 900 }, { idempotencyKey: 'batch-900' })),
    );
    expect(one?.body).toMatchObject({ count: 900, status: 'running' });
    expect(two?.body.id).toBe(one?.body.id);
    await stack.idle();
    const batch = one?.body.id ?? '';
    expect((await get<Batch>(`code-batches/${batch}`)).body).toMatchObject({ count: 900, status: 'finished' });
    const codes = (await rowsOf(batch)).slice(1).map(([name]) => name);
    expect(new Set(codes).size).toBe(900);
    expect((await get<Campaign>(`campaigns/${id}`)).body.codes_count).toBe(900);
    const given = Array.from({ length: 250 }, (_, at) => `LIST-${at}`);
    const listed = await batchOf(path, { codes: given });
    await stack.idle();
    expect((await rowsOf(listed.id)).slice(1).map(([name]) => name)).toEqual(given);
    expect((await get<Campaign>(`campaigns/${id}`)).body.codes_count).toBe(1150);
  });
});

describe('discount codes', () => {
  test('are created, read regardless of case, changed and deleted', async () => {
    const answer = await post<DiscountCode>('discount-codes', { code: 'Winter-5', percent: 5 });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      object: 'discount_code',
      code: 'Winter-5',
      percent: 5,
      applies_to: 'goods',
      enabled: true,
      opens_at: null,
      closes_at: null,
      max_uses: null,
      used: 0,
    });
    expect((await get('discount-codes/wINTER-5')).body).toEqual(answer.body);
    expect(Object.keys(fieldsOf(await post('discount-codes', { code: 'WINTER-5', percent: 9 })))).toEqual(['code']);
    expect(Object.keys(fieldsOf(await patch('discount-codes/winter-5', { code: 'OTHER-1' })))).toEqual(['code']);
    expect((await patch<DiscountCode>('discount-codes/WINTER-5', { percent: 7 })).body.percent).toBe(7);
    expect(await audited('update-discount-code')).toMatchObject({
      subject: { code: '…er-5' },
      changes: [{ member: 'percent', before: 5, after: 7 }],
    });
    expect((await send('discount-codes/winter-5', { percent: 8 })).status).toBe(428);
    expect((await send('discount-codes/winter-5', { percent: 8 }, answer.headers.get('etag') ?? '')).status).toBe(412);
    expect((await remove('discount-codes/winter-5')).status).toBe(204);
    // The log masks the code, because its readers must not be able to use it.
    const masked = { code: '…er-5', percent: 5 };
    expect((await audited('create-discount-code'))?.changes).toEqual([{ member: '', before: null, after: masked }]);
    expect(await audited('delete-discount-code')).toMatchObject({
      subject: { code: '…er-5' },
      changes: [{ member: '', before: { ...masked, percent: 7 }, after: null }],
    });
    expect((await get('discount-codes/winter-5')).status).toBe(404);
    expect((await get('discount-codes/winter-5', {}, FOREIGN_KEY)).status).toBe(404);
    expect(fieldsOf(await post('discount-codes', { code: '     ', percent: 1 }))).toEqual({
      code: ['This must not be empty.'],
    });
    const faults = await post('discount-codes', { code: 'abc', percent: 101, max_uses: -1, x: 1 });
    expect(Object.keys(fieldsOf(faults)).toSorted()).toEqual(['code', 'max_uses', 'percent', 'x']);
    const taken = await Promise.all(
      ['RACED-1', 'raced-1', 'Raced-1'].map((name) => post('discount-codes', { code: name, percent: 1 })),
    );
    expect(taken.map(({ status }) => status).toSorted()).toEqual([201, 422, 422]);
  });

  test('count every order that uses them, and apply their current limits', async () => {
    await code({ code: 'COUNTED' });
    const created = await Promise.all(['counted', 'Counted', 'COUNTED'].map(order));
    expect(created.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(created[0]?.body.amounts.discount).toBe(5000);
    expect(await usedOf('counted')).toBe(3);
    await patch('discount-codes/counted', { percent: 50, max_uses: 4 });
    const orders = await Promise.all([1, 2, 3].map(() => order('COUNTED')));
    expect(orders.map(({ status }) => status).toSorted()).toEqual([201, 422, 422]);
    const before = await get<{ amounts: { discount: number } }>(`orders/${created[0]?.body.id}`);
    expect(before.body.amounts.discount).toBe(5000);
    expect((await remove('discount-codes/counted')).status).toBe(204);
    expect(codeOf(await order('COUNTED'))).toBe('discount_code_not_found');
    expect((await code({ code: 'counted', max_uses: null })).used).toBe(4);
    await stack.advance(25 * 3600);
    await stack.runSchedule('expiry-sweep');
    expect(await usedOf('COUNTED')).toBe(0);
  });

  test('are listed in order, in pages without deleted ones', async () => {
    for (const name of ['zz-3', 'ZZ-1', 'zz-2'].map((each) => `${each}-list`)) await code({ code: name });
    await remove('discount-codes/zz-2-list');
    const all = (await get<List<DiscountCode>>('discount-codes', { limit: '100' })).body.data;
    expect(all.slice(-2).map((each) => each.code)).toEqual(['ZZ-1-list', 'zz-3-list']);
    const names: string[] = [];
    for (let after: string | null = ''; after !== null;) {
      const query: Record<string, string> = { limit: '1', ...(after === '' ? {} : { starting_after: after }) };
      const page: List<DiscountCode> = (await get<List<DiscountCode>>('discount-codes', query)).body;
      names.push(...page.data.map((each) => each.code));
      after = page.next_cursor;
    }
    expect(names).toEqual(all.map((each) => each.code));
  });

  test('of a batch have a prefix and can each be used once', async () => {
    const batch = await batchOf('discount-codes/batch', { count: 120, prefix: 'MAIL-', percent: 25 });
    await stack.idle();
    const [, ...rows] = await rowsOf(batch.id);
    expect(rows).toHaveLength(120);
    const [name = '', url, value] = rows[0] ?? [];
    expect(name).toMatch(/^MAIL-[0-9A-Z]{12}$/);
    expect(url).toBe(`${stack.url}/shop/shop/buy?discount_code=${name}`);
    expect(value).toBe('');
    expect((await get(`discount-codes/${name.toLowerCase()}`)).body).toMatchObject({ percent: 25, max_uses: 1 });
    const orders = await Promise.all([1, 2, 3].map(() => order(name)));
    expect(orders.map(({ status }) => status).toSorted()).toEqual([201, 422, 422]);
    for (const [body, field] of [
      [{ count: 1, percent: 200 }, 'percent'],
      [{ count: 1, percent: 1, prefix: 'FOURTEEN-LONG-' }, 'prefix'],
      [{ count: 1, percent: 1, code: 'GIVEN-1' }, 'code'],
      [{ count: 1, percent: 1, max_uses: 2 }, 'max_uses'],
      [{ count: 0, percent: 1 }, 'count'],
      [{ count: 1, percent: 1, colour: 1 }, 'colour'],
    ] as const) {
      expect(Object.keys(fieldsOf(await post('discount-codes/batch', body)))).toEqual([field]);
    }
  });
});
