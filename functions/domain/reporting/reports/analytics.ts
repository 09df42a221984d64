import type { ItemRow, ItemStatus } from '../../value/items/rows.ts';
import { termsOf } from '../../value/items/load.ts';
import { itemColumns } from '../../value/items/present.ts';
import { hasRegisteredText } from '../../value/items/ledger/register.ts';
import { statusAt, type ItemTerms } from '../../value/items/rules.ts';
import { keysByText } from './keys-by-text.ts';
import type { Facet } from './rows.ts';
import {
  facetPage,
  READ_SINGLY_MAX,
  openSeries,
  pageOfAll,
  rowsOf,
  shortRange,
  slicePage,
  sliceKeys,
  type CountedList,
  type OpenedSeries,
} from './page.ts';
import type { Days } from './query.ts';

interface AnalyticsQuery {
  days: Days;
  /** Text to search for, of any length. */
  text: string | undefined;
  statuses: readonly ItemStatus[];
  offset: number;
  limit: number;
  order: 'asc' | 'desc';
}

const presentRow = (item: ItemRow, terms: ItemTerms) => {
  const { variant_description: _detail, ...columns } = itemColumns(item, terms);
  return columns;
};

export interface AnalyticsPage {
  items: ReturnType<typeof presentRow>[];
  itemsCount: number;
}

/**
 * Items by time of issue, without the description of the variant (lib/reference/reports.md#analytics), and the total
 * number of matches. Reads a bounded number of rows, except for a string that is short or matches many items.
 */
export const readAnalytics = async (company: string, query: AnalyticsQuery): Promise<AnalyticsPage> => {
  const { days, order, offset, limit } = query;
  const readsAll = query.statuses.length > 0 || query.text !== undefined;
  const series = { company, series: 'items', days, order, offset, limit } as const;
  const opened = await openSeries(series, readsAll ? READ_SINGLY_MAX : undefined);
  const terms = termsOf(opened.companyRow);
  const { rows, total } = await findPage(opened, query, terms);
  return { items: rows.map((item) => presentRow(item, terms)), itemsCount: total };
};

const findPage = async (
  opened: OpenedSeries,
  { statuses, text }: AnalyticsQuery,
  terms: ItemTerms,
): Promise<CountedList<ItemRow>> => {
  const { page } = opened;
  if (statuses.length === 0 && text === undefined) return pageOfAll(opened);
  const hasStatus = (item: ItemRow): boolean => statuses.length === 0 || statuses.includes(statusAt(item, terms.nowMs));
  const keys = await shortRange(opened);
  if (keys) {
    const rows = await rowsOf<ItemRow>(keys);
    const matches = (item: ItemRow): boolean =>
      hasStatus(item) && (text === undefined || hasRegisteredText(item, text));
    return slicePage(page, rows.filter(matches));
  }
  if (text === undefined) {
    const facets = statuses.map((status): Facet => `s${status}`);
    return facetPage<ItemRow>(opened, facets, (item) => statuses.includes(item.status));
  }
  const keysOfText = await keysByText(page, text);
  return statuses.length === 0
    ? sliceKeys(page, keysOfText)
    : slicePage(page, (await rowsOf<ItemRow>(keysOfText)).filter(hasStatus));
};
