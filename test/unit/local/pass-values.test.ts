import { DynamoDBClient, GetItemCommand, PutItemCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMemoryDynamo } from '../../../lib/local/table/memory/memory-dynamo.ts';
import { startTableInProcess, type TestTable } from '../../support/table.ts';

let table: TestTable;
let client: DynamoDBClient;
beforeAll(async () => {
  table = await startTableInProcess();
  client = new DynamoDBClient({});
});
afterAll(async () => {
  client.destroy();
  await table.stop();
});

const keyOf = (sk: string) => ({ pk: { S: 'values' }, sk: { S: sk } });

it('the table returns what was written, with bytes as bytes', async () => {
  const bytes = Uint8Array.of(0, 1, 254, 255);
  const row = {
    ...keyOf('all'),
    bytes: { B: bytes },
    list: { L: [{ B: bytes }, { N: '1.5' }, { NULL: true as const }] },
    map: { M: { inner: { BOOL: false }, bytes: { B: bytes } } },
  };
  await client.send(new PutItemCommand({ TableName: table.name, Item: row }));
  const { Item } = await client.send(new GetItemCommand({ TableName: table.name, Key: keyOf('all') }));
  expect(Item).toEqual(row);
});

it('the client throws the same errors as the SDK, with the rows that caused them', async () => {
  await client.send(new PutItemCommand({ TableName: table.name, Item: keyOf('refused') }));
  const Put = {
    TableName: table.name,
    Item: keyOf('refused'),
    ConditionExpression: 'attribute_not_exists(pk)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  };
  await expect(client.send(new PutItemCommand(Put))).rejects.toMatchObject({
    name: 'ConditionalCheckFailedException',
    Item: keyOf('refused'),
  });
  await expect(client.send(new TransactWriteItemsCommand({ TransactItems: [{ Put }] }))).rejects.toMatchObject({
    name: 'TransactionCanceledException',
    CancellationReasons: [{ Code: 'ConditionalCheckFailed', Item: keyOf('refused') }],
  });
});

it('the client sends a transaction again with the same token', async () => {
  const { name: TableName } = table;
  await client.send(new PutItemCommand({ TableName, Item: { ...keyOf('counted'), count: { N: '0' } } }));
  let isLost = false;
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      if (isLost) return result;
      isLost = true;
      throw Object.assign(new Error('The response was lost'), { name: 'TimeoutError' });
    },
    { step: 'finalizeRequest', priority: 'low', name: 'loseResponse' },
  );
  const Update = {
    TableName,
    Key: keyOf('counted'),
    UpdateExpression: 'ADD #count :one',
    ExpressionAttributeNames: { '#count': 'count' },
    ExpressionAttributeValues: { ':one': { N: '1' } },
  };
  await client.send(new TransactWriteItemsCommand({ TransactItems: [{ Update }] }));
  client.middlewareStack.remove('loseResponse');
  expect(isLost).toBe(true);
  const { Item } = await client.send(new GetItemCommand({ TableName, Key: keyOf('counted') }));
  expect(Item?.['count']).toEqual({ N: '1' });
});

it('the client stops passing values when the last table of the process has stopped', async () => {
  const { protocol } = client.config as unknown as { protocol: { getPayloadCodec: () => Codec } };
  const written = () => {
    const serializer = protocol.getPayloadCodec().createSerializer();
    serializer.write([4, 0, 'Any', 0, [], []], {});
    return (serializer.flush() as Uint8Array).byteLength;
  };
  const other = await startMemoryDynamo();
  await table.stop();
  expect(written()).toBe(1);
  await other.stop();
  expect(written()).toBe(2);
  table = await startTableInProcess();
});

interface Codec {
  createSerializer: () => { write: (schema: unknown, value: object) => void; flush: () => unknown };
}
