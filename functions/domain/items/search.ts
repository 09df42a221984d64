import { notFound } from '../../platform/errors.ts';
import { decodeCursor, listPage, type ListIdentity, type ListPage } from '../../storage/cursors.ts';
import { hashInput } from '../../storage/idempotency.ts';
import { getRow, getRows } from '../../storage/table.ts';
import { companyKey, type CompanyRow } from '../companies/items.ts';
import { candidatesOfOrder, candidatesOfSearch, isShownHere, type Candidates, type Position } from './candidates.ts';
import { passes, type ItemFilter } from './filter.ts';
import type { ItemRow } from './items.ts';
import { isGroupClaimable, termsOf } from './load.ts';
import { orderOfGroupCode } from './of-order.ts';
import { itemSummary, type ItemSummary } from './present.ts';
import type { ItemTerms } from './rules.ts';
import { searchForms, shownAt } from './search-terms.ts';

export interface ItemSearch extends ItemFilter {
  orderId: string | undefined;
  groupCode: string | undefined;
  /** At least five characters. */
  text: string | undefined;
  limit: number;
  startingAfter: string | undefined;
}

/** Items looked at for one page at most; a filter that lets few of many pass gives shorter pages, not slower ones. */
const LOOKED_AT_MAX = 1000;

interface Found {
  items: ItemRow[];
  /** Where the next page goes on; undefined at the end. */
  next: Position | undefined;
}

/**
 * Items of an order in their sequence, or items that a text is part of. Costs what it finds: items that do not match
 * the text are not read.
 */
export const searchItems = async (company: string, search: ItemSearch): Promise<ListPage<ItemSummary>> => {
  const identity: ListIdentity = {
    company,
    list: `items#${hashInput({ ...search, startingAfter: null, limit: null })}`,
  };
  const after = search.startingAfter === undefined ? undefined : decodeCursor<Position>(identity, search.startingAfter);
  const companyRow = await getRow<CompanyRow>(companyKey(company));
  if (!companyRow) throw notFound('company');
  const terms = termsOf(companyRow);
  const { items, next } = await find(company, search, terms, { after, lookedAtMax: LOOKED_AT_MAX });
  const groups = await groupClaimability(items, terms);
  const rows = items.map((item) => itemSummary(item, terms, groups.get(item.orderId) ?? false));
  return listPage(identity, rows, next);
};

/** All items that match, for lists that tell a total. Costs what the order, the group or the text matches. */
export const findAllItems = async (
  company: string,
  search: Omit<ItemSearch, 'limit' | 'startingAfter'>,
): Promise<{ items: ItemRow[]; terms: ItemTerms }> => {
  const companyRow = await getRow<CompanyRow>(companyKey(company));
  if (!companyRow) throw notFound('company');
  const terms = termsOf(companyRow);
  const all = { ...search, limit: Infinity, startingAfter: undefined };
  const { items } = await find(company, all, terms, { lookedAtMax: Infinity });
  return { items, terms };
};

const NOTHING: Found = { items: [], next: undefined };

interface Walk {
  after?: Position | undefined;
  lookedAtMax: number;
}

const find = (company: string, search: ItemSearch, terms: ItemTerms, { after, lookedAtMax }: Walk): Promise<Found> => {
  const forms = search.text === undefined ? [] : searchForms(search.text);
  const filter = passes(search, terms);
  const grouped = search.groupCode === undefined ? undefined : orderOfGroupCode(search.groupCode);
  if (search.groupCode !== undefined && grouped === undefined) return Promise.resolve(NOTHING);
  if (search.orderId !== undefined && grouped !== undefined && grouped !== search.orderId) {
    return Promise.resolve(NOTHING);
  }
  const orderId = search.orderId ?? grouped;
  if (orderId !== undefined) {
    const matches = (item: ItemRow): boolean =>
      filter(item) && (forms.length === 0 || shownAt(item, forms) !== undefined);
    return collect(candidatesOfOrder(company, orderId, after), { limit: search.limit, lookedAtMax }, matches);
  }
  const matches = (item: ItemRow, position: Position): boolean => filter(item) && isShownHere(item, forms, position);
  return collect(candidatesOfSearch(company, forms, after), { limit: search.limit, lookedAtMax }, matches);
};

const collect = async (
  candidates: Candidates,
  { limit, lookedAtMax }: { limit: number; lookedAtMax: number },
  matches: (item: ItemRow, position: Position) => boolean,
): Promise<Found> => {
  const found: { item: ItemRow; position: Position }[] = [];
  let lookedAt = 0;
  for await (const batch of candidates) {
    const rows = await getRows(batch.map(({ key }) => key));
    for (const { key, position } of batch) {
      const item = rows.get<ItemRow>(key);
      if (item && matches(item, position)) found.push({ item, position });
      if (found.length > limit) {
        const page = found.slice(0, limit);
        return { items: page.map(({ item: shown }) => shown), next: page.at(-1)?.position };
      }
    }
    lookedAt += batch.length;
    if (lookedAt >= lookedAtMax) return { items: found.map(({ item }) => item), next: batch.at(-1)?.position };
  }
  return { items: found.map(({ item }) => item), next: undefined };
};

const groupClaimability = async (items: readonly ItemRow[], terms: ItemTerms): Promise<Map<string, boolean>> => {
  const byOrder = new Map(items.map((item) => [item.orderId, item]));
  const claimable = await Promise.all(
    [...byOrder].map(async ([orderId, item]) => [orderId, await isGroupClaimable(item, terms)] as const),
  );
  return new Map(claimable);
};
