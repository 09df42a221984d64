import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GIFT, type FoundPage, type Visitor } from '../support/page-visitor.ts';
import { Shop } from '../support/shop.ts';
import { SHOP_KEY, shopSeed } from '../support/shop-seed.ts';
import { shopVisits } from '../support/shop-visits.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

const DAY_SECONDS = 86_400;
const ORDERED = 'You have already ordered with this form.';
const LAPSED = 'Your earlier order with this form was not paid in time, and nothing was charged.';

/** A discount on gift cards of 777. */
const CAMPAIGN = {
  company: 'shop',
  id: 1,
  name: 'Cheaper',
  kind: 'reduced-price',
  applies_to: 'gift_card',
  value: 10,
  amount_from: 77_700,
  amount_to: 77_700,
};
const OFFER = {
  company: 'shop',
  id: 3,
  name: 'Last offers',
  options: [{ id: 3, name: 'V', amount: 30_000, stock: 3 }],
};
const EVENT = {
  company: 'shop',
  id: 31,
  slug: 'last-seats',
  name: 'Last seats',
  starts_at: '2030-05-01T19:00:00+02:00',
  options: [
    { id: 31, name: 'Seat', amount: 20_000, stock: 3, publish_stock: true },
    { id: 32, name: 'Box', amount: 20_000, stock: 3 },
  ],
};

let stack: RunningStack;
let shop: Shop;
beforeAll(async () => {
  stack = await startStack({
    seed: {
      ...shopSeed,
      campaigns: [CAMPAIGN],
      special_offers: [...shopSeed.special_offers, OFFER],
      events: [...shopSeed.events, EVENT],
    },
    env: { TRUSTED_PROXIES: '1' },
  });
  shop = new Shop(stack, SHOP_KEY);
});
afterAll(() => stack.stop());

const { someone, orders, made, reviewed, press } = shopVisits(() => stack);
const paid = async (location: string): Promise<void> => {
  await shop.pay(location);
  await stack.idle();
};
/** Expires the unpaid order of a payment page, and returns the URL of its receipt. */
const lapsed = async (location: string): Promise<string> => {
  const declined = await shop.pay(location, 'declined');
  await stack.advance(DAY_SECONDS / 2);
  await stack.idle();
  expect((await orders())[0]?.status).toBe('expired');
  return new URL(declined.headers.get('location') ?? '').pathname;
};

describe('a form that was paid', () => {
  test('cannot be paid again a day later without a notice and a confirmation', async () => {
    const visitor = someone();
    const summary = await reviewed(visitor);
    await paid((await press(visitor, summary)).location);
    await stack.advance(DAY_SECONDS + 3600);
    let late = summary;
    expect(await made(async () => (late = await press(visitor, summary)))).toBe(0);
    expect(late.textsOf('.notice p')).toEqual([
      `${ORDERED} See that order. If you go on, this becomes a second order.`,
    ]);
    const receipt = await visitor.open(late.attribute('.notice a', 'href') ?? '');
    expect(receipt.textOf('h1')).toBe('Thank you, your order is complete');
    expect(await made(() => press(visitor, late))).toBe(1);
  });

  test('shows a notice a day later on every step, even after errors', async () => {
    const visitor = someone();
    const summary = await reviewed(visitor);
    await paid((await press(visitor, summary)).location);
    await stack.advance(DAY_SECONDS + 3600);
    const form = await visitor.submit(summary, {}, { step: 'edit' });
    const faulty = await visitor.submit(form, { 'sender.email': 'anna@' });
    expect([faulty.status, faulty.textOf('.notice')]).toEqual([422, expect.stringContaining(ORDERED)]);
    const again = await visitor.submit(faulty, { 'sender.email': GIFT['sender.email'] });
    expect([again.textOf('h1'), again.textOf('.notice')]).toEqual([
      'Check your order',
      expect.stringContaining(ORDERED),
    ]);
  });
});

describe('a form whose payment page was closed', () => {
  test('leads to a new page of its order, and a repeat leads to the same new page', async () => {
    const visitor = someone();
    const summary = await reviewed(visitor);
    const first = await press(visitor, summary);
    const page = await visitor.follow(first);
    expect((await visitor.submit(page, {}, { form: 'form[action$="abandon=1"]' })).status).toBe(303);
    const sent = await Promise.all([press(visitor, summary), press(visitor, summary)]);
    const [again] = sent;
    expect(sent.map(({ location }) => location)).toEqual([again.location, again.location]);
    expect(again.location).not.toBe(first.location);
    expect((await visitor.follow(again)).status).toBe(200);
    expect((await press(visitor, summary)).location).toBe(again.location);
    await paid(again.location);
    expect((await orders())[0]?.status).toBe('fulfilled');
  });
});

describe('a form whose order was not paid in time', () => {
  test('can be ordered again with one click, and shows the state of the earlier order', async () => {
    const visitor = someone();
    const summary = await reviewed(visitor);
    await lapsed((await press(visitor, summary)).location);
    let again = summary;
    expect(await made(async () => (again = await press(visitor, summary)))).toBe(0);
    expect([again.textOf('h1'), again.textOf('.notice')]).toEqual([
      'Check your order',
      expect.stringContaining(LAPSED),
    ]);
    expect(again.values('form')).toMatchObject(GIFT);
    expect(await made(async () => paid((await press(visitor, again)).location))).toBe(1);
    expect((await orders())[0]?.status).toBe('fulfilled');
  });

  test('leads from every copy to the replacing order, which is paid once', async () => {
    const visitor = someone();
    const summary = await reviewed(visitor);
    await lapsed((await press(visitor, summary)).location);
    const [again, inAnotherTab] = [await press(visitor, summary), await press(visitor, summary)];
    await paid((await press(visitor, again)).location);
    for (const copy of [summary, again, inAnotherTab]) {
      let receipt = copy;
      expect(await made(async () => (receipt = await visitor.follow(await press(visitor, copy))))).toBe(0);
      expect(receipt.textOf('h1')).toBe('Thank you, your order is complete');
    }
    const form = await visitor.submit(summary, {}, { step: 'edit' });
    const other = await visitor.submit(form, { 'items.0.amount': '300' });
    expect(other.textsOf('.notice p').filter((text) => text.startsWith(ORDERED))).toHaveLength(1);
  });

  test('also reaches its summary from the form, changed or unchanged', async () => {
    const visitor = someone();
    const summary = await reviewed(visitor);
    await lapsed((await press(visitor, summary)).location);
    const form = await visitor.submit(summary, {}, { step: 'edit' });
    for (const changed of [{}, { 'items.0.amount': '300' }]) {
      const again = await visitor.submit(form, changed);
      expect([again.textOf('h1'), again.textOf('.notice')]).toEqual([
        'Check your order',
        expect.stringContaining(LAPSED),
      ]);
    }
  });

  test('has a receipt with a link to a form with the same lines', async () => {
    const visitor = someone();
    for (const [link, line] of [
      ['item=gift_card_value:2:77700', { 'items.0.amount': '777', 'items.0.quantity': '2' }],
      [
        'item=evt_5:evto_7:2&item=evt_5:evto_8:1',
        { 'items.0.product_option_id': 'evto_7', 'items.0.quantity': '2', 'items.1.product_option_id': 'evto_8' },
      ],
    ] as const) {
      const receipt = await visitor.open(await lapsed((await press(visitor, await reviewed(visitor, link))).location));
      expect(receipt.textOf('.trouble .button')).toBe('Order again');
      const form = await visitor.open(receipt.attribute('.trouble .button', 'href') ?? '');
      expect(form.values('form')).toMatchObject(line);
    }
  });
});

describe('an order of the same buyer that took the last units', () => {
  const corrected = async (link: string) => {
    const visitor = someone();
    const summary = await reviewed(visitor, link);
    await press(visitor, summary);
    const form = await visitor.submit(summary, {}, { step: 'edit' });
    return { visitor, other: await visitor.submit(form, { 'sender.name': 'Anna Lind' }) };
  };
  const leadsTo = async (visitor: Visitor, page: FoundPage): Promise<string> => {
    expect([page.status, page.faults]).toEqual([422, { 'items.0.quantity': 'This is sold out.' }]);
    expect(page.textOf('.notice')).toContain(ORDERED);
    const receipt = await visitor.open(page.attribute('.notice a', 'href') ?? '');
    return (await visitor.submit(receipt, {}, { form: 'main form' })).location;
  };

  test('is reported together with sold-out lines, with a button to pay it', async () => {
    const { visitor, other } = await corrected('item=evt_31:evto_31:3');
    expect(await leadsTo(visitor, other)).toContain('/pay/cs_');
  });

  test('is also reported when only placing the order detects that no units are left', async () => {
    const { visitor, other } = await corrected('item=so_3:sov_3:3');
    expect(other.textOf('.notice')).toContain(ORDERED);
    expect(await leadsTo(visitor, await press(visitor, other))).toContain('/pay/cs_');
  });
});
