import type { Row } from './table.ts';

/**
 * Thrown if a row does not have the type that its key implies, or has a shape that no release has written. This is a
 * fault of the service.
 */
export class RowUnreadable extends Error {
  readonly logDetails: Record<string, unknown>;
  constructor(type: string, what: string) {
    super(`A row of type ${type} cannot be read: ${what}`);
    this.name = 'RowUnreadable';
    this.logDetails = { row_type: type, what };
  }
}

/**
 * Casts a row that was not read through its codec (from a failed condition, the stream, or an index). Undefined without
 * a row. Throws `RowUnreadable` for a row of another type.
 */
export function rowOfType<T extends Row>(type: T['type'], row: Row): T;
export function rowOfType<T extends Row>(type: T['type'], row: Row | undefined): T | undefined;
export function rowOfType<T extends Row>(type: T['type'], row: Row | undefined): T | undefined {
  if (row && row.type !== type) throw new RowUnreadable(type, `it is of type ${row.type}`);
  return row as T | undefined;
}
