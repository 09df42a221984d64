import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_KEY, ruleSeed } from '../support/seed.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

type Members = Record<string, unknown>;

const FAMILIES = { experiences: 'experiences', events: 'events', special_offers: 'special-offers' } as const;
const SLUG = 'shop';

let stack: RunningStack;
let copy: RunningStack | undefined;
beforeAll(async () => {
  stack = await startStack({ seed: ruleSeed });
});
afterAll(async () => {
  await stack.stop();
  await copy?.stop();
});

const get = async <T = Members>(path: string): Promise<T> =>
  (await stack.get<T>(`/v2/${path}`, { key: API_KEY, query: path.includes('settings') ? {} : { limit: '100' } })).body;
const without = (members: Members, ...names: string[]): Members =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));
const OF_PRODUCTS = ['object', 'product_id', 'published', 'withheld'];

const exportedProducts = async (family: string): Promise<Members[]> => {
  const { data, has_more: hasMore } = await get<{ data: (Members & { options: Members[] })[]; has_more: boolean }>(
    `catalog/${family}`,
  );
  expect(hasMore).toBe(false);
  return data.map((product) => ({
    company: SLUG,
    ...without(product, ...OF_PRODUCTS),
    options: product.options.map((option) => without(option, 'option_id')),
  }));
};

const exported = async (): Promise<Members> => {
  const settings = without(await get(`companies/${SLUG}/settings`), 'object', 'parent', 'assigned', 'vendor');
  const giftCard = without(await get('catalog/gift-card'), ...OF_PRODUCTS);
  const { data: campaigns } = await get<{ data: Members[] }>('campaigns');
  const sections = Object.entries(FAMILIES).map(async ([section, family]) => [section, await exportedProducts(family)]);
  return {
    companies: [{ ...settings, ...(await get('catalog/categories')), gift_card: giftCard }],
    ...(Object.fromEntries(await Promise.all(sections)) as Members),
    campaigns: campaigns.map((campaign) => ({
      company: SLUG,
      ...without(campaign, 'object', 'codes_count', 'activated_count'),
    })),
    api_keys: [{ company: SLUG, label: 'reader', key: API_KEY, scopes: ['catalog:read'] }],
  };
};

test('imports a catalog exported through the API as the same products, byte for byte', async () => {
  // Stock and options as changed by the shop, not as in its file.
  const { body: tour } = await stack.post<{ id: number; options: { id: number; option_id: string }[] }>(
    '/v2/catalog/experiences',
    {
      key: API_KEY,
      idempotencyKey: true,
      body: {
        name: 'Tour & <b>',
        options: [
          { name: 'Long', amount: 20_000, stock: 10, publish_stock: true },
          { name: 'Short', amount: 10_000 },
        ],
      },
    },
  );
  await stack.post(`/v2/catalog/options/${tour.options[0]?.option_id}/stock`, {
    key: API_KEY,
    idempotencyKey: true,
    body: { change: -7 },
  });
  const path = `/v2/catalog/experiences/${tour.id}`;
  const { headers } = await stack.get(path, { key: API_KEY });
  await stack.call('PATCH', path, {
    key: API_KEY,
    body: {
      options: [
        { id: tour.options[1]?.id, removed: true },
        { name: 'Night', amount: 30_000 },
      ],
    },
    headers: { 'If-Match': headers.get('etag') ?? '' },
  });

  const file = await exported();
  copy = await startStack({ seed: file });
  const [before, after] = await Promise.all([stack, copy].map((each) => each.get('/v2/products', { key: API_KEY })));
  expect(before?.body).toMatchObject({ object: 'list', has_more: false });
  expect(JSON.stringify(after?.body)).toBe(JSON.stringify(before?.body));
});
