import { itemChanges } from '../../platform/messages/item-changes.ts';
import { validation } from '../../platform/messages/validation.ts';
import type * as z from 'zod/mini';
import { isItemStatus, isItemType } from '../../domain/value/items/search/filter.ts';
import { ITEM_STATUSES, ITEM_TYPES } from '../../domain/value/items/rows.ts';
import type { ItemSearch } from '../../domain/value/items/search/search.ts';
import { SEARCH_MIN_LENGTH, searchLength } from '../../domain/value/items/search/search-texts.ts';
import { invalid, invalidFields, type ApiError } from '../../platform/errors.ts';
import { isSwitchedOn, listedValues } from '../../pipeline/parse.ts';
import type { itemsQuery } from './read-routes.ts';

type Query = z.output<typeof itemsQuery>;

/** The message contains the name of the parameter, because a legacy client gets only the message. */
const unknownChoice = (name: string, choices: readonly unknown[]): ApiError =>
  invalidFields({ [name]: [validation('choice_unknown', { choices })] });

/**
 * The filters of an item search. Throws 422 if `order_id`, `group_code` and `search` are all missing, and for a short
 * search text or an unknown status or type.
 */
export const itemSearchOf = (
  query: Query,
  values: Record<string, string[]>,
): Omit<ItemSearch, 'limit' | 'startingAfter'> => {
  const text = query.search?.trim() || undefined;
  const orderId = query.order_id?.trim() || undefined;
  const groupCode = query.group_code?.trim() || undefined;
  if (text === undefined && orderId === undefined && groupCode === undefined) {
    const message = itemChanges('search_without_filter');
    throw invalidFields({ order_id: [message], group_code: [message], search: [message] });
  }
  if (text !== undefined && searchLength(text.normalize('NFKC').trim()) < SEARCH_MIN_LENGTH) {
    throw invalid('search', itemChanges('search_too_short', { minimum: SEARCH_MIN_LENGTH }));
  }
  return {
    orderId,
    groupCode,
    text,
    statuses: listedValues(values['status']).map((value) => {
      const status = Number(value);
      if (!isItemStatus(status)) throw unknownChoice('status', ITEM_STATUSES);
      return status;
    }),
    types: listedValues(values['type']).map((value) => {
      const type = value.toUpperCase();
      if (!isItemType(type)) throw unknownChoice('type', ITEM_TYPES);
      return type;
    }),
    onlyClaimable: isSwitchedOn(query.only_claimable),
    dateFrom: query.date_from,
    dateTo: query.date_to,
  };
};
