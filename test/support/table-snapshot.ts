import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { RunningStack } from './stack.ts';

type Rows = Record<string, Record<string, unknown>>;

/** What a request that changes nothing may still change: the budget of its key, and what counts guesses. */
const COUNTED = /^(APIKEY|GUESSES)#/;

/** Every row of the stack's table by its key, but for what counts requests. */
export const snapshot = async (stack: RunningStack): Promise<Rows> => {
  await stack.idle();
  const variables = await stack.control<Record<string, string>>('GET', '/environment');
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint: variables['AWS_ENDPOINT_URL_DYNAMODB'] ?? '',
      region: variables['AWS_REGION'] ?? '',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    }),
  );
  const rows: Rows = {};
  let startKey: Record<string, unknown> | undefined;
  do {
    const page = await client.send(
      new ScanCommand({ TableName: variables['TABLE_NAME'] ?? '', ExclusiveStartKey: startKey, ConsistentRead: true }),
    );
    for (const row of page.Items ?? []) {
      if (!COUNTED.test(String(row['pk']))) rows[`${String(row['pk'])} ${String(row['sk'])}`] = row;
    }
    startKey = page.LastEvaluatedKey;
  } while (startKey);
  client.destroy();
  return rows;
};
