import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deskSeed } from '../support/desk-shop.ts';
import { signInStaff } from '../support/desk.ts';
import { Shop, ticket, type ErrorBody } from '../support/shop.ts';
import { SHOP_KEY, shopSeed } from '../support/shop-seed.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

/** Text whose last character begins within the limit and ends after it. */
const longer = (limit: number): string => encodeURIComponent(`${'a'.repeat(limit - 1)}😀`);
const CODE = longer(500);

const CONCERT = {
  company: 'nordlys',
  id: 5,
  slug: 'concert',
  name: 'Concert',
  starts_at: '2030-05-01T19:00:00+02:00',
  options: [{ id: 5, name: 'Seat', amount: 25_000 }],
};

/** Events with the longest names and comments. */
const LONG_EVENTS = Array.from({ length: 20 }, (_, at) => ({
  company: 'shop',
  id: 100 + at,
  slug: `long-${at}`,
  name: '😀'.repeat(500),
  starts_at: '2030-05-01T19:00:00+02:00',
  venue: { name: '😀'.repeat(500), address: '😀'.repeat(500), postcode: '8000' },
  comment: { available: true, label: 'Comment', max_length: 2000 },
  options: [{ id: 100 + at, name: '😀'.repeat(500), amount: 10_000, requires: { code: true } }],
}));
const longLines = (count: number): object[] =>
  LONG_EVENTS.slice(0, count).map(({ id }) =>
    ticket(id, id, 1, { comment: '😀'.repeat(2000), code: '😀'.repeat(255) }),
  );

let desk: RunningStack;
let shop: RunningStack;
beforeAll(async () => {
  [desk, shop] = await Promise.all([
    startStack({ seed: { ...deskSeed, events: [CONCERT] } }),
    startStack({ seed: { ...shopSeed, events: [...shopSeed.events, ...LONG_EVENTS] } }),
  ]);
});
afterAll(() => Promise.all([desk.stop(), shop.stop()]));

describe('a string that is cut in the middle of a character works like any other', () => {
  test('at the counter', async () => {
    const mads = await signInStaff(() => desk, 'mads');
    const statuses = await Promise.all(
      [`/desk?code=${CODE}`, `/desk/search?q=${CODE}`, `/desk/sum?sum=1&code=${CODE}`].map(
        async (path) => (await mads.open(path)).status,
      ),
    );
    expect(statuses).toEqual([404, 200, 200]);
  });

  test('as the message about a cancelled event', async () => {
    const mads = await signInStaff(() => desk, 'mads');
    const page = await mads.open('/desk/products/events/5/cancel');
    const message = `${'a'.repeat(999)}😀`;
    const sent = { sure: 'yes', refund: 'none', message };
    expect((await mads.submit(page, sent, { form: 'form:has([name=refund])' })).status).toBe(303);
  });

  test('on the page of a card', async () => {
    expect((await desk.get(`/c/nordlys/${CODE}`)).status).toBe(404);
  });

  test('as a username', async () => {
    const answer = await desk.post('/desk/sign-in', {
      body: Buffer.from(`username=${longer(255)}&password=secret`),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: desk.url },
    });
    expect(answer.status).toBe(401);
  });

  test.each([
    `item=${longer(200)}`,
    `product=${longer(200)}`,
    `item=gift_card_value:1:20000&discount_code=${longer(25)}`,
  ])('in a link to a shop: %s', async (query) => {
    expect((await shop.get(`/shop/other/en/buy?${query}`)).status).toBeLessThan(500);
  });
});

test('texts that together would exceed the size of a row are refused', async () => {
  const buyer = new Shop(shop, SHOP_KEY);
  const refused = await buyer.order(longLines(20));
  expect(refused.status).toBe(422);
  expect((refused.body as unknown as ErrorBody).error.fields).toEqual({
    items: ['The texts of this order are too long together. Shorten comments and addresses, or split the order.'],
  });
  expect((await buyer.order(longLines(10))).status).toBe(201);
});
