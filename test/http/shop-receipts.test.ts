import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInStaff } from '../support/desk.ts';
import { ops } from '../support/ops.ts';
import { GIFT, OWN } from '../support/page-visitor.ts';
import { Shop } from '../support/shop.ts';
import { SHOP_KEY, shopSeed } from '../support/shop-seed.ts';
import { shopVisits } from '../support/shop-visits.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

const MANAGER = {
  username: 'sille',
  password: 'demo-password-sille',
  company: 'shop',
  role: 'manager',
  can_list: true,
};
const ALL_FREE = { company: 'shop', code: 'ALLFREE', percent: 100 };

let stack: RunningStack;
beforeAll(async () => {
  const seed = { ...shopSeed, users: [MANAGER], discount_codes: [...shopSeed.discount_codes, ALL_FREE] };
  stack = await startStack({ seed, env: { TRUSTED_PROXIES: '1' } });
});
afterAll(() => stack.stop());

const { someone, orders, reviewed, press } = shopVisits(() => stack);

test('a receipt has the date of its order, and the receipt of an unpaid order leads to the payment first', async () => {
  const visitor = someone();
  await press(visitor, await reviewed(visitor, 'item=gcv_1:gcvo_1:2', GIFT));
  const [newest] = await orders();
  const order = await new Shop(stack, SHOP_KEY).read(newest?.id ?? '');
  const unpaid = await visitor.open(new URL(order.return_url ?? '').pathname);
  const today = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/Copenhagen' });
  expect(unpaid.textOf('#bought + .hint')).toContain(today.format(await stack.nowMs()));
  expect(unpaid.textOf('title')).toMatch(/^Your order is not paid yet: Order /);
  expect(unpaid.attribute('.state .dot', 'data-sign')).toBe('!');
  expect(unpaid.textOf('.line-item .hint')).toMatch(/^DKK \d+ each$/);
  expect(unpaid.textOf('.details dd')).toMatch(/VAT number DK\d{8}$/);
  expect(unpaid.textsOf('.main-action, a.button:not(.plain)')).toEqual([expect.stringMatching(/^Pay /)]);
  expect(unpaid.attribute('a.button[href="https://shop.example/"]', 'class')).toBe('button plain');
});

test('an order shows the picture of its card, and leads back to its product', async () => {
  const visitor = someone();
  const summary = await reviewed(visitor, 'item=gift_card_value:1:20000', { ...GIFT, picture: 'gid_7' });
  expect(summary.attribute('.details img', 'src')).toMatch(/^https?:/);
  const product = '/shop/shop/en/products/gift_card_value';
  expect(summary.attribute('.steps a', 'href')).toBe(product);
  const form = await visitor.open('/shop/shop/en/buy?item=gcv_1:gcvo_1:1&item=gcv_2:gcvo_2:1');
  expect(form.attribute('.steps a', 'href')).toBe('/shop/shop/en');
});

test('the payment page of a paid order leads to the order', async () => {
  const visitor = someone();
  const summary = await reviewed(visitor, 'item=gift_card_value:1:20000', GIFT);
  const confirmed = await press(visitor, summary);
  const paying = await visitor.open(new URL(confirmed.location).pathname);
  expect(paying.textOf('.total dd')).toBe('DKK 210.00');
  // The order has fees, but no postage.
  const notes = [summary.textOf('.sums + .hint'), paying.textOf('.note')];
  expect(notes).toEqual(['Includes DKK 2 VAT.', 'Includes DKK 2.00 VAT.']);
  await new Shop(stack, SHOP_KEY).pay(confirmed.location);
  const paid = await visitor.open(new URL(confirmed.location).pathname);
  expect([paid.status, paid.textOf('a.button')]).toEqual([409, 'See your order']);
  expect(paid.attribute('a.button', 'href')).toContain('/shop/shop/en/orders/');
});

test('the history of an item bought on the order page shows that the service issued it', async () => {
  const visitor = someone();
  const confirmed = await press(visitor, await reviewed(visitor, 'item=gcv_1:gcvo_1:1', GIFT));
  await new Shop(stack, SHOP_KEY).pay(confirmed.location);
  await stack.idle();
  const [newest] = await orders();
  const query = { order_id: newest?.id ?? '' };
  const { body } = await stack.get<{ data: { code: string }[] }>('/v2/items', { key: SHOP_KEY, query });
  const history = await stack.get<{ data: { by: object }[] }>(`/v2/items/${body.data[0]?.code}/history`, {
    key: SHOP_KEY,
  });
  expect(history.body.data[0]?.by).toMatchObject({ key_id: null, system: 'fulfillment' });
});

test('the address of an erased buyer is on no page', async () => {
  const email = 'erna@example.com';
  const visitor = someone();
  const confirmed = await press(
    visitor,
    await reviewed(visitor, 'item=gcv_1:gcvo_1:1', { ...OWN, 'sender.email': email }),
  );
  const shop = new Shop(stack, SHOP_KEY);
  await shop.pay(confirmed.location);
  await stack.idle();
  const [newest] = await orders();
  const { id, return_url: receipt } = await shop.read(newest?.id ?? '');
  const items = await stack.get<{ data: { code: string }[] }>('/v2/items', { key: SHOP_KEY, query: { order_id: id } });
  const path = `items/${items.body.data[0]?.code}`;
  expect((await stack.post(`/v2/${path}/resend`, { key: SHOP_KEY, body: { email } })).status).toBe(200);
  await ops(stack, 'privacy', 'erase', '--email', email, '--company', 'shop');
  const desk = await signInStaff(() => stack, 'sille');
  const pages = [await visitor.open(new URL(receipt ?? '').pathname), await desk.open(`/desk/orders/${id}`)];
  for (const { status, text } of pages) {
    expect([status, text]).toEqual([200, expect.stringContaining('Erased')]);
    expect(text).not.toContain('erased@');
  }
  const item = await desk.open(`/desk/${path}`);
  expect([item.status, item.text.includes('erased@')]).toEqual([200, false]);
});

test('an order with nothing due requires no payment', async () => {
  const visitor = someone();
  const summary = await reviewed(visitor, 'item=gcv_20:gcvo_20:1', { ...OWN, discount_code: 'allfree' });
  expect(summary.textsOf('.actions button')).toEqual(['Place order', 'Change']);
  expect(summary.text).not.toContain('secure payment page');
  await press(visitor, summary);
  const [newest] = await orders();
  const order = await new Shop(stack, SHOP_KEY).read(newest?.id ?? '');
  expect(order.amounts.total).toBe(0);
  const receipt = await visitor.open(new URL(order.return_url ?? '').pathname);
  expect(receipt.textsOf('.main-action')).toEqual(['Place order']);
  expect(receipt.text).not.toContain('Gift card code');
});

test('a discount code that is too short is reported as unknown', async () => {
  const visitor = someone();
  const form = await visitor.open('/shop/shop/en/buy?item=gift_card_value:1:20000');
  const refused = await visitor.submit(form, { ...GIFT, discount_code: 'NOPE' });
  expect(refused.faults).toEqual({
    discount_code: 'This discount code does not exist, or can no longer be used.',
  });
});

test('amounts in a column all have decimals if one of them does', async () => {
  const summary = await reviewed(someone(), 'item=gift_card_value:1:20050', GIFT);
  expect(summary.textsOf('.sums dd')).toEqual(['DKK 200.50', 'DKK 10.00', 'DKK 210.50']);
});

test('after a server error the form can be sent again to place the order, and a page can be loaded again', async () => {
  const visitor = someone();
  const summary = await reviewed(visitor, 'item=gcv_1:gcvo_1:1', GIFT);
  await stack.fault('table', 'unavailable', 60);
  const failed = await press(visitor, summary);
  expect(failed.status).toBeGreaterThanOrEqual(500);
  const page = await visitor.open('/shop/shop/en');
  expect([page.status >= 500, page.textOf('a.button[href=""]')]).toEqual([true, 'Try again']);
  const again = async (): Promise<number> => (await visitor.open('/shop/shop/en')).status;
  await expect.poll(again).toBe(200);
  expect(failed.textOf('form button')).toBe('Try again');
  const sent = await visitor.submit(failed);
  expect([sent.status, sent.location]).toEqual([303, expect.stringContaining('/pay/cs_')]);
});
