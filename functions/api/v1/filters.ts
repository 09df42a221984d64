import { SEARCH_MIN_LENGTH, searchLength } from '../../domain/value/items/search/search-texts.ts';
import { invalid } from '../../platform/errors.ts';
import { itemChanges } from '../../platform/messages/item-changes.ts';

/** The search text; undefined if there is none. Throws 422 for a text that is too short. */
export const searchOf = (text: string | undefined): string | undefined => {
  const search = text?.trim() || undefined;
  if (search !== undefined && searchLength(search.normalize('NFKC').trim()) < SEARCH_MIN_LENGTH) {
    throw invalid('search', itemChanges('search_too_short', { minimum: SEARCH_MIN_LENGTH }));
  }
  return search;
};
