import { getRows, queryPage, type Key, type Row } from '../../storage/table.ts';
import { itemsOf, transactionsOf } from '../items/items.ts';
import type { Counts } from './counts.ts';
import type { Facet, SeriesName } from './items.ts';
import { LEAF_MS, type LeafRange } from './periods.ts';

/** Entries of a series by time, with the total: what `offset`, `limit` and `itemsCount` speak of. */
export interface SeriesPage {
  company: string;
  series: SeriesName;
  range: LeafRange;
  order: 'asc' | 'desc';
  offset: number;
  limit: number;
}

export interface Counted<T extends Row> {
  rows: T[];
  /** Entries that match, on all pages. */
  total: number;
}

/**
 * Up to so many entries are looked at one by one, which is exact at every moment. Beyond, counts that follow the
 * stream say where a page is and how many entries there are.
 */
export const LOOKED_AT_MAX = 1000;

/** Far more than the counts may be behind: a range that turns out longer is not looked at one by one. */
const LIVE_KEYS_MAX = 2 * LOOKED_AT_MAX;

/** Entries of a quarter of an hour that are looked at for one that has a facet. */
const LEAF_KEYS_MAX = 10_000;
const KEYS_AT_ONCE = 200;

const INDEXES = { items: itemsOf, transactions: transactionsOf } as const;

const momentOf = (leaf: number): string => String(leaf * LEAF_MS).padStart(14, '0');

/** Range of sort keys: they begin with the moment in milliseconds. */
const keyRange = (range: LeafRange) => ({
  from: momentOf(range.from),
  // A moment of the last leaf sorts before the bare beginning of the next.
  to: range.to === Infinity ? '~' : momentOf(range.to),
});

/** Keys of a range in an order, at most so many. */
const keysIn = async (page: SeriesPage, range: LeafRange, limit: number): Promise<Key[]> => {
  const keys: Key[] = [];
  let startKey: Record<string, unknown> | undefined;
  do {
    const { rows, lastKey } = await queryPage<Key>({
      ...INDEXES[page.series](page.company),
      ...keyRange(range),
      descending: page.order === 'desc',
      limit: limit - keys.length,
      ...(startKey ? { startKey } : {}),
    });
    keys.push(...rows);
    startKey = lastKey;
  } while (startKey && keys.length < limit);
  return keys;
};

export const rowsOf = async <T extends Row>(keys: readonly Key[]): Promise<T[]> => {
  const rows = await getRows(keys);
  return keys.flatMap((key) => rows.get<T>(key) ?? []);
};

/** Entries of a range that is short enough to be looked at one by one; undefined when it is not. */
export const shortRange = async (page: SeriesPage, counts: Counts): Promise<Key[] | undefined> => {
  if (counts.total(page.range, ['']) > LOOKED_AT_MAX) return undefined;
  const keys = await keysIn(page, page.range, LIVE_KEYS_MAX + 1);
  return keys.length > LIVE_KEYS_MAX ? undefined : keys;
};

/** The first entries of a range of any length. */
export const firstOf = (page: SeriesPage): Promise<Key[]> => keysIn(page, page.range, LOOKED_AT_MAX);

/** A page of a long range. Near its start entries are read from there; far from it the counts say where to begin. */
export const longPage = async <T extends Row>(page: SeriesPage, counts: Counts): Promise<Counted<T>> => {
  const { range, offset, limit, order } = page;
  const total = counts.total(range, ['']);
  if (offset + limit <= LOOKED_AT_MAX) {
    const keys = await keysIn(page, range, offset + limit);
    return { rows: await rowsOf<T>(keys.slice(offset)), total: Math.max(total, keys.length) };
  }
  const wanted = { descending: order === 'desc', skip: offset, need: limit };
  const { leaves, skip } = await counts.find(range, [''], wanted);
  const [first] = leaves;
  if (first === undefined) return { rows: [], total };
  const start = order === 'asc' ? { from: first } : { to: first + 1 };
  const rest: LeafRange = { from: range.from, to: range.to, ...start };
  const keys = await keysIn(page, rest, skip + limit);
  return { rows: await rowsOf<T>(keys.slice(skip)), total };
};

/** A page of those entries of a long range that have one of the facets: only the quarters of an hour that hold some. */
export const facetPage = async <T extends Row>(
  page: SeriesPage,
  counts: Counts,
  facets: readonly Facet[],
  has: (row: T) => boolean,
): Promise<Counted<T>> => {
  const { range, offset, limit, order } = page;
  const total = counts.total(range, facets);
  const wanted = { descending: order === 'desc', skip: offset, need: limit };
  const { leaves, skip } = await counts.find(range, facets, wanted);
  const found = await Promise.all(leaves.map((leaf) => keysIn(page, { from: leaf, to: leaf + 1 }, LEAF_KEYS_MAX)));
  const keys = found.flat();
  const rows: T[] = [];
  for (let at = 0; at < keys.length && rows.length < skip + limit; at += KEYS_AT_ONCE) {
    rows.push(...(await rowsOf<T>(keys.slice(at, at + KEYS_AT_ONCE))).filter(has));
  }
  return { rows: rows.slice(skip, skip + limit), total };
};
