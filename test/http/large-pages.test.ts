import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_SCOPES } from '../support/seed.ts';
import { orderBody, type OrderBody } from '../support/shop.ts';
import { startStack, type Answer, type RunningStack } from '../support/stack.ts';

const KEY = `lp_live_${'9'.repeat(32)}_${'a'.repeat(64)}`;
/** The longest possible name: a visible character, and others of seven bytes each when sent. */
const LONG_NAME = `N${'\u0001'.repeat(499)}`;
const LINES = 20;
const ORDERS = 90;

const seed = {
  companies: [
    {
      slug: 'long',
      name: 'Long',
      currency: 'DKK',
      language: 'da',
      contract: { checkout: true },
      approved_urls: ['https://shop.example/'],
      greeting: { max_length: 2000 },
    },
  ],
  api_keys: [{ company: 'long', label: 'long', key: KEY, scopes: ALL_SCOPES }],
  experiences: Array.from({ length: LINES }, (_, at) => ({
    company: 'long',
    id: at + 1,
    name: LONG_NAME,
    options: [{ id: at + 1, name: LONG_NAME, amount: 100 }],
  })),
};

let stack: RunningStack;
beforeAll(async () => {
  stack = await startStack({ seed });
}, 60_000);
afterAll(() => stack.stop());

interface Page {
  data: { id: string }[];
  has_more: boolean;
  next_cursor: string | null;
}

/** Ids of all entries of a list, and the number of its pages. */
const readAll = async (path: string): Promise<{ ids: string[]; pages: number }> => {
  const ids: string[] = [];
  let pages = 0;
  let cursor: string | null = null;
  do {
    const query: Record<string, string> = { limit: '100', ...(cursor === null ? {} : { starting_after: cursor }) };
    const answer: Answer<Page> = await stack.get<Page>(path, { key: KEY, query });
    expect([path, answer.status]).toEqual([path, 200]);
    ids.push(...answer.body.data.map(({ id }) => id));
    cursor = answer.body.next_cursor;
    pages++;
  } while (cursor !== null);
  return { ids, pages };
};

describe('a list with large entries', () => {
  it('is split into pages by its bytes, without leaving out an entry', async () => {
    const items = Array.from({ length: LINES }, (_, at) => ({
      product_id: `gcv_${at + 1}`,
      product_option_id: `gcvo_${at + 1}`,
      quantity: 1,
    }));
    const body = orderBody(items, { greeting: { message: '贈'.repeat(2000) } });
    const results: string[] = [];
    for (let at = 0; at < ORDERS; at += 10) {
      const orders = await Promise.all(
        Array.from({ length: 10 }, () => stack.post<OrderBody>('/v2/orders', { key: KEY, idempotencyKey: true, body })),
      );
      expect(orders.map(({ status }) => status)).toEqual(orders.map(() => 201));
      results.push(...orders.map(({ body: order }) => order.id));
      await stack.advance(1);
    }
    await stack.idle();
    const orders = await readAll('/v2/orders');
    expect(orders.pages).toBeGreaterThan(1);
    expect(orders.ids.toSorted()).toEqual(results.toSorted());
    const events = await readAll('/v2/webhook-events');
    expect(events.pages).toBeGreaterThan(1);
    expect(new Set(events.ids).size).toBe(ORDERS);
    expect((await readAll('/v2/products')).ids).toHaveLength(LINES);
  }, 120_000);
});
