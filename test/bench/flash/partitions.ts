import { bytesOfRow } from '../../../functions/storage/row-size.ts';
import { TABLE_INDEXES } from '../../../lib/definition.ts';
import { rowsOf, type MemoryTable, type TableCall } from '../../simulation/memory-table.ts';
import { interceptCalls, type Input } from '../sale/sent.ts';
import { bytesOfRead, entryUnits, readUnits, unitsOfRow } from '../sale/units.ts';

type Key = Record<'pk' | 'sk', string>;

export interface Units {
  write: number;
  read: number;
}

/** Sums billed units by partition key, of the table and of each index: `pk …`, `ix1pk …`. */
export class PartitionMeter {
  units = new Map<string, Units>();

  constructor(table: MemoryTable) {
    interceptCalls(table, (call, input) => () => this.#metered(table, call, input));
  }

  #add(partition: string, kind: keyof Units, units: number): void {
    const known = this.units.get(partition) ?? { write: 0, read: 0 };
    known[kind] += units;
    this.units.set(partition, known);
  }

  #metered(table: MemoryTable, call: TableCall, input: Input): unknown {
    const first = table.changes.length;
    let answer: unknown;
    try {
      answer = call.effect();
    } catch (error) {
      // A refused write is billed for each of its rows.
      for (const key of keysOf(input)) this.#add(`pk ${key.pk}`, 'write', call.name === 'TransactWrite' ? 2 : 1);
      throw error;
    }
    if (!call.isWrite) this.#addReads(call.name, input, answer);
    const inTransaction = call.name === 'TransactWrite';
    for (const { before, after } of table.changes.slice(first)) {
      this.#add(`pk ${String((after ?? before)?.pk)}`, 'write', unitsOfRow(before, after, inTransaction));
      for (const index of TABLE_INDEXES) {
        for (const { partition, units } of entryUnits(before, after, index)) {
          this.#add(`${index}pk ${partition}`, 'write', units);
        }
      }
    }
    return answer;
  }

  #addReads(name: string, input: Input, answer: unknown): void {
    const isConsistent = input['ConsistentRead'] === true;
    const rows = rowsOf(answer);
    if (name === 'Query') {
      const index = input['IndexName'] as string | undefined;
      const bytes = rows.reduce((sum, row) => sum + bytesOfRead(row, index), 0);
      const partition = (input['ExpressionAttributeValues'] as Record<string, string>)[':pk'];
      return this.#add(`${index ?? ''}pk ${partition}`, 'read', readUnits(bytes, isConsistent));
    }
    if (name === 'Get') {
      return this.#add(`pk ${(input['Key'] as Key).pk}`, 'read', readUnits(bytesOfRow(rows[0]), isConsistent));
    }
    const requests = input['RequestItems'] as Record<string, { Keys: Key[]; ConsistentRead?: boolean }>;
    for (const { Keys, ConsistentRead = false } of Object.values(requests)) {
      for (const { pk, sk } of Keys) {
        const row = rows.find((each) => each.pk === pk && each.sk === sk);
        this.#add(`pk ${pk}`, 'read', readUnits(bytesOfRow(row), ConsistentRead));
      }
    }
  }
}

const keysOf = (input: Input): Key[] => {
  const items = (input['TransactItems'] as Record<string, Input>[] | undefined)?.flatMap((each) => Object.values(each));
  return (items ?? [input]).flatMap(({ Item, Key }) => ((Item ?? Key) as Key | undefined) ?? []);
};
