import { afterAll, beforeAll, expect, test } from 'vitest';
import { GIFT } from '../support/page-visitor.ts';
import { SHOP_KEY, shopSeed } from '../support/shop-seed.ts';
import { shopVisits } from '../support/shop-visits.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

const SPA = {
  company: 'shop',
  id: 81,
  name: 'Spa day',
  options: [
    { id: 811, name: 'Group', amount: 20_000, quantity: { minimum: 5 } },
    { id: 812, name: 'Single', amount: 30_000 },
  ],
};
const OFFICES = [
  {
    company: 'shop',
    id: 82,
    name: 'Office lunch',
    company_required: true,
    options: [{ id: 821, name: 'L', amount: 20_000 }],
  },
  { company: 'shop', id: 83, name: 'Brunch', options: [{ id: 831, name: 'B', amount: 20_000 }] },
];
const seed = {
  ...shopSeed,
  experiences: [...shopSeed.experiences, SPA, ...OFFICES],
};

let stack: RunningStack;
beforeAll(async () => {
  stack = await startStack({ seed, env: { TRUSTED_PROXIES: '1' } });
});
afterAll(() => stack.stop());

const { someone, reviewed, press } = shopVisits(() => stack);
const QUANTITY = 'items.0.quantity';

/** Changes a row of the shop that has an `ETag`. */
const change = async (path: string, body: object): Promise<void> => {
  const { headers } = await stack.get(path, { key: SHOP_KEY });
  const answer = await stack.call('PATCH', path, {
    key: SHOP_KEY,
    headers: { 'If-Match': headers.get('etag') ?? '' },
    body,
  });
  expect(answer.status, answer.bytes.toString()).toBe(200);
};

test('a form starts with the lowest quantity of a suggested amount, and of the preselected option', async () => {
  await change('/v2/catalog/gift-card', { quantity: { minimum: 2 } });
  const visitor = someone();
  const first = await visitor.open('/shop/shop/en');
  const form = await visitor.open(first.attribute('.amounts a', 'href') ?? '');
  expect([form.values()[QUANTITY], form.faults]).toEqual(['2', {}]);
  const product = await visitor.open('/shop/shop/en/products/gcv_81');
  const chosen = await visitor.submit(product, {}, { form: 'form.choice' });
  expect([chosen.values()[QUANTITY], chosen.faults]).toEqual(['5', {}]);
});

test('an alternative starts with its lowest quantity', async () => {
  const visitor = someone();
  const summary = await reviewed(visitor, 'item=gcv_81:gcvo_812:1', GIFT);
  await change('/v2/catalog/experiences/81', { options: [{ id: 812, active: false }] });
  const gone = await press(visitor, summary);
  const form = await visitor.submit(
    gone,
    { choice: 'gcv_81:gcvo_811' },
    { form: 'form[method="post"]', step: 'choose' },
  );
  expect(form.values()[QUANTITY]).toBe('5');
  expect(form.textOf('#price .total dd')).toMatch(/1,000/);
});

test('a form asks for a company only while a product for companies is ordered', async () => {
  const visitor = someone();
  const link = 'item=gcv_82:gcvo_821:1&item=gcv_83:gcvo_831:1';
  const form = await visitor.open(`/shop/shop/en/buy?${link}`);
  expect(form.text).toContain('companies');
  const summary = await visitor.submit(form, { ...GIFT, [QUANTITY]: '0' });
  expect([summary.textOf('h1'), summary.faults]).toEqual(['Check your order', {}]);
  const edited = await visitor.submit(summary, {}, { step: 'edit' });
  expect(edited.values()['company']).toBeUndefined();
});
