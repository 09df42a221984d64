import { setTimeout as sleep } from 'node:timers/promises';
import { TABLE_INDEXES } from '../../definition.ts';
import { StartError, type LocalSettings } from '../settings.ts';
import { AwsJsonError, awsJson, type AwsJson } from '../wire/aws-json.ts';
import type { LocalDynamo } from './local-dynamo.ts';
import { startEmulator, type TableEmulator } from './table-emulator.ts';

/**
 * Uses the table in `DYNAMODB_ENDPOINT` or in a data folder; without either, the table is in the memory of this process
 * and does not persist.
 */
export const startDynamo = async (settings: LocalSettings): Promise<LocalDynamo> => {
  const { dynamoEndpoint, dataDir } = settings;
  if (dynamoEndpoint) return useEmulator({ endpoint: dynamoEndpoint, stop: () => Promise.resolve() }, settings);
  if (dataDir) return useEmulator(await startEmulator(dataDir), settings);
  const { startMemoryDynamo } = await import('./memory/memory-dynamo.ts');
  return startMemoryDynamo();
};

/**
 * Creates the table of the definition in an emulator, unless it exists. Throws `StartError` if the emulator does not
 * respond, and `AwsJsonError` if it refuses.
 */
const useEmulator = async (emulator: TableEmulator, settings: LocalSettings): Promise<LocalDynamo> => {
  const { endpoint } = emulator;
  const tables = awsJson(endpoint, 'DynamoDB_20120810');
  // In an emulator that outlives this process, each run uses a new table, unless its rows are to persist.
  const tableName =
    settings.dynamoEndpoint && !settings.dataDir ? `gift-commerce-${process.pid}-${Date.now()}` : 'gift-commerce-local';
  try {
    const streamArn = await ensureTable(tables, tableName);
    const streams = awsJson(endpoint, 'DynamoDBStreams_20120810');
    return { ...emulator, tableName, streamArn, tables, streams };
  } catch (error) {
    await emulator.stop();
    if (error instanceof AwsJsonError) throw error;
    throw new StartError(`The table emulator at ${endpoint} does not respond.`);
  }
};

const ensureTable = async (tables: AwsJson, name: string): Promise<string> => {
  try {
    await tables('CreateTable', tableInput(name));
  } catch (error) {
    if (!(error instanceof AwsJsonError) || error.type !== 'ResourceInUseException') throw error;
  }
  for (;;) {
    const { Table } = await tables<{ Table: { TableStatus: string; LatestStreamArn: string } }>('DescribeTable', {
      TableName: name,
    });
    if (Table.TableStatus === 'ACTIVE') return Table.LatestStreamArn;
    await sleep(5);
  }
};

const tableInput = (name: string): Record<string, unknown> => {
  const keys = (prefix: string) => [
    { AttributeName: `${prefix}pk`, KeyType: 'HASH' },
    { AttributeName: `${prefix}sk`, KeyType: 'RANGE' },
  ];
  const prefixes = ['', ...TABLE_INDEXES];
  return {
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keys(''),
    AttributeDefinitions: prefixes.flatMap((prefix) => [
      { AttributeName: `${prefix}pk`, AttributeType: 'S' },
      { AttributeName: `${prefix}sk`, AttributeType: 'S' },
    ]),
    GlobalSecondaryIndexes: TABLE_INDEXES.map((index) => ({
      IndexName: index,
      KeySchema: keys(index),
      Projection: { ProjectionType: 'KEYS_ONLY' },
    })),
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  };
};
