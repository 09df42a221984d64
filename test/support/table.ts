import { startDynamo } from '../../lib/local/table/dynamo.ts';
import { readSettings } from '../../lib/local/settings.ts';

/** A separate table in memory, for tests that call operations or handlers without the whole stack. */
export interface TestTable {
  name: string;
  stop: () => Promise<void>;
}

/**
 * Starts the table, in memory or in a folder, and configures this process for it: modules that read the environment may
 * be imported before or after.
 */
export const startTable = async (dataDir?: string): Promise<TestTable> => {
  const dynamo = await startDynamo(readSettings(dataDir === undefined ? {} : { DATA_DIR: dataDir }));
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
  return { name: dynamo.tableName, stop: dynamo.stop };
};
