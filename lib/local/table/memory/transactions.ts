import { createHash } from 'node:crypto';
import { consumedCapacity, readUnits, sumOf, unitsOfChange, type CapacityInput, type Units } from './capacity.ts';
import { scopeOf, type ExpressionInput } from './expressions.ts';
import { assertKey, keyOf } from './keys.ts';
import { projectRow } from './reads.ts';
import { assertParameters, onlyMember, type Input } from './requests.ts';
import type { TableChange, Rows } from './rows.ts';
import { invalid, TableError } from './table-error.ts';
import { bytesOfRow, type Row } from './values.ts';
import {
  conditionFailure,
  isAllowed,
  prepare,
  rowAfter,
  type PreparedWrite,
  type WriteInput,
  type WriteKind,
} from './writes.ts';
import { MINUTE_MS } from '../../../../functions/platform/durations.ts';

const ITEMS_MAX = 100;
const ALL_MAX_BYTES = 4 * 1024 ** 2;
/** DynamoDB bills twice the units of each row in a transaction. */
const FACTOR = 2;
const TOKEN_LIFE_MS = 10 * MINUTE_MS;

interface Transaction extends CapacityInput {
  TransactItems: readonly Partial<Record<WriteKind | 'Get', WriteInput>>[];
  ClientRequestToken?: string;
}

const membersOf = (operation: string, { TransactItems: items }: Transaction): [string, Input][] => {
  if (items.length === 0 || items.length > ITEMS_MAX) {
    throw invalid(
      `1 validation error detected: Value at 'transactItems' failed to satisfy constraint: Member must have length ${
        items.length === 0 ? 'greater than or equal to 1' : `less than or equal to ${ITEMS_MAX}`
      }`,
    );
  }
  return items.map((item) => {
    const [kind, input] = onlyMember(item);
    assertParameters(`${kind} of ${operation}`, input);
    return [kind, input];
  });
};

const assertDistinct = (keys: readonly Row[]): void => {
  if (new Set(keys.map(keyOf)).size === keys.length) return;
  throw invalid('Transaction request cannot include multiple operations on one item');
};

/**
 * Executes transactions, and remembers their tokens for ten minutes, so that a repeated one is not executed a second
 * time.
 */
export class Transactions {
  readonly #rows: Rows;
  readonly #nowMs: () => number;
  readonly #completed = new Map<string, { content: string; atMs: number }>();

  constructor(rows: Rows, nowMs: () => number) {
    this.#rows = rows;
    this.#nowMs = nowMs;
  }

  /** `TransactWriteItems`. Throws `TableError`, with the reason for each row if the transaction was canceled. */
  write(input: Transaction, onChange: (change: TableChange) => void): object {
    const writes = membersOf('TransactWriteItems', input).map(([kind, each]) => prepare(kind as WriteKind, each));
    assertDistinct(writes.map(({ key }) => key));
    const capacityInput: CapacityInput = { ...input, TableName: writes[0]?.input.TableName };
    const rowsBefore = writes.map(({ key }) => this.#rows.get(key));
    if (this.#isRepeat(input)) {
      return transactionCapacity(capacityInput, () => readCapacity(rowsBefore), 'ReadCapacityUnits');
    }
    const changes = changesOf(writes, rowsBefore);
    for (const [at, { kind, key }] of writes.entries()) {
      const change = changes[at];
      if (kind === 'ConditionCheck' || !change) continue;
      if (change.before || change.after) onChange(this.#rows.write(key, change.after));
    }
    this.#remember(input);
    const units = () => sumOf(changes.map((change) => unitsOfChange(change, FACTOR)));
    return transactionCapacity(capacityInput, units, 'WriteCapacityUnits');
  }

  /** `TransactGetItems`. Throws `TableError`. */
  read(input: Transaction): object {
    const reads = membersOf('TransactGetItems', input).map(
      ([, each]): ExpressionInput & { Key?: Row; TableName?: string } => each,
    );
    const keys = reads.map(({ Key }) => assertKey(Key));
    assertDistinct(keys);
    const rows = keys.map((key) => this.#rows.get(key));
    const capacityInput: CapacityInput = { ...input, TableName: reads[0]?.TableName };
    return {
      Responses: reads.map((read, at) => {
        const row = rows[at];
        return row ? { Item: projectRow(row, scopeOf(read)) } : {};
      }),
      ...transactionCapacity(capacityInput, () => readCapacity(rows), 'ReadCapacityUnits'),
    };
  }

  #isRepeat(input: Transaction): boolean {
    const token = input.ClientRequestToken;
    const earlier = token === undefined ? undefined : this.#completed.get(token);
    if (!earlier || earlier.atMs <= this.#nowMs() - TOKEN_LIFE_MS) return false;
    if (earlier.content === contentOf(input)) return true;
    throw new TableError(
      'IdempotentParameterMismatchException',
      'The request uses the same client token as a previous, but non-identical request.',
    );
  }

  #remember(input: Transaction): void {
    if (input.ClientRequestToken === undefined) return;
    const old = this.#nowMs() - TOKEN_LIFE_MS;
    for (const [token, { atMs }] of this.#completed) {
      if (atMs > old) break;
      this.#completed.delete(token);
    }
    this.#completed.set(input.ClientRequestToken, { content: contentOf(input), atMs: this.#nowMs() });
  }
}

const contentOf = ({ TransactItems }: Transaction): string =>
  createHash('sha256').update(JSON.stringify(TransactItems)).digest('base64');

/** The capacity of a transaction, which is listed by table. */
const transactionCapacity = (
  input: CapacityInput,
  counted: () => Units,
  member: 'ReadCapacityUnits' | 'WriteCapacityUnits',
): object => {
  const capacity = consumedCapacity(input, counted, member);
  return capacity ? { ConsumedCapacity: [capacity] } : {};
};

const readCapacity = (rows: readonly (Row | undefined)[]): Units => ({
  table: rows.reduce((sum, row) => sum + FACTOR * readUnits(bytesOfRow(row), true), 0),
  indexes: {},
});

/** All changes in a transaction, none of which is written yet. Throws `TableError` if one is refused. */
const changesOf = (writes: readonly PreparedWrite[], rowsBefore: readonly (Row | undefined)[]): TableChange[] => {
  const changes: TableChange[] = [];
  const reasons = writes.map((write, at): { Code: string } => {
    const before = rowsBefore[at];
    if (!isAllowed(write, before)) return conditionFailure(write, before) as { Code: string };
    try {
      changes.push({ before, after: rowAfter(write, before) });
      return { Code: 'None' };
    } catch (error) {
      if (!(error instanceof TableError)) throw error;
      return { Code: 'ValidationError', Message: error.message } as { Code: string };
    }
  });
  if (changes.length < writes.length) {
    throw new TableError(
      'TransactionCanceledException',
      `Transaction cancelled, please refer cancellation reasons for specific reasons [${reasons.map(({ Code }) => Code).join(', ')}]`,
      { CancellationReasons: reasons },
    );
  }
  if (changes.reduce((sum, { after }) => sum + bytesOfRow(after), 0) > ALL_MAX_BYTES) {
    throw invalid('Aggregate size of all items in the transaction request cannot exceed 4MB');
  }
  return changes;
};
