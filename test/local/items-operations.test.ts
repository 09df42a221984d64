import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALWAYS_KEY, itemSeed, LENIENT_KEY, READ_KEY, Till } from '../support/item-shop.ts';
import { experience, giftCard, offer, Shop, ticket } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let till: Till;
beforeAll(async () => {
  stack = await startStack({ seed: itemSeed });
  till = new Till(stack);
});
afterAll(() => stack.stop());

const offCard = { type: 'amount', amount: 30 };

describe('claim', () => {
  test('a claim of an amount leaves and reports the remaining value', async () => {
    const code = await till.card(100);
    const { status, body } = await till.claim(code, { ...offCard, claim_note: 'table 4' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ partly_claimed: true, remaining_value: 70, claimed_amount: 30 });
    expect(await till.item(code)).toMatchObject({ status: 6, status_name: 'Paid', remaining_amount: 70, amount: 100 });
  });

  test('a blank note is treated as absent', async () => {
    const code = await till.card(100);
    await till.claim(code, { ...offCard, claim_note: ' ', reference: '', location: '\u200B' });
    expect((await till.history(code)).data.at(-1)).toMatchObject({ note: null, reference: null, location: null });
  });

  test('a claim of all uses the item and returns no claimed amount', async () => {
    const code = await till.card(100);
    const { body } = await till.claim(code);
    expect(body).toMatchObject({ partly_claimed: false, remaining_value: 0 });
    expect(body).not.toHaveProperty('claimed_amount');
    expect(await till.item(code)).toMatchObject({ status: 3, status_name: 'Used', available_claim: false });
  });

  test('a claim of the full remaining amount counts as a claim of the whole item', async () => {
    const code = await till.card(100);
    await till.claim(code, offCard);
    const { body } = await till.claim(code, { type: 'amount', amount: 70 });
    expect(body).toMatchObject({ partly_claimed: false, remaining_value: 0 });
    expect(body).not.toHaveProperty('claimed_amount');
    expect((await till.item(code)).status).toBe(3);
  });

  test('decimals are claimed exactly', async () => {
    const code = await till.card(100.1);
    for (let at = 0; at < 7; at++) await till.claim(code, { type: 'amount', amount: 14.29 });
    expect((await till.item(code)).remaining_amount).toBe(0.07);
    const { body } = await till.claim(code, { type: 'amount', amount: 0.07 });
    expect(body).toMatchObject({ partly_claimed: false, remaining_value: 0 });
  });

  test.each([
    ['more than two decimals', { type: 'amount', amount: 10.005 }, 'amount'],
    ['zero', { type: 'amount', amount: 0 }, 'amount'],
    ['less than zero', { type: 'amount', amount: -1 }, 'amount'],
    ['more than is left', { type: 'amount', amount: 100.01 }, 'amount'],
    ['no amount', { type: 'amount' }, 'amount'],
    ['a text', { type: 'amount', amount: '10' }, 'amount'],
    ['an unknown type', { type: 'half' }, 'type'],
    ['no type', {}, 'type'],
    ['pieces of a value card', { type: 'piece', number: 1 }, 'type'],
    ['an unknown field', { type: 'all', tip: 1 }, 'tip'],
  ])('a claim with %s is rejected on the field and has no effect', async (_case, body, field) => {
    const code = await till.card(100);
    const refused = await till.claim(code, body);
    expect(refused.status).toBe(422);
    expect(refused.body.error.code).toBe('validation_failed');
    expect(Object.keys(refused.body.error.fields ?? {})).toContain(field);
    expect((await till.item(code)).remaining_amount).toBe(100);
  });

  test('a used item is rejected with the reason on its record', async () => {
    const code = await till.card(100);
    await till.claim(code);
    const { status, body } = await till.claim(code);
    expect(status).toBe(422);
    expect(body.error.message).toBe((await till.item(code)).claim_error);
  });

  test('codes are found regardless of case, without hyphens and with look-alike letters', async () => {
    const code = await till.card(100);
    const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
    expect((await till.item(typed)).code).toBe(code);
  });

  test('grouped tickets are claimed by the piece', async () => {
    const { items } = await till.bought([ticket(1, 1, 4)]);
    expect(items).toHaveLength(1);
    const [item] = items;
    expect(item).toMatchObject({ remaining_pieces: 4, amount: 1000, available_piece_claim: true });
    const { code = '' } = item ?? {};
    expect((await till.claim(code, { type: 'piece', number: 3 })).body).toMatchObject({
      remaining_number: 1,
      remaining_value: 250,
      partly_claimed: true,
      claimed_amount: 750,
    });
    expect((await till.claim(code, { type: 'piece', number: 2 })).status).toBe(422);
    expect((await till.claim(code, { type: 'amount', amount: 1 })).status).toBe(422);
    expect((await till.claim(code, { type: 'piece', number: 1 })).body).toMatchObject({ partly_claimed: false });
    expect((await till.item(code)).status).toBe(3);
  });

  test('an experience, an offer and a single ticket are claimed as a whole', async () => {
    const lines = [[...experience(1)], [...offer(1)], [ticket(2, 2, 1)]];
    const types = ['Gift Card Variation', 'Special Offer', 'Ticket'];
    for (const [at, line] of lines.entries()) {
      const { items } = await till.bought(line);
      const [item] = items;
      expect(item).toMatchObject({
        item_type_identification: types[at],
        available_claim: true,
        available_amount_claim: false,
        available_piece_claim: false,
        speed_claim: true,
      });
      expect((await till.claim(item?.code ?? '', { type: 'amount', amount: 1 })).status).toBe(422);
      expect((await till.claim(item?.code ?? '')).body).toMatchObject({ partly_claimed: false });
    }
  });

  test('an offer that redeems at its regular price has that value', async () => {
    const { items } = await till.bought(offer(1));
    expect(items[0]?.amount).toBe(500);
  });

  test('a claim requires items:write', async () => {
    const code = await till.card(100);
    const { status, body } = await new Till(stack, READ_KEY).claim(code);
    expect(status).toBe(403);
    expect(body.error.message).toContain('items:write');
  });
});

describe('claims with concurrency, faults and crashes', () => {
  let wire: RunningStack;
  let onWire: Till;
  beforeAll(async () => {
    wire = await startStack({ seed: itemSeed });
    onWire = new Till(wire);
  });
  afterAll(() => wire.stop());

  test('exactly ten of 100 concurrent claims succeed on an item with value for ten', async () => {
    const code = await onWire.card(10);
    const claims = await Promise.all(
      Array.from({ length: 100 }, () => onWire.claim(code, { type: 'amount', amount: 1 })),
    );
    const statuses = claims.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    const matches = claims.filter(({ status }) => status !== 200 && status !== 422 && status !== 409);
    expect(matches.map(({ body }) => body)).toEqual([]);
    const { data, balance } = await onWire.history(code);
    expect(data).toHaveLength(11);
    expect(data.reduce((sum, { amount }) => sum + amount * 100, 0)).toBe(0);
    expect(balance).toMatchObject({ remaining_amount: 0, status: 3 });
  });

  test('claims are executed once despite table conflicts, throttles and lost responses', async () => {
    const code = await onWire.card(10);
    for (const mode of ['conflict', 'throttle', 'after-commit', 'unavailable', 'timeout']) {
      await wire.fault('table', mode);
      const { status } = await onWire.claim(code, { type: 'amount', amount: 1 });
      expect([200, 409, 422, 503]).toContain(status);
    }
    const { data, balance } = await onWire.history(code);
    const claims = data.filter(({ kind }) => kind === 'claim').length;
    expect(balance?.remaining_amount).toBe(10 - claims);
  });

  test('a claim that crashed before or after its commit is executed once', async () => {
    const code = await onWire.card(10);
    for (const at of ['before-commit', 'after-commit'] as const) {
      await wire.crash('claim-item', at);
      const guid = { 'X-Request-Guid': `crash-${at}` };
      expect((await onWire.claim(code, { type: 'amount', amount: 1 }, guid)).status).toBe(502);
      expect((await onWire.claim(code, { type: 'amount', amount: 1 }, guid)).status).toBe(200);
    }
    expect((await onWire.item(code)).remaining_amount).toBe(8);
  });
});

describe('refund', () => {
  test('a full refund changes a used item back to Paid', async () => {
    const code = await till.card(100);
    await till.claim(code);
    const { status, body } = await till.do(code, 'refund', { type: 'all' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ partly_refunded: false, remaining_value: 100 });
    expect(await till.item(code)).toMatchObject({ status: 6, available_refund: false, available_claim: true });
  });

  test('a partial refund leaves the rest claimed', async () => {
    const code = await till.card(100);
    await till.claim(code);
    const { body } = await till.do(code, 'refund', { type: 'amount', amount: 40 });
    expect(body).toMatchObject({ partly_refunded: true, remaining_value: 40 });
    expect(await till.item(code)).toMatchObject({ status: 6, remaining_amount: 40, available_refund: true });
    expect((await till.do(code, 'refund', { type: 'amount', amount: 60.01 })).status).toBe(422);
    expect((await till.do(code, 'refund', { type: 'amount', amount: 60 })).body).toMatchObject({
      partly_refunded: false,
    });
  });

  test('pieces are restored by number', async () => {
    const { items } = await till.bought([ticket(1, 1, 3)]);
    const code = items[0]?.code ?? '';
    await till.claim(code);
    const { body } = await till.do(code, 'refund', { type: 'piece', number: 2 });
    expect(body).toMatchObject({ partly_refunded: true, remaining_number: 2, remaining_value: 500 });
  });

  test('an unclaimed item is rejected with the reason on its record', async () => {
    const code = await till.card(100);
    const { status, body } = await till.do(code, 'refund', { type: 'all' });
    expect(status).toBe(422);
    expect(body.error.message).toBe((await till.item(code)).refund_error);
  });
});

describe('cancel', () => {
  test('a new item can be cancelled once', async () => {
    const code = await till.card(100);
    expect((await till.do(code, 'cancel')).status).toBe(200);
    expect(await till.item(code)).toMatchObject({
      status: 4,
      status_name: 'Cancelled',
      remaining_amount: 0,
      available_cancel: false,
      available_claim: false,
    });
    expect((await till.do(code, 'cancel')).status).toBe(422);
    expect((await till.claim(code)).status).toBe(422);
  });

  test('a partly claimed item cannot be cancelled', async () => {
    const code = await till.card(100);
    await till.claim(code, offCard);
    expect((await till.item(code)).available_cancel).toBe(false);
    expect((await till.do(code, 'cancel')).status).toBe(422);
  });

  test('of a claim and a concurrent cancellation, exactly one succeeds', async () => {
    for (let round = 0; round < 5; round++) {
      const code = await till.card(100);
      const [claim, cancel] = await Promise.all([till.claim(code), till.do(code, 'cancel')]);
      expect([claim.status, cancel.status].toSorted()).toEqual([200, 422]);
    }
  });
});

describe('expiry', () => {
  const endOf = async (days: number): Promise<string> =>
    new Date((await stack.nowMs()) + days * 86_400_000).toISOString().slice(0, 10);

  test('an item expires at the end of its day in the time zone of the company, and readers see this immediately', async () => {
    const validity = await endOf(2);
    const code = await till.card(100, { validity });
    expect((await till.item(code)).validity).toBe(`${validity} 23:59:59`);
    await stack.moveTo(`${validity}T22:59:00Z`);
    expect((await till.item(code)).status).toBe(6);
    await stack.advance(60);
    expect(await till.item(code)).toMatchObject({ status: 5, status_name: 'Expired', available_claim: false });
    expect((await till.claim(code)).status).toBe(422);
    await stack.runSchedule('item-expiry');
    const { data } = await till.history(code);
    expect(data.map(({ kind }) => kind)).toEqual(['issue', 'expire']);
    expect((await till.item(code)).remaining_amount).toBe(100);
  });

  test('a refund after the end of validity restores the value and leaves the item Expired', async () => {
    const code = await till.card(100, { validity: await endOf(1) });
    await till.claim(code);
    await stack.advance(3 * 86_400);
    expect((await till.do(code, 'refund', { type: 'all' })).status).toBe(200);
    expect(await till.item(code)).toMatchObject({ status: 5, remaining_amount: 100, available_claim: false });
  });

  test('a company may accept expired items for some months, or always', async () => {
    const lenient = new Till(stack, LENIENT_KEY);
    const always = new Till(stack, ALWAYS_KEY);
    const validity = await endOf(1);
    const [one, two] = [await lenient.card(100, { validity }), await always.card(100, { validity })];
    await stack.advance(20 * 86_400);
    expect(await lenient.item(one)).toMatchObject({ status: 5, available_claim: true, claim_error: null });
    expect((await lenient.claim(one, offCard)).status).toBe(200);
    expect(await lenient.item(one)).toMatchObject({ status: 5, remaining_amount: 70 });
    await stack.advance(30 * 86_400);
    expect((await lenient.claim(one)).status).toBe(422);
    expect(await always.item(two)).toMatchObject({ status: 5, available_claim: true });
    expect((await always.claim(two)).status).toBe(200);
    expect((await always.item(two)).status).toBe(3);
  });
});

describe('claim of an order', () => {
  test('every item of the order is redeemed, once', async () => {
    const { orderId, items } = await till.bought([ticket(2, 2, 3)]);
    expect(items.every((item) => item.available_group_claim)).toBe(true);
    const path = `/v2/orders/${orderId}/claim`;
    const first = await stack.post(path, { key: till.key, body: { group_code: items[0]?.group_code } });
    expect(first.status).toBe(200);
    expect(Object.keys(first.body).toSorted()).toEqual(['info', 'message']);
    for (const { code } of items) expect((await till.item(code)).status).toBe(3);
    expect((await stack.post(path, { key: till.key })).status).toBe(422);
  });

  test('an order with a partly claimed item is not redeemed as a group', async () => {
    const { orderId, items } = await till.bought(giftCard(10000, 3));
    await till.claim(items[1]?.code ?? '', offCard);
    expect((await till.item(items[0]?.code ?? '')).available_group_claim).toBe(false);
    const { status } = await stack.post(`/v2/orders/${orderId}/claim`, { key: till.key });
    expect(status).toBe(422);
    expect((await till.item(items[0]?.code ?? '')).remaining_amount).toBe(100);
  });

  test('an unpaid order has nothing to redeem', async () => {
    const { body } = await new Shop(stack, till.key).order(giftCard(10000));
    expect((await stack.post(`/v2/orders/${body.id}/claim`, { key: till.key })).status).toBe(422);
  });

  test('an unknown order returns 404, an unknown group of an order 422', async () => {
    expect((await stack.post(`/v2/orders/po_${'0'.repeat(32)}/claim`, { key: till.key })).status).toBe(404);
    const { body } = await till.issue({ amount: 100 });
    const answer = await stack.post(`/v2/orders/${body.order_id}/claim`, {
      key: till.key,
      body: { group_code: 'nope' },
    });
    expect(answer.status).toBe(422);
  });

  test('an order with more items than one transaction allows is redeemed completely or not at all', async () => {
    const { body } = await till.issue({ amount: 10, piece: 120 });
    expect((await stack.post(`/v2/orders/${body.order_id}/claim`, { key: till.key })).status).toBe(200);
    const { body: list } = await till.search({ order_id: body.order_id, status: '3', limit: '100' });
    expect(list.data).toHaveLength(100);
    expect(list.has_more).toBe(true);
  });

  test('one of several concurrent claims of an order succeeds', async () => {
    const { body } = await till.issue({ amount: 10, piece: 5 });
    const path = `/v2/orders/${body.order_id}/claim`;
    const answers = await Promise.all([1, 2, 3].map(() => stack.post(path, { key: till.key })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
  });
});

describe('refund of an order', () => {
  test('refunded value is no longer spendable, and spent value stays spent', async () => {
    const { orderId, items } = await till.bought(giftCard(10000, 2));
    await till.claim(items[0]?.code ?? '', offCard);
    const refund = await stack.post(`/v2/orders/${orderId}/refund`, { key: till.key, idempotencyKey: true });
    expect(refund.status).toBe(200);
    expect(await till.item(items[0]?.code ?? '')).toMatchObject({ status: 3, remaining_amount: 0 });
    expect(await till.item(items[1]?.code ?? '')).toMatchObject({ status: 4, remaining_amount: 0 });
    expect((await till.claim(items[1]?.code ?? '')).status).toBe(422);
  });

  test('a partial refund lowers unspent value by the refunded amount', async () => {
    const { orderId, items } = await till.bought(giftCard(10000, 1));
    await stack.post(`/v2/orders/${orderId}/refund`, { key: till.key, idempotencyKey: true, body: { amount: 4000 } });
    expect(await till.item(items[0]?.code ?? '')).toMatchObject({ status: 6, remaining_amount: 60 });
  });

  test('value claimed before a full refund can never be spent again', async () => {
    const { orderId, items } = await till.bought(giftCard(10000, 2));
    const [used = '', whole = ''] = items.map(({ code }) => code);
    await till.claim(used);
    await stack.post(`/v2/orders/${orderId}/refund`, { key: till.key, idempotencyKey: true });
    expect(await till.item(whole)).toMatchObject({ status: 4, available_refund: false });
    const item = await till.item(used);
    expect(item).toMatchObject({ status: 3, available_refund: false, available_claim: false });
    const { status, body } = await till.do(used, 'refund', { type: 'all' });
    expect(status).toBe(422);
    expect(body.error.message).toBe(item.refund_error);
    expect(item.refund_error).toContain('given back with the order');
  });

  test('a partial refund that is covered by unspent value allows claims to be undone', async () => {
    const { orderId, items } = await till.bought(giftCard(10000));
    const code = items[0]?.code ?? '';
    await till.claim(code, offCard);
    await stack.post(`/v2/orders/${orderId}/refund`, { key: till.key, idempotencyKey: true, body: { amount: 4000 } });
    expect((await till.do(code, 'refund', { type: 'all' })).body).toMatchObject({ remaining_value: 60 });
  });

  test('a partial refund of spent value keeps that part spent', async () => {
    const { orderId, items } = await till.bought(giftCard(10000));
    const code = items[0]?.code ?? '';
    await till.claim(code);
    await stack.post(`/v2/orders/${orderId}/refund`, { key: till.key, idempotencyKey: true, body: { amount: 4000 } });
    const undone = await till.do(code, 'refund', { type: 'all' });
    expect(undone.body).toMatchObject({ remaining_value: 60, partly_refunded: true });
    expect((await till.do(code, 'refund', { type: 'all' })).status).toBe(422);
  });

  test('a refund that the gateway refuses leaves claims of the order unchanged', async () => {
    const order = await new Shop(stack, till.key).sell(giftCard(10000), {}, 'unrefundable');
    const code = (await till.search({ order_id: order.id })).body.data[0]?.code ?? '';
    await till.claim(code, offCard);
    await stack.post(`/v2/orders/${order.id}/refund`, { key: till.key, idempotencyKey: true });
    expect(await till.item(code)).toMatchObject({ status: 6, remaining_amount: 70, available_refund: true });
    expect((await till.do(code, 'refund', { type: 'all' })).body).toMatchObject({ remaining_value: 100 });
    await till.claim(code);
    await stack.post(`/v2/orders/${order.id}/refund`, { key: till.key, idempotencyKey: true });
    expect(await till.item(code)).toMatchObject({ status: 3, available_refund: true, refund_error: null });
  });

  test('a refund that the gateway refuses leaves every item unchanged', async () => {
    const order = await new Shop(stack, till.key).sell(giftCard(10000, 2), {}, 'unrefundable');
    const before = (await till.search({ order_id: order.id })).body.data;
    await till.claim(before[0]?.code ?? '', offCard);
    const refund = await stack.post(`/v2/orders/${order.id}/refund`, { key: till.key, idempotencyKey: true });
    expect(refund.status).toBe(502);
    expect(await till.item(before[0]?.code ?? '')).toMatchObject({ status: 6, remaining_amount: 70 });
    expect(await till.item(before[1]?.code ?? '')).toEqual(
      expect.objectContaining({ status: 6, remaining_amount: 100 }),
    );
    const { data } = await till.history(before[1]?.code ?? '');
    expect(data.map(({ kind }) => kind)).toEqual(['issue', 'withdraw', 'reinstate']);
  });
});
