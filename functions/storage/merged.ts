import { isSharded } from './mark-sharded.ts';
import type { CheckRow } from './row-shape.ts';
import { isKnownSharded } from './sharded-lists.ts';
import type { IndexName } from '../platform/resource-names.ts';
import { getRows, queryPage, type Key, type Row, type RowPage, type RowQuery } from './table.ts';

/** A source of a list: an index partition whose sort key is the position of each entry in the whole list. */
export interface ListSource {
  index: IndexName;
  partition: string;
  /** Company of a list that may be sharded. */
  shards?: string;
}

interface MergedList<T extends Row> {
  /** The sources of the list. Together they contain all entries; an entry may be in several. */
  sources: readonly ListSource[];
  check?: CheckRow<T>;
  /** Returns the key of the row that an index entry refers to, if it is not the entry itself. */
  keyOf?: (place: Key) => Key;
  /** First position of the range; `before` is the position after its end. */
  from: string;
  before: string;
  limit: number;
  /** Whether the current row belongs to the list, because an index may lag behind. */
  passes: (row: T) => boolean;
  /** Whether the sources contain only entries of the list. Then only the rows of one page are read. */
  isNarrow: boolean;
}

/** One page of a list, newest first. */
interface MergedPage<T extends Row> {
  entries: { row: T; at: string }[];
  /** Position after which the next page starts; undefined on the last page. */
  next: string | undefined;
}

/**
 * Minimum number of rows that a page reads before filtering. A selective filter makes pages shorter, not more costly.
 */
const PAGE_READS = 100;

interface Place extends Key {
  at: string;
}

/**
 * A page of a list that is stored in several sources. With any filter it takes one query per source (or shard of a
 * source) and one read of the rows. So a page may be shorter than its limit, or empty, and still have a next page.
 */
export const mergedPage = async <T extends Row>(list: MergedList<T>): Promise<MergedPage<T>> => {
  const { limit, passes, isNarrow, check } = list;
  const count = isNarrow ? limit + 1 : Math.max(limit + 1, PAGE_READS);
  const places = await newest(list, count);
  const rows = await getRows(places);
  const matches = places.flatMap((place) => {
    const row = check ? check(rows.get(place)) : rows.get<T>(place);
    return row && passes(row) ? [{ row, at: place.at }] : [];
  });
  const entries = matches.slice(0, limit);
  const behind = places.length < count ? undefined : places.at(-1)?.at;
  return { entries, next: matches.length > limit ? entries.at(-1)?.at : behind };
};

/** The first page of each source. Whether the sources are sharded is read concurrently. */
const pagesOf = async (
  sources: readonly ListSource[],
  range: Omit<RowQuery, keyof ListSource>,
): Promise<readonly RowPage<Row>[]> => {
  const company = sources.find(({ shards }) => shards !== undefined)?.shards;
  const withShards = () => Promise.all(sources.map((source) => queryPage<Row>({ ...source, ...range })));
  if (company === undefined || isKnownSharded(company)) return withShards();
  const [pages, hasShards] = await Promise.all([
    Promise.all(sources.map(({ index, partition }) => queryPage<Row>({ index, partition, ...range }))),
    isSharded(company),
  ]);
  return hasShards ? withShards() : pages;
};

/** The newest positions in all sources. There are fewer than requested only if no more exist. */
const newest = async <T extends Row>({ sources, from, before, keyOf = (key) => key }: MergedList<T>, count: number) => {
  if (before <= from) return [];
  const pages = await pagesOf(sources, { from, to: before, descending: true, limit: count + 1 });
  const places = pages.flatMap(({ rows }, at) => {
    const attribute = `${sources[at]?.index ?? 'ix1'}sk` as keyof Row;
    return rows.map((row): Place => ({ ...keyOf({ pk: row.pk, sk: row.sk }), at: String(row[attribute]) }));
  });
  // An entry that moves from one source to another in the meantime is found in both.
  const each = new Map(places.filter(({ at }) => at < before).map((place) => [place.at, place]));
  return [...each.values()].toSorted((left, right) => (left.at < right.at ? 1 : -1)).slice(0, count);
};
