import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { itemSeed, LENIENT_KEY, Till, type IssuedBody } from '../support/item-shop.ts';
import { giftCard, Shop } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let till: Till;
let many: IssuedBody;
let rita: string;
beforeAll(async () => {
  stack = await startStack({ seed: itemSeed });
  till = new Till(stack);
  many = (await till.issue({ amount: 10, piece: 30, receiver_name: 'Bulky Buyer', sender_name: 'Bulky Sender' })).body;
  rita = await till.card(100, { receiver_name: 'Rita Søndergård', receiver_email: 'rita.s@mail.example' });
  await stack.idle();
});
afterAll(() => stack.stop());

const found = async (query: Record<string, string>): Promise<string[]> =>
  (await till.search(query)).body.data.map(({ code }) => code);

describe('search', () => {
  test.each([
    ['the beginning of a name', 'rita sønd'],
    ['the last word of a name', 'sønderg'],
    ['capital letters', 'SØNDERG'],
    ['the beginning of an email address', 'rita.s@mail'],
  ])('finds items by %s', async (_case, search) => {
    expect(await found({ search })).toEqual([rita]);
  });

  test('finds items by characters of any script', async () => {
    const names = ['🎁🎉🎂🥳🍾 für Zoë', 'Ωμέγα Παπαδόπουλος', '王小明的礼物卡'];
    const codes: string[] = [];
    for (const receiver_name of names) codes.push(await till.card(100, { receiver_name }));
    expect(await found({ search: '🎁🎉🎂🥳🍾' })).toEqual([codes[0]]);
    expect(await found({ search: '🥳🍾 FÜR' })).toEqual([codes[0]]);
    expect(await found({ search: 'ΠΑΠΑΔ' })).toEqual([codes[1]]);
    expect(await found({ search: '小明的礼物' })).toEqual([codes[2]]);
    expect(await found({ search: '🐙🐙🐙🐙🐙🐙🐙' })).toEqual([]);
  });

  test('does not find items by the middle of a word', async () => {
    for (const search of ['dergård', 'ta.s@mail', rita.slice(5, 14)]) expect(await found({ search })).toEqual([]);
  });

  test('finds items by the full code and by its prefix, with hyphens or without', async () => {
    expect(await found({ search: rita })).toEqual([rita]);
    expect(await found({ search: rita.slice(0, 9) })).toEqual([rita]);
    expect(await found({ search: rita.replaceAll('-', '').slice(0, 7).toLowerCase() })).toEqual([rita]);
  });

  test('finds all items of an order by its id', async () => {
    const codes = await found({ search: many.order_id, limit: '100' });
    expect(codes).toEqual(many.items.map(({ code }) => code));
  });

  test('finds items by order number and by the reference of the partner, and by their prefixes', async () => {
    const { orderId, items } = await till.bought(giftCard(20000, 2), { client_reference: 'Basket/2041-Æ' });
    const codes = items.map(({ code }) => code);
    const { reference } = await new Shop(stack, till.key).read(orderId);
    for (const search of [reference, reference.slice(0, 6), 'basket/2041', '2041-æ', orderId]) {
      expect(await found({ search })).toEqual(codes);
    }
  });

  test('shows an item once although several of its texts match', async () => {
    const codes = await found({ search: 'bulky', limit: '100' });
    expect(codes).toHaveLength(30);
    expect(new Set(codes).size).toBe(30);
  });

  test('pages show every match once, in one order', async () => {
    const all = await found({ search: 'bulky', limit: '100' });
    const results: string[] = [];
    let cursor: string | null = null;
    do {
      const query: Record<string, string> = { search: 'bulky', limit: '7' };
      if (cursor !== null) query['starting_after'] = cursor;
      const { body } = await till.search(query);
      results.push(...body.data.map(({ code }) => code));
      cursor = body.next_cursor;
    } while (cursor !== null);
    expect(results).toEqual(all);
  });

  test('a search without matches is an empty list', async () => {
    const { status, body } = await till.search({ search: 'nobody at all' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ data: [], has_more: false, next_cursor: null });
    expect(await found({ order_id: 'ord_none' })).toEqual([]);
    expect(await found({ group_code: 'none' })).toEqual([]);
  });

  test('items of another company are not found', async () => {
    const { body } = await new Till(stack, LENIENT_KEY).search({ search: 'rita sønd' });
    expect(body.data).toEqual([]);
  });

  test('requires one of three filters, and five characters for a search', async () => {
    const short = await till.search({ search: 'rita' });
    expect(short.status).toBe(422);
    expect(short.body.error.fields).toHaveProperty('search');
    expect((await till.search({})).status).toBe(422);
    expect((await till.search({ status: '6' })).status).toBe(422);
  });

  test('rejects a cursor of another search', async () => {
    const { body } = await till.search({ search: 'bulky', limit: '2' });
    const other = await till.search({ search: 'bulky b', starting_after: body.next_cursor ?? '' });
    expect(other.status).toBe(422);
    expect(other.body.error.fields).toHaveProperty('starting_after');
  });
});

describe('the cost of a search', () => {
  const readUnits = async (search: string): Promise<number> => {
    await stack.resetUsage();
    await found({ search });
    return (await stack.usage())['search-items']?.rcu ?? Infinity;
  };

  test('is two sequential table calls for an order or a code, and four for words, with authentication', async () => {
    for (const [query, most] of [
      [{ order_id: many.order_id }, 2],
      [{ search: rita }, 2],
      [{ search: 'rita sønd' }, 4],
      [{ search: 'bulky b', limit: '5' }, 4],
    ] as const) {
      await found(query);
      await stack.resetUsage();
      await found(query);
      expect((await stack.usage())['search-items']?.sequential).toBeLessThanOrEqual(most);
    }
  });

  test('does not grow with items that do not match', async () => {
    const before = [await readUnits('rita sønd'), await readUnits(rita), await readUnits('nobody at all')];
    for (let at = 0; at < 4; at++) await till.issue({ amount: 10, piece: 100, receiver_name: `Somebody ${at}` });
    await stack.idle();
    const after = [await readUnits('rita sønd'), await readUnits(rita), await readUnits('nobody at all')];
    expect(after).toEqual(before);
  });
});

describe('lists of an order', () => {
  test('items are in the sequence of the order, page by page', async () => {
    const first = await till.search({ order_id: many.order_id, limit: '20' });
    expect(first.body.has_more).toBe(true);
    const reply = await till.search({
      order_id: many.order_id,
      limit: '20',
      starting_after: first.body.next_cursor ?? '',
    });
    expect([...first.body.data, ...reply.body.data].map(({ code }) => code)).toEqual(
      many.items.map(({ code }) => code),
    );
    expect(reply.body.has_more).toBe(false);
  });

  test('a group code finds the items of its group', async () => {
    const { group_code } = await till.item(rita);
    expect(await found({ group_code })).toEqual([rita]);
  });

  test('rows contain status, amounts, flags and reasons', async () => {
    const { body } = await till.search({ group_code: (await till.item(rita)).group_code });
    expect(body.data[0]).toMatchObject({
      status: 6,
      status_name: 'Paid',
      amount: 100,
      remaining_amount: 100,
      currency: 'DKK',
      available_claim: true,
      claim_error: null,
    });
  });

  test('filters by status, type, claimable and day of issue', async () => {
    const { body: issued } = await till.issue({ amount: 10, piece: 3 });
    const order_id = issued.order_id;
    const codes = issued.items.map(({ code }) => code);
    await till.claim(codes[1] ?? '');
    expect(await found({ order_id, status: '3' })).toEqual([codes[1]]);
    expect(await found({ order_id, status: '3,6' })).toEqual(codes);
    expect(await found({ order_id, only_claimable: 'true' })).toEqual([codes[0], codes[2]]);
    expect(await found({ order_id, type: 'GIFTCARD' })).toEqual(codes);
    expect(await found({ order_id, type: 'TICKET' })).toEqual([]);
    const today = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Copenhagen' }).format(await stack.nowMs());
    expect(await found({ order_id, date_from: today, date_to: today })).toEqual(codes);
    expect(await found({ order_id, date_to: '2020-01-01' })).toEqual([]);
    expect(await found({ order_id, date_from: '2099-01-01' })).toEqual([]);
    expect(await found({ order_id, date_from: 'yesterday', date_to: '2020-13-01' })).toEqual(codes);
    expect((await till.search({ order_id, status: '7' })).status).toBe(422);
    expect((await till.search({ order_id, type: 'CAKE' })).status).toBe(422);
  });

  test('an item past its validity is found as Expired before its row is updated', async () => {
    const validity = new Date((await stack.nowMs()) + 86_400_000).toISOString().slice(0, 10);
    const { body } = await till.issue({ amount: 10, validity });
    await stack.advance(3 * 86_400);
    expect(await found({ order_id: body.order_id, status: '5' })).toHaveLength(1);
    expect(await found({ order_id: body.order_id, status: '6' })).toHaveLength(0);
  });
});
