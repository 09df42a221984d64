import {
  fromAttributes,
  toAttributes,
  type Attributes as SdkAttributes,
} from '../../functions/storage/attribute-values.ts';
import { documents } from '../../functions/storage/client.ts';
import { fillDefaults } from '../../functions/storage/row-defaults.ts';
import type { Row } from '../../functions/storage/row-types.ts';
import { withBinaryBytes, withBinaryTexts } from '../../lib/local/table/memory/binary.ts';
import { keyOf, keysOf } from '../../lib/local/table/memory/keys.ts';
import { MemoryTable as Table } from '../../lib/local/table/memory/memory-table.ts';
import { TableError } from '../../lib/local/table/memory/table-error.ts';
import type { Row as Attributes } from '../../lib/local/table/memory/values.ts';
import { isEventualRead, staleResponse } from '../../lib/local/table/stale.ts';

export type Item = Record<string, unknown> & { pk: string; sk: string };
type Input = Record<string, unknown>;

/** One call to the table; `effect` performs it, so that an interceptor may lose the call or its response. */
export interface TableCall {
  name: string;
  /** Summary of the rows that are written or read. */
  what: string;
  isWrite: boolean;
  /** Whether the SDK may repeat the call: it is idempotent, because the table recognizes the caller's token. */
  isRepeatable: boolean;
  /** Returns attribute values, as the SDK does. */
  effect: () => unknown;
}

/** A change in the table's stream. */
export interface Change {
  number: number;
  atMs: number;
  before: Item | undefined;
  after: Item | undefined;
  /** The row before and after the change, as attribute values. */
  images: { before: Attributes | undefined; after: Attributes | undefined };
}

/** The change as a record of the stream. */
export const streamRecord = ({ number, images: { before, after } }: Change) => ({
  eventID: String(number),
  eventName: before ? (after ? 'MODIFY' : 'REMOVE') : 'INSERT',
  dynamodb: {
    SequenceNumber: String(number),
    Keys: keysOf(after ?? before ?? {}),
    ...(before ? { OldImage: before } : {}),
    ...(after ? { NewImage: after } : {}),
  },
});

/** Maximum replication delay. */
const REPLICATION_MS = 1000;
const TABLE_NAME = 'memory';

/** An error as the SDK throws it. */
export const failure = (name: string, more: object = {}): Error => Object.assign(new Error(name), { name, ...more });

/** A call to the SDK's client, after the conversion of rows to attribute values. */
interface SdkCommand {
  constructor: { name: string };
  input: Input;
}

interface Command {
  sendThrough: (client: { send: (command: SdkCommand) => Promise<unknown> }) => Promise<unknown>;
}

/**
 * The table of the local stack without its network: rows as the functions see them, and calls that pass through
 * `carry`, which may delay, drop or repeat them. By default they run immediately.
 */
export class MemoryTable {
  #table = this.#emptyTable();
  /** The rows of each type by key, in the order of the table. */
  #byType = new Map<string, Map<string, Attributes>>();
  /** Every change, in order. */
  changes: Change[] = [];
  carry: (call: TableCall) => Promise<unknown> = async (call) => call.effect();
  nowMs: () => number = () => 0;
  /** Number of latest changes that an eventually consistent read misses, except those older than the maximum delay. */
  lag: () => number = () => 0;

  #emptyTable(): Table {
    const table = new Table(TABLE_NAME, () => this.nowMs());
    table.onChange = ({ before, after }) => {
      this.#sort(before, after);
      this.changes.push({
        number: this.changes.length,
        atMs: this.nowMs(),
        get before() {
          return before && itemOf(before);
        },
        get after() {
          return after && itemOf(after);
        },
        images: { before, after },
      });
    };
    return table;
  }

  #sort(before: Attributes | undefined, after: Attributes | undefined): void {
    const [left, entered] = [before && typeOf(before), after && typeOf(after)];
    if (before && left !== undefined && left !== entered) this.#byType.get(left)?.delete(keyOf(before));
    if (!after || entered === undefined) return;
    const known = this.#byType.get(entered) ?? new Map<string, Attributes>();
    this.#byType.set(entered, known.set(keyOf(after), after));
  }

  /** Makes all operations of these clients use this table. */
  install(clients: readonly object[] = [documents]): void {
    process.env['TABLE_NAME'] = TABLE_NAME;
    const send = ({ constructor, input }: SdkCommand): Promise<unknown> => {
      const operation = constructor.name.replace(/Command$/, '');
      const name = operation.replace(/Items?$/, '');
      return this.carry({
        name,
        what: subjectOf(input),
        isWrite: name.includes('Write') || ['Put', 'Delete', 'Update'].includes(name),
        isRepeatable: name === 'TransactWrite',
        effect: () => this.#act(operation, input),
      });
    };
    for (const client of clients) Object.assign(client, { send: (command: Command) => command.sendThrough({ send }) });
  }

  clear(): void {
    this.#table = this.#emptyTable();
    this.#byType.clear();
    this.changes = [];
  }

  rows(): Item[] {
    return this.#table.rows().map(itemOf);
  }

  /**
   * Rows of one type. Indexed by type, because checks read a few types after every change and the table has many more.
   */
  rowsOf<T = Item>(type: string): T[] {
    return [...(this.#byType.get(type)?.values() ?? [])].map(itemOf) as T[];
  }

  put(item: Item): void {
    this.#act('PutItem', { TableName: TABLE_NAME, Item: rawOf(item) });
  }

  get(key: { pk: string; sk: string }): Item | undefined {
    const found = this.#table.execute('GetItem', { TableName: TABLE_NAME, Key: rawOf({ pk: key.pk, sk: key.sk }) });
    const { Item: row } = found as { Item?: Attributes };
    return row && itemOf(row);
  }

  #act(operation: string, input: Input): unknown {
    const sent = withBinaryTexts(input);
    try {
      const answer = this.#table.execute(operation, sent);
      const missed = isEventualRead(operation, sent) ? this.#missed() : undefined;
      return withBinaryBytes(missed ? staleResponse(operation, sent, answer, missed) : answer);
    } catch (error) {
      if (!(error instanceof TableError)) throw error;
      throw failure(error.type, { message: error.message, ...withBinaryBytes(error.more) });
    }
  }

  /** The previous version, by key, of each row whose change has not reached the replica that a read uses. */
  #missed(): Map<string, Attributes | undefined> | undefined {
    const lag = this.lag();
    const missed = lag === 0 ? [] : this.changes.slice(-lag).filter(({ atMs }) => atMs > this.nowMs() - REPLICATION_MS);
    if (missed.length === 0) return undefined;
    return new Map(missed.toReversed().map(({ images: { before, after } }) => [keyOf(before ?? after ?? {}), before]));
  }
}

const typeOf = (row: Attributes): string | undefined => row['type']?.S;

const items = new WeakMap<Attributes, Item>();

/** A stored row as the functions see it. */
const itemOf = (row: Attributes): Item => {
  const known = items.get(row);
  if (known) return known;
  const item = Object.freeze(
    fillDefaults(fromAttributes<Row>(withBinaryBytes(row) as SdkAttributes)),
  ) as unknown as Item;
  items.set(row, item);
  return item;
};

/** The rows of a response. */
export const rowsOf = (answer: unknown): Item[] => {
  const {
    Item: one,
    Items: page = [],
    Responses: batch = {},
  } = answer as {
    Item?: Attributes;
    Items?: Attributes[];
    Responses?: Record<string, Attributes[]>;
  };
  return [...(one ? [one] : []), ...page, ...Object.values(batch).flat()].map(itemOf);
};

/** The sort keys of a call, without ids. */
const subjectOf = (input: Input): string => {
  const transaction = input['TransactItems'] as Record<string, Input>[] | undefined;
  const batches = Object.values((input['RequestItems'] ?? {}) as Record<string, { Keys?: Attributes[] }>);
  const single = transaction?.flatMap((each) => Object.values(each)) ?? [input];
  const keys = [...single, ...batches.flatMap(({ Keys = [] }) => Keys.map((Key): Input => ({ Key })))];
  return keys
    .flatMap(({ Item: item, Key: key }) => ((item ?? key) as Attributes | undefined)?.['sk']?.S ?? [])
    .join(' ');
};

const rawOf = (item: object | undefined) => item && toAttributes(item);
