import { getBatch, writeBatch } from './batches.ts';
import { ChangeStream } from './change-stream.ts';
import { getOne, query, scan } from './reads.ts';
import { assertParameters, tablesOf, type Input } from './requests.ts';
import { Rows, type TableChange } from './rows.ts';
import { TableError } from './table-error.ts';
import { Transactions } from './transactions.ts';
import type { Row } from './values.ts';
import { writeOne } from './writes.ts';

/**
 * The table of the definition in the memory of this process, with DynamoDB's JSON protocol: its operations,
 * expressions, limits, errors, capacity units and stream. Every operation is synchronous, so transactions never
 * conflict.
 */
export class MemoryTable {
  readonly name: string;
  readonly stream: ChangeStream;
  /** Called for every write, even if it leaves the row unchanged, but not for the deletion of a missing row. */
  onChange: (change: TableChange) => void = () => {};
  readonly #rows = new Rows();
  readonly #transactions: Transactions;

  constructor(name: string, nowMs: () => number = Date.now) {
    this.name = name;
    this.stream = new ChangeStream(name, nowMs);
    this.#transactions = new Transactions(this.#rows, nowMs);
  }

  rows(): Row[] {
    return this.#rows.all();
  }

  /** The response to an operation. Throws `TableError`. */
  execute(operation: string, input: Input): object {
    assertParameters(operation, input);
    if (tablesOf(input).some((name) => name !== this.name)) {
      throw new TableError('ResourceNotFoundException', 'Requested resource not found');
    }
    const recordChange = (change: TableChange): void => {
      this.stream.add(change);
      this.onChange(change);
    };
    switch (operation) {
      case 'GetItem':
        return getOne(input, this.#rows);
      case 'Query':
        return query(input, this.#rows);
      case 'Scan':
        return scan(input, this.#rows);
      case 'BatchGetItem':
        return getBatch(input as never, this.#rows);
      case 'BatchWriteItem':
        return writeBatch(input as never, this.#rows, recordChange);
      case 'TransactGetItems':
        return this.#transactions.read(input as never);
      case 'TransactWriteItems':
        return this.#transactions.write(input as never, recordChange);
      case 'PutItem':
        return writeOne('Put', input, this.#rows, recordChange);
      case 'UpdateItem':
        return writeOne('Update', input, this.#rows, recordChange);
      default:
        return writeOne('Delete', input, this.#rows, recordChange);
    }
  }
}
