import { isItemStatus } from '../../domain/value/items/search/filter.ts';
import { ITEM_STATUSES, type ItemStatus } from '../../domain/value/items/rows.ts';
import { SEARCH_MIN_LENGTH, searchLength } from '../../domain/value/items/search/search-texts.ts';
import { invalid } from '../../platform/errors.ts';
import { legacy } from '../../platform/messages/legacy.ts';
import { itemChanges } from '../../platform/messages/item-changes.ts';
import { listedValues } from '../../pipeline/parse.ts';

/** The requested statuses, without duplicates. Throws 422 for an unknown one. */
export const statusesOf = (values: readonly string[] | undefined): ItemStatus[] => {
  const statuses = listedValues(values).map((text) => {
    const status = Number(text);
    if (!isItemStatus(status)) throw invalid('status', legacy('status_unknown', { choices: ITEM_STATUSES }));
    return status;
  });
  return [...new Set(statuses)];
};

/** The search text; undefined if there is none. Throws 422 for a text that is too short. */
export const searchOf = (text: string | undefined): string | undefined => {
  const search = text?.trim() || undefined;
  if (search !== undefined && searchLength(search.normalize('NFKC').trim()) < SEARCH_MIN_LENGTH) {
    throw invalid('search', itemChanges('search_too_short', { minimum: SEARCH_MIN_LENGTH }));
  }
  return search;
};
