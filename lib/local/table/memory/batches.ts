import { consumedCapacity, readUnits, sumOf, unitsOfChange, type CapacityInput, type Units } from './capacity.ts';
import { scopeOf, type ExpressionInput } from './expressions.ts';
import { assertKey, keyOf, keysOf } from './keys.ts';
import { projectRow } from './reads.ts';
import { assertParameters, type Input } from './requests.ts';
import type { TableChange, Rows } from './rows.ts';
import { invalid } from './table-error.ts';
import { bytesOfRow, type Row } from './values.ts';
import { normalizeItem } from './writes.ts';

const KEYS_MAX = 100;
const WRITES_MAX = 25;
const RESPONSE_MAX_BYTES = 16 * 1024 ** 2;

interface BatchGet extends CapacityInput {
  RequestItems: Record<string, ExpressionInput & { Keys: readonly Row[]; ConsistentRead?: boolean }>;
}

interface BatchWrite extends CapacityInput {
  RequestItems: Record<string, readonly { PutRequest?: { Item: Row }; DeleteRequest?: { Key: Row } }[]>;
}

const assertDistinct = (keys: readonly Row[]): void => {
  if (new Set(keys.map(keyOf)).size < keys.length) {
    throw invalid('Provided list of item keys contains duplicates');
  }
};

/** The only table of a batch with its part of the request. */
const onlyTable = <Part>(items: Record<string, Part>): [string, Part] => {
  const [only, ...others] = Object.entries(items);
  if (only && others.length === 0) return only;
  throw invalid('The table in this process supports batches of one table.');
};

const capacities = (input: CapacityInput, TableName: string, units: () => Units): object => {
  const ConsumedCapacity = consumedCapacity({ ...input, TableName }, units);
  return ConsumedCapacity ? { ConsumedCapacity: [ConsumedCapacity] } : {};
};

/** `BatchGetItem`: keys beyond 16 MB are not processed. Throws `TableError`. */
export const getBatch = (input: BatchGet, rows: Rows): object => {
  const [table, part] = onlyTable(input.RequestItems);
  assertParameters('a table of BatchGetItem', part as unknown as Input);
  const { Keys, ConsistentRead = false, ...rest } = part;
  if (Keys.length > KEYS_MAX) throw invalid('Too many items requested for the BatchGetItem call');
  if (Keys.length === 0) throw invalid('The list of keys must not be empty');
  const keys = Keys.map(assertKey);
  assertDistinct(keys);
  const scope = scopeOf(rest);
  let [bytes, units, processed] = [0, 0, 0];
  const items: Row[] = [];
  for (const key of keys) {
    const row = rows.get(key);
    const size = bytesOfRow(row);
    if (bytes + size > RESPONSE_MAX_BYTES) break;
    bytes += size;
    units += readUnits(size, ConsistentRead);
    processed++;
    if (row) items.push(projectRow(row, scope));
  }
  const remainingKeys = Keys.slice(processed);
  return {
    Responses: { [table]: items },
    UnprocessedKeys: remainingKeys.length > 0 ? { [table]: { ...part, Keys: remainingKeys } } : {},
    ...capacities(input, table, () => ({ table: units, indexes: {} })),
  };
};

/** `BatchWriteItem`. Throws `TableError`. */
export const writeBatch = (input: BatchWrite, rows: Rows, onChange: (change: TableChange) => void): object => {
  const [table, requests] = onlyTable(input.RequestItems);
  if (requests.length === 0 || requests.length > WRITES_MAX) {
    throw invalid('Too many items requested for the BatchWriteItem call');
  }
  const writes = requests.map(({ PutRequest, DeleteRequest }) => {
    if (!PutRequest === !DeleteRequest) {
      throw invalid(
        'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes',
      );
    }
    const item = PutRequest ? normalizeItem(PutRequest.Item) : undefined;
    return { key: item ? keysOf(item) : assertKey(DeleteRequest?.Key), item };
  });
  assertDistinct(writes.map(({ key }) => key));
  const changes = writes.map(({ key, item }) => {
    const change = { before: rows.get(key), after: item };
    if (change.before || item) onChange(rows.write(key, item));
    return change;
  });
  return {
    UnprocessedItems: {},
    ...capacities(input, table, () => sumOf(changes.map((change) => unitsOfChange(change)))),
  };
};
