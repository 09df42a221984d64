import type { IndexName } from '../platform/resource-names.ts';

/**
 * Primary key of a row. Keys are built only in the `rows.ts` of each domain, and here for rows of the storage itself.
 */
export interface Key {
  pk: string;
  sk: string;
}

/**
 * Common members of all rows: type, shape version, and the keys of the sparse indexes that contain the row. Indexes
 * contain only keys (see README.md), so reading a page takes a query of the index and a batch read.
 */
export interface Row extends Key {
  type: string;
  /** Version of the shape. */
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
  /**
   * Time after which DynamoDB deletes the row, in seconds since the epoch. It may do so late, so readers must check the
   * time themselves.
   */
  ttl?: number;
}

/** Index keys of a row. */
export type IndexKeys = Partial<Omit<Row, keyof Key | 'type' | 'v' | 'ttl'>>;

export interface RowQuery {
  index?: IndexName;
  /** The partition key of the table or of the index. */
  partition: string;
  /**
   * Range of the sort key: a prefix, or the positions from `from` to `to`, both inclusive. With a prefix, `from` and
   * `to` are ignored.
   */
  prefix?: string;
  from?: string;
  to?: string;
  descending?: boolean;
  limit?: number;
  startKey?: Record<string, unknown>;
  consistent?: boolean;
  /** Company of a list that may be sharded (sharded-lists.ts). */
  shards?: string;
}

export interface RowPage<T> {
  rows: T[];
  /** Present if there may be more rows; pass it as `startKey`. */
  lastKey?: Record<string, unknown>;
}
