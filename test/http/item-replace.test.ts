import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { itemSeed, Till, TILL_KEY, type ItemBody } from '../support/item-shop.ts';
import { withoutWhitespace, textOfPages } from '../support/read-pdf.ts';
import { experience, giftCard, Shop, type ErrorBody } from '../support/shop.ts';
import { startStack, type Answer, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let till: Till;
let shop: Shop;
beforeAll(async () => {
  stack = await startStack({ seed: itemSeed });
  till = new Till(stack);
  shop = new Shop(stack, TILL_KEY);
});
afterAll(() => stack?.stop());

type Item = ItemBody & { id: string; replaces: string | null; replaced_by: string | null };
type Body = Record<string, unknown> & ErrorBody;

let keys = 0;
const replace = (code: string, body?: object, key = `replace-${++keys}`) =>
  till.do(code, 'replace', body, { 'Idempotency-Key': key }) as unknown as Promise<Answer<Item & ErrorBody>>;
const read = async (code: string): Promise<Item> => (await till.item(code)) as Item;
const fieldsOf = ({ body }: { body: object }): string[] =>
  Object.keys((body as Partial<ErrorBody>).error?.fields ?? {});
const cardsOf = async (orderId: string): Promise<Item[]> =>
  (await till.search({ order_id: orderId, limit: '100' })).body.data as Item[];
const sold = async (minor: number): Promise<{ code: string; orderId: string }> => {
  const { id } = await shop.sell(giftCard(minor));
  return { code: (await cardsOf(id))[0]!.code, orderId: id };
};
const post = (path: string, body?: object) =>
  stack.post<Body>(path, { key: TILL_KEY, idempotencyKey: true, ...(body ? { body } : {}) });
const refund = (orderId: string, body?: object) => post(`/v2/orders/${orderId}/refund`, body);
const redeem = (body: object) => post('/v2/redemptions', body);
const documentOf = (path: string) => stack.call('GET', path, { key: TILL_KEY });
const textOf = async (path: string): Promise<string> => {
  const { status, bytes } = await documentOf(path);
  expect(status).toBe(200);
  return withoutWhitespace((await textOfPages(bytes)).join(''));
};

describe('replacing an item', () => {
  test('assigns another code, and leaves the old one without a value or document', async () => {
    const code = await till.card(100, { receiver_name: 'Bo', receiver_email: 'bo@example.com' });
    await till.claim(code, { type: 'amount', amount: 30 });
    await stack.idle();
    const before = await read(code);
    const { status, body: next } = await replace(code, { reason: 'lost' }, 'once');
    expect([status, next.code === code]).toEqual([201, false]);
    expect(next).toMatchObject({
      order_id: before.order_id,
      remaining_amount: 70,
      validity: before.validity,
      status: 6,
      replaces: before.id,
      replaced_by: null,
      available_claim: true,
    });
    expect((await replace(code, { reason: 'lost' }, 'once')).body).toEqual(next);
    expect((await replace(code, { reason: 'other' }, 'once')).body.error.code).toBe('idempotency_conflict');
    const old = await read(code);
    expect(old).toMatchObject({ status: 4, remaining_amount: 0, replaced_by: next.id, available_refund: false });
    expect(old.claim_error).toBe('The item has been replaced by one with another code.');
    expect(old.refund_error).toBe(old.claim_error);
    expect(JSON.stringify(old)).not.toContain(next.code);
    for (const [verb, body] of [
      ['claim', { type: 'all' }],
      ['refund', { type: 'all' }],
      ['cancel', undefined],
      ['resend', { email: 'a@example.com' }],
      ['replace', undefined],
      ['block', undefined],
      ['adjust', { amount: 1, reason: 'x' }],
      ['extend', { validity: '2040-01-01' }],
    ] as const) {
      const refused = await till.do(code, verb, body, { 'Idempotency-Key': `on-old-${verb}` });
      expect([verb, refused.status]).toEqual([verb, 422]);
      expect(JSON.stringify(refused.body)).not.toContain(next.code);
    }
    await stack.idle();
    expect((await documentOf(`/v2/items/${code}/document.pdf`)).status).toBe(404);
    const text = await textOf(`/v2/items/${next.code}/document.pdf`);
    expect([text.includes(next.code), text.includes('70')]).toEqual([true, true]);
    const page = (await stack.call('GET', `/c/till/${code}`, {})).bytes.toString();
    expect([page.includes(code), page.includes('<p class="balance">'), page.includes('pkpass')]).toEqual([
      true,
      false,
      false,
    ]);
    const mails = await stack.mail('bo@example.com');
    // The gift and the new document are emailed, but no notice of the cancelled card.
    expect(mails.map(({ attachments }) => attachments.length)).toEqual([1, 1]);
    expect(mails.at(-1)!.attachments).toHaveLength(1);
    expect(mails.at(-1)!.text).toContain('med en ny kode. Den tidligere kode virker ikke længere.');
    expect(JSON.stringify(mails.at(-1))).not.toContain(code);
    expect((await till.history(code)).data.at(-1)).toMatchObject({ kind: 'replace', amount: -70, note: 'lost' });
    expect((await till.history(next.code)).data).toMatchObject([{ kind: 'replace', amount: 70, sequence: 1 }]);
  });

  test('sends an email to the email address in the request, and none without a receiver', async () => {
    const code = await till.card(100);
    const { body: one } = await replace(code);
    await stack.idle();
    expect((await till.history(one.code)).actions).toEqual([]);
    const { body: other } = await replace(one.code, { email: 'carla@example.com' });
    await stack.idle();
    expect(await stack.mail('carla@example.com')).toHaveLength(1);
    expect((await till.history(other.code)).actions).toMatchObject([{ action: 'resend', email: 'carla@example.com' }]);
    expect(fieldsOf(await replace(other.code, { email: 'nobody' }))).toEqual(['email']);
  });

  test('is rejected for held value and used items, and replaces a blocked item with an active one', async () => {
    const code = await till.card(100);
    const { body: held } = await redeem({ sources: [{ code, amount: 10 }], capture: false });
    const refused = await replace(code);
    expect([refused.status, refused.body.error.code, refused.headers.has('retry-after')]).toEqual([
      409,
      'item_held',
      true,
    ]);
    await post(`/v2/redemptions/${held['id'] as string}/release`);
    await till.do(code, 'block', undefined, { 'Idempotency-Key': 'block for replacement' });
    const { body: next } = await replace(code);
    expect(next).toMatchObject({ blocked: null, available_claim: true, remaining_amount: 100 });
    await till.claim(next.code);
    expect(fieldsOf(await replace(next.code))).toEqual(['code']);
    expect((await replace('NO-SUCH-CODE-1')).status).toBe(404);
  });

  test('succeeds for one of several concurrent requests, without doubling or losing value', async () => {
    const code = await till.card(100);
    const outcomes = await Promise.all([
      ...Array.from({ length: 10 }, () => replace(code)),
      till.claim(code, { type: 'amount', amount: 30 }),
      redeem({ sources: [{ code, amount: 20 }] }),
    ]);
    const statuses = outcomes.map(({ status }) => status);
    expect(Math.max(...statuses)).toBeLessThan(500);
    const replaced = outcomes.slice(0, 10).filter(({ status }) => status === 201);
    expect(replaced).toHaveLength(1);
    const claimed = (statuses[10] === 200 ? 30 : 0) + (statuses[11] === 201 ? 20 : 0);
    const next = await read((replaced[0]!.body as unknown as Item).code);
    expect(next.remaining_amount).toBe(100 - claimed);
    expect((await read(code)).remaining_amount).toBe(0);
  });

  test('does not change lookups by id: each item is found by its exact id only', async () => {
    const code = await till.card(100);
    const { body: next } = await replace(code);
    await stack.idle();
    for (const { id, code: own } of [await read(code), next]) {
      const { data } = (await till.search({ search: id })).body;
      expect(data.map((item) => item.code)).toEqual([own]);
    }
    expect((await till.search({ search: `itm_${'0'.repeat(32)}` })).body.data).toEqual([]);
    expect((await till.search({ search: next.id.slice(0, 20) })).body.data).toEqual([]);
    expect((await till.search({ search: next.id, status: '4' })).body.data).toEqual([]);
  });
});

describe('the successor of a replaced item', () => {
  test('is lowered by a refund of the order, even by its code, while the old code is rejected', async () => {
    const { code, orderId } = await sold(40000);
    const { body: first } = await replace(code);
    const { body: next } = await replace(first.code);
    expect(next).toMatchObject({ replaces: first.id });
    expect((await cardsOf(orderId)).map((item) => item.code)).toEqual([next.code]);
    expect((await refund(orderId, { amount: 10000 })).status).toBe(200);
    expect(await read(next.code)).toMatchObject({ remaining_amount: 300 });
    for (const old of [code, first.code]) {
      expect(fieldsOf(await refund(orderId, { items: [old] }))).toEqual(['items.0']);
    }
    expect((await refund(orderId, { items: [next.code] })).body).toMatchObject({ amount: 30000, refundable: 0 });
    expect(await read(next.code)).toMatchObject({ remaining_amount: 0, status: 4 });
  });

  test('is frozen by a dispute of the order', async () => {
    const { code, orderId } = await sold(40000);
    const { body: next } = await replace(code);
    const dispute = async (event: string) => {
      await stack.call('POST', '/_local/gateway', { body: { order_id: orderId, event } });
      await stack.idle();
    };
    await dispute('dispute_opened');
    expect(await read(next.code)).toMatchObject({ available_claim: false });
    const { body: third } = await replace(next.code);
    expect(third).toMatchObject({ available_claim: false });
    await dispute('dispute_lost');
    expect(await read(third.code)).toMatchObject({ remaining_amount: 0, status: 4 });
  });

  test('receives the refund of a redemption, and an undone claim counts toward that refund', async () => {
    const code = await till.card(100);
    const { body: redemption } = await redeem({ sources: [{ code, amount: 60 }] });
    const { body: next } = await replace(code);
    const path = `/v2/redemptions/${redemption['id'] as string}`;
    expect((await post(`${path}/refund`, { amount: 20 })).body).toMatchObject({ refunded_amount: 20 });
    expect(await read(next.code)).toMatchObject({ remaining_amount: 60 });
    expect((await till.do(next.code, 'refund', { type: 'amount', amount: 30 })).status).toBe(200);
    expect((await stack.get<Body>(path, { key: TILL_KEY })).body).toMatchObject({ refunded_amount: 50 });
    expect((await till.do(next.code, 'refund', { type: 'amount', amount: 11 })).status).toBe(422);
    expect((await post(`${path}/refund`)).body).toMatchObject({ status: 'refunded' });
    expect(await read(next.code)).toMatchObject({ remaining_amount: 100, status: 6 });
  });

  test('receives the refund of an order paid by the replaced card, under the id of that card', async () => {
    const code = await till.card(900);
    const paid = await read(code);
    const { body: order } = await shop.order(experience(1));
    expect((await post(`/v2/orders/${order.id}/gift-cards`, { code, amount: 30000 })).status).toBe(201);
    const held = await replace(code);
    expect([held.status, held.body.error.code]).toEqual([409, 'item_held']);
    await shop.pay((await shop.session(order.id)).body.url);
    await stack.idle();
    const { body: next } = await replace(code);
    expect(next).toMatchObject({ remaining_amount: 600 });
    expect((await refund(order.id, { amount: 40000 })).body).toMatchObject({
      gift_cards: [{ item_id: paid.id, amount: 30000, given_back: true }],
      gateway_amount: 10000,
    });
    expect(await read(next.code)).toMatchObject({ remaining_amount: 900 });
    expect(await read(code)).toMatchObject({ remaining_amount: 0 });
  });

  test('is claimed with the group of its order, whose document shows its code', async () => {
    const { id } = await shop.sell(giftCard(20000, 2));
    const [one, other] = await cardsOf(id);
    const { body: next } = await replace(one!.code);
    expect(next).toMatchObject({ available_group_claim: true });
    await stack.idle();
    const line = (await shop.read(id)).line_items[0]!.id;
    const text = await textOf(`/v2/orders/${id}/lines/${line}/gift-card.pdf`);
    expect([next.code, other!.code, one!.code].map((code) => text.includes(code))).toEqual([true, true, false]);
    expect((await stack.post(`/v2/orders/${id}/claim`, { key: TILL_KEY, body: {} })).status).toBe(200);
    expect((await cardsOf(id)).map(({ status }) => status)).toEqual([3, 3]);
  });

  test('is one participant, although the ticket of its seat was replaced', async () => {
    const { id } = await shop.sell([{ product_id: 'evt_2', product_option_id: 'evto_2', quantity: 2 }]);
    const tickets = await cardsOf(id);
    const seats = async () => {
      const path = '/v2/events/fair/participants';
      return (await stack.get<{ data: Record<string, unknown>[] }>(path, { key: TILL_KEY })).body.data;
    };
    const before = await seats();
    expect(before).toHaveLength(2);
    await replace(tickets[0]!.code);
    expect(await seats()).toHaveLength(2);
  });

  test('counts as one item with the old code in the outstanding value and the integrity check', async () => {
    await stack.idle();
    const outstanding = async () => (await stack.get<Body>('/v2/reports/liability', { key: TILL_KEY })).body['totals'];
    const code = await till.card(123);
    await till.do(code, 'adjust', { amount: -23, reason: 'wrong amount' }, { 'Idempotency-Key': 'before replacement' });
    await stack.idle();
    const before = await outstanding();
    await replace(code);
    await stack.idle();
    expect(await outstanding()).toEqual(before);
    await stack.runSchedule('integrity-check');
    const { body } = await stack.get<Body>('/v2/reports/integrity', { key: TILL_KEY });
    expect(body).toMatchObject({ findings: [] });
  });
});

test('a spent item whose order was refunded in full has no document, and cannot be sent again', async () => {
  const { code, orderId } = await sold(40000);
  await till.claim(code, { type: 'amount', amount: 100 });
  expect((await refund(orderId)).status).toBe(200);
  await stack.idle();
  expect((await read(code)).status).toBe(3);
  expect((await documentOf(`/v2/items/${code}/document.pdf`)).status).toBe(404);
  const answer = await till.do(code, 'resend', { email: 'refunded@example.com' });
  expect([answer.status, fieldsOf(answer)]).toEqual([422, ['code']]);
  expect(await stack.mail('refunded@example.com')).toEqual([]);
});
