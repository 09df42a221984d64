import { createHash } from 'node:crypto';
import { warmSet } from '../platform/warm-state.ts';
import type { Key, Row, RowPage, RowQuery } from './row-types.ts';

/**
 * A list of a company is one partition, which accepts 1000 writes per second. Entries of an on-sale are written to
 * shards of the list instead. The writer knows that an entry belongs to an on-sale; readers query the shards after the
 * company's first on-sale.
 */

const SHARDS = 32;

const shardOf = (list: string, shard: number): string => `${list}#${shard}`;

/** The partition of an entry: the list, or the shard that the entry's id selects. */
export const listPartition = (list: string, id: string, isSharded: boolean | undefined): string =>
  isSharded ? shardOf(list, createHash('sha256').update(id).digest().readUInt16BE(0) % SHARDS) : list;

/** The mark of a company with sharded lists. It is written with the company's first on-sale and never removed. */
export const shardMark = (company: string): Row => ({
  pk: `SPREAD#${company}`,
  sk: 'lists',
  type: 'spread-lists',
  v: 1,
});

/** Companies that this process knows to have sharded lists. */
const known = warmSet<string>();

/** Whether the lists of a company are sharded. Reliable after a page of one list was read. */
export const isKnownSharded = (company: string): boolean => known.has(company);

/** Remembers that the company's lists are sharded. */
export const rememberSharded = (company: string): void => {
  known.add(company);
};

/** Functions that read the table: a page of one partition, and one row. */
interface TableReads {
  page: (query: RowQuery) => Promise<RowPage<Row>>;
  row: (key: Key) => Promise<Row | undefined>;
}

/**
 * A page of a list that may be sharded. Without shards it is one query, concurrent with a read of the company's mark.
 * The position of an entry is its sort key, which is the same in every shard, so paging continues across shards.
 */
export const pageOfSharded = async (company: string, query: RowQuery, paging: TableReads): Promise<RowPage<Row>> => {
  const [pk, sk] = (query.index ? [`${query.index}pk`, `${query.index}sk`] : ['pk', 'sk']) as [keyof Row, keyof Row];
  // The previous page ended in a shard, so the list is sharded.
  if (query.startKey && query.startKey[pk] !== query.partition) known.add(company);
  if (!known.has(company)) {
    const { pk: markPk, sk: markSk } = shardMark(company);
    const [page, mark] = await Promise.all([paging.page(query), paging.row({ pk: markPk, sk: markSk })]);
    if (!mark) return page;
    known.add(company);
  }
  return mergeShards(query, paging.page, { pk, sk });
};

interface Shard {
  partition: string;
  rows: Row[];
  startKey: Record<string, unknown> | undefined;
  isOpen: boolean;
}

/** From each shard, more than an equal share of the page is read, because entries are not distributed evenly. */
const SLACK = 2;
const LEAST = 2;

const mergeShards = async (
  query: RowQuery,
  page: TableReads['page'],
  { pk, sk }: { pk: keyof Row; sk: keyof Row },
): Promise<RowPage<Row>> => {
  const { limit, descending = false, startKey, ...rest } = query;
  const after = startKey === undefined ? undefined : String(startKey[sk]);
  const bounds = after === undefined ? {} : descending ? { to: after } : { from: after };
  const each = limit === undefined ? {} : { limit: Math.min(limit + 1, Math.ceil((limit * SLACK) / SHARDS) + LEAST) };
  const place = (row: Row): string => String(row[sk]);
  const isBehind = (left: string, right: string): boolean => (descending ? left < right : left > right);
  const shards = [
    query.partition,
    ...Array.from({ length: SHARDS }, (_, shard) => shardOf(query.partition, shard)),
  ].map((partition): Shard => ({ partition, rows: [], startKey: undefined, isOpen: true }));
  const read = async (shard: Shard): Promise<void> => {
    const start = shard.startKey ? { startKey: shard.startKey } : {};
    const result = await page({ ...rest, ...bounds, ...each, descending, partition: shard.partition, ...start });
    shard.rows.push(...result.rows.filter((row) => after === undefined || place(row) !== after));
    shard.startKey = result.lastKey;
    shard.isOpen = result.lastKey !== undefined;
  };
  await Promise.all(shards.map(read));
  for (;;) {
    const all = shards
      .flatMap(({ rows }) => rows)
      .toSorted((left, right) => (isBehind(place(left), place(right)) ? 1 : -1));
    const open = shards.filter(({ isOpen }) => isOpen);
    /** Whether no unread entry can precede the row: unread entries of a shard follow the last entry that was read. */
    const isKnown = (row: Row): boolean =>
      open.every(({ rows }) => rows.length > 0 && !isBehind(place(row), place(rows.at(-1) as Row)));
    const sure = all.filter(isKnown);
    const last = limit === undefined ? undefined : all[limit - 1];
    const missing = open.filter(
      ({ rows }) => rows.length === 0 || last === undefined || isBehind(place(last), place(rows.at(-1) as Row)),
    );
    if (missing.length === 0 || (limit === undefined && sure.length > 0)) {
      const rows = sure.slice(0, limit);
      const end = rows.at(-1);
      const isMore = end !== undefined && (open.length > 0 || sure.length > rows.length);
      return { rows, ...(isMore ? { lastKey: { pk: end.pk, sk: end.sk, [pk]: end[pk], [sk]: end[sk] } } : {}) };
    }
    await Promise.all(missing.map(read));
  }
};
