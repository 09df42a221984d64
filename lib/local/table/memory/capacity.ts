import { INDEXES, keyNamesOf, keysOf } from './keys.ts';
import type { TableChange } from './rows.ts';
import { bytesOfRow, isEqualRow, type Row } from './values.ts';

/** The units that DynamoDB bills for a call (Developer Guide, "Read and write capacity"), in capacity units. */
export interface Units {
  table: number;
  /** Units by index, only for indexes that were read or written. */
  indexes: Record<string, number>;
}

/** `ReturnConsumedCapacity` and the name of the table. */
export interface CapacityInput {
  TableName?: string;
  ReturnConsumedCapacity?: string;
}

const WRITE_BYTES = 1024;
const READ_BYTES = 4096;

const writeUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / WRITE_BYTES));
/** Half for an eventually consistent read. */
export const readUnits = (bytes: number, isConsistent: boolean): number =>
  Math.max(1, Math.ceil(bytes / READ_BYTES)) * (isConsistent ? 1 : 0.5);

const entryOf = (row: Row | undefined, index: string): Row | undefined =>
  row && keyNamesOf(index).every((name) => row[name]) ? keysOf(row, index) : undefined;

/**
 * Units of a write: the larger version of the row, before or after, and each index entry that is added, removed or
 * moved. `factor` applies only to the row.
 */
export const unitsOfChange = ({ before, after }: TableChange, factor = 1): Units => {
  const units: Units = { table: writeUnits(Math.max(bytesOfRow(before), bytesOfRow(after))) * factor, indexes: {} };
  for (const index of INDEXES) {
    const [old, next] = [entryOf(before, index), entryOf(after, index)];
    if (old === next || (old && next && isEqualRow(old, next))) continue;
    units.indexes[index] = [old, next].reduce((sum, entry) => sum + (entry ? writeUnits(bytesOfRow(entry)) : 0), 0);
  }
  return units;
};

export const sumOf = (all: readonly Units[]): Units => {
  const sum: Units = { table: 0, indexes: {} };
  for (const { table, indexes } of all) {
    sum.table += table;
    for (const [index, units] of Object.entries(indexes)) sum.indexes[index] = (sum.indexes[index] ?? 0) + units;
  }
  return sum;
};

/**
 * The member `ConsumedCapacity` of a response, computed only if it was requested; `asMember` is the name of the units
 * of a transaction.
 */
export const consumedCapacity = (
  { TableName, ReturnConsumedCapacity: level = 'NONE' }: CapacityInput,
  counted: () => Units,
  asMember?: 'ReadCapacityUnits' | 'WriteCapacityUnits',
): object | undefined => {
  if (level === 'NONE') return undefined;
  const { table, indexes } = counted();
  const withTransaction = (units: number): object => ({
    CapacityUnits: units,
    ...(asMember ? { [asMember]: units } : {}),
  });
  const total = Object.values(indexes).reduce((sum, units) => sum + units, table);
  if (level === 'TOTAL') return { TableName, ...withTransaction(total) };
  const each = Object.entries(indexes).map(([index, units]) => [index, withTransaction(units)]);
  return {
    TableName,
    ...withTransaction(total),
    Table: withTransaction(table),
    ...(each.length > 0 ? { GlobalSecondaryIndexes: Object.fromEntries(each) as object } : {}),
  };
};

/** The same as a member of a response. */
export const withConsumedCapacity = (input: CapacityInput, counted: () => Units): object => {
  const ConsumedCapacity = consumedCapacity(input, counted);
  return ConsumedCapacity ? { ConsumedCapacity } : {};
};
