import { chunksOf } from '../../../../platform/chunks.ts';
import { createHash } from 'node:crypto';
import { listPartition } from '../../../../storage/sharded-lists.ts';
import { queryAll, queryPages, type Key, type Row } from '../../../../storage/table.ts';
import { compactCode } from '../../../catalog/codes/rules.ts';
import { itemKey, itemPosition, type ItemFacts } from '../rows.ts';
import { packsIn, readPacks, type PackEntry, type PackRange } from './register-packs.ts';
import { codesPartition } from '../search/search-terms.ts';
import {
  codeReadings,
  codeText,
  itemPlace,
  normalizeSearch,
  orderTexts,
  SEARCH_MIN_LENGTH,
  searchLength,
  type Searchable,
} from '../search/search-texts.ts';

/** The members of an item that reports search: its searchable texts and its titles. */
export type RegisteredItem = Searchable & Pick<ItemFacts, 'title' | 'variant' | 'event' | 'createdAtMs' | 'onSale'>;

/**
 * One short row per item of a company, by time of issue, with all its texts. Searches over every item read these rows.
 */
interface RegisterRow extends Row {
  type: 'register';
  texts: string;
}

/** A title of a company's items. There are few titles, even with many items. */
interface TitleRow extends Row {
  type: 'title';
  text: string;
}

const registerPartition = (company: string): string => `SEARCH#${company}#register`;
const titlesPartition = (company: string): string => `SEARCH#${company}#titles`;

const titlesOf = ({ title, variant, event }: RegisteredItem): string[] => [
  ...new Set([title, variant, event?.title].flatMap((text) => (text ? [normalizeSearch(text)] : []))),
];

const textsOf = (item: RegisteredItem): string[] => [...new Set([...orderTexts(item), ...titlesOf(item)])];

const bare = (text: string): string => text.toLowerCase().replaceAll(/[\s-]+/g, '');

/** Distinct parts that are not empty. */
const partsOf = (parts: readonly string[]): string[] => [...new Set(parts)].filter((part) => part !== '');
const isAnyIn = (code: string, parts: readonly string[]): boolean => parts.some((part) => code.includes(part));

/**
 * Returns a matcher for a search text in normalized texts or a code. Codes may be typed without hyphens; look-alike
 * letters are accepted in longer inputs.
 */
const matcher = (search: string): ((texts: string | readonly string[], code: string) => boolean) => {
  const searchText = normalizeSearch(search);
  const readings = codeReadings(search);
  const inCode = partsOf(readings.map(bare));
  const isLong = searchLength(searchText) >= SEARCH_MIN_LENGTH;
  const compact = isLong ? partsOf(readings.map(compactCode)) : [];
  return (texts, code) => {
    if (texts.includes(searchText)) return true;
    if (typeof texts !== 'string' && texts.some((text) => text.includes(searchText))) return true;
    return isAnyIn(bare(code), inCode) || (compact.length > 0 && isAnyIn(compactCode(code), compact));
  };
};

/** Whether a search text is part of an item's code, order, people or titles. */
export const hasRegisteredText = (item: RegisteredItem, search: string): boolean =>
  matcher(search)(textsOf(item), item.code);

const LINE = '\n';

export const registerKey = (item: Pick<RegisteredItem, 'company' | 'createdAtMs' | 'code' | 'onSale'>): Key => ({
  pk: listPartition(registerPartition(item.company), item.code, item.onSale),
  sk: itemPosition(item),
});

/** The register row of an item. Its index also finds the item by a prefix of its code. */
export const registerRow = (item: RegisteredItem): RegisterRow => {
  const code = codeText(item.code);
  return {
    ...registerKey(item),
    ix1pk: codesPartition(item.company, code),
    ix1sk: itemPlace(code, item),
    type: 'register',
    v: 1,
    texts: textsOf(item).join(LINE),
  };
};

export const titleRows = (item: RegisteredItem): TitleRow[] =>
  titlesOf(item).map((text) => ({
    pk: titlesPartition(item.company),
    sk: createHash('sha256').update(text).digest('hex').slice(0, 32),
    type: 'title',
    v: 1,
    text,
  }));

/** Whether a search text is part of any title of the company. */
export const isPartOfTitle = async (company: string, search: string): Promise<boolean> => {
  const searchText = normalizeSearch(search);
  const rows = await queryAll<TitleRow>({ partition: titlesPartition(company) });
  return rows.some(({ text }) => text.includes(searchText));
};

/** Offset of the code in a position. */
const CODE_AT = itemPosition({ createdAtMs: 0, code: '' }).length;

/** Packs that are read concurrently and then freed; about 50 KB each. */
const CONCURRENT_PACKS = 40;

/**
 * Keys of all items in a range of positions that match a search text, in order. Cost: one read unit per 8 KB of
 * packs, and one per about 30 unpacked items.
 */
export const listMatchingKeys = async (
  company: string,
  { from, to, descending }: { from: string; to: string; descending: boolean },
  search: string,
): Promise<Key[]> => {
  const matches = matcher(search);
  // Almost no search text has a line break, so lines need not be split.
  const linesOf = (texts: string): string | string[] => (search.includes(LINE) ? texts.split(LINE) : texts);
  const keys: Key[] = [];
  const collect = (entries: Iterable<PackEntry>): void => {
    for (const [position, texts] of entries) {
      const code = position.slice(CODE_AT);
      if (position >= from && position <= to && matches(linesOf(texts), code)) keys.push(itemKey(company, code));
    }
  };
  const ranges = await packsIn(company, { after: from, through: to });
  for (const group of chunksOf(ranges, CONCURRENT_PACKS)) {
    const packs = await readPacks(group);
    const entryLists = await Promise.all(
      group.map(async (range) => packs.entriesOf(range) ?? allOf(entriesIn(company, range))),
    );
    for (const entries of entryLists) collect(entries);
  }
  return descending ? keys.toReversed() : keys;
};

const allOf = async (entries: AsyncIterable<PackEntry>): Promise<PackEntry[]> => {
  const all: PackEntry[] = [];
  for await (const entry of entries) all.push(entry);
  return all;
};

/** Entries from the rows of the register, not from packs, in order. */
export const entriesIn = async function* (
  company: string,
  { after, through }: PackRange,
  options: { consistent?: boolean } = {},
): AsyncGenerator<PackEntry> {
  const range = { partition: registerPartition(company), shards: company, from: `${after}\u0000`, to: through };
  for await (const rows of queryPages<RegisterRow>({ ...range, ...options })) {
    for (const { sk, texts } of rows) yield [sk, texts];
  }
};
