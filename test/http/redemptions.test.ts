import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localDate } from '../../functions/platform/zones.ts';
import { itemSeed, READ_KEY, Till, type Outcome } from '../support/item-shop.ts';
import { experience, giftCard, ticket } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

const LONG_CODE = `LONG-${'X'.repeat(495)}`;
const withLongCode = { ...itemSeed.campaigns[1], id: 7, codes: [LONG_CODE] };

let stack: RunningStack;
let till: Till;
beforeAll(async () => {
  stack = await startStack({ seed: { ...itemSeed, campaigns: [...itemSeed.campaigns, withLongCode] } });
  till = new Till(stack);
});
afterAll(() => stack.stop());

let keys = 0;
const redeem = (body: object, key = `redeem-${++keys}`): Promise<Outcome> =>
  stack.post('/v2/redemptions', { key: till.key, body, headers: { 'Idempotency-Key': key } });
const act = (id: unknown, verb: string, body?: object, key = `act-${++keys}`): Promise<Outcome> =>
  stack.post(`/v2/redemptions/${String(id)}/${verb}`, {
    key: till.key,
    headers: { 'Idempotency-Key': key },
    ...(body ? { body } : {}),
  });
const read = async (id: unknown) => (await stack.get(`/v2/redemptions/${String(id)}`, { key: READ_KEY })).body;
const list = (query: Record<string, string>) =>
  stack.get<{ data: { id: string }[]; error?: { code: string } }>('/v2/redemptions', { key: READ_KEY, query });
const held = (code: string, amount: number, more: object = {}): Promise<Outcome> =>
  redeem({ sources: [{ code, amount }], capture: false, ...more });
const fieldsOf = ({ body }: Outcome): string[] => Object.keys(body.error.fields ?? {});

describe('a redemption that is captured immediately', () => {
  test('takes value from several items with one receipt', async () => {
    const codes = [await till.card(100), await till.card(50)];
    const { status, body } = await redeem({
      sources: codes.map((code) => ({ code })),
      amount: 120,
      reference: 'R-1',
      location: 'Bar',
      note: 'lunch',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      object: 'redemption',
      status: 'captured',
      currency: 'DKK',
      amount: 120,
      captured_amount: 120,
      refunded_amount: 0,
      outstanding: 0,
      reference: 'R-1',
      location: 'Bar',
      note: 'lunch',
      order_id: null,
      expires_at: null,
      sources: [
        { code: codes[0], amount: 100, number: null, captured_amount: 100, remaining_after: 0 },
        { code: codes[1], amount: 20, number: null, captured_amount: 20, remaining_after: 30 },
      ],
    });
    expect(body['id']).toMatch(/^rdm_[0-9a-f]{32}$/);
    expect(await read(body['id'])).toEqual(body);
    expect((await till.item(codes[0] ?? '')).status).toBe(3);
    const history = await till.history(codes[1] ?? '');
    const claim = { kind: 'claim', amount: -20, reference: 'R-1', location: 'Bar', redemption_id: body['id'] };
    expect(history.data.at(-1)).toMatchObject({ ...claim, note: 'lunch' });
    const today = localDate(await stack.nowMs(), 'Europe/Copenhagen');
    const query = { date_from: today, date_to: today, limit: '100' };
    const report = await stack.get<{ items: object[] }>('/v2/reports/claimed-items', { key: till.key, query });
    const row = { code: codes[1], amount: 20, reference: 'R-1', location: 'Bar', redemption_id: body['id'] };
    expect(report.body.items).toContainEqual(expect.objectContaining(row));
  });

  test('takes value from the item that expires first, if requested', async () => {
    const later = await till.card(100, { validity: '2031-01-01' });
    const sooner = await till.card(100, { validity: '2030-01-01' });
    const { body } = await redeem({
      sources: [{ code: later }, { code: sooner }],
      amount: 120,
      allocation: 'expiry_first',
    });
    expect(body['sources']).toMatchObject([
      { code: later, amount: 20 },
      { code: sooner, amount: 100 },
    ]);
  });

  test('reports the uncovered amount when it may be partial', async () => {
    const code = await till.card(100);
    const short = await redeem({ sources: [{ code }], amount: 130 });
    expect(short).toMatchObject({ status: 422, body: { error: { code: 'insufficient_value' } } });
    expect(short.body.error.message).toContain('100.00 DKK');
    const { body } = await redeem({ sources: [{ code }], amount: 130, partial: true });
    expect(body).toMatchObject({ amount: 100, outstanding: 30 });
  });

  test('takes pieces, and items that are redeemed as a whole', async () => {
    const { items } = await till.bought([ticket(1, 1, 4)]);
    const seats = items[0]?.code ?? '';
    const { body } = await redeem({ sources: [{ code: seats, number: 3 }] });
    expect(body).toMatchObject({ amount: 750, sources: [{ number: 3, remaining_after: 250 }] });
    const tasting = (await till.bought([...experience(1)])).items[0]?.code ?? '';
    expect((await redeem({ sources: [{ code: tasting }] })).body).toMatchObject({ status: 'captured', amount: 800 });
    expect((await till.item(tasting)).status).toBe(3);
  });

  test('activates a dormant code only if it is the only source and is captured immediately', async () => {
    const code = 'FIXED-0001';
    const hold = await redeem({ sources: [{ code }], capture: false });
    expect([hold.status, fieldsOf(hold)]).toEqual([422, ['sources.0.code']]);
    const combined = await redeem({ sources: [{ code }, { code: await till.card(10) }] });
    expect([combined.status, fieldsOf(combined)]).toEqual([422, ['sources.0.code']]);
    expect((await redeem({ sources: [{ code, amount: 40 }] }, 'dormant')).body).toMatchObject({ amount: 40 });
    expect((await redeem({ sources: [{ code, amount: 40 }] }, 'dormant')).status).toBe(201);
    expect((await till.item(code)).remaining_amount).toBe(210);
    expect((await redeem({ sources: [{ code: LONG_CODE, amount: 40 }] })).status).toBe(201);
    const open = await redeem({ sources: [{ code: 'OPEN-0001', amount: 200 }], amount: 200 });
    expect([open.status, open.body.error.fields]).toEqual([
      422,
      { 'sources.0.code': ['This code has no fixed value: activate it with an amount.'] },
    ]);
    for (const unknown of ['\uFDFA'.repeat(500), 'X'.repeat(501)]) {
      const refused = await redeem({ sources: [{ code: unknown }] });
      expect([refused.status, fieldsOf(refused)]).toEqual([422, ['sources.0.code']]);
    }
  });

  test('a repeat returns the original result, and other input is a conflict', async () => {
    const code = await till.card(100);
    const body = { sources: [{ code, amount: 10 }] };
    const first = await redeem(body, 'same');
    await act(first.body['id'], 'refund');
    const again = await redeem(body, 'same');
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect(again.body).toEqual(first.body);
    const other = await redeem({ sources: [{ code, amount: 11 }] }, 'same');
    expect(other).toMatchObject({ status: 409, body: { error: { code: 'idempotency_conflict' } } });
    const many = await Promise.all([1, 2, 3, 4].map(() => redeem(body, 'at once')));
    expect(many.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect((await till.item(code)).remaining_amount).toBe(90);
  });

  test.each([
    ['no source', { sources: [] }, 'sources'],
    ['a code twice', { sources: [{ code: 'A' }, { code: 'a' }] }, 'sources.1.code'],
    ['an unknown code', { sources: [{ code: 'NO-SUCH-CODE' }] }, 'sources.0.code'],
    ['a number and an amount to cover', { sources: [{ code: 'A', number: 1 }], amount: 1 }, 'sources.0'],
    ['an expiry for an immediate capture', { sources: [{ code: 'A' }], expires_in_seconds: 60 }, 'expires_in_seconds'],
    ['a short expiry', { sources: [{ code: 'A' }], capture: false, expires_in_seconds: 59 }, 'expires_in_seconds'],
    ['a long reference', { sources: [{ code: 'A' }], reference: 'x'.repeat(101) }, 'reference'],
    ['a long location', { sources: [{ code: 'A' }], location: 'x'.repeat(61) }, 'location'],
    ['an amount of zero', { sources: [{ code: 'A' }], amount: 0 }, 'amount'],
  ])('%s is rejected with a fault on its field', async (_case, body, field) => {
    const refused = await redeem(body);
    expect([refused.status, fieldsOf(refused)]).toEqual([422, [field]]);
  });

  test('an amount above the value, a total below its sources, and a used item are each rejected with a fault on the field', async () => {
    const code = await till.card(100);
    expect(fieldsOf(await redeem({ sources: [{ code, amount: 101 }] }))).toEqual(['sources.0.amount']);
    expect(fieldsOf(await redeem({ sources: [{ code, amount: 50 }], amount: 40 }))).toEqual(['amount']);
    await till.claim(code);
    const used = await redeem({ sources: [{ code }] });
    expect(used.body.error.fields).toEqual({ 'sources.0.code': [(await till.item(code)).claim_error] });
  });
});

describe('a hold', () => {
  test('makes value unavailable for every other use of the item', async () => {
    const code = await till.card(100);
    const { status, body } = await held(code, 60, { expires_in_seconds: 600 });
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'held', amount: 60, captured_amount: 0, outstanding: 0 });
    expect(Date.parse(String(body['expires_at'])) - Date.parse(String(body['created_at']))).toBe(600_000);
    expect(await till.item(code)).toMatchObject({
      remaining_amount: 100,
      held_amount: 60,
      held_pieces: 0,
      available_amount: 40,
      available_pieces: 1,
      available_claim: true,
      available_cancel: false,
      available_group_claim: false,
    });
    const above = await till.claim(code, { type: 'amount', amount: 41 });
    expect([above.status, fieldsOf(above)]).toEqual([422, ['amount']]);
    expect(above.body.error.message).toContain('reserved until');
    const all = await till.claim(code);
    expect([all.status, all.body.error.message]).toEqual([422, expect.stringContaining('reserved until')]);
    expect((await till.do(code, 'cancel')).body.error.code).toBe('item_held');
    expect((await till.claim(code, { type: 'amount', amount: 40 })).body).toMatchObject({
      partly_claimed: true,
      remaining_value: 60,
    });
    const full = await till.item(code);
    expect(full).toMatchObject({ status: 6, available_claim: false, available_amount: 0, held_pieces: 1 });
    expect(full.claim_error).toContain('reserved until');
    const { body: paid } = await act(body['id'], 'capture');
    expect(paid).toMatchObject({ status: 'captured', captured_amount: 60, sources: [{ remaining_after: 0 }] });
    expect(await till.item(code)).toMatchObject({ status: 3, remaining_amount: 0, held_amount: 0 });
  });

  test('is captured in part, and the last source is released first', async () => {
    const codes = [await till.card(100), await till.card(100)];
    const { body } = await redeem({ sources: codes.map((code) => ({ code, amount: 50 })), capture: false });
    const above = await act(body['id'], 'capture', { amount: 101 });
    expect([above.status, fieldsOf(above)]).toEqual([422, ['amount']]);
    const captured = await act(body['id'], 'capture', { amount: 70 }, 'capture twice');
    expect(captured.body).toMatchObject({ status: 'captured', amount: 100, captured_amount: 70 });
    expect((await act(body['id'], 'capture', { amount: 70 }, 'capture twice')).body).toEqual(captured.body);
    const remaining = await Promise.all(codes.map((code) => till.item(code)));
    expect(remaining).toMatchObject([
      { remaining_amount: 50, held_amount: 0 },
      { remaining_amount: 80, held_amount: 0 },
    ]);
    expect((await act(body['id'], 'capture')).body.error.code).toBe('redemption_not_capturable');
    expect((await act(body['id'], 'release')).body.error.code).toBe('redemption_not_releasable');
  });

  test('can be released repeatedly', async () => {
    const code = await till.card(100);
    const { body } = await held(code, 60);
    expect((await act(body['id'], 'release')).body).toMatchObject({ status: 'released', captured_amount: 0 });
    expect((await act(body['id'], 'release')).status).toBe(200);
    expect(await till.item(code)).toMatchObject({ held_amount: 0, available_amount: 100 });
    expect((await act(body['id'], 'capture')).body.error.code).toBe('redemption_not_capturable');
    expect((await act(body['id'], 'refund')).body.error.code).toBe('redemption_not_refundable');
  });

  test('is rejected if its item has twenty others', async () => {
    const code = await till.card(100);
    for (let at = 0; at < 20; at++) expect((await held(code, 1)).status).toBe(201);
    expect(await held(code, 1)).toMatchObject({ status: 409, body: { error: { code: 'too_many_holds' } } });
  });

  test('never takes more than the available value, with concurrent redemptions', async () => {
    const cards = await Promise.all([1, 2, 3].map(() => till.card(100)));
    const tills = Array.from({ length: 50 }, (_, at) =>
      redeem({ sources: cards.map((code) => ({ code, amount: 7 })), capture: at % 2 === 0 }),
    );
    const outcomes = await Promise.all(tills);
    const done = outcomes.filter(({ status }) => status === 201);
    expect(outcomes.filter(({ status }) => status !== 201 && status !== 422 && status !== 409)).toEqual([]);
    expect(done.length).toBe(14);
    for (const code of cards) {
      const { remaining_amount: left, held_amount: reserved, available_amount: free } = await till.item(code);
      const captured = done.filter(({ body }) => body['status'] === 'captured').length * 7;
      expect([left, reserved, free]).toEqual([100 - captured, 98 - captured, 2]);
    }
  });
});

describe('a refund of a redemption', () => {
  test('restores the last source first, and never more than was captured', async () => {
    const codes = [await till.card(100), await till.card(100)];
    const { body } = await redeem({ sources: codes.map((code) => ({ code, amount: 50 })) });
    expect((await act(body['id'], 'refund', { amount: 60 })).body).toMatchObject({
      status: 'partially_refunded',
      refunded_amount: 60,
      sources: [{ refunded_amount: 10 }, { refunded_amount: 50 }],
    });
    const above = await act(body['id'], 'refund', { amount: 41 });
    expect(above.body.error).toMatchObject({ code: 'refund_amount_too_large' });
    expect((await act(body['id'], 'refund')).body).toMatchObject({ status: 'refunded', refunded_amount: 100 });
    expect((await act(body['id'], 'refund')).body.error.code).toBe('redemption_not_refundable');
    for (const code of codes) expect((await till.item(code)).remaining_amount).toBe(100);
  });

  test('counts an undone claim in its redemption, the newest claim first', async () => {
    const code = await till.card(100);
    const { body } = await redeem({ sources: [{ code, amount: 30 }] });
    await till.claim(code, { type: 'amount', amount: 20, reference: 'R-2', location: 'Shop' });
    await till.do(code, 'refund', { type: 'amount', amount: 25 });
    expect(await read(body['id'])).toMatchObject({ status: 'partially_refunded', refunded_amount: 5 });
    await till.do(code, 'refund', { type: 'all' });
    expect(await read(body['id'])).toMatchObject({ status: 'refunded', refunded_amount: 30 });
    expect((await till.item(code)).remaining_amount).toBe(100);
  });
});

describe('the list of redemptions', () => {
  test('is filtered by reference, by each code, by status and by time, newest first', async () => {
    const codes = [await till.card(100), await till.card(100)];
    const sources = codes.map((code) => ({ code, amount: 10 }));
    const first = (await redeem({ sources, reference: 'LIST-1' })).body['id'];
    const second = (await redeem({ sources, reference: 'LIST-1', capture: false })).body['id'];
    const idsOf = async (query: Record<string, string>) => (await list(query)).body.data.map(({ id }) => id);
    expect(await idsOf({ reference: 'LIST-1' })).toEqual([second, first]);
    for (const code of codes) expect(await idsOf({ code })).toEqual([second, first]);
    expect(await idsOf({ code: codes.join(',') })).toEqual([second, first]);
    expect(await idsOf({ reference: 'LIST-1', status: 'captured' })).toEqual([first]);
    expect((await idsOf({ limit: '1' }))[0]).toBe(second);
    expect(await idsOf({ created_before: '2020-01-01' })).toEqual([]);
    expect((await list({ status: 'open' })).status).toBe(422);
    expect((await list({ reference: '' })).status).toBe(422);
  });

  test('an unknown redemption returns 404', async () => {
    expect((await stack.get(`/v2/redemptions/rdm_${'0'.repeat(32)}`, { key: READ_KEY })).status).toBe(404);
    expect((await act(`rdm_${'0'.repeat(32)}`, 'capture')).status).toBe(404);
  });
});

describe('block, unblock and extend', () => {
  const change = (code: string, verb: string, body?: object, key = `state-${++keys}`) =>
    till.do(code, verb, body, { 'Idempotency-Key': key });

  test('a blocked item has no available value, and its holds can still be captured', async () => {
    const code = await till.card(100);
    await till.claim(code, { type: 'amount', amount: 10 });
    const { body: reserved } = await held(code, 20);
    const { status, body } = await change(code, 'block', { reason: 'stolen' }, 'block once');
    expect(status).toBe(200);
    expect(body).toMatchObject({ blocked: { reason: 'stolen' }, claim_error: 'The item is blocked: stolen' });
    const flags = Object.entries(body).filter(
      ([name]) => name.startsWith('available_') && !/amount$|pieces$/.test(name),
    );
    expect(flags.length).toBeGreaterThan(5);
    expect(flags.filter(([, value]) => value !== false)).toEqual([]);
    expect((await change(code, 'block', { reason: 'stolen' }, 'block once')).body).toEqual(body);
    expect((await change(code, 'block')).body).toEqual(body);
    expect((await till.claim(code, { type: 'amount', amount: 1 })).status).toBe(422);
    const undo = await till.do(code, 'refund', { type: 'all' });
    expect([undo.status, undo.body.error.message]).toEqual([422, body['refund_error']]);
    expect(fieldsOf(await held(code, 1))).toEqual(['sources.0.code']);
    expect((await act(reserved['id'], 'capture')).body).toMatchObject({ status: 'captured' });
    expect((await change(code, 'unblock')).body).toMatchObject({ blocked: null, available_claim: true });
    expect((await change(code, 'unblock')).status).toBe(200);
    expect((await till.history(code)).data.map(({ kind }) => kind)).toEqual([
      'issue',
      'claim',
      'block',
      'claim',
      'unblock',
    ]);
  });

  test('a later validity extends an item that is not used; an earlier or equal one is rejected', async () => {
    const code = await till.card(100, { validity: '2031-01-01' });
    for (const validity of ['2031-01-01', '2030-12-31', '2020-01-01', 'soon']) {
      const refused = await change(code, 'extend', { validity });
      expect([refused.status, fieldsOf(refused)]).toEqual([422, ['validity']]);
    }
    expect((await change(code, 'extend', { validity: '2032-02-29' })).body).toMatchObject({
      validity: '2032-02-29 23:59:59',
      status: 6,
    });
    await till.claim(code);
    const used = await change(code, 'extend', { validity: '2033-01-01' });
    expect([used.status, used.body.error.message]).toEqual([422, 'The status of the item is Used.']);
    expect((await change(code, 'block')).status).toBe(422);
  });
});

describe('holds and the order that sold the item', () => {
  const refund = (orderId: string, body?: object) =>
    stack.post<Outcome['body']>(`/v2/orders/${orderId}/refund`, {
      key: till.key,
      headers: { 'Idempotency-Key': `order-refund-${++keys}` },
      ...(body ? { body } : {}),
    });

  test('a refund without named items leaves held value, and a refund that names the item is rejected', async () => {
    const { orderId, items } = await till.bought(giftCard(10_000));
    const code = items[0]?.code ?? '';
    const { body } = await held(code, 60);
    expect((await refund(orderId, { items: [code] })).body.error.code).toBe('item_held');
    const above = await refund(orderId, { amount: 4001 });
    expect([above.status, above.body.error.code]).toEqual([409, 'item_held']);
    expect(Number(above.headers.get('retry-after'))).toBeGreaterThan(800);
    const reply = await refund(orderId);
    expect([reply.status, reply.body['amount']]).toEqual([200, 4000]);
    expect((await refund(orderId)).body.error.code).toBe('item_held');
    expect(await till.item(code)).toMatchObject({ remaining_amount: 60, held_amount: 60, available_amount: 0 });
    expect((await act(body['id'], 'capture', { amount: 50 })).status).toBe(200);
    expect((await refund(orderId, { amount: 1000 })).status).toBe(200);
    expect(await till.item(code)).toMatchObject({ remaining_amount: 0, available_amount: 0 });
  });

  test('an order with a held item cannot be claimed as a group until the hold has ended', async () => {
    const { orderId, items } = await till.bought(giftCard(10_000, 2));
    const { body } = await held(items[0]?.code ?? '', 60);
    const claim = () => stack.post<Outcome['body']>(`/v2/orders/${orderId}/claim`, { key: till.key });
    const refused = await claim();
    expect([refused.status, refused.body.error.message]).toEqual([422, expect.stringContaining('reserved until')]);
    expect((await till.item(items[1]?.code ?? '')).available_group_claim).toBe(false);
    await act(body['id'], 'release');
    expect((await till.item(items[1]?.code ?? '')).available_group_claim).toBe(true);
    expect((await claim()).status).toBe(200);
  });
});
