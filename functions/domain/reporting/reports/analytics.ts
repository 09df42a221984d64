import type { ItemRow, ItemStatus } from '../../value/items/rows.ts';
import { termsOf } from '../../value/items/load.ts';
import { itemColumns } from '../../value/items/present.ts';
import { hasRegisteredText } from '../../value/items/ledger/register.ts';
import { statusAt, type ItemTerms } from '../../value/items/rules.ts';
import { normalizeSearch } from '../../value/items/search/search-texts.ts';
import { keysByText } from './found-by-text.ts';
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
  /** Of any length. */
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
 * Items without detail by time of issue (lib/reference/reports.md#analytics), with the total of matches. Reads a
 * bounded number of rows, except for a text that is short or matches many.
 */
export const readAnalytics = async (company: string, query: AnalyticsQuery): Promise<AnalyticsPage> => {
  const { days, order, offset, limit } = query;
  const readsAll = query.statuses.length > 0 || query.text !== undefined;
  const series = { company, series: 'items', days, order, offset, limit } as const;
  const opened = await openSeries(series, readsAll ? READ_SINGLY_MAX : undefined);
  const terms = termsOf(opened.companyRow);
  const { rows, total } = await find(opened, query, terms);
  return { items: rows.map((item) => presentRow(item, terms)), itemsCount: total };
};

const find = async (
  opened: OpenedSeries,
  { statuses, text }: AnalyticsQuery,
  terms: ItemTerms,
): Promise<CountedList<ItemRow>> => {
  const { page } = opened;
  const wanted = text === undefined ? undefined : normalizeSearch(text);
  if (statuses.length === 0 && wanted === undefined) return pageOfAll(opened);
  const hasStatus = (item: ItemRow): boolean => statuses.length === 0 || statuses.includes(statusAt(item, terms.nowMs));
  const keys = await shortRange(opened);
  if (keys) {
    const rows = await rowsOf<ItemRow>(keys);
    const matches = (item: ItemRow): boolean =>
      hasStatus(item) && (wanted === undefined || hasRegisteredText(item, wanted));
    return slicePage(page, rows.filter(matches));
  }
  if (wanted === undefined) {
    const facets = statuses.map((status): Facet => `s${status}`);
    return facetPage<ItemRow>(opened, facets, (item) => statuses.includes(item.status));
  }
  const found = await keysByText(page, wanted);
  return statuses.length === 0
    ? sliceKeys(page, found)
    : slicePage(page, (await rowsOf<ItemRow>(found)).filter(hasStatus));
};
