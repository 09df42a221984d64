import { compactCode } from '../codes/rules.ts';
import type { ItemFacts } from './items.ts';

/**
 * Search by parts (service.md, Compatibility issuance and item operations). Every ending of a searchable text of at
 * least five characters has a row of its own, filed under its first five: the rows that begin with what was searched
 * are the matches, and nothing else is read. Texts that all items of an order share are filed once, for the order.
 */
export const SEARCH_MIN_LENGTH = 5;
/** Longer endings are cut; a longer search is checked against the item itself. */
const ENDING_MAX_LENGTH = 40;

export type Searchable = Pick<ItemFacts, 'company' | 'code' | 'orderId' | 'orderReference' | 'sender' | 'receiver'>;

export const normalizeSearch = (text: string): string => text.normalize('NFKC').toLowerCase().trim();

/** Code points, so that no character is cut in two. */
const pointsOf = (text: string): string[] => Array.from(text);

export const searchLength = (text: string): number => pointsOf(text).length;

const codeText = (code: string): string => compactCode(code).toLowerCase();

const orderTexts = (item: Searchable): string[] =>
  [
    item.orderId,
    item.orderReference,
    item.sender.name,
    item.sender.email,
    item.receiver.name,
    item.receiver.email,
  ].flatMap((text) => (text === null ? [] : [normalizeSearch(text)]));

const endingsOf = (text: string): string[] => {
  const points = pointsOf(text);
  return points
    .slice(0, Math.max(0, points.length - SEARCH_MIN_LENGTH + 1))
    .map((_, at) => points.slice(at, at + ENDING_MAX_LENGTH).join(''));
};

/** Where the endings of one text are filed. */
export const searchPartition = (company: string, text: string): string =>
  `SEARCH#${company}#${pointsOf(text).slice(0, SEARCH_MIN_LENGTH).join('')}`;

/** What may follow an ending in a sort key: nothing that can be typed. */
const SEPARATOR = '\u0001';

const orderPlace = (ending: string, item: Searchable): string => [ending, item.orderId].join(SEPARATOR);
const codePlace = (ending: string, item: Searchable): string => [ending, item.orderId, item.code].join(SEPARATOR);

/** What a search row stands for: an order with all its items, or one item. */
export const readPlace = (place: string): { orderId: string; code: string | undefined } => {
  const [, orderId = '', code] = place.split(SEPARATOR);
  return { orderId, code };
};

export interface SearchEntry {
  partition: string;
  place: string;
}

const entriesOf = (company: string, texts: readonly string[], placeOf: (ending: string) => string): SearchEntry[] => {
  const endings = new Set(texts.flatMap(endingsOf));
  return [...endings].map((ending) => ({ partition: searchPartition(company, ending), place: placeOf(ending) }));
};

/** What is filed for the order of an item. */
export const orderEntries = (item: Searchable): SearchEntry[] =>
  entriesOf(item.company, orderTexts(item), (ending) => orderPlace(ending, item));

/** What is filed for the item itself. */
export const codeEntries = (item: Searchable): SearchEntry[] =>
  entriesOf(item.company, [codeText(item.code)], (ending) => codePlace(ending, item));

/**
 * The forms in which a text is looked for, one after the other: as it is, and as a code typed with hyphens, spaces and
 * look-alike letters.
 */
export const searchForms = (text: string): string[] => {
  const plain = normalizeSearch(text);
  const asCode = codeText(text);
  return asCode === plain || searchLength(asCode) < SEARCH_MIN_LENGTH ? [plain] : [plain, asCode];
};

/** The beginning that all matching rows of a form share. */
export const placePrefix = (form: string): string => pointsOf(form).slice(0, ENDING_MAX_LENGTH).join('');

/**
 * The one row under which a match is shown, so that an item that matches several times is shown once: the first row of
 * the first form that matches. Undefined when the item does not match.
 */
export const shownAt = (item: Searchable, forms: readonly string[]): { form: number; place: string } | undefined => {
  for (const [form, wanted] of forms.entries()) {
    const places = [
      ...matchingEndings(orderTexts(item), wanted).map((ending) => orderPlace(ending, item)),
      ...matchingEndings([codeText(item.code)], wanted).map((ending) => codePlace(ending, item)),
    ].toSorted(byUtf8);
    if (places[0] !== undefined) return { form, place: places[0] };
  }
  return undefined;
};

const matchingEndings = (texts: readonly string[], wanted: string): string[] =>
  texts.flatMap((text) => {
    const points = pointsOf(text);
    return points.flatMap((_, at) => {
      const ending = points.slice(at).join('');
      return ending.startsWith(wanted) ? [pointsOf(ending).slice(0, ENDING_MAX_LENGTH).join('')] : [];
    });
  });

/** The order of sort keys in the table: by their bytes. */
const byUtf8 = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
