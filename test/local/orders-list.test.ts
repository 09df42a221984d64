import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FOREIGN_KEY, ruleSeed } from '../support/seed.ts';
import { experience, giftCard, Shop, type ErrorBody, type OrderBody } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

interface OrderList {
  object: string;
  data: OrderBody[];
  has_more: boolean;
  next_cursor: string | null;
}

let stack: RunningStack;
let shop: Shop;
const ids: string[] = [];
const dayStarts: string[] = [];

/** Creates seven orders within six days: five of Anna, two of them with a reference, and two of Cleo. */
beforeAll(async () => {
  stack = await startStack({ seed: ruleSeed });
  shop = new Shop(stack);
  for (let day = 0; day < 7; day++) {
    dayStarts.push(new Date(await stack.nowMs()).toISOString());
    const more = {
      ...(day >= 5 ? { sender: { name: 'Cleo', email: 'Cleo+Gifts@Example.com' } } : {}),
      ...(day < 2 ? { client_reference: `cart-${day}` } : {}),
    };
    const { body } = await shop.order(day === 3 ? experience(1) : giftCard(), more);
    ids.push(body.id);
    if (day === 6) await shop.session(body.id).then(({ body: session }) => shop.pay(session.url));
    else await stack.advance((day === 5 ? 12 : 24) * 3600);
    await stack.idle();
  }
}, 60_000);
afterAll(() => stack.stop());

const list = (query: string) => stack.get<OrderList>(`/v2/orders${query}`, { key: shop.key });
const listed = async (query: string): Promise<number[]> =>
  (await list(query)).body.data.map(({ id }) => ids.indexOf(id));

describe('the list of orders', () => {
  it('is newest first, in the list envelope', async () => {
    const { body } = await list('');
    expect(Object.keys(body)).toEqual(['object', 'data', 'has_more', 'next_cursor']);
    expect(body.data.map(({ id }) => ids.indexOf(id))).toEqual([6, 5, 4, 3, 2, 1, 0]);
    expect(body).toMatchObject({ object: 'list', has_more: false, next_cursor: null });
  });

  it('contains the same object as reading an order', async () => {
    const { body } = await list('?limit=1');
    expect(body.data[0]).toEqual(await shop.read(ids[6] ?? ''));
  });

  it('is paged by its cursor, unaffected by an order of another company', async () => {
    const first = await list('?limit=3');
    expect(first.body.has_more).toBe(true);
    await new Shop(stack, FOREIGN_KEY).order(giftCard());
    const second = await list(`?limit=3&starting_after=${encodeURIComponent(first.body.next_cursor ?? '')}`);
    expect(second.body.data.map(({ id }) => ids.indexOf(id))).toEqual([3, 2, 1]);
    const third = await list(`?limit=3&starting_after=${encodeURIComponent(second.body.next_cursor ?? '')}`);
    expect(third.body).toMatchObject({ has_more: false, next_cursor: null });
  });

  it('rejects cursors of another list or company, and unknown ones', async () => {
    const products = await stack.get<OrderList>('/v2/products?limit=1', { key: shop.key });
    const foreign = await stack.get<OrderList>('/v2/orders?limit=1', { key: FOREIGN_KEY });
    for (const cursor of [products.body.next_cursor, foreign.body.next_cursor ?? 'x', 'invented', 'a.b']) {
      const answer = await stack.get<ErrorBody>(`/v2/orders?starting_after=${encodeURIComponent(cursor ?? '')}`, {
        key: shop.key,
      });
      expect(answer.status).toBe(422);
      expect(answer.body.error.fields).toHaveProperty('starting_after');
    }
  });

  it('clamps a limit out of range and ignores an invalid one', async () => {
    expect((await list('?limit=0')).body.data).toHaveLength(1);
    expect((await list('?limit=1000')).body.data).toHaveLength(7);
    expect((await list('?limit=many')).body.data).toHaveLength(7);
  });

  it.each([
    ['?email=cleo%2Bgifts@example.COM', [6, 5]],
    ['?email=cleo+gifts@example.com', [6, 5]],
    ['?client_reference=cart-1', [1]],
    ['?client_reference=cart-1&client_reference=cart-0', [1, 0]],
    ['?client_reference[]=cart-1&client_reference[]=cart-0', [1, 0]],
    ['?client_reference=cart-1,cart-0', [1, 0]],
    ['?email=cleo%2Bgifts@example.com,anna@example.com&limit=3', [6, 5, 4]],
    ['?status=expired', [4, 3, 2, 1, 0]],
    ['?status=pending_payment', [5]],
    ['?status=pending_payment,expired&email=anna@example.com', [4, 3, 2, 1, 0]],
    ['?payment_status=cancelled&status=pending_payment', []],
    ['?payment_status=pending', [5]],
    ['?client_reference=cart-0&email=cleo%2Bgifts@example.com', []],
  ])('filters by %s', async (query, expected) => {
    expect(await listed(query)).toEqual(expected);
  });

  it('filters by time of creation, with the last value of a repeated date', async () => {
    const from = (day: number) => encodeURIComponent(dayStarts[day] ?? '');
    expect(await listed(`?created_after=${from(5)}`)).toEqual([6, 5]);
    expect(await listed(`?created_before=${from(2)}`)).toEqual([1, 0]);
    expect(await listed(`?created_after=${from(2)}&created_before=${from(4)}`)).toEqual([3, 2]);
    expect(await listed(`?created_after=${from(0)}&created_after=${from(6)}`)).toEqual([6]);
    expect(
      await listed(`?created_after=${dayStarts[3]?.slice(0, 10)}&created_before=${dayStarts[4]?.slice(0, 10)}`),
    ).toEqual([3]);
  });

  it.each([
    ['?status=shipped', 'status', 'pending_payment, paid, fulfilled, cancelled, expired'],
    ['?payment_status=paid', 'payment_status', 'partially_refunded'],
    ['?created_after=yesterday', 'created_after', 'YYYY-MM-DD'],
    ['?created_before=2027-02-30', 'created_before', 'YYYY-MM-DD'],
  ])('rejects %s with the valid values', async (query, field, named) => {
    const answer = await stack.get<ErrorBody>(`/v2/orders${query}`, { key: shop.key });
    expect(answer.status).toBe(422);
    expect(answer.body.error.fields?.[field]?.[0]).toContain(named);
  });

  it('makes at most two sequential table calls after authentication', async () => {
    await list('');
    await stack.resetUsage();
    await list('?email=cleo%2Bgifts@example.com');
    expect((await stack.usage())['list-orders']?.sequential).toBeLessThanOrEqual(2);
  });

  it('has each order once while orders are added concurrently', async () => {
    const first = await list('?limit=3');
    const added = Promise.all(Array.from({ length: 4 }, () => shop.order(giftCard())));
    const second = await list(`?limit=3&starting_after=${encodeURIComponent(first.body.next_cursor ?? '')}`);
    const created = (await added).map(({ body }) => body.id);
    const third = await list(`?limit=3&starting_after=${encodeURIComponent(second.body.next_cursor ?? '')}`);
    const walked = [first, second, third].flatMap(({ body }) => body.data.map(({ id }) => ids.indexOf(id)));
    expect(walked).toEqual([6, 5, 4, 3, 2, 1, 0]);
    const { data } = (await list('')).body;
    expect(
      data
        .slice(0, 4)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(created.toSorted());
    expect(data.slice(4).map(({ id }) => ids.indexOf(id))).toEqual([6, 5, 4, 3, 2, 1, 0]);
  });
});
