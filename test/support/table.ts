import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toAttributes } from '../../functions/storage/attribute-values.ts';
import type { Row } from '../../functions/storage/table.ts';
import { startDynamo } from '../../lib/local/table/dynamo.ts';
import type { LocalDynamo } from '../../lib/local/table/local-dynamo.ts';
import { awsJsonResponse, installWire } from '../../lib/local/wire/wire.ts';
import { readSettings } from '../../lib/local/settings.ts';

/** A separate table in the emulator, for tests that call operations or handlers without a complete stack. */
export interface TestTable {
  name: string;
  stop: () => Promise<void>;
}

/** File system in memory, if the machine has one. */
const MEMORY_FILES = '/dev/shm';
export const temporaryFolder = (): Promise<string> =>
  mkdtemp(join(existsSync(MEMORY_FILES) ? MEMORY_FILES : tmpdir(), 'gift-commerce-table-'));

const configure = (tableName: string, endpoint: string): void => {
  Object.assign(process.env, {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    TABLE_NAME: tableName,
    APP_SECRET: '00'.repeat(32),
    BASE_URL: 'http://127.0.0.1:3000',
    ENVIRONMENT: 'development',
    POWERTOOLS_LOG_LEVEL: 'SILENT',
  });
};

/**
 * Starts the table, in a temporary folder or in a given one, and configures this process for it: modules that read the
 * environment may be imported before or after.
 */
export const startTable = async (dataDir?: string): Promise<TestTable> => {
  const folder = dataDir ?? (await temporaryFolder());
  const dynamo = await startDynamo(readSettings({ DATA_DIR: folder }));
  configure(dynamo.tableName, dynamo.endpoint ?? '');
  const stop = async (): Promise<void> => {
    await dynamo.stop();
    if (dataDir === undefined) await rm(folder, { recursive: true });
  };
  return { name: dynamo.tableName, stop };
};

/** The host name of the in-memory table. Requests to it never leave the process. */
const IN_PROCESS = 'table.invalid';
let inProcess: LocalDynamo | undefined;

/**
 * Starts the in-memory table of the local stack with some rows instead of the emulator, for test files with many rows
 * or calls.
 */
export const startTableInProcess = async (batches: Iterable<Row[]> = []): Promise<TestTable> => {
  if (!inProcess) {
    const unavailable = () => awsJsonResponse(500, {});
    installWire([
      {
        target: 'table',
        serves: ({ hostname }) => hostname === IN_PROCESS,
        calls: () => [],
        canFail: () => false,
        errorResponse: unavailable,
        commits: () => false,
        send: async (request) => (await inProcess?.send?.(request)) ?? unavailable(),
      },
    ]);
  }
  const dynamo = (inProcess = await startDynamo(readSettings({})));
  configure(dynamo.tableName, `http://${IN_PROCESS}`);
  for (const rows of batches) {
    for (const row of rows) await dynamo.tables('PutItem', { TableName: dynamo.tableName, Item: toAttributes(row) });
  }
  return { name: dynamo.tableName, stop: dynamo.stop };
};
