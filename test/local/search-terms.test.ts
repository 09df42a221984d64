import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deriveCode } from '../../functions/domain/catalog/codes/rules.ts';
import { hasRegisteredText, registerRow } from '../../functions/domain/value/items/ledger/register.ts';
import {
  indexedTexts,
  INDEXED_TEXTS_MAX,
  orderSearchEntries,
  searchRanges,
  shownAt,
} from '../../functions/domain/value/items/search/search-terms.ts';
import {
  orderTexts,
  parsePlace,
  type Searchable,
  type SearchEntry,
} from '../../functions/domain/value/items/search/search-texts.ts';

process.env['APP_SECRET'] ??= '00'.repeat(32);

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

const codeEntry = (of: Searchable): SearchEntry => {
  const row = registerRow({ ...of, title: 'Card', variant: null, event: null, createdAtMs: 1 });
  return { partition: row.ix1pk ?? '', place: row.ix1sk ?? '' };
};
const indexed = (of: Searchable): SearchEntry[] => [...orderSearchEntries(of), codeEntry(of)];

/** Matches of a search among these entries. */
const finds = (entries: readonly SearchEntry[], text: string): { form: number; place: string }[] =>
  searchRanges('shop', text).flatMap(({ partition, prefix }, form) =>
    entries
      .filter((entry) => entry.partition === partition && entry.place.startsWith(prefix))
      .map(({ place }) => ({ form, place })),
  );

const ofWords = (of: Searchable, text: string): boolean =>
  (searchRanges('shop', text)[0]?.entriesOf(of).length ?? 0) > 0;

describe('search rows', () => {
  test('an order has at most eight for all its names', () => {
    const words = fc.string({ unit: 'grapheme', maxLength: 60 });
    fc.assert(
      fc.property(words, words, words, words, (name, email, reference, receiver) => {
        const of = { ...item, clientReference: reference, sender: { name, email, phone: null } };
        const entries = orderSearchEntries({ ...of, receiver: { name: receiver, email, phone: null } });
        expect(entries.length).toBeLessThanOrEqual(INDEXED_TEXTS_MAX);
      }),
    );
  });

  test('no key contains a string of the order, or a part of one', () => {
    const keys = orderSearchEntries(item).map(({ partition, place }) =>
      `${partition}\n${readPlaceless(place)}`.toLowerCase(),
    );
    for (const text of ['maria', 'larsen', 'example', 'k7mtq', 'baske', 'åse']) {
      for (const key of keys) expect(key).not.toContain(text);
    }
  });

  test('two companies, and two secrets, index the same person under different keys', () => {
    const partitions = (company: string) =>
      orderSearchEntries({ ...item, company }).map(({ partition }) => partition.split('#')[3]);
    expect(new Set([...partitions('shop'), ...partitions('other')]).size).toBe(
      new Set(partitions('shop')).size + new Set(partitions('other')).size,
    );
  });

  test('every prefix of a word of at least three characters is found, and listed once', () => {
    const texts = indexedTexts(item);
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.integer({ min: 3, max: 60 }), (text, length) => {
        const part = text.slice(0, length).trim();
        fc.pre(part.length >= 3);
        expect(finds(indexed(item), part)).toContainEqual(shownAt(item, searchRanges('shop', part)));
      }),
      { numRuns: 300 },
    );
  });

  test('names, words in names, addresses, references and codes are found by their prefix', () => {
    for (const part of [
      'MARIA L',
      'larsen',
      'maria.larsen@ex',
      'k7mtq2',
      'basket-20',
      '2041',
      'åse ær',
      item.code.slice(0, 9),
    ]) {
      expect(finds(indexed(item), part)).toContainEqual(shownAt(item, searchRanges('shop', part)));
    }
    expect(finds(indexed(item), item.code.replaceAll('-', '').toLowerCase())).not.toEqual([]);
  });

  test.each([
    ['SØMMER-24', ['sømmer', 'SØMMER24', 'sømmer-24', 'sømmer\u201024']],
    ["JOE'S CAFÉ", ["joe's", "JOE'S cafe\u0301", "joe's\u00a0café"]],
    ['A,B/C', ['a,b/c', 'A,B/']],
  ])('a code chosen by people, %s, is found by %j', (code, searches) => {
    const of = { ...item, code };
    const registered = { ...of, title: 'Card', variant: null, event: null, createdAtMs: 1 };
    for (const text of searches) {
      expect(finds(indexed(of), text), text).toContainEqual(shownAt(of, searchRanges('shop', text)));
      expect(hasRegisteredText(registered, text), text).toBe(true);
    }
  });

  test('the company of a buyer is found', () => {
    const of = { ...item, senderCompany: { name: 'Nordlys Rejser ApS' } };
    expect(finds(indexed(of), 'nordlys')).toContainEqual(shownAt(of, searchRanges('shop', 'nordlys')));
    expect(finds(indexed(of), 'rejser')).toEqual([]);
  });

  test('texts in scripts without spaces are found from any character onward', () => {
    const of = { ...item, receiver: { name: '王小明的礼物卡', email: null, phone: null } };
    for (const part of ['王小明的礼', '小明的礼物', '明的礼']) expect(finds(indexed(of), part)).not.toEqual([]);
  });

  const shown = (of: Searchable, text: string): boolean => {
    return finds(indexed(of), text).length > 0 && shownAt(of, searchRanges('shop', text)) !== undefined;
  };

  test.each([
    ['Søren O’Connor', ["soren o'connor", 'OConnor', 'SØREN', 'o`connor, soren', 'so']],
    ['Anne-Marie Ærø', ['anne marie', 'Anne\u2010Marie', 'ærø, anne', 'aero anne', 'Aerø', 'ma an']],
    ['José Núñez', ['Nunez, Jose', 'jose\u0301', 'NUÑEZ']],
    ['Bo Li', ['bo', 'li', 'Li, Bo', 'li bo']],
    ['Łukasz Groß', ['lukasz', 'gross lukasz']],
  ])('a customer named %s is found by %j', (name, searches) => {
    const of = { ...item, receiver: { name, email: null, phone: null } };
    expect(searches.filter((text) => !shown(of, text))).toEqual([]);
    for (const other of ['aria larsen', 'larsen bo nobody', 'maria connox']) expect(shown(of, other)).toBe(false);
  });

  test('the middle of a word is not found', () => {
    for (const text of ['arsen', 'xample.com', 'nobody', 'xxxxx', '00000000000']) {
      expect(finds(indexed(item), text)).toEqual([]);
      expect(ofWords(item, text)).toBe(false);
    }
  });

  test('a hash collision is detected by comparing the strings', () => {
    const long = { ...item, sender: { name: `${'a'.repeat(30)} one`, email: null, phone: null } };
    expect(finds(orderSearchEntries(long), `${'a'.repeat(30)} two`)).not.toEqual([]);
    expect(ofWords(long, `${'a'.repeat(30)} two`)).toBe(false);
  });

  test('the search rows of an order with one item name that item', () => {
    const alone = { ...item, orderItems: 1 };
    const entries = orderSearchEntries(alone);
    expect(entries).not.toEqual([]);
    for (const { place } of entries) expect(parsePlace(place)).toEqual({ orderId: item.orderId, code: item.code });
  });
});

/** The part of a `place` before the order and the item: its hashed word. */
const readPlaceless = (place: string): string => place.split('\u0001')[0] ?? '';

describe('compared with a search for every prefix of a word', () => {
  const ORDERS = 10_000;
  const FIRST = ['Maria', 'Jens', 'Søren', 'Anne-Marie', 'Zoë', 'Ölaf', 'Marie', 'Martin', 'Bo', 'Cathrine'];
  const LAST = ['Larsen', 'Nielsen', 'Ærø', 'O’Brien', 'de la Cruz', 'Marinus', 'Søndergård', 'Wu', 'Jensen'];

  /** A deterministic pseudo-random number. */
  const mixed = (number: number): number => Math.imul(number ^ (number >>> 15), 0x85ebca6b) >>> 0;
  const pick = <T>(list: readonly T[], number: number): T => list[mixed(number) % list.length] as T;

  const orderAt = (number: number): Searchable & { sequence: number } => {
    const person = (seed: number) => {
      const name = `${pick(FIRST, seed)} ${pick(LAST, seed + 1)}`;
      const local = name.toLowerCase().replaceAll(/[^a-z]+/g, '.');
      return { name, email: `${local}.${mixed(seed) % 500}@${pick(['mail.test', 'work.test'], seed)}`, phone: null };
    };
    return {
      company: 'shop',
      code: deriveCode('compare', String(number)),
      orderId: `po_${number.toString(16).padStart(32, '0')}`,
      orderItems: 1,
      sequence: 0,
      orderReference: mixed(number).toString(36).toUpperCase().padStart(10, 'K'),
      clientReference: number % 3 === 0 ? null : `cart-${number}`,
      sender: person(number * 7),
      receiver: number % 2 === 0 ? person(number * 7) : person(number * 11),
    };
  };

  const indexOf = (orders: readonly Searchable[]): Map<string, Set<string>> => {
    const index = new Map<string, Set<string>>();
    for (const order of orders) {
      for (const { partition, place } of orderSearchEntries(order)) {
        const places = index.get(partition) ?? new Set();
        index.set(partition, places.add(place));
      }
    }
    return index;
  };

  test('the same orders are found for prefixes of at least five characters', { timeout: 120_000 }, () => {
    const orders = Array.from({ length: ORDERS }, (_, number) => orderAt(number));
    const textsOf = new Map(orders.map((order) => [order.orderId, orderTexts(order)]));
    const allTexts = ({ orderId }: Searchable): string[] => textsOf.get(orderId) ?? [];
    const index = indexOf(orders);
    const found = ({ partition, prefix }: { partition: string; prefix: string }) =>
      [...(index.get(partition) ?? [])]
        .filter((place) => place.startsWith(prefix))
        .map((place) => parsePlace(place).orderId);
    const indexedOf = new Map(orders.map((order) => [order.orderId, indexedTexts(order)]));
    let [hits, missed] = [0, 0];
    for (let number = 0; number < ORDERS; number += 50) {
      const order = orders[number] as Searchable;
      const text = pick(orderTexts(order).slice(1), number);
      const search = text.slice(0, 5 + (mixed(number) % 12)).trim();
      if (search.length < 5) continue;
      const words = searchRanges('shop', search).find(({ kind }) => kind === 'words');
      if (!words) throw new Error('The range of words is missing');
      const texts = (id: string): string[] => indexedOf.get(id) ?? [];
      const expected = new Set(
        orders.filter((each) => allTexts(each).some((whole) => isWordIn(whole, search))).map(({ orderId }) => orderId),
      );
      const hit = new Set(found(words).filter((id) => texts(id).some((each) => each.startsWith(search))));
      expect(hit).toContain(order.orderId);
      expect(
        [...hit].filter((id) => !expected.has(id)),
        search,
      ).toEqual([]);
      // When two people with names of many words have used all positions, a word in the middle of one name is not
      // indexed.
      const left = [...expected].filter((id) => !hit.has(id));
      for (const id of left) expect(texts(id), `${search} of ${id}`).toHaveLength(INDEXED_TEXTS_MAX);
      [hits, missed] = [hits + hit.size, missed + left.length];
    }
    expect(hits).toBeGreaterThan(ORDERS / 50);
    expect(missed / (hits + missed)).toBeLessThan(0.05);
  });
});

/** Whether a string is at the beginning of a word in another string; for an email address, at its beginning. */
const isWordIn = (text: string, search: string): boolean => {
  if (text.startsWith(search)) return true;
  if (text.includes('@')) return false;
  for (let at = text.indexOf(search); at >= 0; at = text.indexOf(search, at + 1)) {
    if (!/[\p{L}\p{N}\p{M}]/u.test(text[at - 1] ?? '')) return true;
  }
  return false;
};
