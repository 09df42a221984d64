import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { itemSeed, LENIENT_KEY, READ_KEY, Till, type Outcome } from '../support/item-shop.ts';
import { experience, ticket } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

/** Details of redemptions: defaults, limits, shapes and refusals that other files do not cover. */
const vendor = createServer((request, answer) => {
  const [, code = ''] = /^\/api\/codes\/([^/]+)/.exec(request.url ?? '') ?? [];
  // A title that was cut within a character ends with half of that character.
  const title = code === 'VX-CUT' ? 'Spa \ud83d' : 'Spa';
  const described = { code, title, amount: '100.00', currency: 'DKK', valid_until: null };
  answer.setHeader('Content-Type', 'application/json').end(JSON.stringify(described));
});

let stack: RunningStack;
let till: Till;
beforeAll(async () => {
  await new Promise<void>((listening) => vendor.listen(0, '127.0.0.1', listening));
  const host = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`;
  const [own, ...others] = itemSeed.companies;
  const company = { ...own!, vendor: { name: 'Spa Pass', base_url: `${host}/api`, prefix: 'VX' } };
  stack = await startStack({ seed: { ...itemSeed, companies: [company, ...others] } });
  till = new Till(stack);
});
afterAll(async () => {
  await stack.stop();
  vendor.close();
});

const post = (path: string, body?: unknown, key = till.key): Promise<Outcome> =>
  stack.post(path, { key, idempotencyKey: randomUUID(), ...(body === undefined ? {} : { body }) });
const redeem = (body: object, key?: string): Promise<Outcome> => post('/v2/redemptions', body, key);
const act = ({ body }: Outcome, verb: string, more?: object): Promise<Outcome> =>
  post(`/v2/redemptions/${String(body['id'])}/${verb}`, more);
const read = async ({ body }: Outcome): Promise<Record<string, unknown>> =>
  (await stack.get(`/v2/redemptions/${String(body['id'])}`, { key: READ_KEY })).body;
const refusalOf = ({ status, body }: Outcome): [number, string, string[]] => [
  status,
  body.error.code,
  Object.keys(body.error.fields ?? {}),
];
interface RedemptionListBody {
  data: { id: string; status: string }[];
  has_more: boolean;
  next_cursor: string | null;
}
const list = (query: Record<string, string>, key = READ_KEY) =>
  stack.get<RedemptionListBody>('/v2/redemptions', { key, query });

describe('a request', () => {
  test('needs an Idempotency-Key and the scope, and accepts no unknown members', async () => {
    const code = await till.card(100);
    const body = { sources: [{ code }] };
    const keyless = await stack.post<Outcome['body']>('/v2/redemptions', { key: till.key, body });
    expect(refusalOf(keyless as Outcome)).toEqual([422, 'idempotency_key_required', ['Idempotency-Key']]);
    const headers = { 'X-Request-Guid': randomUUID() };
    expect((await stack.post('/v2/redemptions', { key: till.key, body, headers })).status).toBe(422);
    expect((await redeem(body, READ_KEY)).status).toBe(403);
    expect((await stack.get('/v2/redemptions', {})).status).toBe(401);
    const hold = await redeem({ ...body, capture: false });
    for (const verb of ['capture', 'release', 'refund']) {
      const path = `/v2/redemptions/${String(hold.body['id'])}/${verb}`;
      expect((await stack.post(path, { key: till.key })).status).toBe(422);
      expect((await post(path, undefined, READ_KEY)).status).toBe(403);
      expect((await post(path, undefined, LENIENT_KEY)).status).toBe(404);
      expect(refusalOf(await post(path, { tip: 1 }))).toEqual([422, 'validation_failed', ['tip']]);
    }
    const path = `/v2/redemptions/${String(hold.body['id'])}`;
    expect((await stack.get(path, { key: LENIENT_KEY })).status).toBe(404);
    expect((await till.item(code))['held_amount']).toBe(100);
  });

  test('treats a blank reference, location and note as absent', async () => {
    const blank = { reference: ' ', location: '\u200B', note: '\n' };
    const { status, body } = await redeem({ sources: [{ code: await till.card(10) }], ...blank });
    expect([status, body]).toMatchObject([201, { reference: null, location: null, note: null }]);
  });

  test('reports all errors at once, and accepts values up to their limits', async () => {
    const faults = await redeem({
      sources: [{ code: '' }, { code: 'A', amount: 0 }, { code: 'B', number: 0 }, { code: 'C', tip: 1 }],
      amount: -1,
      capture: false,
      allocation: 'newest_first',
      expires_in_seconds: 604_801,
      note: 'x'.repeat(501),
      more: 1,
    });
    expect(refusalOf(faults)[2].toSorted()).toEqual([
      'allocation',
      'amount',
      'expires_in_seconds',
      'more',
      'note',
      'sources.0.code',
      'sources.1.amount',
      'sources.2.number',
      'sources.3.tip',
    ]);
    const codes = await Promise.all(Array.from({ length: 11 }, () => till.card(10)));
    const sources = codes.map((code) => ({ code }));
    expect(refusalOf(await redeem({ sources }))).toEqual([422, 'validation_failed', ['sources']]);
    const accepted = await redeem({
      sources: sources.slice(0, 10),
      capture: false,
      expires_in_seconds: 604_800,
      reference: 'x'.repeat(100),
      location: 'x'.repeat(60),
      note: 'x'.repeat(500),
    });
    expect([accepted.status, accepted.body['amount'], accepted.body['captured_amount']]).toEqual([201, 100, 0]);
  });

  test('identifies items by their code, not by their id', async () => {
    const { id } = await till.item(await till.card(100));
    expect(id).toMatch(/^itm_[0-9a-f]{32}$/);
    expect(refusalOf(await redeem({ sources: [{ code: id }] }))).toEqual([
      422,
      'validation_failed',
      ['sources.0.code'],
    ]);
    expect((await till.claim(String(id))).status).toBe(404);
  });

  test('with an unknown code counts against the limit for the company', async () => {
    const send = () => redeem({ sources: [{ code: `GUESS-${randomUUID()}` }] }, LENIENT_KEY);
    const answers = await Promise.all(Array.from({ length: 70 }, send));
    const statuses = answers.map(({ status }) => status);
    expect([422, 429].map((expected) => statuses.filter((status) => status === expected).length)).toEqual([60, 10]);
  });
});

describe('the object', () => {
  test('has exactly the documented members, even while it is held', async () => {
    const code = await till.card(100);
    const hold = await redeem({ sources: [{ code }], capture: false });
    const { id, item_type_identification: type } = await till.item(code);
    expect(hold.body).toEqual({
      id: expect.stringMatching(/^rdm_[0-9a-f]{32}$/) as string,
      object: 'redemption',
      status: 'held',
      currency: 'DKK',
      amount: 100,
      captured_amount: 0,
      refunded_amount: 0,
      outstanding: 0,
      sources: [
        {
          item_id: id,
          code,
          item_type_identification: type,
          amount: 100,
          number: null,
          captured_amount: 0,
          refunded_amount: 0,
          remaining_after: 0,
        },
      ],
      reference: null,
      location: null,
      note: null,
      order_id: null,
      expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/) as string,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/) as string,
      by: (await till.history(code)).data[0]?.['by'],
    });
    const claimed = await act(hold, 'capture');
    expect(claimed.body['by']).toEqual((await till.history(code)).data.at(-1)?.['by']);
  });
});

describe('amounts', () => {
  test('are taken from a source with an amount, and the rest from the other sources in their order', async () => {
    const [one, two, three] = [await till.card(100), await till.card(100), await till.card(100)];
    const { body } = await redeem({
      sources: [{ code: one }, { code: two, amount: 70 }, { code: three }],
      amount: 190,
    });
    expect(body['sources']).toMatchObject([{ amount: 100 }, { amount: 70 }, { amount: 20 }]);
    const reply = await redeem({ sources: [{ code: two }, { code: three, amount: 5 }] });
    expect(reply.body).toMatchObject({ amount: 35, sources: [{ amount: 30 }, { amount: 5 }] });
  });

  test('are taken from all sources or none: a rejected source leaves the others unchanged', async () => {
    const [one, two] = [await till.card(100), await till.card(100)];
    await till.claim(two);
    expect(refusalOf(await redeem({ sources: [{ code: one }, { code: two }] }))[2]).toEqual(['sources.1.code']);
    expect(await till.item(one)).toMatchObject({ remaining_amount: 100, held_amount: 0 });
  });

  test('that no source covers are rejected, even when a partial redemption is allowed', async () => {
    const code = await till.card(100);
    await redeem({ sources: [{ code }], capture: false });
    for (const partial of [false, true]) {
      const refused = await redeem({ sources: [{ code }], amount: 10, partial });
      expect([partial, refused.status, refused.body.error.code]).toEqual([partial, 422, 'insufficient_value']);
      expect(Object.keys(refused.body.error.fields ?? {})).toEqual(['amount']);
    }
    expect((await till.claim(code)).status).toBe(422);
  });

  test('are what is available if a partial redemption names none and a source is fully held', async () => {
    const [held, free] = [await till.card(100), await till.card(30)];
    await redeem({ sources: [{ code: held }], capture: false });
    const sources = [{ code: held }, { code: free }];
    expect(refusalOf(await redeem({ sources }))).toEqual([422, 'validation_failed', ['sources.0.code']]);
    const { status, body } = await redeem({ sources, partial: true });
    expect([status, body]).toMatchObject([201, { amount: 30, outstanding: 0, sources: [{ code: free, amount: 30 }] }]);
    const refused = await redeem({ sources: [{ code: held }], partial: true });
    expect(refusalOf(refused)).toEqual([422, 'insufficient_value', ['amount']]);
    expect(refused.body.error.message).toContain('0.00 DKK');
  });

  test('of a capture and a refund are above 0 and at most the available amount', async () => {
    const code = await till.card(100);
    const hold = await redeem({ sources: [{ code, amount: 50 }], capture: false });
    for (const amount of [0, -1, 50.01, 1.005]) {
      expect(refusalOf(await act(hold, 'capture', { amount }))).toEqual([422, 'validation_failed', ['amount']]);
    }
    await act(hold, 'capture', { amount: 50 });
    expect(refusalOf(await act(hold, 'refund', { amount: 0 }))).toEqual([422, 'validation_failed', ['amount']]);
    expect(refusalOf(await act(hold, 'refund', { amount: 50.01 }))).toEqual([
      422,
      'refund_amount_too_large',
      ['amount'],
    ]);
    await act(hold, 'refund', { amount: 50 });
    expect(refusalOf(await act(hold, 'release')).slice(0, 2)).toEqual([409, 'redemption_not_releasable']);
    expect(refusalOf(await act(hold, 'capture')).slice(0, 2)).toEqual([409, 'redemption_not_capturable']);
  });

  test('of pieces are held and captured as a whole', async () => {
    const { items } = await till.bought([ticket(1, 1, 4)]);
    const code = items[0]?.code ?? '';
    const hold = await redeem({ sources: [{ code, number: 3 }], capture: false });
    expect(await till.item(code)).toMatchObject({ held_pieces: 3, held_amount: 750, available_pieces: 1 });
    expect((await till.claim(code, { type: 'piece', number: 2 })).status).toBe(422);
    expect(refusalOf(await act(hold, 'capture', { amount: 300 }))).toEqual([422, 'validation_failed', ['amount']]);
    expect((await act(hold, 'capture')).body).toMatchObject({ captured_amount: 750, sources: [{ number: 3 }] });
    expect(await till.item(code)).toMatchObject({ held_pieces: 0, remaining_pieces: 1, remaining_amount: 250 });
    const mixed = await redeem({ sources: [{ code, number: 1, amount: 250 }] });
    expect(mixed.status).toBe(422);
    const whole = (await till.bought([...experience(1)])).items[0]?.code ?? '';
    expect((await redeem({ sources: [{ code: whole, amount: 10 }] })).status).toBe(422);
    expect((await redeem({ sources: [{ code: whole }], capture: false })).body).toMatchObject({ amount: 800 });
    expect(await till.item(whole)).toMatchObject({ available_claim: false, held_pieces: 1 });
  });
});

test('a vendor code is captured immediately and is the only source', async () => {
  const hold = await redeem({ sources: [{ code: 'VX-1' }], capture: false });
  expect(refusalOf(hold)).toEqual([422, 'validation_failed', ['sources.0.code']]);
  const combined = await redeem({ sources: [{ code: await till.card(10) }, { code: 'VX-1' }] });
  expect(refusalOf(combined)).toEqual([422, 'validation_failed', ['sources.1.code']]);
  const alone = await redeem({ sources: [{ code: 'VX-1' }], reference: 'R-9' });
  expect(alone.body).toMatchObject({ status: 'captured', amount: 100, reference: 'R-9' });
  expect((await till.item('VX-1')).remaining_amount).toBe(0);
});

test('a vendor code is captured even if the vendor cut its title within a character', async () => {
  const redeemed = await redeem({ sources: [{ code: 'VX-CUT' }] });
  expect(redeemed.body).toMatchObject({ status: 'captured', amount: 100 });
  expect(await till.item('VX-CUT')).toMatchObject({ item_title: 'Spa \uFFFD' });
});

test('a vendor code with letters beyond A to Z is found in lists and reports', async () => {
  await redeem({ sources: [{ code: "VX-SØL'S" }] });
  await stack.idle();
  for (const search of ['vx-sø', "vxsøl's", 'VX SØL']) {
    const path = `search=${encodeURIComponent(search)}`;
    const items = await stack.get<{ data: { code: string }[] }>(`/v2/items?${path}`, { key: till.key });
    const report = await stack.get<{ items: unknown[] }>(`/v2/reports/analytics?${path}`, { key: till.key });
    expect([items.body.data.map(({ code }) => code), report.body.items]).toMatchObject([["VX-SØL'S"], [{}]]);
  }
});

describe('a hold expires', () => {
  test('after 900 seconds by default, exactly at its end', async () => {
    const code = await till.card(100);
    const hold = await redeem({ sources: [{ code, amount: 60 }], capture: false });
    const endsMs = Date.parse(String(hold.body['expires_at']));
    expect(endsMs - Date.parse(String(hold.body['created_at']))).toBe(900_000);
    await stack.advance(Math.floor((endsMs - (await stack.nowMs())) / 1000) - 1);
    expect(await read(hold)).toMatchObject({ status: 'held' });
    expect(await till.item(code)).toMatchObject({ held_amount: 60, available_amount: 40 });
    await stack.moveTo(new Date(endsMs).toISOString());
    expect(await read(hold)).toMatchObject({ status: 'expired', captured_amount: 0, amount: 60 });
    expect(await till.item(code)).toMatchObject({ held_amount: 0, available_amount: 100 });
    const listed = async (status: string) =>
      (await list({ code, status })).body.data.map((each) => [each.id, each.status]);
    expect(await listed('expired')).toEqual([[hold.body['id'], 'expired']]);
    expect(await listed('held')).toEqual([]);
    expect(refusalOf(await act(hold, 'capture')).slice(0, 2)).toEqual([409, 'redemption_expired']);
    expect((await act(hold, 'release')).body).toMatchObject({ status: 'expired' });
    expect(refusalOf(await act(hold, 'refund')).slice(0, 2)).toEqual([409, 'redemption_not_refundable']);
    expect((await till.claim(code)).status).toBe(200);
  });

  test('and allows another hold', async () => {
    const code = await till.card(100);
    const body = { sources: [{ code, amount: 1 }], capture: false, expires_in_seconds: 60 };
    for (let at = 0; at < 20; at++) expect((await redeem(body)).status).toBe(201);
    expect(refusalOf(await redeem(body)).slice(0, 2)).toEqual([409, 'too_many_holds']);
    expect((await redeem({ sources: [{ code, amount: 1 }] })).status).toBe(201);
    await stack.advance(61);
    expect((await redeem(body)).status).toBe(201);
  });
});

describe('the list', () => {
  test('has 25 rows by default, and each row once across pages', async () => {
    const code = await till.card(100);
    const from = new Date(await stack.nowMs()).toISOString();
    await stack.advance(1);
    const results: unknown[] = [];
    for (let at = 0; at < 27; at++) {
      results.unshift((await redeem({ sources: [{ code, amount: 1 }], reference: `PAGE-${at % 2}` })).body['id']);
    }
    const all = { created_after: from };
    const first = (await list(all)).body;
    expect([first.data.length, first.has_more]).toEqual([25, true]);
    const second = (await list({ ...all, starting_after: first.next_cursor ?? '' })).body;
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(results);
    expect([second.has_more, second.next_cursor]).toEqual([false, null]);
    expect((await list({ ...all, reference: 'PAGE-0', limit: '1000' })).body.data).toHaveLength(14);
    expect((await list({ ...all, limit: '0' })).body.data).toHaveLength(1);
    expect((await list({ created_after: from, created_before: from })).body.data).toEqual([]);
    expect((await list({}, LENIENT_KEY)).body.data).toEqual([]);
  });

  test.each([
    ['created_after', 'soon'],
    ['created_before', '2030-13-01'],
    ['status', 'held,open'],
    ['starting_after', 'nowhere'],
  ])('refuses %s=%s on its parameter, as the list of orders does', async (name, value) => {
    const ofOrders = await stack.get('/v2/orders', { key: till.key, query: { [name]: value } });
    const refused = await list({ [name]: value });
    expect(refusalOf(refused as unknown as Outcome)).toEqual([422, 'validation_failed', [name]]);
    expect(ofOrders.status).toBe(422);
  });
});

test('a claim and a capture have their reference and location in the history and the report', async () => {
  const code = await till.card(100);
  await till.claim(code, { type: 'amount', amount: 10, reference: 'R-77', location: 'Kiosk' });
  for (const [field, body] of [
    ['reference', { reference: 'x'.repeat(101) }],
    ['location', { location: 'x'.repeat(61) }],
  ] as const) {
    expect(refusalOf(await till.claim(code, { type: 'amount', amount: 1, ...body }))[2]).toEqual([field]);
  }
  const hold = await redeem({ sources: [{ code, amount: 20 }], capture: false, reference: 'R-78', location: 'Bar' });
  await act(hold, 'capture');
  const expected = [
    { amount: 10, reference: 'R-77', location: 'Kiosk', redemption_id: null },
    { amount: 20, reference: 'R-78', location: 'Bar', redemption_id: hold.body['id'] },
  ];
  const claims = (await till.history(code)).data.filter(({ kind }) => kind === 'claim');
  expect(claims).toMatchObject(expected.map((each) => ({ ...each, amount: -each.amount })));
  const query = { date_from: '2020-01-01', date_to: '2099-01-01', limit: '100', order: 'asc' };
  const path = '/v2/reports/claimed-items';
  const { body } = await stack.get<{ items: { code: string }[] }>(path, { key: till.key, query });
  expect(body.items.filter((row) => row.code === code)).toMatchObject(expected);
});
