import { unmarshall } from '@aws-sdk/util-dynamodb';
import { awsJson } from '../../lib/local/wire/aws-json.ts';
import type { RunningStack } from './stack.ts';

interface Page {
  Items: { pk: { S: string }; sk: { S: string } }[];
  LastEvaluatedKey?: object;
}

/**
 * Partition keys of rows that even a request that has no effect may change: rate limits for the API key and its
 * company, and counters of guesses.
 */
const COUNTED = /^(APIKEY|REQUESTS|GUESSES)#/;

/** Keys of rows that schedules write as time passes, even in an empty shop. */
export const BY_SCHEDULES = /^(?:STATUS|EXPIRING)\b/;

const tableOf = async (stack: RunningStack) => {
  const variables = await stack.control<Record<string, string>>('GET', '/environment');
  const tables = awsJson(variables['AWS_ENDPOINT_URL_DYNAMODB'] ?? '', 'DynamoDB_20120810');
  return { tables, TableName: variables['TABLE_NAME'] };
};

/** Deletes rows directly in the table, as if they were lost; returns their number. */
export const removeRows = async (
  stack: RunningStack,
  isLost: (row: Record<string, unknown>) => boolean,
): Promise<number> => {
  const { tables, TableName } = await tableOf(stack);
  const rows = Object.values(await snapshot(stack)) as Record<'pk' | 'sk', { S: string }>[];
  const lost = rows.filter((row) => isLost(unmarshall(row)));
  for (const { pk, sk } of lost) await tables('DeleteItem', { TableName, Key: { pk, sk } });
  return lost.length;
};

/** Every row of the stack's table by key. Unless `whole`, excludes request counters and rows of schedules. */
export const snapshot = async (stack: RunningStack, { whole = false } = {}): Promise<Record<string, object>> => {
  await stack.idle();
  const { tables, TableName } = await tableOf(stack);
  const rows: Record<string, object> = {};
  let startKey: object | undefined;
  do {
    const { Items, LastEvaluatedKey } = await tables<Page>('Scan', {
      TableName,
      ExclusiveStartKey: startKey,
      ConsistentRead: true,
    });
    for (const row of Items) {
      if (whole || !(COUNTED.test(row.pk.S) || BY_SCHEDULES.test(row.pk.S))) rows[`${row.pk.S} ${row.sk.S}`] = row;
    }
    startKey = LastEvaluatedKey;
  } while (startKey);
  return rows;
};
