import { compactCode } from '../codes/rules.ts';
import type { ItemFacts } from './rows.ts';

/**
 * Search by parts (service.md, Compatibility issuance and item operations). A part of a text is the beginning of one of
 * its endings, so endings have rows of their own, filed under their first characters, and the rows that begin with what
 * was searched are the matches. Names, addresses and order numbers are filed once for an order, every ending of them.
 * Codes are filed for each item, every third ending of them: what is searched is looked for three times, from its
 * first, second and third character on. Codes are random, so what that finds too much stays negligible.
 */
export const SEARCH_MIN_LENGTH = 5;
const CODE_STEP = 3;
/** Longer endings are cut; a longer search is checked against the text itself. */
const ENDING_MAX_LENGTH = 40;

export type Searchable = Pick<
  ItemFacts,
  'company' | 'code' | 'orderId' | 'orderItems' | 'orderReference' | 'clientReference' | 'sender' | 'receiver'
>;

export const normalizeSearch = (text: string): string => text.normalize('NFKC').toLowerCase().trim();

/** Code points, so that no character is cut in two. */
const pointsOf = (text: string): string[] => Array.from(text);

export const searchLength = (text: string): number => pointsOf(text).length;

/** Codes are cut by character; of what takes two of them, which nobody types as a code, there is nothing to cut. */
const codeText = (code: string): string =>
  compactCode(code)
    .toLowerCase()
    .replaceAll(/[\ud800-\udfff]/g, '');

/** Normalized texts that all items of an order share. */
export const orderTexts = (item: Searchable): string[] =>
  [
    item.orderId,
    item.orderReference,
    item.clientReference,
    item.sender.name,
    item.sender.email,
    item.receiver.name,
    item.receiver.email,
  ].flatMap((text) => (text === null ? [] : [normalizeSearch(text)]));

const cut = (text: string): string => pointsOf(text).slice(0, ENDING_MAX_LENGTH).join('');

/** Endings that are long enough to begin with a search. */
const endingsOf = (text: string): string[] => {
  const points = pointsOf(text);
  return points
    .slice(0, Math.max(0, points.length - SEARCH_MIN_LENGTH + 1))
    .map((_, at) => points.slice(at, at + ENDING_MAX_LENGTH).join(''));
};

const codeEndings = (code: string): string[] => {
  const text = codeText(code);
  const endings: string[] = [];
  for (let at = 0; at + CODE_STEP <= text.length; at += CODE_STEP) endings.push(cut(text.slice(at)));
  return endings;
};

/** What is looked for: a part of a text, or a part of a code from its first, second or third character on. */
export type SearchForm = { kind: 'text'; text: string } | { kind: 'code'; text: string; skipped: number };

const sought = (form: SearchForm): string => (form.kind === 'text' ? form.text : form.text.slice(form.skipped));

/** The forms in which a search is looked for, one after the other. Codes are compared without hyphens and spaces. */
export const searchForms = (search: string): SearchForm[] => {
  const text = normalizeSearch(search);
  const code = codeText(text);
  const forms: SearchForm[] = [{ kind: 'text', text }];
  if (code.length < SEARCH_MIN_LENGTH) return forms;
  return [...forms, ...[0, 1, 2].map((skipped): SearchForm => ({ kind: 'code', text: code, skipped }))];
};

const textPartition = (company: string, text: string): string =>
  `SEARCH#${company}#text#${pointsOf(text).slice(0, SEARCH_MIN_LENGTH).join('')}`;
const codePartition = (company: string, text: string): string => `SEARCH#${company}#code#${text.slice(0, CODE_STEP)}`;

/** Where the rows of a form are filed. */
export const searchPartition = (company: string, form: SearchForm): string =>
  form.kind === 'text' ? textPartition(company, form.text) : codePartition(company, sought(form));

/** The beginning that all matching rows of a form share. */
export const placePrefix = (form: SearchForm): string => cut(sought(form));

/** What may follow an ending in a sort key: nothing that can be typed. */
const SEPARATOR = '\u0001';

/** The row of an order of one item names the item, which saves a step on the way to it. */
const orderPlace = (ending: string, item: Searchable): string =>
  item.orderItems === 1 ? codePlace(ending, item) : [ending, item.orderId].join(SEPARATOR);
const codePlace = (ending: string, item: Searchable): string => [ending, item.orderId, item.code].join(SEPARATOR);

/** What a search row stands for: an order with all its items, or one item. */
export const readPlace = (place: string): { orderId: string; code: string | undefined } => {
  const [, orderId = '', code] = place.split(SEPARATOR);
  return { orderId, code };
};

/** Whether a code contains what is sought, which the row alone can tell. */
export const codeContains = (code: string, form: SearchForm): boolean => codeText(code).includes(form.text);

export interface SearchEntry {
  partition: string;
  place: string;
}

/** What is filed for the order of an item. */
export const orderEntries = (item: Searchable): SearchEntry[] =>
  [...new Set(orderTexts(item).flatMap(endingsOf))].map((ending) => ({
    partition: textPartition(item.company, ending),
    place: orderPlace(ending, item),
  }));

/** What is filed for the item itself. */
export const codeEntries = (item: Searchable): SearchEntry[] =>
  codeEndings(item.code).map((ending) => ({
    partition: codePartition(item.company, ending),
    place: codePlace(ending, item),
  }));

/**
 * The one row under which a match is shown, so that an item that matches several times is shown once: the first row of
 * the first form that matches. Undefined when the item does not match.
 */
export const shownAt = (
  item: Searchable,
  forms: readonly SearchForm[],
): { form: number; place: string } | undefined => {
  for (const [at, form] of forms.entries()) {
    const places = form.kind === 'text' ? textPlaces(item, form.text) : codePlaces(item, form);
    const [first] = places.toSorted(byUtf8);
    if (first !== undefined) return { form: at, place: first };
  }
  return undefined;
};

const textPlaces = (item: Searchable, wanted: string): string[] =>
  orderTexts(item).flatMap((text) => {
    const points = pointsOf(text);
    return points.flatMap((_, at) => {
      const ending = points.slice(at).join('');
      return ending.startsWith(wanted) ? [orderPlace(cut(ending), item)] : [];
    });
  });

const codePlaces = (item: Searchable, form: SearchForm & { kind: 'code' }): string[] => {
  const code = codeText(item.code);
  const places: string[] = [];
  for (let at = code.indexOf(form.text); at >= 0; at = code.indexOf(form.text, at + 1)) {
    const filed = at + form.skipped;
    if (filed % CODE_STEP === 0) places.push(codePlace(cut(code.slice(filed)), item));
  }
  return places;
};

/** The order of sort keys in the table: by their bytes. */
const byUtf8 = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
