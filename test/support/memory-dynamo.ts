import { unmarshall } from '@aws-sdk/util-dynamodb';
import { documents } from '../../functions/storage/client.ts';
import { clock } from '../../functions/platform/clock.ts';
import type { AwsJson } from '../../lib/local/wire/aws-json.ts';
import { admits } from '../../lib/local/lambda/calls.ts';
import type { LocalDynamo } from '../../lib/local/table/dynamo.ts';
import { callsOnTable } from '../../lib/local/lambda/grants.ts';
import { invocations } from '../../lib/local/lambda/invocation.ts';
import { conditionHolds } from '../simulation/expressions.ts';
import { MemoryTable, rawOf, streamRecord, type Change } from '../simulation/memory-table.ts';

interface Scan {
  IndexName?: string;
  FilterExpression: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues: Parameters<typeof unmarshall>[0];
}

/**
 * A table in this process for a whole stack: functions use it without SDK and network, the stack's own work is
 * unchanged.
 */
export const startMemoryTable = async (): Promise<LocalDynamo> => {
  const table = new MemoryTable();
  table.install();
  askRoles();
  table.nowMs = () => clock.nowMs();
  let written = (): void => {};
  table.carry = async ({ isWrite, effect }) => {
    // Yields, like a network call.
    await new Promise(setImmediate);
    try {
      return effect();
    } finally {
      if (isWrite) written();
    }
  };
  // Several streams read each change.
  const records = new WeakMap<Change, object>();
  const recordOf = (change: Change): object => {
    const record = records.get(change) ?? streamRecord(change);
    records.set(change, record);
    return record;
  };
  const operations: Record<string, (input: never) => object> = {
    Scan: (input: Scan) => ({ Items: scan(table, input) }),
    DescribeStream: () => ({ StreamDescription: { Shards: [{ ShardId: 'shard' }] } }),
    GetShardIterator: ({ SequenceNumber }: { SequenceNumber?: string }) => ({
      ShardIterator: String(SequenceNumber === undefined ? 0 : Number(SequenceNumber) + 1),
    }),
    GetRecords: ({ ShardIterator, Limit }: { ShardIterator: string; Limit: number }) => {
      const from = Number(ShardIterator);
      const changes = table.changes.slice(from, from + Limit);
      return { Records: changes.map(recordOf), NextShardIterator: String(from + changes.length) };
    },
  };
  const ask: AwsJson = async <T>(name: string, input: object): Promise<T> => {
    const operation = operations[name];
    if (!operation) throw new Error(`The table in memory does not know ${name}`);
    return operation(input as never) as T;
  };
  return {
    endpoint: 'http://127.0.0.1:9',
    tableName: 'memory',
    streamArn: 'arn:aws:dynamodb:eu-west-1:000000000000:table/memory/stream/1',
    tables: ask,
    streams: ask,
    tellOfWrites: (tell) => (written = tell),
    stop: async () => {},
  };
};

/** Checks the role's permissions, like the network layer. */
const askRoles = (): void => {
  const send = documents.send.bind(documents) as (command: Command) => Promise<unknown>;
  Object.assign(documents, {
    send: async (command: Command) => {
      const invocation = invocations.getStore();
      const operation = command.constructor.name.replace(/Command$/, '');
      const calls = callsOnTable(OPERATIONS[operation] ?? `${operation}Item`, command.input);
      if (invocation && !admits(invocation.definition, calls)) {
        throw Object.assign(new Error('The role of this function does not allow this.'), {
          name: 'AccessDeniedException',
        });
      }
      return send(command);
    },
  });
};

interface Command {
  constructor: { name: string };
  input: Record<string, unknown>;
}

/** API names of commands that do not end in `Item`. */
const OPERATIONS: Record<string, string> = {
  Query: 'Query',
  TransactWrite: 'TransactWriteItems',
};

const scan = (table: MemoryTable, input: Scan) => {
  const scope = { names: input.ExpressionAttributeNames ?? {}, values: unmarshall(input.ExpressionAttributeValues) };
  return table
    .rows()
    .filter((row) => input.IndexName === undefined || row[`${input.IndexName}pk`] !== undefined)
    .filter((row) => conditionHolds(input.FilterExpression, row, scope))
    .map(rawOf);
};
