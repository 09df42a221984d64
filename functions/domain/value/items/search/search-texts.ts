import { compactCode } from '../../../catalog/codes/rules.ts';
import type { ItemFacts } from '../rows.ts';

export const SEARCH_MIN_LENGTH = 5;

/** What is searched for: what identifies an item, its order and its people. */
export type Searchable = Pick<
  ItemFacts,
  'company' | 'code' | 'orderId' | 'orderItems' | 'orderReference' | 'clientReference' | 'sender' | 'receiver'
> & { senderCompany?: { name: string } | null };

/** Letters that Unicode does not decompose, as people without them on their keyboard write them. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['ø', 'o'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ß', 'ss'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ħ', 'h'],
  ['ı', 'i'],
]);
const ACCENTS = /(?<=\p{Script=Latin})\p{Mn}+/gu;
/** In names these are written or left out at will. */
const LEFT_OUT = /[\p{Cf}'’‘ʼʻ`´]+/gu;
/** Between names these are written at will. A line break separates texts, so it stays. */
const BETWEEN = /[\p{Pd}, \t\u00a0]+/gu;

/**
 * The form in which texts are searched: lower case, without accents and apostrophes, hyphens and commas read as blanks. What
 * this leaves empty stays as it is.
 */
export const normalizeSearch = (text: string): string => {
  const plain = text.normalize('NFKC').toLowerCase();
  const folded = plain
    .replaceAll(LEFT_OUT, '')
    .normalize('NFD')
    .replaceAll(ACCENTS, '')
    .normalize('NFC')
    .replaceAll(/[øæœßłđðþħı]/g, (letter) => LETTERS.get(letter) ?? letter)
    .replaceAll(BETWEEN, ' ')
    .trim();
  return folded === '' ? plain.trim() : folded;
};

/** Code points, so that no character is cut in two. */
export const pointsOf = (text: string): string[] => Array.from(text);

export const searchLength = (text: string): number => pointsOf(text).length;

/** Codes are cut by character; of what takes two of them, which nobody types as a code, there is nothing to cut. */
export const codeText = (code: string): string =>
  compactCode(code)
    .toLowerCase()
    .replaceAll(/[\ud800-\udfff]/g, '');

const ORDER_ID = /^(po|ord)_[0-9a-f]{32}$/;

/** An order's own id is where its items are found: nothing is filed under it. */
export const isOrderId = (text: string): boolean => ORDER_ID.test(text);

const ITEM_ID = /^itm_[0-9a-f]{32}$/;

/** The id of an item finds this one alone. */
export const isItemId = (text: string): boolean => ITEM_ID.test(text);

export const normalized = (texts: readonly (string | null | undefined)[]): string[] =>
  texts.flatMap((text) => (text ? [normalizeSearch(text)] : []));

/** Normalized texts that all items of an order share. */
export const orderTexts = (item: Searchable): string[] =>
  normalized([
    item.orderId,
    item.orderReference,
    item.clientReference,
    item.sender.name,
    item.sender.email,
    item.senderCompany?.name,
    item.receiver.name,
    item.receiver.email,
  ]);

/** What may follow a text in a sort key: nothing that can be typed. */
const SEPARATOR = '\u0001';

/** The place of what is filed for an item itself. */
export const itemPlace = (beginning: string, item: Pick<Searchable, 'orderId' | 'code'>): string =>
  [beginning, item.orderId, item.code].join(SEPARATOR);

/** The row of an order of one item names the item, which saves a step on the way to it. */
export const orderPlace = (beginning: string, item: Searchable): string =>
  item.orderItems === 1 ? itemPlace(beginning, item) : [beginning, item.orderId].join(SEPARATOR);

/** What a search row stands for: an order with all its items, or one item. */
export const readPlace = (place: string): { orderId: string; code: string | undefined } => {
  const [, orderId = '', code] = place.split(SEPARATOR);
  return { orderId, code };
};

export interface SearchEntry {
  partition: string;
  place: string;
}

/** One way in which a search is looked for: entries whose places begin with `prefix`. */
export interface IndexRange {
  kind: 'words' | 'any-order' | 'code';
  index?: 'ix1';
  partition: string;
  prefix: string;
  /** Sort keys that an item is filed under in this range, as far as it matches. */
  entriesOf: (item: Searchable) => string[];
}
