import { moment, type DueKind } from './due.ts';
import { queryPage, type Key, type Row } from './table.ts';

/** Keys of rows due by `untilMs` in one shard, earliest first. */
export const dueRows = async (kind: DueKind, shard: number, untilMs: number, limit: number): Promise<Key[]> => {
  const { rows } = await queryPage<Row>({
    index: 'due',
    partition: `${kind}#${shard}`,
    to: `${moment(untilMs)}#~`,
    limit,
  });
  return rows.map(({ pk, sk }) => ({ pk, sk }));
};
