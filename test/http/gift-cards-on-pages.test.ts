import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OWN, type FoundPage, type Visitor } from '../support/page-visitor.ts';
import { experience, giftCard, Shop, type OrderBody } from '../support/shop.ts';
import { SHOP_KEY, shopSeed } from '../support/shop-seed.ts';
import { shopVisits } from '../support/shop-visits.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let shop: Shop;
beforeAll(async () => {
  stack = await startStack({ seed: shopSeed, env: { TRUSTED_PROXIES: '1' } });
  shop = new Shop(stack, SHOP_KEY);
});
afterAll(() => stack.stop());

const { someone, orders, reviewed } = shopVisits(() => stack);

const EXPERIENCE = 'item=gcv_1:gcvo_1:3';
const CODE_FORM = '.code-form';
const REMOVE_FORM = '.gift-cards li form';
const PAY_FORM = 'form.actions';

type OrderWithCards = OrderBody & {
  payment: OrderBody['payment'] & { due: number; gift_cards: { amount: number; status: string }[] };
};
const read = async (id: string): Promise<OrderWithCards> => (await shop.read(id)) as OrderWithCards;

/** Issues a gift card with an amount in the smallest currency unit, and returns its code. */
const card = async (amount: number): Promise<string> => {
  const order = await shop.sell(giftCard(amount));
  const { body } = await stack.get<{ data: { code: string }[] }>('/v2/items', {
    key: SHOP_KEY,
    query: { order_id: order.id },
  });
  return body.data[0]!.code;
};
const available = async (code: string): Promise<number> =>
  (await stack.get<{ available_amount: number }>(`/v2/items/${code}`, { key: SHOP_KEY })).body.available_amount;
const ending = (code: string): string => code.slice(-4);
const compact = (page: FoundPage): string => page.answer.bytes.toString().replaceAll(/[\s-]/g, '');
const without = (page: FoundPage, code: string): void => {
  expect(compact(page)).not.toContain(code.replaceAll('-', ''));
  expect(page.location).not.toContain(code.slice(0, 9));
};

/** Creates an order to be paid with a gift card, and returns its receipt and the order. */
const toBePaid = async (visitor: Visitor): Promise<{ receipt: FoundPage; order: OrderWithCards }> => {
  const summary = await reviewed(visitor, EXPERIENCE, OWN);
  const pressed = await visitor.submit(summary, {}, { step: 'confirm_gift_card' });
  expect(pressed.status).toBe(303);
  const receipt = await visitor.follow(pressed);
  const [newest] = await orders();
  return { receipt, order: await read(newest!.id) };
};
const enter = (visitor: Visitor, page: FoundPage, code: string): Promise<FoundPage> =>
  visitor.submit(page, { gift_card_code: code }, { form: CODE_FORM });

describe('the receipt of an unpaid order', () => {
  test('accepts several cards, shows the value of each and the amount due, and removes one', async () => {
    const [first, second] = [await card(20_000), await card(30_000)];
    const visitor = someone();
    const { receipt, order } = await toBePaid(visitor);
    const { total } = order.amounts;
    expect(receipt.textOf('.gift-cards summary')).toBe('Pay with a gift card');
    expect(receipt.root.querySelector('.gift-cards details')?.hasAttribute('open')).toBe(true);
    const one = await enter(visitor, receipt, first);
    expect(one.status).toBe(303);
    without(one, first);
    const held = await visitor.follow(one);
    without(held, first);
    expect(held.textsOf('.gift-cards .card-name')).toEqual([
      `Gift card ending ${ending(first)} DKK 0 left on the card`,
    ]);
    expect(held.textOf('.gift-cards .due')).toBe(`Left to pay DKK ${(total - 20_000) / 100}`);
    const both = await visitor.follow(await enter(visitor, held, second.toLowerCase()));
    expect(both.textsOf('.gift-cards .card-name')).toHaveLength(2);
    expect((await read(order.id)).payment.due).toBe(Math.max(0, total - 50_000));
    const removed = await visitor.follow(await visitor.submit(both, {}, { form: REMOVE_FORM }));
    expect(removed.textsOf('.gift-cards .card-name')).toHaveLength(1);
    expect(await available(first)).toBe(200);
    expect(removed.textsOf('.sums div').slice(-2)).toEqual([
      `Gift card ending ${ending(second)} −DKK 300`,
      `Left to pay DKK ${(total - 30_000) / 100}`,
    ]);
    const paying = await visitor.submit(removed, {}, { form: PAY_FORM });
    const page = await visitor.follow(paying);
    expect(page.textsOf('dl div').slice(-3)).toEqual([
      `Total DKK ${(total / 100).toFixed(2)}`,
      `Gift card ending ${ending(second)} −DKK 300.00`,
      `Left to pay DKK ${((total - 30_000) / 100).toFixed(2)}`,
    ]);
    const address = receipt.path.split('?')[0]!;
    const waiting = await visitor.open(`${address}?status=authorized`);
    expect(waiting.textOf('h1')).toBe('We are waiting for your payment');
    expect(waiting.textOf('.sums div:last-child')).toBe(`Other payment DKK ${(total - 30_000) / 100}`);
    await shop.pay(paying.location);
    await stack.idle();
    const paid = await visitor.open(address);
    without(paid, second);
    expect(paid.textsOf('.sums div').slice(-2)).toEqual([
      `Gift card ending ${ending(second)} −DKK 300`,
      `Other payment DKK ${(total - 30_000) / 100}`,
    ]);
    expect(paid.root.querySelector('.gift-cards')).toBeNull();
  });

  test('is paid once when cards cover the total, even when the form is sent repeatedly', async () => {
    const code = await card(500_000);
    const visitor = someone();
    const { receipt, order } = await toBePaid(visitor);
    const sent = await Promise.all([enter(visitor, receipt, code), enter(visitor, receipt, code)]);
    expect(sent.map(({ status }) => status)).toEqual([303, 303]);
    await stack.idle();
    const after = await read(order.id);
    expect(after).toMatchObject({ status: 'fulfilled', payment: { due: 0, gift_cards: [{ status: 'captured' }] } });
    expect(await available(code)).toBe(5000 - order.amounts.total / 100);
    const found = await visitor.open(receipt.path.split('?')[0]!);
    expect(found.textOf('h1')).toBe('Thank you, your order is complete');
    expect(found.textsOf('.sums div').at(-1)).toBe(
      `Gift card ending ${ending(code)} −DKK ${order.amounts.total / 100}`,
    );
    await shop.refund(order.id);
    const refunded = await visitor.open(receipt.path.split('?')[0]!);
    expect(refunded.text).toContain(`DKK ${order.amounts.total / 100} has been refunded.`);
  });

  test('shows in its language why a card is rejected, without repeating the code', async () => {
    const code = await card(20_000);
    const visitor = someone();
    const { receipt } = await toBePaid(visitor);
    const unknown = await enter(visitor, receipt, 'ABCD-1234');
    expect([unknown.status, unknown.textOf('#gift-card-fault')]).toEqual([
      422,
      'This code does not exist. Check it and try again.',
    ]);
    expect(compact(unknown)).not.toContain('ABCD1234');
    expect(unknown.attribute('#gift-card-code', 'aria-invalid')).toBe('true');
    expect((await enter(visitor, receipt, '  ')).textOf('#gift-card-fault')).toBe('Enter the gift card code.');
    const held = await visitor.follow(await enter(visitor, receipt, code));
    const german = await visitor.open(held.path.replace('/en/', '/de/'));
    const twice = await enter(visitor, german, code);
    expect(twice.textOf('#gift-card-fault')).toBe('Dieser Gutschein wird für diese Bestellung bereits verwendet.');
    without(twice, code);
    const blocked = await card(10_000);
    const block = { key: SHOP_KEY, idempotencyKey: true as const, body: { reason: 'Reported stolen' } };
    expect((await stack.post(`/v2/items/${blocked}/block`, block)).status).toBe(200);
    const refused = await enter(visitor, german, blocked);
    expect(refused.textOf('#gift-card-fault')).toContain('kann zurzeit nicht verwendet werden');
    expect(refused.text).not.toContain('stolen');
  });

  test('of gift cards does not offer payment by gift card, and neither does its summary', async () => {
    const visitor = someone();
    const summary = await reviewed(visitor);
    expect(summary.text).not.toContain('Order and pay with a gift card');
    const pressed = await visitor.submit(summary, {}, { step: 'confirm_gift_card' });
    const receipt = await visitor.follow(pressed);
    expect(receipt.root.querySelector('.gift-cards')).toBeNull();
    const sent = await visitor.post(receipt.path.split('?')[0]!, [
      ['step', 'apply_gift_card'],
      ['gift_card_code', 'ABCD-1234'],
    ]);
    expect(sent.status).toBe(422);
  });
});

describe('the hosted payment page', () => {
  const session = async (): Promise<{ order: OrderBody; url: string }> => {
    const { body: order } = await shop.order(experience(1, 3), { locale: 'en' });
    return { order, url: new URL((await shop.session(order.id)).body.url).pathname };
  };

  test('continues on a new page for the amount due, and returns to the shop when it is 0', async () => {
    const [first, second] = [await card(10_000), await card(500_000)];
    const visitor = someone();
    const { order, url } = await session();
    const page = await visitor.open(url);
    expect(page.textOf('.gift-cards summary')).toBe('Pay with a gift card');
    const next = await visitor.follow(await enter(visitor, page, first));
    expect(next.path).not.toBe(url);
    without(next, first);
    expect(next.textsOf('dl div').at(-1)).toBe(`Left to pay DKK ${((order.amounts.total - 10_000) / 100).toFixed(2)}`);
    expect((await visitor.open(url)).status).toBe(410);
    const wrong = await enter(visitor, next, 'ABCD-1234');
    expect([wrong.status, wrong.textOf('#gift-card-fault')]).toEqual([
      422,
      'This code does not exist. Check it and try again.',
    ]);
    const gone = await visitor.follow(await visitor.submit(next, {}, { form: REMOVE_FORM }));
    expect(gone.root.querySelector('.gift-cards li')).toBeNull();
    const again = await visitor.follow(await enter(visitor, gone, first));
    const all = await enter(visitor, again, second);
    expect(all.location).toBe(`https://shop.example/thanks?cart=7&order_id=${order.id}&status=authorized`);
    expect((await read(order.id)).payment).toMatchObject({ status: 'captured', due: 0, captured_amount: 0 });
    const over = await visitor.open(again.path);
    expect([over.status, over.textOf('h2')]).toEqual([409, 'Already paid']);
  });

  test('continues on the new page when a form that changed the cards is sent again', async () => {
    const [first, other] = [await card(10_000), await card(10_000)];
    const visitor = someone();
    const { order, url } = await session();
    const page = await visitor.open(url);
    const one = await enter(visitor, page, first);
    const again = await enter(visitor, page, first);
    expect([again.status, again.location]).toEqual([303, one.location]);
    const next = await visitor.follow(one);
    const removed = await visitor.submit(next, {}, { form: REMOVE_FORM });
    const twice = await visitor.submit(next, {}, { form: REMOVE_FORM });
    expect([twice.status, twice.location]).toEqual([303, removed.location]);
    // A form with another code is a new change, which the closed page does not accept.
    expect((await enter(visitor, page, other)).status).toBe(410);
    expect((await read(order.id)).payment.gift_cards.map(({ status }) => status)).toEqual(['released']);
  });

  test('of gift cards does not offer payment by gift card', async () => {
    const { body: order } = await shop.order(giftCard());
    const page = await someone().open(new URL((await shop.session(order.id)).body.url).pathname);
    expect(page.root.querySelector('.gift-cards')).toBeNull();
  });
});

test('ten wrong codes from one IP address block only that IP address for ten minutes', async () => {
  const code = await card(20_000);
  const visitor = someone();
  const { receipt } = await toBePaid(visitor);
  for (let round = 0; round < 10; round++) {
    expect((await enter(visitor, receipt, `WRONG-${round}`)).status).toBe(422);
  }
  const refused = await enter(visitor, receipt, code);
  expect([refused.status, refused.textOf('#gift-card-fault')]).toEqual([
    429,
    'Too many wrong codes. Wait 10 minutes before you enter a code again.',
  ]);
  expect(Number(refused.header('Retry-After'))).toBeGreaterThan(500);
  expect(await available(code)).toBe(200);
  // The company's own limit does not count them.
  const { status } = await stack.get(`/v2/items/${code}`, { key: SHOP_KEY });
  expect(status).toBe(200);
  expect((await enter(someone(), receipt, 'WRONG-11')).status).toBe(422);
  await stack.advance(601);
  expect((await enter(visitor, receipt, code)).status).toBe(303);
});

test('seventy wrong codes on pages do not count against the limit for the company', async () => {
  const { receipt } = await toBePaid(someone());
  const visitors = Array.from({ length: 7 }, () => someone());
  for (const visitor of visitors) {
    for (let round = 0; round < 10; round++) await enter(visitor, receipt, `WRONG-${round}`);
  }
  const { status } = await stack.get('/v2/items/WRONG-1', { key: SHOP_KEY });
  expect(status).toBe(404);
});
