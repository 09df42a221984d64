import type { Key } from '../../../storage/table.ts';
import { candidatesOfOrder, candidatesOfSearch, readCandidates, shownOf } from '../../value/items/search/candidates.ts';
import { itemPosition, type ItemRow } from '../../value/items/rows.ts';
import { isPartOfTitle, listMatchingKeys } from '../../value/items/ledger/register.ts';
import { searchRanges } from '../../value/items/search/search-terms.ts';
import { isAnyOrderId, normalizeSearch, searchLength } from '../../value/items/search/search-texts.ts';
import { keyRange, type SeriesPage } from './page.ts';

/** With more matches than this, it costs less to read the register of the range. */
const INDEX_MATCHES_MAX = 500;
/** A shorter text is matched anywhere in a word. */
const INDEX_SEARCH_MIN = 3;

/**
 * Keys of every item of a long range that matches a search text, in the requested order. A string of at least three
 * characters that is part of no title is looked up in the index of word prefixes; the cost depends on the number of
 * matches. For any other text, for a part of an order id, and for too many matches, the register is searched for
 * matches anywhere in a word; the cost depends on the length of the range.
 */
export const keysByText = async (page: SeriesPage, search: string): Promise<Key[]> =>
  (await indexedKeys(page, search)) ??
  listMatchingKeys(page.company, { ...keyRange(page.range), descending: page.order === 'desc' }, search);

/** Index entries of a search text; undefined if they are incomplete or too many. */
const indexedKeys = async (page: SeriesPage, search: string): Promise<Key[] | undefined> => {
  const text = normalizeSearch(search);
  if (searchLength(text) < INDEX_SEARCH_MIN || isPartOfOrderId(text)) return undefined;
  const [isTitle, indexed] = await Promise.all([
    isPartOfTitle(page.company, search),
    indexedItems(page.company, search),
  ]);
  if (isTitle || !indexed) return undefined;
  const { from, to } = keyRange(page.range);
  const ascending = indexed
    .map((item) => ({ key: { pk: item.pk, sk: item.sk }, position: itemPosition(item) }))
    .filter(({ position }) => position > from && position < to)
    .toSorted((a, b) => (a.position < b.position ? -1 : 1))
    .map(({ key }) => key);
  return page.order === 'asc' ? ascending : ascending.toReversed();
};

/** Whether a string is only part of an order id. The index finds only complete ids. */
const isPartOfOrderId = (text: string): boolean => /^(po|ord)_/.test(text) && !isAnyOrderId(text);

const indexedItems = async (company: string, search: string): Promise<ItemRow[] | undefined> => {
  const text = normalizeSearch(search);
  const named = isAnyOrderId(text);
  // Words in a different order do not match: the register is searched for the text as a whole, and both searches must
  // give the same result.
  const ranges = named ? [] : searchRanges(company, search).filter(({ kind }) => kind !== 'any-order');
  const items: ItemRow[] = [];
  let read = 0;
  const candidates = named ? candidatesOfOrder(company, text) : candidatesOfSearch(company, ranges);
  for await (const batch of candidates) {
    read += batch.length;
    if (read > INDEX_MATCHES_MAX) return undefined;
    items.push(...(await (named ? readCandidates(batch) : shownOf(batch, ranges))).map(({ item }) => item));
  }
  return items;
};
