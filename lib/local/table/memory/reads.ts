import { readUnits, withConsumedCapacity, type CapacityInput } from './capacity.ts';
import { assertCondition, isTrue } from './conditions.ts';
import { scopeOf, type ExpressionInput, type ExpressionScope } from './expressions.ts';
import { keyRangeOf, type KeyRange } from './key-condition.ts';
import { assertKey, keyNamesOf, keysOf, PLACES } from './keys.ts';
import { project } from './paths.ts';
import type { Rows } from './rows.ts';
import { invalid } from './table-error.ts';
import { bytesOfRow, type Row } from './values.ts';

interface GetInput extends ExpressionInput, CapacityInput {
  Key?: Row;
  ConsistentRead?: boolean;
}

interface PageInput extends ExpressionInput, CapacityInput {
  IndexName?: string;
  Select?: string;
  Limit?: number;
  ExclusiveStartKey?: Row;
  ConsistentRead?: boolean;
  ScanIndexForward?: boolean;
}

const PAGE_MAX_BYTES = 1024 ** 2;

/** The requested attributes of a row. */
export const projectRow = (row: Row, { projection, nameOf }: ExpressionScope): Row =>
  projection
    ? project(
        row,
        projection.map((path) => path.map((segment) => (typeof segment === 'number' ? segment : nameOf(segment)))),
      )
    : row;

/** `GetItem`. Throws `TableError`. */
export const getOne = (input: GetInput, rows: Rows): object => {
  const scope = scopeOf(input);
  const row = rows.get(assertKey(input.Key));
  const units = () => ({ table: readUnits(bytesOfRow(row), input.ConsistentRead === true), indexes: {} });
  return { ...(row ? { Item: projectRow(row, scope) } : {}), ...withConsumedCapacity(input, units) };
};

/** `Query`. Throws `TableError`. */
export const query = (input: PageInput, rows: Rows): object => {
  const scope = scopeOf(input);
  const index = indexOf(input);
  const names = keyNamesOf(index);
  const range = keyRangeOf(scope.keys, scope, names);
  assertPage(input, scope, names);
  const start = startOf(input, index, range);
  const isBackward = input.ScanIndexForward === false;
  return pageOf(input, scope, rows.query(index, range.partition, { ...range, isBackward, start }));
};

/** `Scan`. Throws `TableError`. */
export const scan = (input: PageInput, rows: Rows): object => {
  const scope = scopeOf(input);
  const index = indexOf(input);
  assertPage(input, scope);
  return pageOf(input, scope, rows.scan(index, startOf(input, index)));
};

const indexOf = ({ IndexName: index = '', ConsistentRead, Select }: PageInput): string => {
  if (!PLACES.includes(index)) throw invalid(`The table does not have the specified index: ${index}`);
  if (index === '') {
    if (Select === 'ALL_PROJECTED_ATTRIBUTES') {
      throw invalid('ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName');
    }
    return index;
  }
  if (ConsistentRead) throw invalid('Consistent reads are not supported on global secondary indexes');
  if (Select !== 'ALL_ATTRIBUTES') return index;
  throw invalid(
    `One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not supported for global secondary index ${index} because its projection type is not ALL`,
  );
};

const assertPage = (
  { Limit, Select, IndexName }: PageInput,
  scope: ExpressionScope,
  keys: readonly string[] = [],
): void => {
  if (Limit !== undefined && Limit < 1) throw invalid('Limit must be greater than or equal to 1');
  if (scope.projection && Select !== undefined && Select !== 'SPECIFIC_ATTRIBUTES') {
    throw invalid(
      'Cannot specify the ProjectionExpression when choosing to get a Select other than SPECIFIC_ATTRIBUTES',
    );
  }
  if (Select === 'SPECIFIC_ATTRIBUTES' && !scope.projection) {
    throw invalid('Must specify the ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES');
  }
  if (scope.filter) assertFilter(scope, keys);
  if (IndexName === undefined || !scope.projection) return;
  const inIndex = new Set([...keyNamesOf(), ...keyNamesOf(IndexName)]);
  const other = scope.projection.map(([first]) => scope.nameOf(String(first))).find((name) => !inIndex.has(name));
  if (other !== undefined) {
    throw invalid(
      `One or more parameter values were invalid: Global secondary index ${IndexName} does not project [${other}]`,
    );
  }
};

const assertFilter = (scope: ExpressionScope, keys: readonly string[]): void => {
  if (!scope.filter) return;
  assertCondition('FilterExpression', scope.filter, scope);
  const names = JSON.stringify(scope.filter, (name, value: unknown) =>
    name === 'path' ? scope.nameOf(String((value as unknown[])[0])) : value,
  );
  const key = keys.find((each) => names.includes(`"path":${JSON.stringify(each)}`));
  if (key === undefined) return;
  throw invalid(`Filter Expression can only contain non-primary key attributes: Primary key attribute: ${key}`);
};

/** Throws `TableError` for a start that no page of this request can have ended with. */
const startOf = ({ ExclusiveStartKey: start }: PageInput, index: string, range?: KeyRange): Row | undefined => {
  if (!start) return undefined;
  const [hash, sort] = keyNamesOf(index);
  const expected = new Set([...keyNamesOf(), hash, sort]);
  const isComplete = Object.keys(start).length === expected.size && [...expected].every((name) => start[name]?.S);
  if (!isComplete) throw invalid('The provided starting key is invalid');
  const at = start[sort]?.S ?? '';
  const isOutside = range && (start[hash]?.S !== range.partition || range.isBefore(at) || !range.isIn(at));
  if (isOutside) {
    throw invalid('The provided starting key is outside query boundaries based on provided conditions');
  }
  return start;
};

/** One page: up to 1 MB and `Limit` rows are read, and then filtered. */
const pageOf = (input: PageInput, scope: ExpressionScope, all: Iterable<Row>): object => {
  const { IndexName: index, Limit = Infinity, Select, ConsistentRead } = input;
  const items: Row[] = [];
  let [bytes, scanned] = [0, 0];
  let last: Row | undefined;
  let isCut = false;
  for (const row of all) {
    const entry = index === undefined ? row : keysOf(row, index);
    const size = bytesOfRow(entry);
    isCut = scanned > 0 && bytes + size > PAGE_MAX_BYTES;
    if (isCut) break;
    bytes += size;
    scanned++;
    last = row;
    if (!scope.filter || isTrue(scope.filter, entry, scope)) items.push(entry);
    isCut = scanned >= Limit;
    if (isCut) break;
  }
  const units = readUnits(bytes, ConsistentRead === true);
  return {
    ...(Select === 'COUNT' ? {} : { Items: items.map((row) => projectRow(row, scope)) }),
    Count: items.length,
    ScannedCount: scanned,
    ...(isCut && last ? { LastEvaluatedKey: keysOf(last, index) } : {}),
    ...withConsumedCapacity(input, () =>
      index === undefined ? { table: units, indexes: {} } : { table: 0, indexes: { [index]: units } },
    ),
  };
};
