import { expect, test } from 'vitest';
import { itemsOfOrder } from '../../../functions/domain/value/items/issuance/of-order.ts';
import type { OrderGreeting } from '../../../functions/domain/checkout/orders/rows.ts';
import type { OrderLine } from '../../../functions/domain/catalog/products/line-shape.ts';
import { anOrder } from '../../support/orders.ts';
import { NOW, price, shopOf } from '../pricing/sample.ts';
import { card } from '../pricing/shop.ts';

type Kind = 'added-value' | 'reduced-price';

const shopWith = (kind: Kind) =>
  shopOf({ campaigns: [{ company: 'nordlys', id: 4, name: 'c', applies_to: 'gift_card', kind, value: 20 }] });

const boughtWith = (kind: Kind): OrderLine => {
  const [line] = price(shopWith(kind), { items: [card(50_000)] }).lines;
  return { ...line!, id: 'poli_1', issuedCount: 0 };
};

/** Types of the items that an order issues after an import has changed the kind of the campaign. */
const typesAfter = (line: OrderLine, kind: Kind): string[] =>
  itemsOfOrder(anOrder({ lines: [line] }), shopWith(kind).company, NOW).map(({ facts }) => facts.itemType);

test('a card of a campaign keeps its terms at purchase when the campaign changes', () => {
  expect(typesAfter(boughtWith('reduced-price'), 'added-value')).toEqual(['DISCOUNTED GC']);
  expect(typesAfter(boughtWith('added-value'), 'reduced-price')).toEqual(['GIFT CARD WITH ADDED VALUE']);
});

const MOVED = {
  ...shopOf({}).company,
  greeting: {
    max_length: 200,
    amount_images: [],
    designs: [{ id: 7, name: 'Roses', url: 'https://shop.example/new.png' }],
  },
};

const pictureOf = (image: NonNullable<OrderGreeting['image']>): string | null => {
  const order = anOrder({ lines: [boughtWith('added-value')], greeting: { message: null, image } });
  return itemsOfOrder(order, MOVED, NOW)[0]!.facts.imageUrl;
};

test('a card shows the chosen design when another design has its id now', () => {
  expect(pictureOf({ source: 'design', designId: 'gid_7', designUrl: 'https://shop.example/old.png' })).toBe(
    'https://shop.example/old.png',
  );
});

test('a card of an order without a stored design URL shows the current design', () => {
  expect(pictureOf({ source: 'design', designId: 'gid_7' })).toBe('https://shop.example/new.png');
});
