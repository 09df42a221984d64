import { getRows, type Key } from '../../storage/table.ts';
import { compactCode } from '../codes/rules.ts';
import { candidatesOfSearch, isShownHere } from '../items/candidates.ts';
import { itemPosition, type ItemRow } from '../items/rows.ts';
import { isPartOfTitle, registered } from '../items/register.ts';
import { SEARCH_MIN_LENGTH, searchForms, searchLength } from '../items/search-terms.ts';
import { keyRange, type SeriesPage } from './page.ts';

/** Where a text matches more than this, reading the register of the range costs less than reading the matches. */
const FILED_MAX = 500;

/**
 * Keys of every item of a long range that mentions a normalized text, in the order asked for. A text of five characters
 * that is part of no title costs what it matches, any other what the range holds.
 */
export const keysByText = async (page: SeriesPage, wanted: string): Promise<Key[]> =>
  (await filedKeys(page, wanted)) ??
  registered(page.company, { ...keyRange(page.range), descending: page.order === 'desc' }, wanted);

/** What is filed under a text; undefined where that is not all there is, or too much. */
const filedKeys = async (page: SeriesPage, wanted: string): Promise<Key[] | undefined> => {
  if (searchLength(wanted) < SEARCH_MIN_LENGTH || compactCode(wanted).length < SEARCH_MIN_LENGTH) return undefined;
  const [isTitle, found] = await Promise.all([isPartOfTitle(page.company, wanted), filedItems(page.company, wanted)]);
  if (isTitle || !found) return undefined;
  const { from, to } = keyRange(page.range);
  const ascending = found
    .map((item) => ({ key: { pk: item.pk, sk: item.sk }, position: itemPosition(item) }))
    .filter(({ position }) => position > from && position < to)
    .toSorted((a, b) => (a.position < b.position ? -1 : 1))
    .map(({ key }) => key);
  return page.order === 'asc' ? ascending : ascending.toReversed();
};

const filedItems = async (company: string, wanted: string): Promise<ItemRow[] | undefined> => {
  const forms = searchForms(wanted);
  const found: ItemRow[] = [];
  let lookedAt = 0;
  for await (const batch of candidatesOfSearch(company, forms)) {
    lookedAt += batch.length;
    if (lookedAt > FILED_MAX) return undefined;
    const rows = await getRows(batch.map(({ key }) => key));
    for (const { key, position } of batch) {
      const item = rows.get<ItemRow>(key);
      if (item && isShownHere(item, forms, position)) found.push(item);
    }
  }
  return found;
};
