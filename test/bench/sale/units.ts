import { bytesOfRow as measuredBytes } from '../../../functions/storage/row-size.ts';

/** Units that DynamoDB bills for a row, an index entry or a call, according to its documentation. */
type Row = Record<string, unknown>;

const KEY_NAMES = ['pk', 'sk'];
const WRITE_UNIT_BYTES = 1024;
const READ_UNIT_BYTES = 4096;

const sizes = new WeakMap<Row, number>();

/** Rows of the table in memory never change, so the size of each is computed only once. */
export const bytesOfRow = (row: Row | undefined): number => {
  if (!row) return 0;
  const bytes = sizes.get(row) ?? measuredBytes(row);
  sizes.set(row, bytes);
  return bytes;
};

const writeUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / WRITE_UNIT_BYTES));
export const readUnits = (bytes: number, isConsistent: boolean): number =>
  Math.max(1, Math.ceil(bytes / READ_UNIT_BYTES)) * (isConsistent ? 1 : 0.5);

/** Write units of the larger version of the row, before or after; twice as many in a transaction. */
export const unitsOfRow = (before: Row | undefined, after: Row | undefined, inTransaction: boolean): number =>
  writeUnits(Math.max(bytesOfRow(before), bytesOfRow(after))) * (inTransaction ? 2 : 1);

const entryOf = (row: Row | undefined, index: string): Row | undefined => {
  const names = [`${index}pk`, `${index}sk`];
  if (!row || names.some((name) => row[name] === undefined)) return undefined;
  return Object.fromEntries([...KEY_NAMES, ...names].map((name) => [name, row[name]]));
};

/** Units of the index entries that a change to a row writes: an entry that moves is removed and added. */
export const unitsOfIndexes = (before: Row | undefined, after: Row | undefined, indexes: readonly string[]): number =>
  indexes.reduce(
    (sum, index) => sum + entryUnits(before, after, index).reduce((units, entry) => units + entry.units, 0),
    0,
  );

/** Units of the entries of one index, by the partition keys that are written. */
export const entryUnits = (
  before: Row | undefined,
  after: Row | undefined,
  index: string,
): { partition: string; units: number }[] => {
  const [old, next] = [entryOf(before, index), entryOf(after, index)];
  if (JSON.stringify(old) === JSON.stringify(next)) return [];
  return [old, next].flatMap((entry) =>
    entry ? [{ partition: String(entry[`${index}pk`]), units: writeUnits(bytesOfRow(entry)) }] : [],
  );
};

/** Bytes that a query reads of a row: index entries contain keys only. */
export const bytesOfRead = (row: Row, index: string | undefined): number =>
  bytesOfRow(index === undefined ? row : entryOf(row, index));
