import {
  codeText,
  itemPlace,
  normalizeSearch,
  orderPlace,
  pointsOf,
  SEARCH_MIN_LENGTH,
  type Searchable,
  type SearchEntry,
  type IndexRange,
} from './search-texts.ts';

/**
 * How items were filed before: every suffix of every text of an order, and every third suffix of a code, in rows whose
 * keys are those texts. Nothing is filed so any more. It is read until `npm run ops -- reindex` has filed anew what
 * stands, which also removes these rows; then this file goes.
 */
const CODE_STEP = 3;
const ENDING_MAX_LENGTH = 40;

const cut = (text: string): string => pointsOf(text).slice(0, ENDING_MAX_LENGTH).join('');

const textsOf = (item: Searchable): string[] =>
  [
    item.orderId,
    item.orderReference,
    item.clientReference,
    item.sender.name,
    item.sender.email,
    item.receiver.name,
    item.receiver.email,
  ].flatMap((text) => (text === null ? [] : [normalizeSearch(text)]));

/** Suffixes that are long enough to begin with a search. */
const suffixesOf = (text: string): string[] => {
  const points = pointsOf(text);
  const count = Math.max(0, points.length - SEARCH_MIN_LENGTH + 1);
  return points.slice(0, count).map((_, at) => points.slice(at, at + ENDING_MAX_LENGTH).join(''));
};

const textPartition = (company: string, text: string): string =>
  `SEARCH#${company}#text#${pointsOf(text).slice(0, SEARCH_MIN_LENGTH).join('')}`;
const codePartition = (company: string, text: string): string => `SEARCH#${company}#code#${text.slice(0, CODE_STEP)}`;

/** Everything that was filed for an item: of its order with the first of its items. */
export const suffixEntries = (item: Searchable & { sequence: number }): SearchEntry[] => {
  const ofOrder = item.sequence === 0 ? [...new Set(textsOf(item).flatMap(suffixesOf))] : [];
  const code = codeText(item.code);
  const ofCode: string[] = [];
  for (let at = 0; at + CODE_STEP <= code.length; at += CODE_STEP) ofCode.push(cut(code.slice(at)));
  return [
    ...ofOrder.map((ending) => ({ partition: textPartition(item.company, ending), place: orderPlace(ending, item) })),
    ...ofCode.map((ending) => ({ partition: codePartition(item.company, ending), place: itemPlace(ending, item) })),
  ];
};

/** The ranges in which a search of five characters or more is looked for in what was filed so. */
export const suffixRanges = (company: string, text: string, code: string): IndexRange[] => {
  if (pointsOf(text).length < SEARCH_MIN_LENGTH) return [];
  const words: IndexRange = {
    kind: 'suffix',
    partition: textPartition(company, text),
    prefix: cut(text),
    entriesOf: (item) =>
      textsOf(item).flatMap((whole) =>
        pointsOf(whole).flatMap((_, at, points) => {
          const ending = points.slice(at).join('');
          return ending.startsWith(text) ? [orderPlace(cut(ending), item)] : [];
        }),
      ),
  };
  const codes: IndexRange = {
    kind: 'suffix',
    partition: codePartition(company, code),
    prefix: cut(code),
    entriesOf: (item) => (codeText(item.code).startsWith(code) ? [itemPlace(cut(codeText(item.code)), item)] : []),
  };
  return [words, ...(code.length >= SEARCH_MIN_LENGTH ? [codes] : [])];
};
