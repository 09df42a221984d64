import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { itemSeed, READ_KEY, Till, TILL_KEY } from '../support/item-shop.ts';
import { experience, giftCard, Shop, type ErrorBody } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let till: Till;
let shop: Shop;
beforeAll(async () => {
  stack = await startStack({ seed: itemSeed });
  till = new Till(stack);
  shop = new Shop(stack, TILL_KEY);
});
afterAll(() => stack?.stop());

let keys = 0;
const adjust = (code: string, body: object, key = `adjust-${++keys}`) =>
  till.do(code, 'adjust', body, { 'Idempotency-Key': key });
const by = (amount: number) => ({ amount, reason: 'complaint' });
const fieldsOf = ({ body }: { body: { error?: ErrorBody['error'] } }): string[] =>
  Object.keys(body.error?.fields ?? {});

const cardsOf = async (orderId: string) => (await till.search({ order_id: orderId })).body.data;

/** Sells one card, and returns its code and the id of the order. */
const sold = async (minor: number): Promise<{ code: string; orderId: string }> => {
  const { id } = await shop.sell(giftCard(minor));
  return { code: (await cardsOf(id))[0]!.code, orderId: id };
};

const refund = (orderId: string, body?: object) =>
  stack.post<Record<string, unknown> & ErrorBody>(`/v2/orders/${orderId}/refund`, {
    key: TILL_KEY,
    idempotencyKey: true,
    ...(body ? { body } : {}),
  });

describe('adjusting a card', () => {
  test('raises and lowers the remaining value once for each key, with an entry in the history', async () => {
    const code = await till.card(100);
    const raised = await adjust(code, by(50.5), 'raise once');
    expect([raised.status, raised.body]).toMatchObject([
      200,
      { amount: 100, remaining_amount: 150.5, available_amount: 150.5, status: 6 },
    ]);
    expect((await adjust(code, by(50.5), 'raise once')).body).toEqual(raised.body);
    expect((await adjust(code, by(50), 'raise once')).body.error.code).toBe('idempotency_conflict');
    expect((await adjust(code, by(-30))).body).toMatchObject({ remaining_amount: 120.5 });
    const { data } = await till.history(code);
    expect(data.slice(1)).toMatchObject([
      { kind: 'adjust', amount: 50.5, note: 'complaint', by: { company: 'till' } },
      { kind: 'adjust', amount: -30, remaining_amount: 120.5 },
    ]);
    await till.claim(code, { type: 'all' });
    const used = await adjust(code, by(1));
    expect([used.status, fieldsOf(used)]).toEqual([422, ['code']]);
    expect((await till.do(code, 'refund', { type: 'all' })).status).toBe(200);
    expect(await till.item(code)).toMatchObject({ remaining_amount: 120.5, status: 6 });
  });

  test('makes a card lowered to 0 unusable until it is raised', async () => {
    const code = await till.card(100);
    expect((await adjust(code, by(-100))).body).toMatchObject({
      remaining_amount: 0,
      remaining_pieces: 0,
      available_claim: false,
      claim_error: 'Nothing is left of the item.',
      available_refund: false,
    });
    expect((await adjust(code, by(20))).body).toMatchObject({ remaining_amount: 20, available_claim: true });
    expect((await till.claim(code, { type: 'all' })).status).toBe(200);
    expect((await till.do(code, 'refund', { type: 'all' })).body).toMatchObject({ remaining_value: 20 });
    expect((await till.do(code, 'cancel')).status).toBe(200);
  });

  test('does not take held value or exceed ten times the largest amount', async () => {
    const code = await till.card(100);
    const { body: held } = await stack.post<{ id: string }>('/v2/redemptions', {
      key: TILL_KEY,
      idempotencyKey: true,
      body: { sources: [{ code, amount: 40 }], capture: false },
    });
    for (const amount of [-60.01, 49900.01, 1.001, 0, 1000.0001]) {
      const refused = await adjust(code, by(amount));
      expect([amount, refused.status, fieldsOf(refused)]).toEqual([amount, 422, ['amount']]);
    }
    const precise = await adjust(code, by(12345.67));
    expect([precise.status, fieldsOf(precise)]).toEqual([422, ['amount']]);
    expect((await adjust(code, by(-60))).body).toMatchObject({ remaining_amount: 40, available_amount: 0 });
    await stack.post(`/v2/redemptions/${held.id}/capture`, { key: TILL_KEY, idempotencyKey: true });
    expect(await till.item(code)).toMatchObject({ remaining_amount: 0, status: 3 });
  });

  test('rejects items other than value cards, a body without a reason, and a key without the scope', async () => {
    const { id } = await shop.sell(experience(1));
    const whole = await adjust((await cardsOf(id))[0]!.code, by(10));
    expect([whole.status, fieldsOf(whole)]).toEqual([422, ['code']]);
    const code = await till.card(100);
    for (const [body, field] of [
      [{ amount: 1 }, 'reason'],
      [{ amount: 1, reason: ' ' }, 'reason'],
      [{ amount: 1, reason: '\u200B' }, 'reason'],
      [{ amount: 1, reason: 'x'.repeat(201) }, 'reason'],
      [{ reason: 'x' }, 'amount'],
      [{ ...by(1), more: true }, 'more'],
    ] as const) {
      expect(fieldsOf(await adjust(code, body))).toEqual([field]);
    }
    const path = `/v2/items/${code}/adjust`;
    expect((await stack.post(path, { key: READ_KEY, idempotencyKey: true, body: by(1) })).status).toBe(403);
    expect((await stack.post(path, { key: TILL_KEY, body: by(1) })).status).toBe(422);
    expect((await adjust('NO-SUCH-CODE-0', by(1))).status).toBe(404);
  });
});

describe('a refund of the order of an adjusted card', () => {
  test('never pays out added value, and withdraws the rest of it with the last part of the price', async () => {
    const { code, orderId } = await sold(40000);
    await adjust(code, by(100));
    expect((await refund(orderId, { amount: 20000 })).body).toMatchObject({ amount: 20000, refundable: 20000 });
    expect(await till.item(code)).toMatchObject({ remaining_amount: 300 });
    expect((await refund(orderId, { amount: 20001 })).status).toBe(422);
    expect((await refund(orderId)).body).toMatchObject({ amount: 20000, refundable: 0 });
    expect(await till.item(code)).toMatchObject({ remaining_amount: 0, status: 4 });
    expect((await adjust(code, by(1))).status).toBe(422);
  });

  test('can name the item as long as purchased value remains', async () => {
    const { code, orderId } = await sold(40000);
    await adjust(code, by(100));
    await till.claim(code, { type: 'amount', amount: 100 });
    expect((await refund(orderId, { items: [code] })).body).toMatchObject({ amount: 40000 });
    expect(await till.item(code)).toMatchObject({ remaining_amount: 0, available_refund: false });
  });

  test('pays at most the price in proportion to the value left after a reduction', async () => {
    const { code, orderId } = await sold(40000);
    await adjust(code, by(-100));
    for (const body of [{ amount: 30001 }, { items: [code], amount: 30001 }]) {
      const more = await refund(orderId, body);
      expect([more.status, more.body.error.code, fieldsOf(more)]).toEqual([422, 'refund_amount_too_large', ['amount']]);
    }
    expect((await refund(orderId, { amount: 10000 })).body).toMatchObject({ amount: 10000 });
    expect(await till.item(code)).toMatchObject({ remaining_amount: 200 });
    expect((await refund(orderId)).body).toMatchObject({ amount: 20000, refunded: 30000, refundable: 10000 });
    expect(await till.item(code)).toMatchObject({ remaining_amount: 0, status: 4 });
    expect((await refund(orderId)).status).toBe(422);
  });

  test('refunds nothing for a card without value, and the full price after the reduction is reversed', async () => {
    const { code, orderId } = await sold(40000);
    await adjust(code, by(-400));
    expect((await refund(orderId)).status).toBe(422);
    expect((await refund(orderId, { items: [code] })).status).toBe(422);
    await adjust(code, by(400));
    expect((await refund(orderId)).body).toMatchObject({ amount: 40000 });
    expect(await till.item(code)).toMatchObject({ remaining_amount: 0, status: 4 });
  });

  test('leaves books that pass the integrity check', async () => {
    await stack.idle();
    await stack.runSchedule('integrity-check');
    const { body } = await stack.get<{ faults: object[] }>('/v2/reports/integrity', { key: TILL_KEY });
    expect(body).toMatchObject({ findings: [] });
  });
});
