import { TABLE_INDEXES } from '../../../lib/definition.ts';
import { rowsOf, type MemoryTable, type TableCall } from '../../simulation/memory-table.ts';
import { interceptCalls, type Input } from './sent.ts';
import { bytesOfRead, bytesOfRow, readUnits, unitsOfIndexes, unitsOfRow } from './units.ts';

/** A written row: its size (the larger of before and after), and the units of the row and its index entries. */
interface WrittenRow {
  type: string;
  bytes: number;
  row: number;
  indexes: number;
}

/** One table call, with the function that made it. */
export interface MeteredCall {
  by: string;
  name: string;
  /** Types and units of the rows written, or sort keys of the rows read. */
  what: string;
  rows: WrittenRow[];
  write: number;
  read: number;
}

/** Counts the units that DynamoDB bills for each call to the table in memory. */
export class Meter {
  calls: MeteredCall[] = [];

  constructor(table: MemoryTable, callerOf: () => string) {
    interceptCalls(table, (call, input) => {
      const by = callerOf();
      return () => this.#metered(table, { call, input, by });
    });
  }

  #metered(table: MemoryTable, { call, input, by }: { call: TableCall; input: Input; by: string }): unknown {
    const first = table.changes.length;
    const refused = (error: unknown): never => {
      this.calls.push({
        by,
        name: call.name,
        what: `refused: ${call.what}`,
        rows: [],
        write: refusedUnits(input),
        read: 0,
      });
      throw error;
    };
    let answer: unknown;
    try {
      answer = call.effect();
    } catch (error) {
      return refused(error);
    }
    const changes = table.changes.slice(first);
    const inTransaction = call.name === 'TransactWrite';
    const written = changes.map(({ before, after }): WrittenRow => ({
      type: String((after ?? before)?.['type']),
      bytes: Math.max(bytesOfRow(before), bytesOfRow(after)),
      row: unitsOfRow(before, after, inTransaction),
      indexes: unitsOfIndexes(before, after, TABLE_INDEXES),
    }));
    const checks = inTransaction ? checksOf(input).map((key) => unitsOfRow(table.get(key), undefined, true)) : [];
    this.calls.push({
      by,
      name: call.name,
      what: call.isWrite ? written.map(({ type, row, indexes }) => `${type} ${row + indexes}`).join(', ') : call.what,
      rows: written,
      write: [...written.map(({ row, indexes }) => row + indexes), ...checks].reduce((sum, units) => sum + units, 0),
      read: call.isWrite ? 0 : unitsRead(call.name, input, answer),
    });
    return answer;
  }
}

const checksOf = (input: Input): { pk: string; sk: string }[] =>
  (input['TransactItems'] as Record<string, { Key: { pk: string; sk: string } }>[]).flatMap(({ ConditionCheck }) =>
    ConditionCheck ? [ConditionCheck.Key] : [],
  );

/**
 * A refused write is billed like a successful one, with at least one unit for each row. No refused row exceeds one unit
 * here.
 */
const refusedUnits = (input: Input): number => ((input['TransactItems'] as unknown[] | undefined)?.length ?? 0.5) * 2;

const unitsRead = (name: string, input: Input, answer: unknown): number => {
  const isConsistent = input['ConsistentRead'] === true;
  const rows = rowsOf(answer);
  if (name === 'Get') return readUnits(bytesOfRow(rows[0]), isConsistent);
  if (name === 'Query') {
    const index = input['IndexName'] as string | undefined;
    return readUnits(
      rows.reduce((sum, row) => sum + bytesOfRead(row, index), 0),
      isConsistent,
    );
  }
  const requests = input['RequestItems'] as Record<string, { Keys: unknown[]; ConsistentRead?: boolean }>;
  // Batches of this service have only one table.
  return Object.values(requests).reduce((sum, { Keys, ConsistentRead = false }) => {
    const absent = readUnits(0, ConsistentRead) * (Keys.length - rows.length);
    return sum + absent + rows.reduce((units, row) => units + readUnits(bytesOfRow(row), ConsistentRead), 0);
  }, 0);
};
