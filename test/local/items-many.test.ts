import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { itemSeed, Till, type IssuedBody, type Outcome } from '../support/item-shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

/** More items than two transactions allow. */
const MANY = 120;

let stack: RunningStack;
let till: Till;
beforeAll(async () => {
  stack = await startStack({ seed: itemSeed });
  till = new Till(stack);
});
afterAll(() => stack.stop());

const issued = async (piece = MANY): Promise<IssuedBody> => (await till.issue({ amount: 10, piece })).body;
const claimOrder = (orderId: string, guid?: string): Promise<Outcome> =>
  stack.post(`/v2/orders/${orderId}/claim`, {
    key: till.key,
    headers: guid === undefined ? {} : { 'X-Request-Guid': guid },
  });

/** Number of items of an order by state. */
const states = async (orderId: string): Promise<Record<number, number>> => {
  const counts: Record<number, number> = {};
  let cursor: string | null = null;
  do {
    const query: Record<string, string> = { order_id: orderId, limit: '100' };
    if (cursor !== null) query['starting_after'] = cursor;
    const { body } = await till.search(query);
    for (const { status } of body.data) counts[status] = (counts[status] ?? 0) + 1;
    cursor = body.next_cursor;
  } while (cursor !== null);
  return counts;
};

describe('an order with many items', () => {
  test('is redeemed as a whole once, and its response is replayed', async () => {
    const { order_id } = await issued();
    const first = await claimOrder(order_id, 'whole');
    expect(first.status).toBe(200);
    expect(await states(order_id)).toEqual({ 3: MANY });
    const again = await claimOrder(order_id, 'whole');
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect((await claimOrder(order_id)).status).toBe(422);
  });

  test('is unchanged when one of its items cannot be redeemed', async () => {
    const { order_id, items } = await issued();
    await till.claim(items.at(-1)?.code ?? '', { type: 'amount', amount: 1 });
    const refused = await claimOrder(order_id, 'again later');
    expect(refused.status).toBe(422);
    expect(await states(order_id)).toEqual({ 6: MANY });
    await till.do(items.at(-1)?.code ?? '', 'refund', { type: 'all' });
    expect((await claimOrder(order_id, 'again later')).status).toBe(200);
    expect(await states(order_id)).toEqual({ 3: MANY });
  });

  test.each(['after-commit', 'before-commit'] as const)(
    'is redeemed as a whole or not at all when the request crashes %s',
    async (at) => {
      const { order_id } = await issued();
      await stack.crash('claim-order', at);
      expect((await claimOrder(order_id)).status).toBe(502);
      await stack.idle();
      expect(await states(order_id)).toEqual(at === 'after-commit' ? { 3: MANY } : { 6: MANY });
    },
  );

  test('gets a response when a crashed request is repeated', async () => {
    const { order_id } = await issued();
    await stack.crash('claim-order', 'after-commit');
    expect((await claimOrder(order_id, 'died')).status).toBe(502);
    const again = await claimOrder(order_id, 'died');
    expect([again.status, again.body['message']]).toEqual([200, 'All items of the order are redeemed.']);
    await stack.idle();
    expect(await states(order_id)).toEqual({ 3: MANY });
  });

  test('is redeemed despite conflicts, throttling and lost responses from the table', async () => {
    for (const mode of ['conflict', 'throttle', 'after-commit'] as const) {
      const { order_id } = await issued();
      await stack.idle();
      await stack.fault('table', mode, 2);
      const { status } = await claimOrder(order_id);
      await stack.idle();
      expect([status, await states(order_id)]).toEqual([200, { 3: MANY }]);
    }
  });

  test('is redeemed as a whole or not at all with concurrent claims of single items', async () => {
    const { order_id, items } = await issued();
    const [group, ...single] = await Promise.all([
      claimOrder(order_id),
      ...[119, 60, 3].map((at) => till.claim(items[at]?.code ?? '')),
    ]);
    await stack.idle();
    const alone = single.filter(({ status }) => status === 200).length;
    expect(group?.status).toBe(alone === 0 ? 200 : 422);
    expect(await states(order_id)).toEqual(alone === 0 ? { 3: MANY } : { 3: alone, 6: MANY - alone });
    const { data } = await till.history(items[0]?.code ?? '');
    expect(data.at(-1)?.remaining_amount).toBe(alone === 0 ? 0 : 10);
  });

  test('accepts one of several concurrent group claims', async () => {
    const { order_id } = await issued();
    const answers = await Promise.all([1, 2, 3].map(() => claimOrder(order_id)));
    await stack.idle();
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
    expect(await states(order_id)).toEqual({ 3: MANY });
  });

  test('is found by the names of its people as soon as it is issued', async () => {
    const { body } = await till.issue({ amount: 10, piece: MANY, receiver_name: 'Prompt Person' });
    const { body: found } = await till.search({ search: 'prompt person', limit: '100' });
    expect(found.data.map(({ code }) => code)).toEqual(body.items.slice(0, 100).map(({ code }) => code));
    expect(found.has_more).toBe(true);
  });

  test('is sent by email after all of its items are issued', async () => {
    const email = 'bulk@mail.example';
    await till.issue({ amount: 10, piece: MANY, receiver_email: email });
    await stack.idle();
    expect(await stack.mail(email)).toHaveLength(1);
  });

  test('is issued, captured and redeemed with the maximum number of items', async () => {
    const { body } = await till.issue({ amount: 10, piece: 1000, capture: false });
    expect(body.itemsCount).toBe(1000);
    const capture = await stack.post(`/v2/orders/${body.order_id}/capture`, { key: till.key });
    expect(capture.status).toBe(200);
    expect((await till.item(body.items[999]?.code ?? '')).status).toBe(6);
    expect((await claimOrder(body.order_id)).status).toBe(200);
    expect(await states(body.order_id)).toEqual({ 3: 1000 });
  }, 120_000);
});

describe('an uncaptured order with a thousand items', () => {
  const READ_UNITS = 50;

  test('takes few read units for pages without matches, for a rejected claim, and for searches', async () => {
    const { body } = await till.issue({ amount: 10, piece: 1000, capture: false });
    await stack.idle();
    const query = { order_id: body.order_id, only_claimable: 'true' };
    let cursor: string | null = null;
    let pages = 0;
    do {
      await stack.resetUsage();
      const page = await till.search({ ...query, ...(cursor === null ? {} : { starting_after: cursor }) });
      expect((await stack.usage())['search-items']?.rcu).toBeLessThanOrEqual(READ_UNITS);
      expect(page.body.data).toEqual([]);
      cursor = page.body.next_cursor;
      pages++;
    } while (cursor !== null);
    expect(pages).toBeGreaterThan(10);
    await stack.resetUsage();
    expect((await claimOrder(body.order_id)).status).toBe(422);
    expect((await stack.usage())['claim-order']?.rcu).toBeLessThanOrEqual(READ_UNITS);
    await stack.resetUsage();
    expect((await till.search({ search: 'nobody@example.test' })).body.data).toEqual([]);
    expect((await stack.usage())['search-items']?.rcu).toBeLessThanOrEqual(READ_UNITS);
    expect((await till.search({ order_id: body.order_id, limit: '100' })).body.data).toHaveLength(100);
  }, 120_000);
});
