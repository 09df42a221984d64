import * as z from 'zod/mini';
import { unavailable, type ApiError } from '../platform/errors.ts';
import { lazy } from '../platform/lazy.ts';
import { log } from '../platform/log.ts';
import { RowUnreadable } from './row-of-type.ts';
import type { IndexKeys, Row } from './table.ts';

/** How rows of one type are read and written. Nothing else turns what the table holds into a `T`. */
export interface RowCodec<T extends Row> {
  type: T['type'];
  /** Parses the whole row; for every row on which a write is decided. Throws `RowUnreadable`, and 503 for a newer shape. */
  read: (raw: Row) => T;
  /** Looks at type and version only; for what is shown, where parsing every row would cost more than reading it. */
  check: CheckRow<T>;
  /** The row with its type, the version of its shape and the index keys that its state asks for, and no others. */
  write: (row: Omit<T, 'type' | 'v'>) => T;
}

/** What was not found stays undefined. */
export interface CheckRow<T extends Row> {
  (raw: Row): T;
  (raw: Row | undefined): T | undefined;
}

interface CodecInput<T extends Row> {
  type: T['type'];
  /** Version of the shape that `write` gives and `shape` describes. */
  version: number;
  /** Members that it does not name are kept: an older release must not lose what a newer one has written. */
  shape: () => z.ZodMiniType;
  /** From the shape of a version to the next one. */
  upgrade?: Record<number, (raw: Row) => Row>;
  indexes?: (row: T) => IndexKeys;
}

/** Written by a release that is newer than this one; it can be read again when this one is replaced. */
const tooNew = (type: string, version: number): ApiError => {
  log.error('A row was written by a newer release', { row_type: type, row_version: version, alarm: 'row_too_new' });
  return unavailable('service_updating', 'The service is being updated. Try again.', 5);
};

const INDEX_KEYS = new Set(['ix1', 'ix2', 'ix3', 'ix4', 'due'].flatMap((index) => [`${index}pk`, `${index}sk`]));

export const rowCodec = <T extends Row>({
  type,
  version,
  shape,
  upgrade = {},
  indexes,
}: CodecInput<T>): RowCodec<T> => {
  const schema = lazy(shape);
  const current = (raw: Row): Row => {
    if (raw.type !== type) throw new RowUnreadable(type, `it is of type ${raw.type}`);
    if (raw.v > version) throw tooNew(type, raw.v);
    let row = raw;
    while (row.v < version) {
      const next = upgrade[row.v];
      if (!next) throw new RowUnreadable(type, `nothing upgrades version ${row.v}`);
      row = { ...next(row), v: row.v + 1 };
    }
    return row;
  };
  function check(raw: Row): T;
  function check(raw: Row | undefined): T | undefined;
  function check(raw: Row | undefined): T | undefined {
    return raw && (current(raw) as T);
  }
  return {
    type,
    check,
    read: (raw) => {
      const row = current(raw);
      const parsed = z.safeParse(schema(), row);
      if (parsed.success) return row as T;
      // The paths alone: what stands there may be personal or secret.
      throw new RowUnreadable(type, parsed.error.issues.map((issue) => issue.path.join('.')).join(', '));
    },
    write: (row) => {
      const bare = Object.fromEntries(Object.entries(row).filter(([name]) => !INDEX_KEYS.has(name)));
      const written = { ...bare, type, v: version } as unknown as T;
      return { ...written, ...indexes?.(written) };
    },
  };
};
