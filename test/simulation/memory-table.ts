import { marshall } from '@aws-sdk/util-dynamodb';
import { documents } from '../../functions/storage/client.ts';
import { conditionHolds, updated } from './expressions.ts';
import { Partition, type Place } from './partition.ts';
import { asked, checked, checkKey, checkRange, failure, KEYS } from './row-checks.ts';

export type Item = Record<string, unknown> & { pk: string; sk: string };
type Input = Record<string, unknown>;

interface Guarded {
  ConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
}

/** One call of the table; `effect` performs it, so that an interceptor may lose the call or its response. */
export interface TableCall {
  name: string;
  /** What is written, or read, in short. */
  what: string;
  isWrite: boolean;
  /** Idempotent: the table knows the caller's token. */
  isRepeatable: boolean;
  effect: () => unknown;
}

/** A change in the table's stream. */
export interface Change {
  number: number;
  atMs: number;
  before: Item | undefined;
  after: Item | undefined;
}

/** As in the stream. */
export const streamRecord = ({ number, before, after }: Change) => ({
  eventID: String(number),
  eventName: before ? (after ? 'MODIFY' : 'REMOVE') : 'INSERT',
  dynamodb: {
    SequenceNumber: String(number),
    Keys: rawOf(keysOf(after ?? before)),
    ...(before ? { OldImage: rawOf(before) } : {}),
    ...(after ? { NewImage: rawOf(after) } : {}),
  },
});

const keysOf = (item: Item | undefined): Item => ({ pk: item?.pk ?? '', sk: item?.sk ?? '' });

const keyOf = ({ pk, sk }: { pk: string; sk: string }): string => `${pk}\n${sk}`;
const scopeOf = (input: Guarded) => ({
  names: input.ExpressionAttributeNames ?? {},
  values: input.ExpressionAttributeValues ?? {},
});

/** Maximum replication delay. */
const REPLICATION_MS = 1000;
const WRITES = new Set(['Put', 'Delete', 'Update', 'TransactWrite', 'BatchWrite']);
const PARTITION_KEYS = KEYS.filter((name) => name.endsWith('pk'));
const sortKeyOf = (member: string): string => member.replace(/pk$/, 'sk');
const partitionOf = (member: string, value: unknown): string => `${member} ${String(value)}`;
/** Where a row is in a partition that a member names; undefined for a row that is in none. */
const placeOf = (item: Item | undefined, member: string, key: string): Place | undefined => {
  const sort = item?.[sortKeyOf(member)];
  return item?.[member] === undefined || sort === undefined ? undefined : { sort: String(sort), key };
};

/** Rows that have changed as they were before, undefined for one that did not exist, by key. */
type Missed = ReadonlyMap<string, Item | undefined>;
const NOTHING: Missed = new Map();

/** Maximum rows of a page, like DynamoDB's size limit. */
const PAGE_MAX = 1000;

/**
 * The table in this process: DynamoDB's conditions and transactions without a network. Calls pass through `carry`,
 * which may delay, drop or repeat them; by default they are done at once.
 */
export class MemoryTable {
  readonly #items = new Map<string, Item>();
  /** The rows of each partition, of the table and of each index. */
  readonly #partitions = new Map<string, Partition>();
  /** Every change, in order. */
  changes: Change[] = [];
  carry: (call: TableCall) => Promise<unknown> = async (call) => call.effect();
  nowMs: () => number = () => 0;
  /** Number of latest changes that an eventually consistent read misses. */
  lag: () => number = () => 0;

  /** Makes all operations of these clients use this table. */
  install(clients: readonly object[] = [documents]): void {
    process.env['TABLE_NAME'] = 'memory';
    const send = (command: { constructor: { name: string }; input: Input }): Promise<unknown> => {
      const name = command.constructor.name.replace(/Command$/, '');
      return this.carry({
        name,
        what: subjectOf(command.input),
        isWrite: WRITES.has(name),
        isRepeatable: name === 'TransactWrite',
        effect: () => this.#act(name, command.input),
      });
    };
    for (const client of clients) Object.assign(client, { send });
  }

  clear(): void {
    this.#items.clear();
    this.#partitions.clear();
    this.changes = [];
  }

  rows(): Item[] {
    return [...this.#items.values()];
  }

  put(item: Item): void {
    this.#set(keyOf(item), checked(item));
  }

  get(key: { pk: string; sk: string }): Item | undefined {
    return this.#items.get(keyOf(asked(key)));
  }

  #set(key: string, after: Item | undefined): void {
    const before = this.#items.get(key);
    if (after) this.#items.set(key, after);
    else this.#items.delete(key);
    this.#place(key, before, after);
    this.changes.push({ number: this.changes.length, atMs: this.nowMs(), before, after });
  }

  #place(key: string, before: Item | undefined, after: Item | undefined): void {
    for (const member of PARTITION_KEYS) {
      const sortKey = sortKeyOf(member);
      const [left, entered] = [placeOf(before, member, key), placeOf(after, member, key)];
      if (before?.[member] === after?.[member] && before?.[sortKey] === after?.[sortKey]) continue;
      if (left) this.#partitions.get(partitionOf(member, before?.[member]))?.remove(left);
      if (!entered) continue;
      const name = partitionOf(member, after?.[member]);
      const partition = this.#partitions.get(name) ?? new Partition();
      partition.add(entered);
      this.#partitions.set(name, partition);
    }
  }

  /** A partition of the table or of an index, as a replica has it that misses these changes. */
  #partition(member: string, value: unknown, missed: Missed): Partition {
    const partition = this.#partitions.get(partitionOf(member, value)) ?? new Partition();
    if (missed.size === 0) return partition;
    const other = [...missed].flatMap(([key, item]) =>
      item?.[member] === value ? (placeOf(item, member, key) ?? []) : [],
    );
    return Partition.of([...partition.places.filter(({ key }) => !missed.has(key)), ...other]);
  }

  /** The row as a replica has it that misses these changes. */
  #read(key: string, missed: Missed): Item | undefined {
    return missed.has(key) ? missed.get(key) : this.#items.get(key);
  }

  /** What has not reached the replica that a read is served by. */
  #missedBy(isConsistent: boolean): Missed {
    const lag = isConsistent ? 0 : this.lag();
    if (lag === 0) return NOTHING;
    const missed = this.changes.slice(-lag).filter(({ atMs }) => atMs > this.nowMs() - REPLICATION_MS);
    return new Map(missed.toReversed().map(({ before, after }) => [keyOf(keysOf(before ?? after)), before]));
  }

  #act(name: string, input: Input): unknown {
    switch (name) {
      case 'Get':
        return {
          Item: this.#read(keyOf(asked(input['Key'] as Item)), this.#missedBy(input['ConsistentRead'] === true)),
        };
      case 'BatchGet':
        return this.#batchGet(input);
      case 'Query':
        return this.#query(input);
      case 'Put':
      case 'Delete':
      case 'Update':
        return this.#single(name, input);
      case 'TransactWrite':
        return this.#transact(input['TransactItems'] as Record<string, Input>[]);
      case 'BatchWrite': {
        type Request = { PutRequest?: { Item: Item }; DeleteRequest?: { Key: Item } };
        const [requests = []] = Object.values(input['RequestItems'] as Record<string, Request[]>);
        const named = requests.flatMap(({ PutRequest, DeleteRequest }) => PutRequest?.Item ?? DeleteRequest?.Key ?? []);
        const isTwice = new Set(named.map(keyOf)).size < named.length;
        if (isTwice) throw new Error('Provided list of item keys contains duplicates');
        for (const { PutRequest, DeleteRequest } of requests) {
          if (PutRequest) this.put(PutRequest.Item);
          if (DeleteRequest && this.get(DeleteRequest.Key)) this.#set(keyOf(DeleteRequest.Key), undefined);
        }
        return { UnprocessedItems: {} };
      }
      default:
        throw new Error(`The table in memory does not know ${name}`);
    }
  }

  #batchGet(input: Input): unknown {
    const tables = input['RequestItems'] as Record<string, { Keys: Item[]; ConsistentRead?: boolean }>;
    return {
      Responses: Object.fromEntries(
        Object.entries(tables).map(([table, { Keys, ConsistentRead }]) => {
          const missed = this.#missedBy(ConsistentRead === true);
          return [table, Keys.flatMap((key) => this.#read(keyOf(asked(key)), missed) ?? [])];
        }),
      ),
      UnprocessedKeys: {},
    };
  }

  #query(input: Input): unknown {
    const { names, values } = scopeOf(input as Guarded);
    const [pk = '', sk] = [names['#pk'], names['#sk'] ?? sortKeyOf(String(names['#pk']))];
    checkKey(pk, values[':pk']);
    const start = input['ExclusiveStartKey'] as Item | undefined;
    checkRange(values, start?.[sk]);
    const missed = this.#missedBy(input['ConsistentRead'] === true);
    const { places, more } = this.#partition(pk, values[':pk'], missed).page({
      floor:
        [values[':prefix'], values[':from']]
          .map((each) => String(each ?? ''))
          .toSorted()
          .at(-1) ?? '',
      within: (sort) => within(sort, values),
      start: start && placeOf(start, pk, keyOf(start)),
      backward: input['ScanIndexForward'] === false,
      limit: Math.min((input['Limit'] as number | undefined) ?? PAGE_MAX, PAGE_MAX),
    });
    const page = places.flatMap(({ key }) => this.#read(key, missed) ?? []);
    const last = page.at(-1);
    const keys = (item: Item): Item => ({ pk: item.pk, sk: item.sk, [pk]: item[pk], [sk]: item[sk] });
    // Indexes contain keys only.
    const items = input['IndexName'] === undefined ? page : page.map(keys);
    return { Items: items, ...(more && last ? { LastEvaluatedKey: keys(last) } : {}) };
  }

  #single(name: string, input: Input): unknown {
    const write = this.#prepared(name, input);
    if (!write.holds) throw failure('ConditionalCheckFailedException', { Item: rawOf(write.before) });
    write.commit();
    return { Attributes: this.get(write.key) };
  }

  #transact(items: Record<string, Input>[]): unknown {
    const writes = items.map((item) => {
      const [[name, input]] = Object.entries(item) as [[string, Input]];
      return this.#prepared(name, input);
    });
    if (writes.length > 100) throw failure('ValidationException');
    if (new Set(writes.map(({ key }) => keyOf(key))).size < writes.length) {
      throw failure('ValidationException: one row twice in a transaction');
    }
    if (writes.some(({ holds }) => !holds)) {
      const CancellationReasons = writes.map(({ holds, before }) =>
        holds ? { Code: 'None' } : { Code: 'ConditionalCheckFailed', Item: rawOf(before) },
      );
      throw failure('TransactionCanceledException', { CancellationReasons });
    }
    for (const write of writes) write.commit();
    return {};
  }

  #prepared(name: string, input: Input) {
    const key = (name === 'Put' ? input['Item'] : input['Key']) as Item;
    const before = this.get(key);
    const guarded = input as Guarded;
    const holds =
      guarded.ConditionExpression === undefined ||
      conditionHolds(guarded.ConditionExpression, before, scopeOf(guarded));
    const commit = (): void => {
      if (name === 'Put') this.put(input['Item'] as Item);
      if (name === 'Delete' && before) this.#set(keyOf(key), undefined);
      if (name === 'Update') {
        const base = before ?? { pk: key.pk, sk: key.sk };
        this.put(updated(String(input['UpdateExpression']), base, scopeOf(guarded)) as Item);
      }
    };
    return { key, before, holds, commit };
  }
}

/** The sort keys of a call, without ids. */
const subjectOf = (input: Input): string => {
  const items = (input['TransactItems'] as Record<string, Input>[] | undefined)?.flatMap((each) => Object.values(each));
  const batches = Object.values((input['RequestItems'] ?? {}) as Record<string, { Keys?: Item[] }>);
  const keys = [...(items ?? [input]), ...batches.flatMap(({ Keys = [] }) => Keys.map((Key): Input => ({ Key })))];
  return keys.flatMap(({ Item: item, Key: key }) => ((item ?? key) as Item | undefined)?.sk ?? []).join(' ');
};

export const rawOf = (item: Item | undefined) => item && marshall(item, { removeUndefinedValues: true });

const within = (at: string, values: Record<string, unknown>): boolean =>
  (values[':prefix'] === undefined || at.startsWith(String(values[':prefix']))) &&
  (values[':from'] === undefined || at >= String(values[':from'])) &&
  (values[':to'] === undefined || at <= String(values[':to']));
