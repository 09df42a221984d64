import { withConsumedCapacity, unitsOfChange, type CapacityInput } from './capacity.ts';
import { assertCondition, isTrue } from './conditions.ts';
import { scopeOf, type ExpressionInput, type ExpressionScope } from './expressions.ts';
import { assertKey, assertRowKeys, keysOf, TABLE_KEYS } from './keys.ts';
import { project } from './paths.ts';
import type { TableChange, Rows } from './rows.ts';
import { invalid, TableError } from './table-error.ts';
import { assertUpdate, applyUpdate } from './updates.ts';
import { bytesOfRow, normalizeRow, type Row } from './values.ts';

export type WriteKind = 'Put' | 'Update' | 'Delete' | 'ConditionCheck';

export interface WriteInput extends ExpressionInput, CapacityInput {
  Key?: Row;
  Item?: Row;
  ReturnValues?: string;
  ReturnValuesOnConditionCheckFailure?: string;
}

/** A validated write that is not executed yet. */
export interface PreparedWrite {
  kind: WriteKind;
  input: WriteInput;
  key: Row;
  scope: ExpressionScope;
  /** The new row of a put. */
  item: Row | undefined;
}

const ROW_MAX_BYTES = 400 * 1024;
const CONDITION_FAILED = 'The conditional request failed';

const assertSize = (row: Row, reason: string): void => {
  if (bytesOfRow(row) > ROW_MAX_BYTES) throw invalid(reason);
};

/** The row of a put as it is stored. Throws `TableError` for one that cannot be stored. */
export const normalizeItem = (row: Row | undefined): Row => {
  const item = normalizeRow(row ?? {});
  assertRowKeys(item);
  assertSize(item, 'Item size has exceeded the maximum allowed size');
  return item;
};

/** Checks everything that does not depend on the stored row. Throws `TableError`. */
export const prepare = (kind: WriteKind, input: WriteInput): PreparedWrite => {
  const item = kind === 'Put' ? normalizeItem(input.Item) : undefined;
  const scope = scopeOf(input);
  if (scope.condition) assertCondition('ConditionExpression', scope.condition, scope);
  else if (kind === 'ConditionCheck') throw invalid('The expression can not be empty;');
  const key = item ? keysOf(item) : assertKey(input.Key);
  if (scope.update) assertUpdate(scope.update, scope, TABLE_KEYS);
  return { kind, input, key, scope, item };
};

/** Whether the condition of a write is true for the stored row. */
export const isAllowed = ({ scope }: PreparedWrite, before: Row | undefined): boolean =>
  !scope.condition || isTrue(scope.condition, before, scope);

/** The row after the write. Throws `TableError` if the update cannot be applied to the stored row. */
export const rowAfter = ({ kind, key, scope, item }: PreparedWrite, before: Row | undefined): Row | undefined => {
  if (kind === 'Put') return item;
  if (kind === 'Delete') return undefined;
  if (kind === 'ConditionCheck') return before;
  const after = applyUpdate(scope.update ?? [], before ?? key, scope);
  assertRowKeys(after);
  assertSize(after, 'Item size to update has exceeded the maximum allowed size');
  return after;
};

/** The stored row for which the condition failed, if the request asks for it. */
const foundRow = (
  { ReturnValuesOnConditionCheckFailure: returnValues }: WriteInput,
  before: Row | undefined,
): { Item?: Row } => (returnValues === 'ALL_OLD' && before ? { Item: before } : {});

const OF_UPDATES_ONLY = new Set(['UPDATED_OLD', 'ALL_NEW', 'UPDATED_NEW']);

/** `PutItem`, `UpdateItem` and `DeleteItem`. Throws `TableError`. */
export const writeOne = (
  kind: WriteKind,
  input: WriteInput,
  rows: Rows,
  onChange: (change: TableChange) => void,
): object => {
  const { ReturnValues: returnValues = 'NONE' } = input;
  if (kind !== 'Update' && OF_UPDATES_ONLY.has(returnValues)) throw invalid('ReturnValues can only be ALL_OLD or NONE');
  const write = prepare(kind, input);
  const before = rows.get(write.key);
  if (!isAllowed(write, before)) {
    throw new TableError('ConditionalCheckFailedException', CONDITION_FAILED, { ...foundRow(input, before) });
  }
  const change = { before, after: rowAfter(write, before) };
  if (before || change.after) onChange(rows.write(write.key, change.after));
  const attributes = returnedRow(returnValues, change, write.scope);
  return {
    ...(attributes && Object.keys(attributes).length > 0 ? { Attributes: attributes } : {}),
    ...withConsumedCapacity(input, () => unitsOfChange(change)),
  };
};

const returnedRow = (returnValues: string, { before, after }: TableChange, scope: ExpressionScope): Row | undefined => {
  if (returnValues === 'ALL_OLD') return before;
  if (returnValues === 'ALL_NEW') return after;
  if (returnValues === 'NONE') return undefined;
  const paths = (scope.update ?? []).map(({ path }) =>
    path.map((segment) => (typeof segment === 'number' ? segment : scope.nameOf(segment))),
  );
  const row = returnValues === 'UPDATED_OLD' ? before : after;
  return row && project(row, paths);
};

/** The result of a failed condition in a transaction. */
export const conditionFailure = ({ input }: PreparedWrite, before: Row | undefined): object => ({
  Code: 'ConditionalCheckFailed',
  Message: CONDITION_FAILED,
  ...foundRow(input, before),
});
