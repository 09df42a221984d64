import { afterAll, beforeAll, expect, test } from 'vitest';
import { Visitor, type FoundPage } from '../support/page-visitor.ts';
import { shopSeed } from '../support/shop-seed.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

const published = (id: number, name: string, more: object = {}) => ({
  id,
  name,
  amount: 20000,
  publish_stock: true,
  ...more,
});

const event = (id: number, options: object[], more: object = {}) => ({
  company: 'shop',
  id,
  slug: `card-${id}`,
  name: `Card ${id}`,
  starts_at: '2030-05-01T19:00:00+02:00',
  options,
  ...more,
});

const seed = {
  ...shopSeed,
  experiences: [
    {
      company: 'shop',
      id: 501,
      name: 'Card 501',
      options: [
        published(5011, 'Early', { amount: 10000, stock: 0 }),
        published(5012, 'Party', { amount: 15000, stock: 3, quantity: { minimum: 5 } }),
        published(5013, 'Late', { amount: 30000, stock: 2 }),
      ],
    },
  ],
  events: [
    event(511, [published(5111, 'Adult'), published(5112, 'Child')], { seats: 2 }),
    event(512, [published(5121, 'Adult', { stock: 1 }), published(5122, 'Child', { stock: 2 })], { seats: 100 }),
    event(513, [published(5131, 'Adult', { stock: 4 }), { id: 5132, name: 'Hidden', amount: 20000, stock: 1 }]),
    event(514, [published(5141, 'Adult', { stock: 0 }), published(5142, 'Menu', { add_on: true })]),
    event(515, [published(5151, 'Adult', { stock: 0 }), published(5152, 'Menu', { add_on: true, amount: 5000 })], {
      add_ons_sold_alone: true,
    }),
    event(516, [published(5161, 'Adult', { active: false })]),
  ],
  special_offers: [
    {
      company: 'shop',
      id: 521,
      name: 'Card 521',
      available_until: '2030-05-01T00:00:00+02:00',
      options: [
        published(5211, 'Half', { amount: 10000, regular_amount: 20000, stock: 0 }),
        published(5212, 'Less', { amount: 18000, regular_amount: 20000, stock: 50 }),
      ],
    },
  ],
};

let stack: RunningStack;
let page: FoundPage;
const visitor = new Visitor(() => stack, { address: '203.0.113.1' });
beforeAll(async () => {
  stack = await startStack({ seed, env: { TRUSTED_PROXIES: '1' } });
  page = await visitor.open('/shop/shop/en');
});
afterAll(() => stack.stop());

/** The badge and the price of the card of a product. */
const cardOf = (name: string): (string | undefined)[] => {
  const card = page.root
    .querySelectorAll('.product')
    .find((each) => each.querySelector('.title')?.textContent === name);
  return ['.badge', '.price'].map((part) => card?.querySelector(part)?.textContent.replaceAll(/\s+/g, ' ').trim());
};

test('counts seats that several kinds of tickets share once', () => {
  expect(cardOf('Card 511')[0]).toBe('Only 2 left');
});

test('adds up the stock of kinds of tickets, and shows no number if one of them hides its stock', () => {
  expect(cardOf('Card 512')[0]).toBe('Only 3 left');
  expect(cardOf('Card 513')[0]).toBeUndefined();
});

test('shows stock, price and saving of options in stock only', () => {
  expect(cardOf('Card 501')).toEqual(['Only 2 left', 'DKK 300']);
  expect(cardOf('Card 521')).toEqual(['Save 10%', 'DKK 180']);
});

test('is sold out and has no price if none of its options is active', () => {
  expect(cardOf('Card 516')).toEqual(['Sold out', '']);
});

test('is sold out if only extras are left that are not sold alone', async () => {
  expect(cardOf('Card 514')).toEqual(['Sold out', 'DKK 200']);
  const sold = await visitor.open('/shop/shop/en/products/evt_514');
  expect(sold.text).toContain('This is sold out.');
  expect(sold.root.querySelector('form.choice')).toBeNull();
  expect(cardOf('Card 515')).toEqual([undefined, 'DKK 50']);
  expect((await visitor.open('/shop/shop/en/products/evt_515')).root.querySelector('form.choice')).not.toBeNull();
});
