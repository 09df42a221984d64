import type { IndexName } from '../platform/resource-names.ts';

/** Primary key of a row. Key builders are only in the `rows.ts` of their domain. */
export interface Key {
  pk: string;
  sk: string;
}

/**
 * Common members of all rows: type, shape version, and the keys of the sparse indexes that the row appears in. Indexes
 * project keys only (see README.md): a page is a query on an index and one batch read.
 */
export interface Row extends Key {
  type: string;
  /** Version of the row's shape. */
  v: number;
  ix1pk?: string;
  ix1sk?: string;
  ix2pk?: string;
  ix2sk?: string;
  ix3pk?: string;
  ix3sk?: string;
  ix4pk?: string;
  ix4sk?: string;
  duepk?: string;
  duesk?: string;
  /** Seconds since the epoch after which the row may be deleted. Reads must compare times themselves. */
  ttl?: number;
}

/** Where a row appears in the indexes. */
export type IndexKeys = Partial<Omit<Row, keyof Key | 'type' | 'v' | 'ttl'>>;

export interface RowQuery {
  index?: IndexName;
  /** Value of the partition key (of the table, or of the index). */
  partition: string;
  /** Range on the sort key; `after` and `before` are exclusive positions used for paging. */
  prefix?: string;
  from?: string;
  to?: string;
  descending?: boolean;
  limit?: number;
  startKey?: Record<string, unknown>;
  consistent?: boolean;
  /** Company of a list that may be sharded (sharded-lists.ts). */
  spread?: string;
}

export interface RowPage<T> {
  rows: T[];
  /** Present when there may be more; pass it back as `startKey`. */
  lastKey?: Record<string, unknown>;
}
