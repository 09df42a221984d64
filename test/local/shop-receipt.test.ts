import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMON_MAX_MS } from '../../functions/storage/common-rows.ts';
import { pageEditor } from '../support/order-page.ts';
import { GIFT, Visitor, type FormInput } from '../support/page-visitor.ts';
import { Shop, type OrderBody } from '../support/shop.ts';
import { SHOP_KEY, shopSeed } from '../support/shop-seed.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let shop: Shop;
const visitor = new Visitor(() => stack, { address: '203.0.113.1' });
const editor = pageEditor(() => stack, SHOP_KEY);
beforeAll(async () => {
  stack = await startStack({ seed: shopSeed });
  shop = new Shop(stack, SHOP_KEY);
});
afterAll(() => stack.stop());

const ordered = async (link: string, filling: FormInput = GIFT) => {
  const summary = await visitor.submit(await visitor.open(`/shop/shop/en/buy?${link}`), filling);
  const { location } = await visitor.submit(summary, {}, { step: 'confirm' });
  const { data } = (await stack.get<{ data: OrderBody[] }>('/v2/orders', { key: SHOP_KEY })).body;
  const { id, return_url: url } = await shop.read(data[0]?.id ?? '');
  const pay = async (): Promise<void> => {
    await shop.pay(location);
    await stack.idle();
  };
  const path = new URL(url ?? '').pathname;
  return { id, pay, location, receipt: (query = '') => visitor.open(`${path}${query}`) };
};

/** Makes the gateway send a notice about the payment of an order. */
const simulateEvent = async (orderId: string, event: string): Promise<void> => {
  const answer = await stack.post('/_local/gateway', { body: { order_id: orderId, event } });
  expect(answer.status, answer.bytes.toString()).toBe(200);
  await stack.idle();
};

const codesOf = async (orderId: string): Promise<string[]> => {
  const { body } = await stack.get<{ data: { code: string }[] }>(`/v2/items?order_id=${orderId}`, { key: SHOP_KEY });
  return body.data.map(({ code }) => code);
};

describe('the receipt of an order', () => {
  test('links to existing documents only, not to those of a line whose items are all withdrawn', async () => {
    const { id, pay, receipt } = await ordered('item=gcv_1:gcvo_1:1&item=gcv_2:gcvo_2:2');
    await pay();
    const linked = async (): Promise<[string, number][]> => {
      const links = (await receipt()).root.querySelectorAll('.documents a');
      return Promise.all(
        links.map(async (link): Promise<[string, number]> => {
          const { status } = await stack.get(link.getAttribute('href') ?? '');
          return [link.childNodes[0]?.text.trim() ?? '', status];
        }),
      );
    };
    const [first, second] = [
      ['Experience 1, Option', 200],
      ['Experience 2, Option', 200],
    ];
    const [one, two, three] = await codesOf(id);
    expect(await linked()).toEqual([first, second]);
    await shop.refund(id, { items: [two] });
    expect(await linked()).toEqual([first, second]);
    await shop.refund(id, { items: [one] });
    expect(await linked()).toEqual([second]);
    await stack.post(`/v2/items/${three}/cancel`, { key: SHOP_KEY });
    expect(await linked()).toEqual([]);
    const page = await receipt();
    expect(page.textOf('h1')).toBe('The cards of this order can no longer be used');
    expect(page.textOf('.trouble')).toContain('of this order has been refunded');
    expect(page.textsOf('h2')).not.toContain('Your documents');
  });

  test('does not link to a document of a line whose items staff cancelled', async () => {
    const { id, pay, receipt } = await ordered('item=gcv_1:gcvo_1:1&item=gcv_2:gcvo_2:1');
    await pay();
    await stack.advance(61);
    const [one] = await codesOf(id);
    expect((await stack.post(`/v2/items/${one}/cancel`, { key: SHOP_KEY })).status).toBe(200);
    const links = (await receipt()).root.querySelectorAll('.documents a');
    expect(links.map((link) => link.childNodes[0]?.text.trim())).toEqual(['Experience 2, Option']);
  });

  test('reads no items of a new order without refunds, and otherwise reads them once for all lines', async () => {
    const { id, pay, receipt } = await ordered('item=gcv_1:gcvo_1:1&item=gcv_2:gcvo_2:1');
    const calls = async (): Promise<number> => {
      // Waits until shared reads have expired, because fast tests count as a crowd.
      await setTimeout(COMMON_MAX_MS);
      await stack.resetUsage();
      await receipt();
      return (await stack.usage())['area-shop']?.calls ?? 0;
    };
    const unpaid = await calls();
    expect(unpaid).toBeGreaterThan(0);
    await pay();
    expect(await calls()).toBe(unpaid);
    await stack.advance(61);
    expect(await calls()).toBe(unpaid + 1);
    await shop.refund(id, { amount: 100 });
    expect(await calls()).toBe(unpaid + 1);
  });

  test('reports during a dispute that items cannot be used or sent, and shows no document', async () => {
    const { id, pay, receipt } = await ordered('item=gcv_1:gcvo_1:1');
    await pay();
    await simulateEvent(id, 'dispute_opened');
    const page = await receipt();
    expect(page.textOf('h1')).toBe('The payment of this order is disputed');
    expect(page.textOf('.trouble')).toContain('the cards of this order cannot be used');
    expect(page.textsOf('h2')).not.toContain('Your documents');
    await simulateEvent(id, 'dispute_won');
    const won = await receipt();
    expect(won.textOf('h1')).toBe('Thank you, your order is complete');
    expect(won.textsOf('h2')).toContain('Your documents');
  });

  test('reports for a disputed scheduled order that nothing is sent', async () => {
    const day = new Date((await stack.nowMs()) + 3 * 86_400_000).toISOString().slice(0, 10);
    const { id, pay, receipt } = await ordered('item=gcv_1:gcvo_1:1', { ...GIFT, when: 'day', send_on: day });
    await pay();
    await simulateEvent(id, 'dispute_opened');
    expect((await receipt()).textOf('.trouble')).toContain('nothing in this order is sent');
  });

  test('of an order that was sent and whose refund failed later reports its cards as withdrawn', async () => {
    const { id, pay, receipt } = await ordered('item=gcv_1:gcvo_1:1');
    await pay();
    expect((await shop.refund(id)).status).toBe(200);
    expect((await receipt()).textOf('h1')).toBe('This order has been refunded');
    await simulateEvent(id, 'refund_failed');
    expect(await shop.read(id)).toMatchObject({ status: 'fulfilled', payment: { status: 'captured' } });
    const page = await receipt();
    expect(page.textOf('h1')).toBe('The cards of this order can no longer be used');
    expect(page.textOf('.dot')).toBe('!');
    expect(page.textOf('.trouble')).toContain('They were withdrawn. If you did not expect that, please ask us.');
    expect(page.text).not.toContain('has been sent');
  });

  test('of an order whose items were all cancelled by staff reports its cards as withdrawn', async () => {
    const { id, pay, receipt } = await ordered('item=gcv_1:gcvo_1:2');
    await pay();
    await stack.advance(61);
    for (const code of await codesOf(id)) {
      expect((await stack.post(`/v2/items/${code}/cancel`, { key: SHOP_KEY })).status).toBe(200);
    }
    expect((await receipt()).textOf('h1')).toBe('The cards of this order can no longer be used');
  });

  test('of a cancelled order whose refund failed later reports the missing amount, and the shop’s contact', async () => {
    await editor.set({ 'contact.email': 'help@shop.example' });
    const day = new Date((await stack.nowMs()) + 3 * 86_400_000).toISOString().slice(0, 10);
    const { id, pay, receipt } = await ordered('item=gift_card_value:1:20000', { ...GIFT, when: 'day', send_on: day });
    await pay();
    expect((await shop.refund(id, {})).status).toBe(200);
    const back = await receipt();
    expect(back.textOf('h1')).toBe('This order has been refunded');
    expect(back.textOf('.trouble')).not.toContain('help@shop.example');
    await simulateEvent(id, 'refund_failed');
    expect(await shop.read(id)).toMatchObject({ status: 'cancelled', payment: { status: 'captured' } });
    const page = await receipt();
    expect(page.textOf('h1')).toBe('This order was cancelled');
    expect(page.textOf('.trouble')).toMatch(/DKK 210 of what you paid has not been refunded yet/);
    expect(page.textOf('.trouble')).toContain('help@shop.example');
    expect(page.text).not.toContain('Order again');
    await simulateEvent(id, 'dispute_opened');
    expect((await receipt()).textOf('.trouble')).toContain('The order was cancelled, and nothing in it will be sent.');
  });

  test('reports a payment of another amount as refunded, for every result of the payment page', async () => {
    const { location, receipt } = await ordered('item=gift_card_value:1:20000');
    const query = new URL((await shop.pay(location, 'short')).headers.get('location') ?? '').search;
    await stack.idle();
    const page = await receipt(query);
    expect(page.textOf('h1')).toBe('Your order is not paid yet');
    expect(page.textOf('.trouble')).toContain('DKK 209.99 that you paid could not be used for this order.');
    expect(page.textOf('.trouble')).toMatch(/We have refunded it\. ?You can pay again now\./);
    const { location: again } = await visitor.submit(page);
    expect((await receipt(query)).textOf('h1')).toBe('We are waiting for your payment');
    await shop.pay(again);
    await stack.idle();
    expect((await receipt(query)).textOf('h1')).toBe('Thank you, your order is complete');
  });

  test('allows a buyer to pay again after minutes without a notice, and finds the payment then', async () => {
    const { id, location, receipt } = await ordered('item=gift_card_value:1:20000');
    await simulateEvent(id, 'silent');
    const query = new URL((await shop.pay(location)).headers.get('location') ?? '').search;
    expect((await receipt(query)).root.querySelector('.main-action')).toBeNull();
    // Still before the next poll of the gateway, every five minutes.
    await stack.advance(200);
    const late = await receipt(query);
    expect(late.textOf('.trouble')).toContain('The bank has not confirmed your payment yet. You can pay again');
    const reloaded = await visitor.open(late.attribute('.without-script a', 'href') ?? '');
    expect(reloaded.textOf('.trouble')).toContain('The bank has not confirmed your payment yet.');
    const settled = await visitor.follow(await visitor.submit(late));
    expect(settled.textOf('.trouble')).toContain('This order is no longer waiting for a payment.');
    expect(settled.textOf('h1')).toMatch(/^Thank you, your (payment has arrived|order is complete)$/);
  });
});
