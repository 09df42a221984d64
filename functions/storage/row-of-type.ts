import type { Row } from './table.ts';

/** A row of another type than its key promises, or of a shape that no release has written: a fault of ours. */
export class RowUnreadable extends Error {
  readonly logDetails: Record<string, unknown>;
  constructor(type: string, what: string) {
    super(`A row of type ${type} cannot be read: ${what}`);
    this.name = 'RowUnreadable';
    this.logDetails = { row_type: type, what };
  }
}

/**
 * A row that came by another way than its codec (with a lost condition, on the stream, of an index) as what its type says
 * that it is; nothing where there is none. Throws `RowUnreadable` for a row of another type.
 */
export function rowOfType<T extends Row>(type: T['type'], row: Row): T;
export function rowOfType<T extends Row>(type: T['type'], row: Row | undefined): T | undefined;
export function rowOfType<T extends Row>(type: T['type'], row: Row | undefined): T | undefined {
  if (row && row.type !== type) throw new RowUnreadable(type, `it is of type ${row.type}`);
  return row as T | undefined;
}
