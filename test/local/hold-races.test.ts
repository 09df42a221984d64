import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endOfDayMs } from '../../functions/platform/zones.ts';
import { itemSeed, Till, type ItemBody, type Outcome } from '../support/item-shop.ts';
import { ALL_SCOPES } from '../support/seed.ts';
import { giftCard } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let till: Till;
/** Several keys, because the tests send more requests than the 600 a minute that one key allows. */
const KEYS = Array.from('abcdef', (digit) => `lp_live_${digit.repeat(32)}_${'9'.repeat(64)}`);
let started = 0;
beforeAll(async () => {
  const busy = KEYS.map((key) => ({ company: 'till', label: 'busy', key, scopes: ALL_SCOPES, created_by: 'tilde' }));
  stack = await startStack({ seed: { ...itemSeed, api_keys: [...itemSeed.api_keys, ...busy] } });
});
beforeEach(() => {
  till = new Till(stack, KEYS[started++ % KEYS.length]);
});
afterAll(() => stack.stop());

/** A card of 100, and the order that sold it. */
interface SoldCard {
  code: string;
  orderId: string;
}

const post = (path: string, body?: object, idempotencyKey: string = randomUUID()): Promise<Outcome> =>
  stack.post(path, { key: till.key, headers: { 'Idempotency-Key': idempotencyKey }, ...(body ? { body } : {}) });
const held = (code: string, amount = 60, more: object = {}, idempotencyKey?: string): Promise<Outcome> =>
  post('/v2/redemptions', { sources: [{ code, amount }], capture: false, ...more }, idempotencyKey);
const onHold = ({ body }: Outcome, verb: string, more?: object): Promise<Outcome> =>
  post(`/v2/redemptions/${String(body['id'])}/${verb}`, more);
const gateway = async ({ orderId }: SoldCard, event: string, amount?: number): Promise<Outcome> => {
  const body = { order_id: orderId, event, ...(amount === undefined ? {} : { amount }) };
  return stack.call('POST', '/_local/gateway', { body });
};
const simulateEvent = async (sold: SoldCard, event: string, amount?: number): Promise<void> => {
  expect((await gateway(sold, event, amount)).status).toBe(200);
  await stack.idle();
};
const refundOrder = ({ orderId }: SoldCard, body?: object): Promise<Outcome> =>
  post(`/v2/orders/${orderId}/refund`, body);
const sold = async (): Promise<SoldCard> => {
  const { orderId, items } = await till.bought(giftCard(10_000));
  return { orderId, code: items[0]?.code ?? '' };
};

/** Claimed value of an item that was not restored. */
const claimedOf = async (code: string): Promise<number> => {
  const { data } = await till.history(code, { limit: '100' });
  const claims = data.filter(({ kind }) => kind === 'claim' || kind === 'refund');
  return claims.reduce((sum, { amount }) => sum - amount, 0);
};

/** Reads the value of an item, and checks that claimed, held and free value do not exceed its amount. */
const booksOf = async (code: string): Promise<ItemBody & { held: number; free: number; claimed: number }> => {
  const item = await till.item(code);
  const [reserved, free] = [Number(item['held_amount']), Number(item['available_amount'])];
  const claimed = await claimedOf(code);
  expect(claimed + reserved + free).toBeLessThanOrEqual(item.amount);
  expect(reserved + free).toBeLessThanOrEqual(item.remaining_amount);
  return { ...item, held: reserved, free, claimed };
};

interface RaceCase {
  /** Operation that runs concurrently with a hold of 60 of 100. */
  other: (sold: SoldCard) => Promise<Outcome>;
  /** Preparation before both operations. */
  before?: (sold: SoldCard) => Promise<unknown>;
  /** Whether only one of the two operations can succeed. */
  excludes: boolean;
  /** Claimed and free value after the capture of the hold, if both operations succeeded. */
  both?: { claimed: number; free: number };
}

const CROSSINGS: Record<string, RaceCase> = {
  'a claim of the same value': {
    other: ({ code }) => till.claim(code, { type: 'amount', amount: 60 }),
    excludes: true,
  },
  'a claim of the remaining value': {
    other: ({ code }) => till.claim(code, { type: 'amount', amount: 40 }),
    excludes: false,
    both: { claimed: 100, free: 0 },
  },
  'a claim of everything': { other: ({ code }) => till.claim(code), excludes: true },
  'a claim of the whole order': { other: ({ orderId }) => post(`/v2/orders/${orderId}/claim`), excludes: true },
  'the undo of a claim': {
    before: ({ code }) => till.claim(code, { type: 'amount', amount: 30 }),
    other: ({ code }) => till.do(code, 'refund', { type: 'all' }),
    excludes: false,
    both: { claimed: 60, free: 40 },
  },
  'another hold': { other: ({ code }) => held(code), excludes: true },
  'an immediate redemption': {
    other: ({ code }) => post('/v2/redemptions', { sources: [{ code, amount: 60 }] }),
    excludes: true,
  },
  'a cancellation': { other: ({ code }) => till.do(code, 'cancel'), excludes: true },
  'a block': {
    other: ({ code }) => post(`/v2/items/${code}/block`, { reason: 'lost' }),
    excludes: false,
    both: { claimed: 60, free: 0 },
  },
  'a replacement': { other: ({ code }) => post(`/v2/items/${code}/replace`), excludes: true },
  'an extension': {
    other: ({ code }) => post(`/v2/items/${code}/extend`, { validity: '2045-01-01' }),
    excludes: false,
    both: { claimed: 60, free: 40 },
  },
  'a dispute of the order that sold it': { other: (each) => gateway(each, 'dispute_opened'), excludes: false },
  'a refund of a part of the order that sold it': {
    other: (each) => refundOrder(each, { amount: 4000 }),
    excludes: false,
    both: { claimed: 60, free: 0 },
  },
  'a reduction of its value': {
    other: ({ code }) => post(`/v2/items/${code}/adjust`, { amount: -60, reason: 'count' }),
    excludes: true,
  },
  'a refund that names the item': { other: (each) => refundOrder(each, { items: [each.code] }), excludes: true },
  'a refund without named items': {
    other: (each) => refundOrder(each),
    excludes: false,
    both: { claimed: 60, free: 0 },
  },
};

describe('a hold of 60 of 100, concurrent with', () => {
  test.each(Object.entries(CROSSINGS))('%s', async (_name, { other, before, excludes, both }) => {
    for (const order of ['hold first', 'other first', 'hold first'] as const) {
      const each = await sold();
      await before?.(each);
      const calls = [() => held(each.code), () => other(each)];
      if (order === 'other first') calls.reverse();
      const answers = await Promise.all(calls.map((call) => call()));
      const [hold, second] = order === 'other first' ? answers.toReversed() : answers;
      if (!hold || !second) throw new Error('Two responses are expected');
      await stack.idle();
      const isHeld = hold.status === 201;
      const isDone = second.status < 300;
      for (const { status } of answers) expect([200, 201, 409, 422]).toContain(status);
      expect(isHeld || isDone).toBe(true);
      if (excludes) expect(isHeld && isDone).toBe(false);
      await booksOf(each.code);
      if (!isHeld) continue;
      // A hold guarantees its value, so its capture succeeds.
      expect((await onHold(hold, 'capture')).body).toMatchObject({ status: 'captured', captured_amount: 60 });
      const after = await booksOf(each.code);
      expect(after.held).toBe(0);
      if (both && isDone) expect([after.claimed, after.free]).toEqual([both.claimed, both.free]);
    }
  });

  test('the same key, which creates one hold', async () => {
    const { code } = await sold();
    const answers = await Promise.all([1, 2, 3].map(() => held(code, 60, {}, `twice-${code}`)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(1);
    expect((await booksOf(code)).held).toBe(60);
  });
});

describe('two concurrent operations that end one hold', () => {
  const PAIRS: [string, (hold: Outcome) => Promise<Outcome>[]][] = [
    ['two captures', (hold) => [onHold(hold, 'capture'), onHold(hold, 'capture', { amount: 50 })]],
    ['capture and release', (hold) => [onHold(hold, 'capture'), onHold(hold, 'release')]],
    ['release and capture', (hold) => [onHold(hold, 'release'), onHold(hold, 'capture')]],
  ];
  test.each(PAIRS)('%s', async (_name, both) => {
    for (let round = 0; round < 5; round++) {
      const { code } = await sold();
      const hold = await held(code);
      const answers = await Promise.all(both(hold));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const refused = answers.find(({ status }) => status === 409);
      expect(refused?.body.error.code).toMatch(/^redemption_not_(capturable|releasable)$/);
      const { body } = await stack.get<{ captured_amount: number }>(`/v2/redemptions/${String(hold.body['id'])}`, {
        key: till.key,
      });
      const { claimed, held: reserved } = await booksOf(code);
      expect([claimed, reserved]).toEqual([body.captured_amount, 0]);
    }
  });

  test('three refunds of one redemption, which restore the captured amount once', async () => {
    const { code } = await sold();
    const redemption = await post('/v2/redemptions', { sources: [{ code, amount: 60 }] });
    const answers = await Promise.all([1, 2, 3].map(() => onHold(redemption, 'refund')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect((await booksOf(code)).free).toBe(100);
  });
});

describe('a hold and events of the payment', () => {
  test.each([
    ['opened', ['dispute_opened'], { claimed: 60, free: 40 }],
    ['won', ['dispute_opened', 'dispute_won'], { claimed: 60, free: 40 }],
    ['lost', ['dispute_opened', 'dispute_lost'], { claimed: 60, free: 0 }],
  ])('a dispute that is %s leaves the held value', async (_name, events, { claimed, free }) => {
    const each = await sold();
    const hold = await held(each.code);
    for (const event of events) await simulateEvent(each, event);
    const during = await booksOf(each.code);
    expect(during.held).toBe(60);
    if (!events.includes('dispute_won')) expect((await held(each.code, 1)).status).toBe(422);
    expect((await onHold(hold, 'capture')).body).toMatchObject({ captured_amount: 60 });
    const after = await booksOf(each.code);
    expect([after.claimed, after.available_claim ? after.free : 0]).toEqual([claimed, events.length === 1 ? 0 : free]);
  });

  test.each(['capture', 'release'] as const)(
    'a refund from the dashboard counts held value as spent: %s',
    async (verb) => {
      const each = await sold();
      const hold = await held(each.code);
      await simulateEvent(each, 'refund');
      expect((await booksOf(each.code)).free).toBe(0);
      expect((await onHold(hold, verb)).status).toBe(200);
      const after = await booksOf(each.code);
      expect([after.free, after.available_claim]).toEqual([0, false]);
      // Value repaid in money does not return to the card.
      expect((await till.do(each.code, 'refund', { type: 'all' })).status).toBe(422);
      if (verb === 'capture') expect((await onHold(hold, 'refund')).status).toBe(422);
      expect((await booksOf(each.code)).free).toBe(0);
    },
  );

  test('a concurrent refund from the dashboard never pays out held value', async () => {
    for (let round = 0; round < 3; round++) {
      const each = await sold();
      const [hold] = await Promise.all([held(each.code), gateway(each, 'refund')]);
      await stack.idle();
      if (hold.status === 201) expect((await onHold(hold, 'capture')).status).toBe(200);
      const after = await booksOf(each.code);
      expect([after.free, after.claimed]).toEqual([0, hold.status === 201 ? 60 : 0]);
    }
  });
});

describe('a hold and the expiry of its item', () => {
  test('is either kept or rejected at the time of expiry', async () => {
    for (let round = 0; round < 3; round++) {
      const validity = new Date((await stack.nowMs()) + 2 * 86_400_000).toISOString().slice(0, 10);
      const code = await till.card(100, { validity });
      await stack.moveTo(new Date(endOfDayMs(validity, 'Europe/Copenhagen') - 20).toISOString());
      const [hold] = await Promise.all([held(code), stack.advance(1), stack.runSchedule('item-expiry')]);
      expect([201, 422]).toContain(hold.status);
      await stack.runSchedule('item-expiry');
      await stack.idle();
      const isHeld = hold.status === 201;
      expect(await booksOf(code)).toMatchObject({ status: 5, held: isHeld ? 60 : 0, claimed: 0, free: 0 });
      if (isHeld) expect((await onHold(hold, 'capture')).body).toMatchObject({ captured_amount: 60 });
      expect(await booksOf(code)).toMatchObject({ status: 5, held: 0, claimed: isHeld ? 60 : 0 });
    }
  });

  test('can be captured after the item has expired, until the hold ends', async () => {
    const validity = new Date((await stack.nowMs()) + 2 * 86_400_000).toISOString().slice(0, 10);
    const code = await till.card(100, { validity });
    const [hold, late] = [
      await held(code, 30, { expires_in_seconds: 604_800 }),
      await held(code, 30, { expires_in_seconds: 604_800 }),
    ];
    await stack.advance(4 * 86_400);
    await stack.idle();
    expect((await till.item(code)).status).toBe(5);
    expect((await held(code, 1)).status).toBe(422);
    expect((await onHold(hold, 'capture')).body).toMatchObject({ status: 'captured', captured_amount: 30 });
    expect(await booksOf(code)).toMatchObject({ status: 5, held: 30, claimed: 30 });
    await stack.advance(3 * 86_400 + 1);
    expect((await onHold(late, 'capture')).body.error.code).toBe('redemption_expired');
    expect((await onHold(late, 'release')).body).toMatchObject({ status: 'expired' });
    expect((await booksOf(code)).held).toBe(0);
  });
});
