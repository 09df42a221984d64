import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importOperatorFile } from '../support/ops.ts';
import { pageEditor } from '../support/order-page.ts';
import { GIFT, type FoundPage } from '../support/page-visitor.ts';
import { experience, Shop } from '../support/shop.ts';
import { SHOP_KEY, shopSeed } from '../support/shop-seed.ts';
import { shopVisits } from '../support/shop-visits.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

const MASSAGE = { company: 'shop', id: 40, name: 'Massage' };
const [HOUR, TWO_HOURS] = [
  { id: 40, name: 'One hour', amount: 50_000 },
  { id: 41, name: 'Two hours', amount: 90_000 },
];
const LAST = {
  company: 'shop',
  id: 42,
  name: 'Last one',
  options: [{ id: 42, name: 'Only', amount: 20_000, stock: 1 }],
};

let stack: RunningStack;
let shop: Shop;
beforeAll(async () => {
  stack = await startStack({
    seed: { ...shopSeed, experiences: [...shopSeed.experiences, { ...MASSAGE, options: [HOUR, TWO_HOURS] }, LAST] },
    env: { TRUSTED_PROXIES: '1' },
  });
  shop = new Shop(stack, SHOP_KEY);
});
afterAll(() => stack.stop());

const { someone, orders, reviewed: reviewedBy, press: pressBy } = shopVisits(() => stack);
const visitor = someone();
const editor = pageEditor(() => stack, SHOP_KEY);
const TYPED = { ...GIFT, 'greeting.message': 'Hurra!\nAll the best', picture: 'gid_7' };
const reviewed = (link: string): Promise<FoundPage> => reviewedBy(visitor, link, TYPED);
const press = (summary: FoundPage): Promise<FoundPage> => pressBy(visitor, summary);
const choices = (page: FoundPage): string[] =>
  page.root.querySelectorAll('input[name=choice]').map((each) => each.getAttribute('value') ?? '');

describe('a form whose products are all no longer sold', () => {
  test('lists the removed products, offers the most similar first, and keeps its input', async () => {
    const summary = await reviewed('item=gcv_40:gcvo_40:1');
    await importOperatorFile(stack, {
      experiences: [{ ...MASSAGE, options: [{ ...HOUR, active: false }, TWO_HOURS] }],
    });
    const gone = await press(summary);
    expect(gone.status).toBe(422);
    expect(gone.textOf('.notice')).toBe(
      'This is no longer sold, so we have taken it out of your order: Massage, One hour.',
    );
    expect(choices(gone).slice(0, 2)).toEqual(['gcv_40:gcvo_41', 'gcv_1:gcvo_1']);
    expect(choices(gone)).toContain('gift_card_value:');
    expect([gone.textOf('.option .title'), gone.textOf('.option .hint')]).toEqual(['Massage, Two hours', 'DKK 900']);
    const form = await visitor.submit(gone, {}, { form: 'main form', step: 'choose' });
    expect([form.status, form.faults]).toEqual([200, {}]);
    expect(form.values('.order-form')).toMatchObject({ ...TYPED, 'items.0.product_option_id': 'gcvo_41' });
    const again = await visitor.submit(form);
    expect(again.textOf('button[value="confirm"]')).toContain('DKK 900');
    expect((await press(again)).status).toBe(303);
    expect((await orders())[0]).toMatchObject({ amounts: { subtotal: 90_000 } });
  });

  test('offers a gift card without a preset amount instead', async () => {
    const summary = await reviewed('item=gcv_1:gcvo_1:1');
    await editor.set({ families: ['gift_card'] });
    const gone = await press(summary);
    await editor.set({ families: null });
    expect(choices(gone)).toEqual(['gift_card_value:']);
    const form = await visitor.submit(gone, {}, { form: 'main form', step: 'choose' });
    expect(form.values('.order-form')).toMatchObject({ ...TYPED, 'items.0.product_id': 'gift_card_value' });
    const summaryOfCard = await visitor.submit(form, { 'items.0.amount': '300' });
    expect(summaryOfCard.text).toContain('All the best');
  });

  test('shows names from the form as text', async () => {
    const page = await visitor.post('/shop/shop/en/buy', [
      ['items.0.product_id', 'gcv_999'],
      ['items.0.name', '<b>x</b>'],
    ]);
    expect(page.textOf('.notice')).toContain('<b>x</b>');
    expect(page.root.querySelector('.notice b')).toBeNull();
  });

  test('redirects to its order if that order took the last unit', async () => {
    const summary = await reviewed('item=gcv_42:gcvo_42:1');
    const { location } = await press(summary);
    expect((await visitor.open('/shop/shop/en/products/gcv_42')).status).toBe(404);
    expect((await press(summary)).location).toBe(location);
    const form = await visitor.submit(summary, {}, { step: 'edit' });
    expect(form.textOf('.notice')).toContain('You have already ordered with this form. See that order.');
  });
});

test('a form with some products that are still sold lists the removed ones', async () => {
  const summary = await reviewed('item=gcv_6:gcvo_6:1&item=gcv_2:gcvo_2:1');
  expect((await shop.order(experience(6, 3))).status).toBe(201);
  const again = await press(summary);
  expect([again.status, again.textOf('h1')]).toEqual([200, 'Check your order']);
  expect(again.textOf('.notice')).toContain('taken it out of your order: Experience 6, Option.');
});
