import { expect, test } from 'vitest';
import { issuancesOf } from '../../../functions/domain/value/items/issuance/issue-order.ts';
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

test.each([
  { when: 'paid before its send_at is issued at its send_at', sendAtMs: NOW + 3_600_000, issuedAtMs: NOW + 3_600_000 },
  { when: 'paid after its send_at is issued when it is paid', sendAtMs: NOW - 3_600_000, issuedAtMs: NOW },
])('a card of an order that was $when', ({ sendAtMs, issuedAtMs }) => {
  const sendAt = new Date(sendAtMs).toISOString();
  const order = anOrder({
    status: 'paid',
    fulfillment: { status: 'processing' },
    lines: [boughtWith('added-value')],
    createdAtMs: NOW - 2 * 3_600_000,
    delivery: { ...anOrder().delivery, sendAt, sendAtMs },
    payment: { ...anOrder().payment, status: 'captured', captured: 51_000, capturedAtMs: NOW },
  });
  const [issue] = issuancesOf(order, shopWith('added-value').company);
  expect(issue?.item).toMatchObject({ createdAtMs: issuedAtMs, deliveredAtMs: issuedAtMs, ledgerAtMs: issuedAtMs });
});
