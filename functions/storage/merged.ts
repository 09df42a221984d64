import { hasParts } from './mark-sharded.ts';
import type { CheckRow } from './row-shape.ts';
import { isSharded } from './sharded-lists.ts';
import { getRows, queryPage, type IndexName, type Key, type Row, type RowPage, type RowQuery } from './table.ts';

/** A part of a list: a partition of an index whose sort key is the place of an entry in the whole list. */
export interface Source {
  index: IndexName;
  partition: string;
  /** Company of a list that may lie in parts. */
  spread?: string;
}

export interface MergedList<T extends Row> {
  /** Side by side they hold all that is asked for; an entry may stand in several. */
  sources: readonly Source[];
  /** Of rows of one type that has one. */
  check?: CheckRow<T>;
  /** The row that an index entry stands for, where it is another one than the entry's own. */
  keyOf?: (place: Key) => Key;
  /** Places that count: from this one, up to but without that one. */
  from: string;
  before: string;
  limit: number;
  /** Whether a row is asked for, as it is now: an index may be behind. */
  passes: (row: T) => boolean;
  /** The sources hold what is asked for and nothing else, so no more is read than is shown. */
  isNarrow: boolean;
}

/** One page, newest first. */
export interface MergedPage<T extends Row> {
  entries: { row: T; at: string }[];
  /** Place behind which the next page goes on; undefined at the end. */
  next: string | undefined;
}

/** Rows that a page reads before filtering: a selective filter gives shorter pages, not costlier ones. */
export const LOOKED_AT = 100;

interface Place extends Key {
  at: string;
}

/**
 * A page of a list that is kept in several sources. However little passes, it takes one query of each source and one
 * read of the rows they name, so a page may be shorter than its limit, or empty, and still have a next one.
 */
export const mergedPage = async <T extends Row>(list: MergedList<T>): Promise<MergedPage<T>> => {
  const { limit, passes, isNarrow, check } = list;
  const count = isNarrow ? limit + 1 : Math.max(limit + 1, LOOKED_AT);
  const places = await newest(list, count);
  const rows = await getRows(places);
  const found = places.flatMap((place) => {
    const row = check ? check(rows.get(place)) : rows.get<T>(place);
    return row && passes(row) ? [{ row, at: place.at }] : [];
  });
  const entries = found.slice(0, limit);
  const behind = places.length < count ? undefined : places.at(-1)?.at;
  return { entries, next: found.length > limit ? entries.at(-1)?.at : behind };
};

/** The first page of each source, and one read whether the sources have shards. */
const pagesOf = async (
  sources: readonly Source[],
  range: Omit<RowQuery, keyof Source>,
): Promise<readonly RowPage<Row>[]> => {
  const company = sources.find(({ spread }) => spread !== undefined)?.spread;
  const inParts = () => Promise.all(sources.map((source) => queryPage<Row>({ ...source, ...range })));
  if (company === undefined || isSharded(company)) return inParts();
  const [pages, isSpread] = await Promise.all([
    Promise.all(sources.map(({ index, partition }) => queryPage<Row>({ index, partition, ...range }))),
    hasParts(company),
  ]);
  return isSpread ? inParts() : pages;
};

/** The newest places over all sources; fewer than asked for only when there are no more. */
const newest = async <T extends Row>({ sources, from, before, keyOf = (key) => key }: MergedList<T>, count: number) => {
  if (before <= from) return [];
  // One more than asked for, because the upper bound itself is left out.
  const pages = await pagesOf(sources, { from, to: before, descending: true, limit: count + 1 });
  const places = pages.flatMap(({ rows }, at) => {
    const attribute = `${sources[at]?.index ?? 'ix1'}sk` as keyof Row;
    return rows.map((row): Place => ({ ...keyOf({ pk: row.pk, sk: row.sk }), at: String(row[attribute]) }));
  });
  // What moves from one source to another meanwhile is found in both.
  const each = new Map(places.filter(({ at }) => at < before).map((place) => [place.at, place]));
  return [...each.values()].toSorted((left, right) => (left.at < right.at ? 1 : -1)).slice(0, count);
};
