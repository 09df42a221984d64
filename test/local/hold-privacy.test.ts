import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { itemSeed, Till, TILL_KEY, type Outcome } from '../support/item-shop.ts';
import { ops } from '../support/ops.ts';
import { experience, Shop, type ErrorBody, type OrderBody } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

/** Privacy erasure during holds and card payments. */
let stack: RunningStack;
let till: Till;
let shop: Shop;
beforeAll(async () => {
  stack = await startStack({ seed: itemSeed });
  till = new Till(stack);
  shop = new Shop(stack, TILL_KEY);
});
afterAll(() => stack.stop());

const key = TILL_KEY;
/** Price of the experience that cards pay for, smallest currency unit. */
const PRICE = 80_000;

type OrderWithCards = OrderBody & {
  payment: OrderBody['payment'] & {
    due: number;
    captured_amount: number;
    gift_cards: { id: string; amount: number; status: string; refunded_amount: number }[];
  };
};

interface Person {
  name: string;
  email: string;
}
let people = 0;
const person = (): Person => ({ name: `Gerda Unik ${++people}`, email: `gerda-${people}@hold.example` });

const post = (path: string, body?: object, idempotencyKey: string = randomUUID()): Promise<Outcome> =>
  stack.post(path, { key, idempotencyKey, ...(body ? { body } : {}) });
const cardOf = ({ name, email }: Person, amount = 100): Promise<string> =>
  till.card(amount, { receiver_name: name, receiver_email: email });
const held = (code: string, amount = 60): Promise<Outcome> =>
  post('/v2/redemptions', { sources: [{ code, amount }], capture: false, reference: 'R-1' });
const onHold = ({ body }: Outcome, verb: string, more?: object): Promise<Outcome> =>
  post(`/v2/redemptions/${String(body['id'])}/${verb}`, more);
const privacy = (what: string, { email }: Person) => ops(stack, 'privacy', what, '--email', email, '--company', 'till');
const erased = async (who: Person): Promise<string> => {
  const { status, stdout, stderr } = await privacy('erase', who);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).not.toContain('The email address is also in');
  return stdout;
};
/** Checks that a card has no personal data, and returns its figures. */
const figuresOf = async (code: string, { name, email }: Person): Promise<[number, unknown, unknown]> => {
  const item = await till.item(code);
  for (const text of [name, email]) expect(JSON.stringify(item)).not.toContain(text);
  return [item.remaining_amount, item['held_amount'], item['available_amount']];
};
const isForgotten = async (who: Person): Promise<void> => {
  const kept = JSON.parse((await privacy('export', who)).stdout) as Record<string, unknown[]>;
  expect([kept['orders'], kept['items'], kept['resends']]).toEqual([[], [], []]);
  expect((await till.search({ search: who.email })).body.data).toEqual([]);
};
const apply = (id: string, code: string, amount?: number): Promise<Outcome> =>
  post(`/v2/orders/${id}/gift-cards`, { code, ...(amount === undefined ? {} : { amount }) });
const read = async (id: string): Promise<OrderWithCards> => (await shop.read(id)) as OrderWithCards;
const unpaid = async (more: object = {}): Promise<OrderBody> => {
  const { status, body } = await shop.order<OrderBody>(experience(1), more);
  expect([status, body.amounts.total]).toEqual([201, PRICE]);
  return body;
};

describe('erasing the holder of cards while tills hold their value', () => {
  const heldCards = async (who: Person, count: number): Promise<{ code: string; hold: Outcome }[]> => {
    const codes = await Promise.all(Array.from({ length: count }, () => cardOf(who)));
    return Promise.all(codes.map(async (code) => ({ code, hold: await held(code) })));
  };

  test('can be repeated, and each hold can then be captured, released or refunded, or expire', async () => {
    const who = person();
    const [whole, part, freed, late] = await heldCards(who, 4);
    if (!whole || !part || !freed || !late) throw new Error('Four cards are expected');
    for (const summary of ['items 4', 'orders 0, items 0']) {
      expect(await erased(who)).toContain(summary);
      for (const { code } of [whole, part, freed, late]) expect(await figuresOf(code, who)).toEqual([100, 60, 40]);
    }
    expect((await till.claim(whole.code, { type: 'amount', amount: 41 })).status).toBe(422);
    expect((await onHold(whole.hold, 'capture')).body).toMatchObject({ captured_amount: 60 });
    expect((await onHold(part.hold, 'capture', { amount: 25 })).body).toMatchObject({ captured_amount: 25 });
    expect((await onHold(freed.hold, 'release')).body).toMatchObject({ status: 'released' });
    expect(await figuresOf(whole.code, who)).toEqual([40, 0, 40]);
    expect(await figuresOf(part.code, who)).toEqual([75, 0, 75]);
    expect(await figuresOf(freed.code, who)).toEqual([100, 0, 100]);
    for (const { code, hold } of [whole, part]) {
      expect((await onHold(hold, 'refund')).body).toMatchObject({ status: 'refunded' });
      expect(await figuresOf(code, who)).toEqual([100, 0, 100]);
    }
    await stack.advance(901);
    expect(await figuresOf(late.code, who)).toEqual([100, 0, 100]);
    expect((await onHold(late.hold, 'capture')).body.error.code).toBe('redemption_expired');
    await isForgotten(who);
  });

  test('does not affect concurrent changes to the cards, each of which takes effect once', async () => {
    const CHANGES: [(code: string, hold: Outcome) => Promise<Outcome>, [number, number, number]][] = [
      [(code) => held(code, 40), [100, 100, 0]],
      [(_code, hold) => onHold(hold, 'capture'), [40, 0, 40]],
      [(_code, hold) => onHold(hold, 'release'), [100, 0, 100]],
      [(code) => till.claim(code, { type: 'amount', amount: 40 }), [60, 60, 0]],
      [(code) => post(`/v2/items/${code}/block`, {}), [100, 60, 0]],
      [(code) => post(`/v2/items/${code}/adjust`, { amount: -40, reason: 'count' }), [60, 60, 0]],
    ];
    for (let round = 0; round < 2; round++) {
      const who = person();
      const cards = await heldCards(who, CHANGES.length);
      const [first, ...answers] = await Promise.all([
        privacy('erase', who),
        ...cards.map(({ code, hold }, at) => CHANGES[at]?.[0](code, hold)),
      ]);
      expect(first.status).toBe(0);
      for (const answer of answers) expect(answer?.status).toBeLessThan(300);
      // A request that began before the first erasure may have recorded its reply after it; a second erasure reports
      // that.
      await erased(who);
      const figures = await Promise.all(cards.map(({ code }) => figuresOf(code, who)));
      expect(figures).toEqual(CHANGES.map(([, expected]) => expected));
      await isForgotten(who);
    }
  });

  test('leaves one card with the value, and none with personal data, during a concurrent replacement', async () => {
    for (let round = 0; round < 2; round++) {
      const who = person();
      const code = await cardOf(who);
      const [first, replaced] = await Promise.all([privacy('erase', who), post(`/v2/items/${code}/replace`)]);
      expect([first.status, replaced.status]).toEqual([0, 201]);
      await stack.idle();
      // The replacement may have recorded its email address after the first erasure; a second one reports that.
      await erased(who);
      const next = (await till.search({ order_id: String(replaced.body['order_id']) })).body.data[0]?.code ?? '';
      expect(await figuresOf(code, who)).toEqual([0, 0, 0]);
      expect(await figuresOf(next, who)).toEqual([100, 0, 100]);
      await isForgotten(who);
    }
  });

  test('leaves an order captured when it is captured concurrently', async () => {
    for (let round = 0; round < 2; round++) {
      const who = person();
      const { body } = await till.issue({
        amount: 100,
        piece: 2,
        capture: false,
        receiver_name: who.name,
        receiver_email: who.email,
      });
      const path = `/v2/orders/${body.order_id}/capture`;
      const [, captured] = await Promise.all([erased(who), post(path)]);
      expect(captured.status).toBe(200);
      await stack.idle();
      expect((await post(path)).status).toBe(404);
      for (const { code } of body.items) expect(await figuresOf(code, who)).toEqual([100, 0, 100]);
      await isForgotten(who);
    }
  });
});

describe('erasing the holder of a card that pays for an unpaid order of another buyer', () => {
  const paying = async (): Promise<{ who: Person; code: string; order: OrderBody }> => {
    const who = person();
    const code = await cardOf(who, 1000);
    const order = await unpaid();
    expect((await apply(order.id, code, 30_000)).status).toBe(201);
    expect(await erased(who)).toContain('orders 0, items 1');
    expect(await erased(who)).toContain('orders 0, items 0');
    expect(await figuresOf(code, who)).toEqual([1000, 300, 700]);
    expect((await read(order.id)).payment).toMatchObject({ due: PRICE - 30_000, gift_cards: [{ status: 'held' }] });
    return { who, code, order };
  };

  test('allows the rest to be paid and the order to be refunded', async () => {
    const { who, code, order } = await paying();
    await shop.pay((await shop.session(order.id)).body.url);
    await stack.idle();
    const { status, payment } = await read(order.id);
    expect([status, payment.captured_amount, payment.gift_cards[0]?.status]).toEqual([
      'fulfilled',
      PRICE - 30_000,
      'captured',
    ]);
    expect(await figuresOf(code, who)).toEqual([700, 0, 700]);
    expect((await shop.refund(order.id)).body).toMatchObject({
      amount: PRICE,
      gateway_amount: PRICE - 30_000,
      gift_cards: [{ amount: 30_000, given_back: true }],
    });
    expect(await figuresOf(code, who)).toEqual([1000, 0, 1000]);
    await isForgotten(who);
  });

  test('allows the card to be removed and the order to expire', async () => {
    for (const end of ['removed', 'expired'] as const) {
      const { who, code, order } = await paying();
      const [card] = (await read(order.id)).payment.gift_cards;
      const path = `/v2/orders/${order.id}/gift-cards/${card?.id ?? ''}`;
      if (end === 'removed') await stack.call('DELETE', path, { key, idempotencyKey: true });
      else await stack.advance(25 * 3600);
      await stack.idle();
      expect((await read(order.id)).payment.gift_cards[0]?.status).toBe('released');
      expect(await figuresOf(code, who)).toEqual([1000, 0, 1000]);
    }
  });
});

test('the buyer of an order that a card pays for is erased only after the order has ended', async () => {
  const who = person();
  const code = await till.card(1000);
  const order = await unpaid({ sender: who, recipient: who });
  await apply(order.id, code, 30_000);
  const early = await privacy('erase', who);
  expect([early.status, early.stderr.includes(order.id)]).toEqual([1, true]);
  expect((await read(order.id)).payment.gift_cards).toMatchObject([{ status: 'held', amount: 30_000 }]);
  expect((await apply(order.id, await till.card(1000))).body).toMatchObject({ status: 'paid' });
  await stack.idle();
  expect(await erased(who)).toContain('orders 1');
  expect((await shop.refund<ErrorBody>(order.id, { amount: 60_000 })).body).toMatchObject({
    gateway_amount: 0,
    gift_cards: [
      { amount: 50_000, given_back: true },
      { amount: 10_000, given_back: true },
    ],
  });
  expect(await figuresOf(code, who)).toEqual([800, 0, 800]);
  await isForgotten(who);
});

test('the books are consistent afterwards', async () => {
  await stack.idle();
  await stack.runSchedule('integrity-check');
  const { body } = await stack.get<{ findings: object[] }>('/v2/reports/integrity', { key });
  expect(body.findings).toEqual([]);
});
