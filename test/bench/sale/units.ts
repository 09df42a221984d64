/** What DynamoDB bills for a row, an index entry or a call, as its documentation says. */
type Row = Record<string, unknown>;

const KEY_NAMES = ['pk', 'sk'];
const WRITE_UNIT_BYTES = 1024;
const READ_UNIT_BYTES = 4096;

const bytesOfText = (text: string): number => Buffer.byteLength(text);

/** Two digits to a byte, and one for the sign and the exponent. */
const bytesOfNumber = (value: number): number => {
  const digits = String(Math.abs(value))
    .replaceAll(/[.e+-]/g, '')
    .replace(/^0+/, '')
    .replace(/0+$/, '');
  return Math.ceil(digits.length / 2) + 1 + (value < 0 ? 1 : 0);
};

const bytesOfValue = (value: unknown): number => {
  if (value === null || typeof value === 'boolean') return 1;
  if (typeof value === 'string') return bytesOfText(value);
  if (typeof value === 'number') return bytesOfNumber(value);
  if (value instanceof Uint8Array) return value.byteLength;
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + 1 + bytesOfValue(each), 3);
  const members = Object.entries(value as Row).filter(([, each]) => each !== undefined);
  return members.reduce((sum, [name, each]) => sum + 1 + bytesOfText(name) + bytesOfValue(each), 3);
};

/** Size of a row: names and values. */
export const bytesOfRow = (row: Row | undefined): number =>
  Object.entries(row ?? {})
    .filter(([, value]) => value !== undefined)
    .reduce((sum, [name, value]) => sum + bytesOfText(name) + bytesOfValue(value), 0);

const writeUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / WRITE_UNIT_BYTES));
export const readUnits = (bytes: number, isConsistent: boolean): number =>
  Math.max(1, Math.ceil(bytes / READ_UNIT_BYTES)) * (isConsistent ? 1 : 0.5);

/** The larger of the row before and after; twice that in a transaction. */
export const unitsOfRow = (before: Row | undefined, after: Row | undefined, inTransaction: boolean): number =>
  writeUnits(Math.max(bytesOfRow(before), bytesOfRow(after))) * (inTransaction ? 2 : 1);

const entryOf = (row: Row | undefined, index: string): Row | undefined => {
  const names = [`${index}pk`, `${index}sk`];
  if (!row || names.some((name) => row[name] === undefined)) return undefined;
  return Object.fromEntries([...KEY_NAMES, ...names].map((name) => [name, row[name]]));
};

/** Entries of indexes that a change of a row writes: one that moves is taken out and put in. */
export const unitsOfIndexes = (before: Row | undefined, after: Row | undefined, indexes: readonly string[]): number =>
  indexes.reduce(
    (sum, index) => sum + entryUnits(before, after, index).reduce((units, entry) => units + entry.units, 0),
    0,
  );

/** The same for one index, with the partition keys that are written. */
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

/** What a query reads: entries of an index hold keys alone. */
export const bytesOfRead = (row: Row, index: string | undefined): number =>
  bytesOfRow(index === undefined ? row : entryOf(row, index));
