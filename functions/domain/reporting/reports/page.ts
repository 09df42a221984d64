import { chunksOf } from '../../../platform/chunks.ts';
import { notFound } from '../../../platform/errors.ts';
import { getRow, getRows, queryPage, type Key, type Row } from '../../../storage/table.ts';
import { sortable } from '../../../storage/sortable.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { itemsOf, transactionsOf } from '../../value/items/rows.ts';
import { Counts } from './counts.ts';
import type { Facet, SeriesName } from './rows.ts';
import { EVERYTHING, LEAF_MS, LEAVES_PER_DAY, type LeafRange } from './periods.ts';
import { rangeOfDays, type Days } from './query.ts';

interface OffsetPage {
  company: string;
  series: SeriesName;
  order: 'asc' | 'desc';
  offset: number;
  limit: number;
}

/** The page of a series that a report requests, by days. */
interface SeriesQuery extends OffsetPage {
  days: Days;
}

/** A page of the entries of a series in a range of time. */
export interface SeriesPage extends OffsetPage {
  range: LeafRange;
}

export interface CountedList<T extends Row> {
  rows: T[];
  /** Number of matching entries, on all pages. */
  total: number;
}

/** A key in an index. */
type SeriesKey = Key & { ix1sk: string };

/** Result of the first read of a series. */
export interface OpenedSeries {
  page: SeriesPage;
  companyRow: CompanyRow;
  counts: Counts;
  /** The first keys of the range; all of them when `isComplete`. */
  keys: SeriesKey[];
  isComplete: boolean;
}

/** Maximum number of keys in the first read, if only the rows of one page are needed. */
const FIRST_READ = 1000;

/**
 * A range with up to this number of entries is read entry by entry, which is always exact. In longer ranges, counts
 * that follow the stream locate the page and the total.
 */
export const READ_SINGLY_MAX = 3000;

/** Counts lag behind by far fewer entries than this. A range with more entries is not read one by one. */
const LIVE_KEYS_MAX = 2 * READ_SINGLY_MAX;

/** Maximum entries of a quarter of an hour that are read to find those with a facet. */
const LEAF_KEYS_MAX = 10_000;
const KEYS_PER_READ = 200;

const INDEXES = { items: itemsOf, transactions: transactionsOf } as const;

const momentOf = (leaf: number): string => (leaf === Infinity ? '~' : sortable(leaf * LEAF_MS));

/**
 * Range of sort keys. They begin with the time in milliseconds, so the bare time of a leaf sorts before all its
 * entries.
 */
export const keyRange = (range: LeafRange) => ({ from: momentOf(range.from), to: momentOf(range.to) });

/** Keys of a range in the order of the page, up to `limit`. */
const keysIn = async (page: Omit<SeriesPage, 'offset' | 'limit'>, limit: number): Promise<SeriesKey[]> => {
  const keys: SeriesKey[] = [];
  let startKey: Record<string, unknown> | undefined;
  do {
    const { rows, lastKey } = await queryPage<SeriesKey>({
      ...INDEXES[page.series](page.company),
      ...keyRange(page.range),
      descending: page.order === 'desc',
      limit: limit - keys.length,
      ...(startKey ? { startKey } : {}),
    });
    keys.push(...rows);
    startKey = lastKey;
  } while (startKey && keys.length < limit);
  return keys;
};

/** Maximum offset of a time zone from UTC, in leaves. */
const ZONE_LEAVES = (14 / 24) * LEAVES_PER_DAY;

const widenRange = ({ from, to }: LeafRange): LeafRange => ({
  from: Math.max(0, from - ZONE_LEAVES),
  to: to + ZONE_LEAVES,
});

/**
 * Reads company, counts and first keys in one step. The beginning of a day depends on the company's zone, so a wider
 * range is read and the excess is dropped. A range of up to `keysAtOnce` entries is read completely. Throws 404 when
 * the company does not exist.
 */
export const openSeries = async (
  { days, ...paging }: SeriesQuery,
  keysAtOnce: number = FIRST_READ,
): Promise<OpenedSeries> => {
  const { company, series, order } = paging;
  const wide = widenRange(rangeOfDays(days, 'UTC'));
  const [companyRow, counts, readKeys] = await Promise.all([
    getRow<CompanyRow>(companyKey(company)),
    Counts.of(company, series, EVERYTHING),
    keysIn({ company, series, order, range: wide }, keysAtOnce + 1),
  ]);
  if (!companyRow) throw notFound('company');
  const page: SeriesPage = { ...paging, range: rangeOfDays(days, companyRow.time_zone) };
  const { from, to } = keyRange(page.range);
  const last = readKeys.at(-1)?.ix1sk ?? '';
  const isComplete = readKeys.length <= keysAtOnce || (order === 'desc' ? last < from : last > to);
  return { page, companyRow, counts, keys: readKeys.filter(({ ix1sk }) => ix1sk > from && ix1sk < to), isComplete };
};

export const rowsOf = async <T extends Row>(keys: readonly Key[]): Promise<T[]> => {
  const rows = await getRows(keys);
  return keys.flatMap((key) => rows.get<T>(key) ?? []);
};

export const slicePage = <T extends Row>({ offset, limit }: SeriesPage, rows: readonly T[]): CountedList<T> => ({
  rows: rows.slice(offset, offset + limit),
  total: rows.length,
});

/** A page of rows, by their keys. */
export const sliceKeys = async <T extends Row>(
  { offset, limit }: SeriesPage,
  keys: readonly Key[],
): Promise<CountedList<T>> => ({ rows: await rowsOf<T>(keys.slice(offset, offset + limit)), total: keys.length });

/** All keys of a range short enough to be read one by one; undefined otherwise. */
export const shortRange = async ({ page, counts, keys, isComplete }: OpenedSeries): Promise<Key[] | undefined> => {
  if (isComplete) return keys;
  await counts.reach(page.range);
  if (counts.total(page.range, ['']) > READ_SINGLY_MAX) return undefined;
  const all = await keysIn(page, LIVE_KEYS_MAX + 1);
  return all.length > LIVE_KEYS_MAX ? undefined : all;
};

/**
 * A page of all entries of a range. The first keys of the range are loaded; for later pages, the counts locate the
 * page.
 */
export const pageOfAll = async <T extends Row>(opened: OpenedSeries): Promise<CountedList<T>> => {
  const { page, keys, isComplete } = opened;
  if (isComplete) return sliceKeys(page, keys);
  if (page.offset + page.limit > keys.length) {
    const all = await shortRange(opened);
    return all ? sliceKeys(page, all) : farPage(opened);
  }
  const [rows, total] = await Promise.all([
    rowsOf<T>(keys.slice(page.offset, page.offset + page.limit)),
    totalOf(opened),
  ]);
  return { rows, total };
};

/** Number of entries of a range that may be read only in part: of its keys if there are few, otherwise from counts. */
const totalOf = async (opened: OpenedSeries): Promise<number> => {
  const all = await shortRange(opened);
  return all ? all.length : Math.max(opened.counts.total(opened.page.range, ['']), opened.keys.length);
};

const farPage = async <T extends Row>({ page, counts }: OpenedSeries): Promise<CountedList<T>> => {
  const { range, offset, limit, order } = page;
  const total = counts.total(range, ['']);
  const { leaves, skip } = await counts.find(range, [''], { descending: order === 'desc', skip: offset, need: limit });
  const [first] = leaves;
  if (first === undefined) return { rows: [], total };
  const remaining: LeafRange = { ...range, ...(order === 'asc' ? { from: first } : { to: first + 1 }) };
  const keys = await keysIn({ ...page, range: remaining }, skip + limit);
  return { rows: await rowsOf<T>(keys.slice(skip)), total };
};

/**
 * A page of the entries of a long range that have one of the facets. Reads only the quarters of an hour that have such
 * entries.
 */
export const facetPage = async <T extends Row>(
  { page, counts }: OpenedSeries,
  facets: readonly Facet[],
  has: (row: T) => boolean,
): Promise<CountedList<T>> => {
  const { range, offset, limit, order } = page;
  const total = counts.total(range, facets);
  const leafPage = { descending: order === 'desc', skip: offset, need: limit };
  const { leaves, skip } = await counts.find(range, facets, leafPage);
  const keysByLeaf = await Promise.all(
    leaves.map((leaf) => keysIn({ ...page, range: { from: leaf, to: leaf + 1 } }, LEAF_KEYS_MAX)),
  );
  const keys = keysByLeaf.flat();
  const rows: T[] = [];
  for (const group of chunksOf(keys, KEYS_PER_READ)) {
    if (rows.length >= skip + limit) break;
    rows.push(...(await rowsOf<T>(group)).filter(has));
  }
  return { rows: rows.slice(skip, skip + limit), total };
};
