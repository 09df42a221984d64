import { startDynamo } from '../../lib/local/table/dynamo.ts';
import type { MemoryTable } from '../../lib/local/table/memory/memory-table.ts';
import { TableError } from '../../lib/local/table/memory/table-error.ts';
import { readSettings } from '../../lib/local/settings.ts';
import { UNCHECKED_SIGNATURE, type AwsJson } from '../../lib/local/wire/aws-json.ts';
import { rm } from 'node:fs/promises';
import { temporaryFolder } from './table.ts';
import type { Operation } from './table-operations.ts';

/** A reply of DynamoDB's JSON protocol; an error has a type. */
export type Reply = Record<string, unknown> & { __type?: string };

export interface Connection {
  tableName: string;
  call: (operation: Operation) => Promise<Reply>;
  /** The changes in the stream, without sequence numbers and times. */
  changes: () => Promise<unknown[]>;
  stop: () => Promise<void>;
}

/** An emulator with an empty table. */
export const connect = async (): Promise<Connection> => {
  const folder = await temporaryFolder();
  const dynamo = await startDynamo(readSettings({ DATA_DIR: folder }));
  const { tableName, streamArn: StreamArn, streams } = dynamo;
  return {
    tableName,
    call: async ({ name, input }) => {
      const response = await fetch(dynamo.endpoint ?? '', {
        method: 'POST',
        headers: {
          ...UNCHECKED_SIGNATURE,
          'content-type': 'application/x-amz-json-1.0',
          'x-amz-target': `DynamoDB_20120810.${name}`,
        },
        body: JSON.stringify(input),
      });
      return (await response.json()) as Reply;
    },
    changes: async () => {
      const { StreamDescription } = await streams<StreamShards>('DescribeStream', { StreamArn });
      const input = { StreamArn, ShardId: StreamDescription.Shards[0]?.ShardId, ShardIteratorType: 'TRIM_HORIZON' };
      return allChanges(streams, (await streams<{ ShardIterator: string }>('GetShardIterator', input)).ShardIterator);
    },
    stop: async () => {
      await dynamo.stop();
      await rm(folder, { recursive: true });
    },
  };
};

/** The response from the in-memory table, as a client receives it. */
export const replyOf = (table: MemoryTable, { name, input }: Operation): Reply => {
  try {
    const given = JSON.parse(JSON.stringify(input)) as Record<string, unknown>;
    return JSON.parse(JSON.stringify(table.execute(name, given))) as Reply;
  } catch (error) {
    if (error instanceof TableError) return { __type: error.type, message: error.message, ...error.more };
    throw error;
  }
};

const byText = (one: unknown, other: unknown): number => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);

/**
 * A response without the details that DynamoDB does not define: the order of sets, scans and batches, and texts of
 * errors.
 */
export const comparable = (operation: string, reply: Reply): Reply => {
  const isUnordered = operation === 'Scan' || operation === 'BatchGetItem';
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).toSorted(byText);
    return Object.fromEntries(
      members.flatMap(([name, member]: [string, unknown]): [string, unknown][] => {
        if (/^message$/i.test(name) || member === undefined) return [];
        if (name === '__type') return [[name, String(member).split('#').at(-1)]];
        const each = plain(member);
        const isSet = name === 'SS' || name === 'NS' || (isUnordered && Array.isArray(each));
        return [[name, isSet ? (each as unknown[]).toSorted(byText) : each]];
      }),
    );
  };
  return plain(reply) as Reply;
};

interface StreamShards {
  StreamDescription: { Shards: { ShardId: string }[] };
}

interface StreamPage {
  Records: { eventName: string; dynamodb: { Keys?: object; OldImage?: object; NewImage?: object } }[];
  NextShardIterator?: string;
}

/** All changes in a stream. */
export const allChanges = async (streams: AwsJson, first: string): Promise<unknown[]> => {
  const changes: unknown[] = [];
  for (let ShardIterator: string | undefined = first; ShardIterator !== undefined;) {
    const page: StreamPage = await streams('GetRecords', { ShardIterator });
    for (const { eventName, dynamodb } of page.Records) {
      const { Keys, OldImage, NewImage } = dynamodb;
      changes.push(comparable('GetRecords', { eventName, Keys, OldImage, NewImage }));
    }
    ShardIterator = page.Records.length > 0 ? page.NextShardIterator : undefined;
  }
  return changes;
};
