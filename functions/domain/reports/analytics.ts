import { notFound } from '../../platform/errors.ts';
import { getRow, getRows } from '../../storage/table.ts';
import { compactCode } from '../codes/rules.ts';
import { companyKey, type CompanyRow } from '../companies/items.ts';
import { candidatesOfSearch, isShownHere } from '../items/candidates.ts';
import { itemPosition, type ItemRow, type ItemStatus } from '../items/items.ts';
import { termsOf } from '../items/load.ts';
import { itemColumns } from '../items/present.ts';
import { statusAt, type ItemTerms } from '../items/rules.ts';
import { normalizeSearch, SEARCH_MIN_LENGTH, searchForms, searchLength } from '../items/search-terms.ts';
import { Counts } from './counts.ts';
import type { Facet } from './items.ts';
import { EVERYTHING, leafOf } from './periods.ts';
import {
  facetPage,
  firstOf,
  longPage,
  LOOKED_AT_MAX,
  rowsOf,
  shortRange,
  type Counted,
  type SeriesPage,
} from './page.ts';
import { rangeOfDays, type Days } from './query.ts';

export interface AnalyticsQuery {
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

/** Items without detail by moment of issue (service.md, Events and reporting). Reads a bounded number of rows. */
export const readAnalytics = async (company: string, query: AnalyticsQuery): Promise<AnalyticsPage> => {
  const { days, order, offset, limit } = query;
  const isUndated = days.from === undefined && days.to === undefined;
  // Without dates the counts do not wait for the zone in which days begin.
  const [companyRow, ofEverything] = await Promise.all([
    getRow<CompanyRow>(companyKey(company)),
    isUndated ? Counts.of(company, 'items', EVERYTHING) : undefined,
  ]);
  if (!companyRow) throw notFound('company');
  const terms = termsOf(companyRow);
  const range = rangeOfDays(days, terms.zone);
  const page: SeriesPage = { company, series: 'items', range, order, offset, limit };
  const { rows, total } = await find(page, query, terms, ofEverything ?? (await Counts.of(company, 'items', range)));
  return { items: rows.map((item) => presentRow(item, terms)), itemsCount: total };
};

const find = async (
  page: SeriesPage,
  query: AnalyticsQuery,
  terms: ItemTerms,
  counts: Counts,
): Promise<Counted<ItemRow>> => {
  const { statuses, text } = query;
  const keys = await shortRange(page, counts);
  const hasStatus = (item: ItemRow): boolean => statuses.length === 0 || statuses.includes(statusAt(item, terms.nowMs));
  if (keys && statuses.length === 0 && text === undefined) {
    return { rows: await rowsOf(keys.slice(page.offset, page.offset + page.limit)), total: keys.length };
  }
  if (keys)
    return sliced(
      page,
      (await rowsOf<ItemRow>(keys)).filter((item) => hasStatus(item) && mentions(item, text)),
    );
  if (text === undefined) {
    if (statuses.length === 0) return longPage<ItemRow>(page, counts);
    const facets = statuses.map((status): Facet => `s${status}`);
    return facetPage<ItemRow>(page, counts, facets, (item) => statuses.includes(item.status));
  }
  const found =
    searchLength(normalizeSearch(text)) < SEARCH_MIN_LENGTH ? firstItems(page, text) : filedItems(page, text);
  return sliced(page, (await found).filter(hasStatus));
};

const sliced = (page: SeriesPage, rows: readonly ItemRow[]): Counted<ItemRow> => ({
  rows: rows.slice(page.offset, page.offset + page.limit),
  total: rows.length,
});

/** Whether a text is part of what is known of an item: codes, order, people and titles. */
const mentions = (item: ItemRow, text: string | undefined): boolean => {
  if (text === undefined) return true;
  const wanted = normalizeSearch(text);
  if (isPartOfCode(wanted, item.code)) return true;
  const { sender, receiver, event } = item;
  return [
    item.orderId,
    item.orderReference,
    sender.name,
    sender.email,
    receiver.name,
    receiver.email,
    item.title,
    item.variant,
    event?.title ?? null,
  ].some((known) => known !== null && normalizeSearch(known).includes(wanted));
};

/** Codes may be typed without hyphens; look-alike letters are forgiven where there is enough to go by. */
const isPartOfCode = (wanted: string, code: string): boolean => {
  const bare = (text: string): string => text.toLowerCase().replaceAll(/[\s-]+/g, '');
  if (bare(wanted) === '') return false;
  if (bare(code).includes(bare(wanted))) return true;
  return searchLength(wanted) >= SEARCH_MIN_LENGTH && compactCode(code).includes(compactCode(wanted));
};

/** A text too short to be filed is looked for among the first items of the range. */
const firstItems = async (page: SeriesPage, text: string): Promise<ItemRow[]> =>
  (await rowsOf<ItemRow>(await firstOf(page))).filter((item) => mentions(item, text));

/** Items filed under a text, at most as many as are looked at for a page. */
const filedItems = async (page: SeriesPage, text: string): Promise<ItemRow[]> => {
  const forms = searchForms(text);
  const found: ItemRow[] = [];
  let lookedAt = 0;
  for await (const batch of candidatesOfSearch(page.company, forms)) {
    const rows = await getRows(batch.map(({ key }) => key));
    found.push(
      ...batch.flatMap(({ key, position }) => {
        const item = rows.get<ItemRow>(key);
        return item && isShownHere(item, forms, position) ? [item] : [];
      }),
    );
    lookedAt += batch.length;
    if (lookedAt >= LOOKED_AT_MAX) break;
  }
  const { from, to } = page.range;
  const within = found.filter(({ createdAtMs }) => leafOf(createdAtMs) >= from && leafOf(createdAtMs) < to);
  const ascending = within.toSorted((a, b) => (itemPosition(a) < itemPosition(b) ? -1 : 1));
  return page.order === 'asc' ? ascending : ascending.toReversed();
};
