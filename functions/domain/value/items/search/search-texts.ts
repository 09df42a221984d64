import { compactCode, foldCode } from '../../../catalog/codes/rules.ts';
import type { ItemFacts } from '../rows.ts';

export const SEARCH_MIN_LENGTH = 5;

/** Searchable members of an item, which identify the item, its order and its people. */
export type Searchable = Pick<
  ItemFacts,
  'company' | 'code' | 'orderId' | 'orderItems' | 'orderReference' | 'clientReference' | 'sender' | 'receiver'
> & { senderCompany?: { name: string } | null };

/** Letters that Unicode does not decompose, with their usual transcription. */
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
/** Characters that are optional in names. */
const LEFT_OUT = /[\p{Cf}'’‘ʼʻ`´]+/gu;
/** Characters that are optional between names. A line break separates texts, so it is kept. */
const BETWEEN = /[\p{Pd}, \t\u00a0]+/gu;

/**
 * The form in which text is searched: lowercase, without accents or apostrophes, and with spaces instead of hyphens and
 * commas. A string that would become empty is kept.
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

/** Code points, so that no character is split. */
export const pointsOf = (text: string): string[] => Array.from(text);

export const searchLength = (text: string): number => pointsOf(text).length;

/**
 * The searchable form of a code. A prefix of it is cut by UTF-16 unit, so surrogates are removed. No stored code
 * contains any; a search text may.
 */
export const codeText = (code: string): string =>
  compactCode(code)
    .toLowerCase()
    .replaceAll(/[\ud800-\udfff]/g, '');

/**
 * The forms of a search text that may be part of a code: normalized like searched texts, and folded like stored codes.
 * Folding keeps characters that normalization replaces or removes, such as the `Ø` or the apostrophe of a chosen code.
 */
export const codeReadings = (search: string): string[] => [...new Set([normalizeSearch(search), foldCode(search)])];

const ORDER_ID = /^(po|ord)_[0-9a-f]{32}$/;

/**
 * Whether a string is the id of an order or of a direct issue. Another index finds items by this id, so it is not one
 * of the strings under which they are indexed.
 */
export const isAnyOrderId = (text: string): boolean => ORDER_ID.test(text);

const ITEM_ID = /^itm_[0-9a-f]{32}$/;

export const isItemId = (text: string): boolean => ITEM_ID.test(text);

export const normalizeTexts = (texts: readonly (string | null | undefined)[]): string[] =>
  texts.flatMap((text) => (text ? [normalizeSearch(text)] : []));

/** Normalized texts that all items of an order share. */
export const orderTexts = (item: Searchable): string[] =>
  normalizeTexts([
    item.orderId,
    item.orderReference,
    item.clientReference,
    item.sender.name,
    item.sender.email,
    item.senderCompany?.name,
    item.receiver.name,
    item.receiver.email,
  ]);

/** Separator after a string in a sort key: a character that cannot be typed. */
const SEPARATOR = '\u0001';

/** Position of the index rows of an item. */
export const itemPlace = (beginning: string, item: Pick<Searchable, 'orderId' | 'code'>): string =>
  [beginning, item.orderId, item.code].join(SEPARATOR);

/** Position of the index rows of an order. For a single-item order it contains the item's code, which saves a read. */
export const orderPlace = (beginning: string, item: Searchable): string =>
  item.orderItems === 1 ? itemPlace(beginning, item) : [beginning, item.orderId].join(SEPARATOR);

/** The subject of a search row: an order with all its items, or one item. */
export const parsePlace = (place: string): { orderId: string; code: string | undefined } => {
  const [, orderId = '', code] = place.split(SEPARATOR);
  return { orderId, code };
};

export interface SearchEntry {
  partition: string;
  place: string;
}

/** One range of a search: entries whose positions begin with `prefix`. */
export interface IndexRange {
  kind: 'words' | 'any-order' | 'code';
  index?: 'ix1';
  partition: string;
  prefix: string;
  /** Sort keys of an item in this range that match. */
  entriesOf: (item: Searchable) => string[];
}
