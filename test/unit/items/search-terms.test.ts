import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  codeContains,
  codeEntries,
  orderEntries,
  placePrefix,
  readPlace,
  searchForms,
  searchPartition,
  shownAt,
  type Searchable,
  type SearchEntry,
} from '../../../functions/domain/items/search-terms.ts';
import { deriveCode } from '../../../functions/domain/codes/rules.ts';

const item: Searchable = {
  company: 'shop',
  code: deriveCode('seed', 'one'),
  orderId: `po_${'0123456789abcdef'.repeat(2)}`,
  orderReference: 'K7MTQ2XWPA',
  clientReference: 'basket-2041',
  orderItems: 2,
  sender: { name: 'Maria Larsen', email: 'maria.larsen@example.com', phone: null },
  receiver: { name: 'Åse Ærø', email: null, phone: null },
};

/** What the queries on the search rows would find. */
const finds = (entries: readonly SearchEntry[], text: string): { form: number; place: string }[] =>
  searchForms(text).flatMap((form, at) =>
    entries
      .filter(({ partition }) => partition === searchPartition('shop', form))
      .filter(({ place }) => place.startsWith(placePrefix(form)))
      .filter(({ place }) => form.kind === 'text' || codeContains(readPlace(place).code ?? '', form))
      .map(({ place }) => ({ form: at, place })),
  );

const all = [...orderEntries(item), ...codeEntries(item)];

describe('search rows', () => {
  test('every part of five characters or more of every text is found, and shown in one place', () => {
    const texts = [
      item.code,
      item.code.replaceAll('-', ''),
      item.orderId,
      'k7mtq2xwpa',
      'MARIA LARSEN',
      'maria.larsen@example.com',
      'åse ærø',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.nat(60), fc.integer({ min: 5, max: 60 }), (text, from, length) => {
        const part = text.slice(from, from + length).trim();
        fc.pre(part.replace(/[\s-]/g, '').length >= 5);
        const found = finds(all, part);
        const shown = shownAt(item, searchForms(part));
        expect(found.length).toBeGreaterThan(0);
        expect(found).toContainEqual(shown);
      }),
      { numRuns: 1000 },
    );
  });

  test('the rows of an order of one item name it', () => {
    const alone = { ...item, orderItems: 1 };
    const rows = [...orderEntries(alone), ...codeEntries(alone)];
    for (const part of ['maria larsen', 'k7mtq', alone.orderId.slice(4, 12), alone.code.slice(2, 12)]) {
      expect(finds(rows, part)).toContainEqual(shownAt(alone, searchForms(part)));
      for (const { place } of finds(rows, part)) expect(readPlace(place).code).toBe(alone.code);
    }
  });

  test('what is no part is not found', () => {
    for (const text of ['maria hansen', 'nobody', 'xxxxx', '00000000000']) {
      expect(finds(all, text)).toEqual([]);
      expect(shownAt(item, searchForms(text))).toBeUndefined();
    }
  });

  test('an item has seven rows of its own or less; what its order shares is filed once', () => {
    expect(codeEntries(item)).toHaveLength(6);
    expect(orderEntries(item).length).toBeLessThan(80);
  });
});
