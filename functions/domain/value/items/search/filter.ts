import { endOfDayMs, parseDate, startOfDayMs } from '../../../../platform/zones.ts';
import { ITEM_STATUSES, ITEM_TYPES, type ItemRow, type ItemStatus, type ItemType } from '../rows.ts';
import { claimError, statusAt, type ItemTerms } from '../rules.ts';

/** Filters of the item lists; an absent or empty filter matches everything. */
export interface ItemFilter {
  statuses: readonly ItemStatus[];
  types: readonly ItemType[];
  onlyClaimable: boolean;
  /** `YYYY-MM-DD`, inclusive, in the company's zone; invalid dates are ignored. */
  dateFrom: string | undefined;
  dateTo: string | undefined;
}

export const isItemStatus = (value: number): value is ItemStatus =>
  (ITEM_STATUSES as readonly number[]).includes(value);
export const isItemType = (value: string): value is ItemType => (ITEM_TYPES as readonly string[]).includes(value);

const dateOf = (text: string | undefined): string | undefined =>
  text !== undefined && parseDate(text) !== undefined ? text : undefined;

/** Whether an item matches. The status is the current one, so an item past its validity is Expired. */
export const itemMatcher = (filter: ItemFilter, terms: ItemTerms): ((item: ItemRow) => boolean) => {
  const from = dateOf(filter.dateFrom);
  const to = dateOf(filter.dateTo);
  const fromMs = from === undefined ? -Infinity : startOfDayMs(from, terms.zone);
  const toMs = to === undefined ? Infinity : endOfDayMs(to, terms.zone);
  return (item) =>
    (filter.statuses.length === 0 || filter.statuses.includes(statusAt(item, terms.nowMs))) &&
    (filter.types.length === 0 || filter.types.includes(item.itemType)) &&
    item.createdAtMs >= fromMs &&
    item.createdAtMs <= toMs &&
    (!filter.onlyClaimable || claimError(item, terms) === null);
};
