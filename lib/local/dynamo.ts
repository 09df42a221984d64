import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { table } from '../definition.ts';
import { AwsJsonError, awsJson, type AwsJson } from './aws-json.ts';
import { StartError, type Settings } from './settings.ts';

export interface LocalDynamo {
  endpoint: string;
  tableName: string;
  streamArn: string;
  tables: AwsJson;
  streams: AwsJson;
  stop: () => Promise<void>;
}

const START_ATTEMPTS = 5;
const START_TIMEOUT_MS = 10_000;

/** Starts the table emulator, or joins the one in `DYNAMODB_ENDPOINT`, and makes the table of the definition. */
export const startDynamo = async (settings: Settings): Promise<LocalDynamo> => {
  const emulator = settings.dynamoEndpoint
    ? { endpoint: settings.dynamoEndpoint, stop: () => Promise.resolve() }
    : await startEmulator(settings.dataDir);
  const { endpoint } = emulator;
  const tables = awsJson(endpoint, 'DynamoDB_20120810');
  // An emulator that outlives this process must not show one run the rows of another, unless they are to persist.
  const tableName =
    settings.dynamoEndpoint && !settings.dataDir ? `gift-commerce-${process.pid}-${Date.now()}` : 'gift-commerce-local';
  try {
    const streamArn = await ensureTable(tables, tableName);
    const streams = awsJson(endpoint, 'DynamoDBStreams_20120810');
    return { ...emulator, tableName, streamArn, tables, streams };
  } catch (error) {
    await emulator.stop();
    if (error instanceof AwsJsonError) throw error;
    throw new StartError(`The table emulator at ${endpoint} does not answer.`);
  }
};

const binary = (): string => {
  const name = `@dynoxide/${process.platform}-${process.arch}`;
  try {
    const file = join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'dynoxide');
    if (existsSync(file)) return file;
  } catch {
    // Falls through to the one clear line.
  }
  throw new StartError(
    `The table emulator is missing: the package ${name} is not installed. Run npm ci, or set DYNAMODB_ENDPOINT.`,
  );
};

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

/**
 * The shell between us and the emulator watches our end of its standard input and kills the emulator when that closes:
 * it is the one thing that also happens when this process is killed outright. It ends when the emulator ends.
 */
const KILLED_WITH_US = [
  'exec 3<&0',
  '"$0" "$@" 3<&- & pid=$!',
  '{ read _ <&3; kill -KILL $pid; } 2>/dev/null & watch=$!',
  'wait $pid',
  'kill $watch 2>/dev/null',
  'wait',
].join('\n');

const startEmulator = async (dataDir: string | undefined): Promise<{ endpoint: string; stop: () => Promise<void> }> => {
  const program = binary();
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const args = ['--port', String(port), ...(dataDir ? ['--db-path', join(dataDir, 'table.db')] : [])];
    const child = spawn('/bin/sh', ['-c', KILLED_WITH_US, program, ...args], {
      stdio: ['pipe', 'ignore', 'pipe'],
      detached: true,
    });
    let complaint = '';
    child.stderr?.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
    child.stdin?.on('error', () => {});
    const endpoint = `http://127.0.0.1:${port}`;
    const stop = () => stopEmulator(child);
    if (await answers(endpoint, child)) return { endpoint, stop };
    const said = complaint.trim().split('\n').at(-1) ?? '';
    await stop();
    if (attempt < START_ATTEMPTS && said.includes('in use')) continue;
    throw new StartError(`The table emulator did not start. ${said}`.trim());
  }
};

const answers = async (endpoint: string, child: ChildProcess): Promise<boolean> => {
  const deadline = Date.now() + START_TIMEOUT_MS;
  const tables = awsJson(endpoint, 'DynamoDB_20120810');
  while (Date.now() < deadline && child.exitCode === null) {
    try {
      await tables('ListTables', {});
      return true;
    } catch {
      await sleep(10);
    }
  }
  return false;
};

const stopEmulator = async (child: ChildProcess): Promise<void> => {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.stdin?.end();
  if (child.exitCode === null && child.signalCode === null) await gone;
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
  const prefixes = ['', ...table.indexes];
  return {
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keys(''),
    AttributeDefinitions: prefixes.flatMap((prefix) => [
      { AttributeName: `${prefix}pk`, AttributeType: 'S' },
      { AttributeName: `${prefix}sk`, AttributeType: 'S' },
    ]),
    GlobalSecondaryIndexes: table.indexes.map((index) => ({
      IndexName: index,
      KeySchema: keys(index),
      Projection: { ProjectionType: 'KEYS_ONLY' },
    })),
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  };
};
