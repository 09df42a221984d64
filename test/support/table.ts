import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDynamo } from '../../lib/local/table/dynamo.ts';
import { readSettings } from '../../lib/local/settings.ts';

/** A separate table in the emulator, for tests that call operations or handlers without the whole stack. */
export interface TestTable {
  name: string;
  stop: () => Promise<void>;
}

/** In memory, if the machine has such a file system. */
const MEMORY_FILES = '/dev/shm';
export const temporaryFolder = (): Promise<string> =>
  mkdtemp(join(existsSync(MEMORY_FILES) ? MEMORY_FILES : tmpdir(), 'gift-commerce-table-'));

/**
 * Starts the table, in a temporary folder or in a given one, and configures this process for it: modules that read the environment may
 * be imported before or after.
 */
export const startTable = async (dataDir?: string): Promise<TestTable> => {
  const folder = dataDir ?? (await temporaryFolder());
  const dynamo = await startDynamo(readSettings({ DATA_DIR: folder }));
  Object.assign(process.env, {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: dynamo.endpoint,
    TABLE_NAME: dynamo.tableName,
    APP_SECRET: '00'.repeat(32),
    BASE_URL: 'http://127.0.0.1:3000',
    ENVIRONMENT: 'development',
    POWERTOOLS_LOG_LEVEL: 'SILENT',
  });
  const stop = async (): Promise<void> => {
    await dynamo.stop();
    if (dataDir === undefined) await rm(folder, { recursive: true });
  };
  return { name: dynamo.tableName, stop };
};
