import { shardsOf, type DueKind } from './due.ts';
import { queryPage, queryPages, type Key, type Row } from './table.ts';
import { sortable } from './sortable.ts';

/** Keys of the rows of one shard that are due by `untilMs`, earliest first. */
export const dueRows = async (kind: DueKind, shard: number, untilMs: number, limit: number): Promise<Key[]> => {
  const rows = await dueInShard(kind, shard, untilMs, limit);
  return rows.map(keyOnly);
};

/** Keys of all rows of one shard that are due by `untilMs`, earliest first, in pages. */
export const duePages = async function* (
  kind: DueKind,
  shard: number,
  untilMs: number,
  limit: number,
): AsyncGenerator<Key[]> {
  for await (const rows of queryPages<Row>({ ...dueUntil(kind, shard, untilMs), limit })) yield rows.map(keyOnly);
};

const keyOnly = ({ pk, sk }: Key): Key => ({ pk, sk });

/** Keys and due times of the rows that are due by `untilMs`, earliest first; at most `limit` per shard. */
export const dueInAllShards = async (kind: DueKind, untilMs: number, limit: number): Promise<Row[]> => {
  const rows = await Promise.all(shardsOf(kind).map((shard) => dueInShard(kind, shard, untilMs, limit)));
  return rows.flat().toSorted((left, right) => ((left.duesk ?? '') < (right.duesk ?? '') ? -1 : 1));
};

/** Keys and due times of the rows of one shard in a range of positions, earliest first. */
export const dueBetween = async (
  kind: DueKind,
  shard: number,
  range: { from: string; to: string },
  limit: number,
): Promise<Row[]> => {
  if (range.from > range.to) return [];
  return (await queryPage<Row>({ index: 'due', partition: `${kind}#${shard}`, ...range, limit })).rows;
};

/** The position in the due index before all rows that become due at a time. */
export const duePosition = (atMs: number): string => sortable(atMs);

const dueUntil = (kind: DueKind, shard: number, untilMs: number) =>
  ({ index: 'due', partition: `${kind}#${shard}`, to: `${sortable(untilMs)}#~` }) as const;

const dueInShard = async (kind: DueKind, shard: number, untilMs: number, limit: number): Promise<Row[]> =>
  (await queryPage<Row>({ ...dueUntil(kind, shard, untilMs), limit })).rows;
