import * as z from 'zod/mini';
import { lazy } from '../platform/lazy.ts';
import { RowUnreadable } from './row-of-type.ts';
import { rowCheck, type CheckRow, type RowShape } from './row-shape.ts';
import type { IndexKeys, Row } from './table.ts';

/** How rows of one type are read and written. Only a codec converts stored data to a `T`. */
export interface RowCodec<T extends Row> {
  type: T['type'];
  /** Parses the whole row, for rows on which a write depends. Throws `RowUnreadable`, and 503 for a newer shape. */
  read: (raw: Row) => T;
  /**
   * Checks only type and version, and upgrades older shapes. For lists, in which parsing would cost more than reading.
   */
  check: CheckRow<T>;
  /** Adds the type, the shape's version and the index keys to a row. */
  write: (row: Omit<T, 'type' | 'v'>) => T;
}

interface CodecInput<T extends Row> extends RowShape<T> {
  /** Unknown members are kept, so that an older release does not lose what a newer one has written. */
  shape: () => z.ZodMiniType;
  indexes?: (row: T) => IndexKeys;
}

const INDEX_KEYS = new Set(['ix1', 'ix2', 'ix3', 'ix4', 'due'].flatMap((index) => [`${index}pk`, `${index}sk`]));

export const rowCodec = <T extends Row>({ shape, indexes, ...rows }: CodecInput<T>): RowCodec<T> => {
  const { type, version } = rows;
  const schema = lazy(shape);
  const check = rowCheck<T>(rows);
  return {
    type,
    check,
    read: (raw) => {
      const row = check(raw);
      const parsed = z.safeParse(schema(), row);
      if (parsed.success) return row;
      // Only paths are reported, because the values may be personal or secret.
      throw new RowUnreadable(type, parsed.error.issues.map((issue) => issue.path.join('.')).join(', '));
    },
    write: (row) => {
      const written: Record<string, unknown> = {};
      for (const [name, value] of Object.entries(row)) if (!INDEX_KEYS.has(name)) written[name] = value;
      Object.assign(written, { type, v: version });
      return { ...(written as unknown as T), ...indexes?.(written as unknown as T) };
    },
  };
};
