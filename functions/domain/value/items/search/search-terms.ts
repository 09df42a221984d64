import { keyedHasher } from '../../../../platform/secrets.ts';
import {
  codeReadings,
  codeText,
  itemPlace,
  normalizeTexts,
  normalizeSearch,
  orderPlace,
  orderTexts,
  pointsOf,
  searchLength,
  type Searchable,
  type SearchEntry,
  type IndexRange,
} from './search-texts.ts';

/**
 * Search by prefixes of words. An order is indexed under at most eight strings: its references, email addresses and
 * names, and the words in them. A row is found by keyed hashes of the beginning of its text, so that the keys of the
 * table do not reveal buyers. Results are compared with the texts of the item. Codes are found by prefix, in an index
 * of the register rows.
 */
/** Shorter prefixes are not indexed. */
export const INDEXED_MIN_LENGTH = 2;
/** Codes with a common prefix of this length share a partition. */
const CODE_MIN_LENGTH = 3;
/** Maximum rows of an order. */
export const INDEXED_TEXTS_MAX = 8;
/** Prefix lengths, beyond the shortest, with a hash in the key of a row. A longer search compares the text itself. */
const STEPS = [3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 17, 20, 24] as const;
const STEP_CHARACTERS = 3;

const IN_WORD = /[\p{L}\p{M}\p{N}]/u;
/** Scripts without spaces, and emoji: a match may begin at any character. */
const BY_ITSELF =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Extended_Pictographic}]/u;

/** For each word, the text from its beginning to the end. */
const fromWords = (text: string): string[] => {
  const points = pointsOf(text);
  const begins = (at: number): boolean => {
    const [before = '', here = ''] = [points[at - 1], points[at]];
    if (at === 0 || BY_ITSELF.test(here)) return true;
    return IN_WORD.test(here) && (!IN_WORD.test(before) || BY_ITSELF.test(before));
  };
  return points.flatMap((_, at) => (begins(at) ? [points.slice(at).join('')] : []));
};

/**
 * Strings under which an order is indexed: references and email addresses first, then names and the last word of each,
 * then other words until the maximum is reached. A string that is a prefix of another string is not indexed, because
 * the longer string finds it.
 */
export const indexedTexts = (item: Searchable): string[] => {
  const { sender, receiver, senderCompany } = item;
  const names = normalizeTexts([sender.name, receiver.name, senderCompany?.name]).map(fromWords);
  const references = normalizeTexts([item.orderReference, item.clientReference]);
  const inOrder = [
    ...references,
    ...normalizeTexts([sender.email, receiver.email]),
    ...names.flatMap((words) => words.slice(0, 1)),
    ...names.flatMap((words) => words.slice(-1)),
    ...names.flatMap((words) => words.slice(1, -1)),
    ...references.flatMap(fromWords).filter((part) => searchLength(part) >= CODE_MIN_LENGTH),
  ];
  const indexed: string[] = [];
  for (const text of inOrder.filter((each) => searchLength(each) >= INDEXED_MIN_LENGTH)) {
    if (indexed.some((other) => other.startsWith(text))) continue;
    const beginning = indexed.findIndex((other) => text.startsWith(other));
    if (beginning >= 0) indexed[beginning] = text;
    else if (indexed.length < INDEXED_TEXTS_MAX) indexed.push(text);
  }
  return [...new Set(indexed)];
};

/**
 * Index key of a string: the partition is the hash of its beginning, and the path consists of hashes of longer
 * prefixes.
 */
const hashedPlace = (company: string, text: string): { partition: string; path: string } => {
  const hash = keyedHasher(`search\n${company}`);
  const points = pointsOf(text);
  const hashOf = (length: number): string => hash(points.slice(0, length).join('')).toString('base64url');
  const steps = STEPS.filter((step) => step <= points.length);
  return {
    partition: `SEARCH#${company}#words#${hashOf(INDEXED_MIN_LENGTH).slice(0, 22)}`,
    path: steps.map((step) => hashOf(step).slice(0, STEP_CHARACTERS)).join(''),
  };
};

/** Partition of the codes of a company that have the same beginning. */
export const codesPartition = (company: string, code: string): string =>
  `${company}#codes#${code.slice(0, CODE_MIN_LENGTH)}`;

/** The ranges of the index for a search, in order. Codes are compared without hyphens or spaces. */
export const searchRanges = (company: string, search: string): IndexRange[] => {
  const text = normalizeSearch(search);
  const { partition, path } = hashedPlace(company, text);
  const words: IndexRange = {
    kind: 'words',
    partition,
    prefix: path,
    entriesOf: (item) =>
      indexedTexts(item)
        .filter((indexed) => indexed.startsWith(text))
        .map((indexed) => orderPlace(hashedPlace(company, indexed).path, item)),
  };
  return [words, ...wordRanges(company, text), ...codeRanges(company, search)];
};

const codeRanges = (company: string, search: string): IndexRange[] =>
  [...new Set(codeReadings(search).map(codeText))]
    .filter((code) => code.length >= CODE_MIN_LENGTH)
    .map((code) => ({
      kind: 'code',
      index: 'ix1',
      partition: codesPartition(company, code),
      prefix: code,
      entriesOf: (item) => (codeText(item.code).startsWith(code) ? [itemPlace(codeText(item.code), item)] : []),
    }));

/** Maximum number of words of a search that select rows. Every word is compared with the texts of the results. */
const LEADING_WORDS_MAX = 3;

/**
 * The ranges of a search for several words in any order. A match has, for each of these words, a word that begins with
 * it.
 */
const wordRanges = (company: string, text: string): IndexRange[] => {
  const words = [...new Set(text.split(' '))];
  if (words.length < 2) return [];
  const leading = words
    .filter((word) => searchLength(word) >= INDEXED_MIN_LENGTH)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, LEADING_WORDS_MAX);
  return leading.map((word): IndexRange => {
    const { partition, path } = hashedPlace(company, word);
    const entriesOf = (item: Searchable): string[] =>
      words.every((each) => beginsWord(item, each))
        ? indexedTexts(item)
            .filter((indexed) => indexed.startsWith(word))
            .map((indexed) => orderPlace(hashedPlace(company, indexed).path, item))
        : [];
    return { kind: 'any-order', partition, prefix: path, entriesOf };
  });
};

const beginsWord = (item: Searchable, word: string): boolean =>
  orderTexts(item).some((text) => fromWords(text).some((part) => part.startsWith(word)));

/** Index rows for the order of an item. */
export const orderSearchEntries = (item: Searchable): SearchEntry[] => {
  const entries = indexedTexts(item).map((text): SearchEntry => {
    const { partition, path } = hashedPlace(item.company, text);
    return { partition, place: orderPlace(path, item) };
  });
  return [...new Map(entries.map((entry) => [`${entry.partition}\n${entry.place}`, entry])).values()];
};

/**
 * The row that represents a match: the first row of the first range that matches. An item that matches several times is
 * therefore shown once. Undefined when the item does not match.
 */
export const shownAt = (
  item: Searchable,
  ranges: readonly IndexRange[],
): { form: number; place: string } | undefined => {
  for (const [at, range] of ranges.entries()) {
    const [first] = range.entriesOf(item).toSorted(byUtf8);
    if (first !== undefined) return { form: at, place: first };
  }
  return undefined;
};

/** Sort order of the table's keys: by bytes. */
const byUtf8 = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
