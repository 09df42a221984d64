import * as z from 'zod/mini';
import { lazy } from '../platform/lazy.ts';
import { RowUnreadable } from './row-of-type.ts';
import { rowCheck, type CheckRow, type RowShape } from './row-shape.ts';
import type { IndexKeys, Row } from './table.ts';

/** How rows of one type are read and written. Only a codec turns stored data into a `T`. */
export interface RowCodec<T extends Row> {
  type: T['type'];
  /** Parses the whole row; for every row on which a write is decided. Throws `RowUnreadable`, and 503 for a newer shape. */
  read: (raw: Row) => T;
  /** Checks type and version only; for lists, where parsing every row would cost more than reading it. */
  check: CheckRow<T>;
  /** The row with its type, the version of its shape and the index keys of its state. */
  write: (row: Omit<T, 'type' | 'v'>) => T;
}

interface CodecInput<T extends Row> extends RowShape<T> {
  /** Unknown members are kept: an older release must not lose what a newer one wrote. */
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
      // Paths only: the values may be personal or secret.
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
