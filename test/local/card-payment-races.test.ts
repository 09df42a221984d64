import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { itemSeed, Till, TILL_KEY } from '../support/item-shop.ts';
import { experience, giftCard, Shop, type ErrorBody, type OrderBody } from '../support/shop.ts';
import { startStack, type Answer, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let shop: Shop;
let till: Till;
beforeAll(async () => {
  stack = await startStack({ seed: { ...itemSeed, campaigns: [] } });
  shop = new Shop(stack, TILL_KEY);
  till = new Till(stack);
});
afterAll(() => stack.stop());

const key = TILL_KEY;
/** Price of the experience that cards pay for, smallest currency unit. */
const PRICE = 80_000;

type OrderWithCards = OrderBody & {
  payment: OrderBody['payment'] & {
    due: number;
    captured_amount: number;
    gift_cards: { id: string; item_id: string; amount: number; status: string; refunded_amount: number }[];
    returned_captures: { amount: number }[];
  };
};
interface RefundBody {
  amount: number;
  refundable: number;
  gateway_amount: number;
  gift_cards: { amount: number; given_back: boolean }[];
}

interface SoldCard {
  /** Id of the order that sold the card. */
  orderId: string;
  code: string;
}

const sold = async (amount: number): Promise<SoldCard> => {
  const { orderId, items } = await till.bought(giftCard(amount));
  return { orderId, code: items[0]?.code ?? '' };
};
const unpaid = async (): Promise<OrderWithCards> => {
  const { body } = await shop.order(experience(1));
  expect(body.amounts.total).toBe(PRICE);
  return body as OrderWithCards;
};
const read = async (id: string): Promise<OrderWithCards> => (await shop.read(id)) as OrderWithCards;
const apply = (id: string, code: string, amount?: number, idempotencyKey: string = randomUUID()) =>
  stack.post<OrderWithCards & ErrorBody>(`/v2/orders/${id}/gift-cards`, {
    body: { code, ...(amount === undefined ? {} : { amount }) },
    key,
    idempotencyKey,
  });
const remove = (id: string, card: string) =>
  stack.call<OrderWithCards & ErrorBody>('DELETE', `/v2/orders/${id}/gift-cards/${card}`, {
    key,
    idempotencyKey: true,
  });
const refund = (id: string, body?: object): Promise<Answer<RefundBody & ErrorBody>> => shop.refund(id, body);
const freeOf = async (code: string): Promise<number> => Number((await till.item(code))['available_amount']);
/** Creates an order and pays it with the card only. */
const paidBy = async (code: string): Promise<OrderWithCards> => {
  const order = await unpaid();
  expect((await apply(order.id, code)).body.payment.due).toBe(0);
  await stack.idle();
  return read(order.id);
};
const gateway = async (order_id: string, event: string, amount?: number): Promise<void> => {
  const body = { order_id, event, ...(amount === undefined ? {} : { amount }) };
  expect((await stack.call('POST', '/_local/gateway', { body })).status).toBe(200);
  await stack.idle();
};

describe('the order that sold the card is refunded', () => {
  test.each([
    ['in full', undefined, 0, false],
    // The value that was not refunded in money is returned to the card first.
    ['in part', 50_000, 500, true],
  ])('%s, then the order that the card paid for', async (_name, amount, left, isBack) => {
    const card = await sold(PRICE);
    const order = await paidBy(card.code);
    expect((await refund(card.orderId, amount === undefined ? undefined : { amount })).status).toBe(200);
    const { body } = await refund(order.id);
    expect(body).toMatchObject({ amount: PRICE, refundable: 0, gateway_amount: 0 });
    const back = body.gift_cards.filter(({ given_back: isGiven }) => isGiven);
    expect(back.reduce((sum, part) => sum + part.amount, 0)).toBe(isBack ? PRICE - 50_000 : 0);
    expect(body.gift_cards.reduce((sum, part) => sum + part.amount, 0)).toBe(PRICE);
    expect(await freeOf(card.code)).toBe(isBack ? (PRICE - 50_000) / 100 : left);
    expect((await read(order.id)).payment.gift_cards[0]?.refunded_amount).toBe(PRICE);
    // A refund of the remaining price withdraws the restored value.
    const reply = await refund(card.orderId);
    expect(reply.status).toBe(isBack ? 200 : 409);
    expect(await freeOf(card.code)).toBe(0);
  });

  test('concurrently with the order that the card paid for, and the buyer receives the value once', async () => {
    for (let round = 0; round < 3; round++) {
      const card = await sold(PRICE);
      const order = await paidBy(card.code);
      const answers = await Promise.all([refund(card.orderId), refund(order.id)]);
      await stack.idle();
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const [money, value] = answers.map(({ body }) => body);
      expect(money?.amount).toBe(PRICE);
      expect(value?.amount).toBe(PRICE);
      expect(await freeOf(card.code)).toBe(0);
      const { data } = await till.history(card.code, { limit: '100' });
      expect(data.at(-1)?.remaining_amount).toBe(0);
    }
  });

  test('while the card pays, and its value is either spent or refunded, never both', async () => {
    for (let round = 0; round < 3; round++) {
      const card = await sold(PRICE);
      const order = await unpaid();
      const calls = [() => apply(order.id, card.code), () => refund(card.orderId)];
      const answers = await Promise.all((round % 2 === 0 ? calls : calls.toReversed()).map((call) => call()));
      const [applied, refunded] = round % 2 === 0 ? answers : answers.toReversed();
      await stack.idle();
      expect([201, 409, 422]).toContain(applied?.status);
      expect([200, 409, 422]).toContain(refunded?.status);
      expect(await freeOf(card.code)).toBe(0);
      const after = await read(order.id);
      expect(after.status).toBe(applied?.status === 201 ? 'fulfilled' : 'pending_payment');
      if (applied?.status !== 201) {
        expect(refunded?.status).toBe(200);
        continue;
      }
      const { gift_cards: parts } = (await refund(order.id)).body;
      expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(PRICE);
      expect(parts.some(({ given_back: isGivenBack }) => isGivenBack)).toBe(refunded?.status !== 200);
    }
  });

  test('from the dashboard or by a lost dispute, and the card that paid stays spent', async () => {
    for (const event of ['refund', 'dispute_lost']) {
      const card = await sold(PRICE);
      const order = await paidBy(card.code);
      if (event === 'dispute_lost') await gateway(card.orderId, 'dispute_opened');
      await gateway(card.orderId, event);
      expect((await read(order.id)).status).toBe('fulfilled');
      expect((await refund(order.id)).body.gift_cards).toMatchObject([{ amount: PRICE, given_back: false }]);
      expect(await freeOf(card.code)).toBe(0);
    }
  });

  test('except for the value that another order holds, which is refundable when that order ends', async () => {
    const card = await sold(PRICE);
    const order = await unpaid();
    await apply(order.id, card.code, 50_000);
    const named = await refund(card.orderId, { items: [card.code] });
    expect([named.status, named.body.error.code]).toEqual([409, 'item_held']);
    expect((await refund(card.orderId)).body.amount).toBe(PRICE - 50_000);
    await stack.advance(25 * 3600);
    await stack.idle();
    expect((await read(order.id)).payment.gift_cards[0]?.status).toBe('released');
    expect((await refund(card.orderId)).body).toMatchObject({ amount: 50_000, refundable: 0 });
    expect(await freeOf(card.code)).toBe(0);
  });
});

describe('the card changes between payment and refund', () => {
  test('an expired card gets its value back and stays expired', async () => {
    const validity = new Date((await stack.nowMs()) + 2 * 86_400_000).toISOString().slice(0, 10);
    const code = await till.card(PRICE / 100, { validity });
    const order = await paidBy(code);
    await stack.advance(4 * 86_400);
    await stack.idle();
    expect((await refund(order.id)).body.gift_cards).toMatchObject([{ amount: PRICE, given_back: true }]);
    expect(await till.item(code)).toMatchObject({ status: 5, remaining_amount: PRICE / 100, available_claim: false });
  });

  test('a blocked or disputed card cannot pay for a new order, and gets its value back', async () => {
    const card = await sold(PRICE * 2);
    const order = await paidBy(card.code);
    const block = (verb: string) =>
      stack.post(`/v2/items/${card.code}/${verb}`, { key, idempotencyKey: true, body: {} });
    await block('block');
    const other = await unpaid();
    expect((await apply(other.id, card.code)).body.error.code).toBe('gift_card_not_usable');
    expect((await refund(order.id, { amount: 1000 })).body.gift_cards).toMatchObject([{ given_back: true }]);
    await block('unblock');
    await gateway(card.orderId, 'dispute_opened');
    expect((await apply(other.id, card.code)).body.error.code).toBe('gift_card_not_usable');
    expect((await refund(order.id)).body).toMatchObject({ amount: PRICE - 1000, refundable: 0 });
    await gateway(card.orderId, 'dispute_won');
    expect(await freeOf(card.code)).toBe((PRICE * 2) / 100);
  });

  test('a hold for an order is captured by its payment even if the card was blocked in the meantime', async () => {
    const validity = new Date((await stack.nowMs()) + 86_400_000).toISOString().slice(0, 10);
    const code = await till.card(PRICE / 100, { validity });
    const order = await unpaid();
    await apply(order.id, code, 30_000);
    await stack.post(`/v2/items/${code}/block`, { key, idempotencyKey: true, body: {} });
    const session = await shop.session(order.id);
    expect((await shop.pay(session.body.url)).status).toBeLessThan(500);
    await stack.idle();
    expect((await read(order.id)).payment).toMatchObject({
      due: 0,
      captured_amount: PRICE - 30_000,
      status: 'captured',
    });
    expect(await till.item(code)).toMatchObject({ remaining_amount: PRICE / 100 - 300, held_amount: 0 });
  });
});

describe('the part that the gateway captured is disputed, and lost', () => {
  test('an item that costs more than this part is withdrawn completely, and the card’s part stays spent', async () => {
    const { code } = await sold(PRICE);
    const order = await unpaid();
    await apply(order.id, code, 70_000);
    const session = await shop.session(order.id);
    await shop.pay(session.body.url);
    await stack.idle();
    const { data: items } = (await till.search({ order_id: order.id, limit: '100' })).body;
    expect(items.length).toBe(1);
    await gateway(order.id, 'dispute_opened');
    await gateway(order.id, 'dispute_lost');
    const lost = PRICE - 70_000;
    expect((await read(order.id)).payment).toMatchObject({
      status: 'partially_refunded',
      captured_amount: lost,
      refunded_amount: lost,
      gift_cards: [{ amount: 70_000, status: 'captured', refunded_amount: 0 }],
    });
    for (const item of items) {
      expect(await till.item(item.code)).toMatchObject({ available_claim: false, remaining_amount: 0 });
      expect((await till.claim(item.code, {})).status).toBe(422);
    }
    expect(await freeOf(code)).toBe((PRICE - 70_000) / 100);
    expect((await refund(order.id)).body.error.code).toBe('order_not_refundable');
  });
});

describe('cards of an order with an open payment page', () => {
  test('a card that pays for the whole order closes the page, and a payment made there is refunded', async () => {
    const order = await unpaid();
    const { body: session } = await shop.session(order.id);
    const { code } = await sold(PRICE);
    const [applied, paid] = await Promise.all([apply(order.id, code), shop.pay(session.url)]);
    expect(paid.status).toBeLessThan(500);
    await stack.idle();
    const after = await read(order.id);
    expect(after.status).toBe('fulfilled');
    const [card] = after.payment.gift_cards;
    // One of the two has paid, never both.
    const byCard = card?.status === 'captured' ? card.amount : 0;
    expect(byCard + after.payment.captured_amount).toBe(PRICE);
    expect(await freeOf(code)).toBe((PRICE - byCard) / 100);
    if (applied.status === 201) expect(after.payment.captured_amount).toBe(0);
    expect((await shop.session<ErrorBody>(order.id)).body.error.code).toBe('order_not_payable');
  });

  test('a session paid for the former amount is refunded, and the next one charges the amount due', async () => {
    const order = await unpaid();
    const { body: former } = await shop.session(order.id);
    const { code } = await sold(PRICE);
    expect((await apply(order.id, code, 30_000)).body.payment.due).toBe(PRICE - 30_000);
    await shop.pay(former.url);
    await stack.idle();
    expect((await read(order.id)).payment).toMatchObject({ captured_amount: 0, due: PRICE - 30_000 });
    const { body: session } = await shop.session(order.id);
    await shop.pay(session.url);
    await stack.idle();
    expect((await read(order.id)).payment).toMatchObject({ captured_amount: PRICE - 30_000, due: 0 });
  });

  test('removing a card while a session is opened leaves one page for the amount due', async () => {
    for (let round = 0; round < 3; round++) {
      const order = await unpaid();
      const { code } = await sold(PRICE);
      const applied = await apply(order.id, code, 30_000);
      const [card] = applied.body.payment.gift_cards;
      const answers = await Promise.all([remove(order.id, card?.id ?? ''), shop.session<ErrorBody>(order.id)]);
      for (const { status } of answers) expect([200, 201, 409]).toContain(status);
      const { body: session } = await shop.session(order.id);
      await shop.pay(session.url);
      await stack.idle();
      const { payment, status } = await read(order.id);
      const byCards = payment.gift_cards.filter((each) => each.status === 'captured');
      expect(status).toBe('fulfilled');
      expect(payment.captured_amount + byCards.reduce((sum, { amount }) => sum + amount, 0)).toBe(PRICE);
      expect(await freeOf(code)).toBe((PRICE - (byCards[0]?.amount ?? 0)) / 100);
    }
  });
});

describe('concurrent uses of one card', () => {
  test('two orders, a hold and a claim never take more than its value', async () => {
    for (let round = 0; round < 3; round++) {
      const { code } = await sold(PRICE);
      const [one, other] = [await unpaid(), await unpaid()];
      const answers = await Promise.all([
        apply(one.id, code, 50_000),
        apply(other.id, code, 50_000),
        stack.post('/v2/redemptions', {
          key,
          idempotencyKey: true,
          body: { sources: [{ code, amount: 500 }], capture: false },
        }),
        till.claim(code, { type: 'amount', amount: 500 }),
      ]);
      expect(answers.filter(({ status }) => status < 300).length).toBe(1);
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      const item = await till.item(code);
      expect(Number(item['held_amount']) + (PRICE / 100 - item.remaining_amount)).toBe(500);
      expect(item['available_amount']).toBe(300);
    }
  });

  test('identical concurrent requests hold once and pay once', async () => {
    const { code } = await sold(PRICE);
    const order = await unpaid();
    const idempotencyKey = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => apply(order.id, code, undefined, idempotencyKey)));
    for (const { status } of answers) expect([201, 409]).toContain(status);
    const again = await apply(order.id, code, undefined, idempotencyKey);
    expect([again.status, again.body.payment.due]).toEqual([201, 0]);
    await stack.idle();
    expect((await read(order.id)).payment.gift_cards.length).toBe(1);
    expect(await freeOf(code)).toBe(0);
  });

  test('a removed card can be added again while the order expires', async () => {
    const { code } = await sold(PRICE);
    const order = await unpaid();
    const applied = await apply(order.id, code, 30_000);
    await remove(order.id, applied.body.payment.gift_cards[0]?.id ?? '');
    await stack.advance(25 * 3600);
    const [late] = await Promise.all([apply(order.id, code), stack.idle()]);
    await stack.idle();
    expect([201, 409]).toContain(late.status);
    const after = await read(order.id);
    expect(after.status).toBe(late.status === 201 ? 'fulfilled' : 'expired');
    expect(await freeOf(code)).toBe(late.status === 201 ? 0 : PRICE / 100);
  });
});

describe('fifty tills that use three cards', () => {
  test('take exactly the amounts that they report, with concurrent redemptions, claims and orders', async () => {
    const cards = [await sold(PRICE), await sold(PRICE), await sold(PRICE)].map(({ code }) => code);
    const orders = await Promise.all(Array.from({ length: 12 }, unpaid));
    const taken = new Map(cards.map((code) => [code, 0]));
    const take = (code: string, amount: number) => taken.set(code, (taken.get(code) ?? 0) + amount);
    const redeem = async (capture: boolean): Promise<number> => {
      const sources = cards.map((code) => ({ code, amount: 23 }));
      const { status } = await stack.post('/v2/redemptions', { key, idempotencyKey: true, body: { sources, capture } });
      if (status === 201) for (const code of cards) take(code, 23);
      return status;
    };
    const claim = async (code: string): Promise<number> => {
      const { status } = await till.claim(code, { type: 'amount', amount: 31 });
      if (status === 200) take(code, 31);
      return status;
    };
    const pay = async (id: string, code: string): Promise<number> => {
      const { status } = await apply(id, code, 4100);
      if (status === 201) take(code, 41);
      return status;
    };
    const statuses = await Promise.all(
      Array.from({ length: 50 }, (_, at) => {
        const code = cards[at % 3] ?? '';
        if (at < 12) return pay(orders[at]?.id ?? '', code);
        return at % 2 === 0 ? claim(code) : redeem(at % 4 === 1);
      }),
    );
    expect(statuses.filter((status) => ![200, 201, 409, 422].includes(status))).toEqual([]);
    for (const code of cards) {
      const item = await till.item(code);
      const gone = PRICE / 100 - item.remaining_amount + Number(item['held_amount']);
      expect(gone).toBe(taken.get(code));
      expect(Number(item['available_amount'])).toBe(PRICE / 100 - gone);
      expect(Number(item['available_amount'])).toBeLessThan(41);
    }
    await stack.advance(25 * 3600);
    await stack.idle();
    for (const code of cards) {
      const item = await till.item(code);
      expect([item['held_amount'], item['available_amount']]).toEqual([0, item.remaining_amount]);
    }
  });
});
