import { unavailable, type ApiError } from '../platform/errors.ts';
import { log } from '../platform/log.ts';
import { rowOfType, RowUnreadable } from './row-of-type.ts';
import type { Row } from './table.ts';

/** The type of rows, and how to upgrade shapes of older releases. */
export interface RowShape<T extends Row> {
  type: T['type'];
  version: number;
  /** Upgrades a row from the shape of a version to the next one. */
  upgrade?: Record<number, (raw: Row) => Row>;
}

/** Checks only type and version, and upgrades older shapes. Undefined for a missing row. */
export interface CheckRow<T extends Row> {
  (raw: Row): T;
  (raw: Row | undefined): T | undefined;
}

/**
 * The 503 for a row that a newer release has written. It can be read as soon as this function has been updated as well.
 */
const tooNew = (type: string, version: number): ApiError => {
  log.error('A row was written by a newer release', { row_type: type, row_version: version, alarm: 'row_too_new' });
  return unavailable('service_updating', 'The service is being updated. Try again.', 5);
};

/**
 * Returns a function that upgrades rows of one type to the current shape without parsing them, for functions that only
 * show rows. It throws `RowUnreadable`, and 503 for a newer shape.
 */
export const rowCheck = <T extends Row>({ type, version, upgrade = {} }: RowShape<T>): CheckRow<T> => {
  function check(raw: Row): T;
  function check(raw: Row | undefined): T | undefined;
  function check(raw: Row | undefined): T | undefined {
    if (!raw) return undefined;
    let row = rowOfType<Row>(type, raw);
    if (row.v > version) throw tooNew(type, row.v);
    while (row.v < version) {
      const next = upgrade[row.v];
      if (!next) throw new RowUnreadable(type, `nothing upgrades version ${row.v}`);
      row = { ...next(row), v: row.v + 1 };
    }
    return row as T;
  }
  return check;
};
