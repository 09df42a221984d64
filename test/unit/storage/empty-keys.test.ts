import { afterAll, beforeAll, expect, test } from 'vitest';
import { config } from '../../../functions/platform/config.ts';
import { documents } from '../../../functions/storage/client.ts';
import { QueryCommand } from '../../../functions/storage/commands.ts';
import { putRow, queryAll, type Row } from '../../../functions/storage/table.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';

const { send } = documents;
const row = (sk: string): Row => ({ pk: 'LIST#1', sk, type: 'entry', v: 1 });
beforeAll(async () => {
  new MemoryTable().install();
  await Promise.all([putRow(row('a')), putRow(row('b'))]);
});
afterAll(() => Object.assign(documents, { send }));

const found = async (range: { prefix?: string; from?: string; to?: string }): Promise<string[]> =>
  (await queryAll<Row>({ partition: 'LIST#1', ...range })).map(({ sk }) => sk);

test('a range with an empty prefix has no empty key, which DynamoDB rejects', async () => {
  expect(await found({ prefix: '' })).toEqual(['a', 'b']);
  expect(await found({ from: '', to: 'a' })).toEqual(['a']);
  expect(await found({ from: '' })).toEqual(['a', 'b']);
});

test('the table in memory refuses an empty key', async () => {
  const sent = documents.send(
    new QueryCommand({
      TableName: config.tableName(),
      KeyConditionExpression: '#pk = :pk AND begins_with(#sk, :prefix)',
      ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk' },
      ExpressionAttributeValues: { ':pk': 'LIST#1', ':prefix': '' },
    }),
  );
  await expect(sent).rejects.toMatchObject({ name: 'ValidationException' });
});
