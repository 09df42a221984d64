import { invalid, notFound } from '../../../../platform/errors.ts';
import { itemChanges } from '../../../../platform/messages/item-changes.ts';
import {
  decodeCursor,
  listPage,
  type ListIdentity,
  type ListPage,
  type PageRequest,
} from '../../../../storage/cursors.ts';
import { hashInput } from '../../../../storage/idempotency.ts';
import { getRow } from '../../../../storage/table.ts';
import { companyKey, type CompanyRow } from '../../../company/companies/rows.ts';
import {
  BATCH,
  prefetchCandidates,
  candidatesOfId,
  candidatesOfOrder,
  candidatesOfSearch,
  readCandidates,
  shownOf,
  type Candidate,
  type Candidates,
  type ListedItem,
  type Position,
} from './candidates.ts';
import { itemMatcher, type ItemFilter } from './filter.ts';
import type { ItemRow } from '../rows.ts';
import { isGroupClaimable, isUntouched, termsOf } from '../load.ts';
import { orderOfGroupCode } from '../issuance/of-order.ts';
import { itemSummary, type ItemSummary } from '../present.ts';
import type { ItemTerms } from '../rules.ts';
import { searchRanges } from './search-terms.ts';
import { isItemId, isAnyOrderId, normalizeSearch } from './search-texts.ts';

export interface ItemSearch extends ItemFilter, PageRequest {
  orderId: string | undefined;
  groupCode: string | undefined;
  /** At least five characters. */
  text: string | undefined;
}

/**
 * Number of skipped items after which a page ends. A selective filter then gives shorter pages, not more expensive
 * ones.
 */
const PASSED_OVER_MAX = 65;

interface ItemPage {
  items: ItemRow[];
  /** Position of the next page; undefined at the end. */
  next: Position | undefined;
}

/**
 * Items of an order in their sequence, or items that match a search text (lib/reference/items.md#search). Reads only
 * items of this order or with this text; other filters are applied to the items that were read.
 */
export const searchItems = (company: string, search: ItemSearch): Promise<ListPage<ItemSummary>> =>
  searchItemsAs(company, search, itemSummary);

/** Like `searchItems`, with each item presented by the caller. */
export const searchItemsAs = async <T>(
  company: string,
  search: ItemSearch,
  present: (item: ItemRow, terms: ItemTerms, isGroupClaimable: boolean) => T,
): Promise<ListPage<T>> => {
  const identity: ListIdentity = {
    company,
    list: `items#${hashInput({ ...search, startingAfter: null, limit: null })}`,
  };
  const after = decodeCursor<Position>(identity, search.startingAfter);
  const running = startSearch(company, search, after);
  // Read concurrently with the items: the flag is the same on every item of an order.
  const untouched = running?.orderId === undefined ? undefined : isUntouched(company, running.orderId);
  untouched?.catch(() => undefined);
  const terms = await termsOfCompany(company);
  if (!running) return listPage(identity, [], undefined);
  const { items, next } = await collect(running, search, terms, PASSED_OVER_MAX);
  const groups = await groupClaimability(items, terms, untouched);
  const rows = items.map((item) => present(item, terms, groups.get(item.orderId) ?? false));
  return listPage(identity, rows, next);
};

/** Maximum number of matches of a list with a total, and of other items that it reads. */
const COUNTED_MAX = 20_000;

/**
 * All matching items, for lists with a total. Reads all matches of the order, group or text. Throws 422 for too many
 * matches.
 */
export const searchAllItems = async (
  company: string,
  search: Omit<ItemSearch, 'limit' | 'startingAfter'>,
): Promise<{ items: ItemRow[]; terms: ItemTerms }> => {
  const all = { ...search, limit: COUNTED_MAX, startingAfter: undefined };
  const running = startSearch(company, all);
  const terms = await termsOfCompany(company);
  if (!running) return { items: [], terms };
  const { items, next } = await collect(running, all, terms, COUNTED_MAX);
  if (next) throw invalid('search', itemChanges('search_too_wide', { maximum: COUNTED_MAX }));
  return { items, terms };
};

const termsOfCompany = async (company: string): Promise<ItemTerms> => {
  const row = await getRow<CompanyRow>(companyKey(company));
  if (!row) throw notFound('company');
  return termsOf(row);
};

/** A search whose first reads are in progress. */
interface ActiveSearch {
  candidates: Candidates;
  /** The order, if the search is for one. */
  orderId: string | undefined;
  /** The matches of a batch. */
  listed: (batch: readonly Candidate[]) => Promise<ListedItem[]>;
}

/** Starts the first reads of a search. Undefined when nothing can match. */
const startSearch = (company: string, search: ItemSearch, after?: Position): ActiveSearch | undefined => {
  const text = search.text === undefined ? undefined : normalizeSearch(search.text);
  const grouped = search.groupCode === undefined ? undefined : orderOfGroupCode(search.groupCode);
  const named = text !== undefined && isAnyOrderId(text) ? text : undefined;
  const orders = new Set([search.orderId, grouped, named].filter((id) => id !== undefined));
  if (orders.size > 1 || (search.groupCode !== undefined && grouped === undefined)) return undefined;
  const isId = named !== undefined || (text !== undefined && isItemId(text));
  const ranges = search.text === undefined || isId ? [] : searchRanges(company, search.text);
  const [orderId] = orders;
  if (text !== undefined && isItemId(text)) {
    const ofOrder = ({ item }: ListedItem): boolean => orderId === undefined || item.orderId === orderId;
    return {
      candidates: prefetchCandidates(candidatesOfId(company, text)),
      orderId,
      listed: async (batch) => (await readCandidates(batch)).filter(ofOrder),
    };
  }
  return orderId === undefined
    ? {
        candidates: prefetchCandidates(candidatesOfSearch(company, ranges, after)),
        orderId,
        listed: (batch) => shownOf(batch, ranges),
      }
    : {
        candidates: prefetchCandidates(candidatesOfOrder(company, orderId, after, Math.min(BATCH, search.limit + 1))),
        orderId,
        listed: async (batch) => {
          const listed = await readCandidates(batch);
          return listed.filter(
            ({ item }) => ranges.length === 0 || ranges.some((range) => range.entriesOf(item).length > 0),
          );
        },
      };
};

const collect = async (
  { candidates, listed }: ActiveSearch,
  { limit, ...filter }: ItemSearch,
  terms: ItemTerms,
  passedOverMax: number,
): Promise<ItemPage> => {
  const matches = itemMatcher(filter, terms);
  const collected: ListedItem[] = [];
  let read = 0;
  for await (const batch of candidates) {
    collected.push(...(await listed(batch)).filter(({ item }) => matches(item)));
    if (collected.length > limit) {
      const page = collected.slice(0, limit);
      return { items: page.map(({ item }) => item), next: page.at(-1)?.position };
    }
    read += batch.length;
    if (read - collected.length >= passedOverMax)
      return { items: collected.map(({ item }) => item), next: batch.at(-1)?.position };
  }
  return { items: collected.map(({ item }) => item), next: undefined };
};

const groupClaimability = async (
  items: readonly ItemRow[],
  terms: ItemTerms,
  untouched: Promise<boolean> | undefined,
): Promise<Map<string, boolean>> => {
  const byOrder = new Map(items.map((item) => [item.orderId, item]));
  const claimable = await Promise.all(
    [...byOrder].map(async ([orderId, item]) => [orderId, await isGroupClaimable(item, terms, untouched)] as const),
  );
  return new Map(claimable);
};
