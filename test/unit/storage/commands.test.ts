import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import {
  BatchGetCommand,
  BatchWriteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
  type TableCommand,
} from '../../../functions/storage/commands.ts';
import { bytesOfRow } from '../../../functions/storage/row-size.ts';
import { fromAttributeValues } from '../../../functions/storage/table.ts';
import { dynamo } from '../../../functions/storage/client.ts';
import { sqs } from '../../../functions/adapters/queue/client.ts';

const ROW = { pk: 'p', sk: 's', type: 'x', v: 1 };
const RAW = { pk: { S: 'p' }, sk: { S: 's' }, type: { S: 'x' }, v: { N: '1' } };
const KEY = { pk: 'p', sk: 's' };
const RAW_KEY = { pk: { S: 'p' }, sk: { S: 's' } };

/** Request of a command, and its parsed response. */
const sent = async <Output>(command: TableCommand<object, Output>, answer: object = {}) => {
  const commands: { name: string; input: object }[] = [];
  const client = {
    send: async (call: { constructor: { name: string }; input: object }) => {
      commands.push({ name: call.constructor.name, input: call.input });
      return answer;
    },
  };
  const output = await command.sendThrough(client as unknown as DynamoDBClient);
  return { commands: commands[0], output };
};

describe('table calls accept rows as plain objects', () => {
  it('a row is written and read without undefined members', async () => {
    const put = await sent(new PutCommand({ TableName: 't', Item: { ...ROW, gone: undefined } }));
    expect(put.commands).toEqual({ name: 'PutItemCommand', input: { TableName: 't', Item: RAW } });
    const got = await sent(new GetCommand({ TableName: 't', Key: KEY }), { Item: RAW, ConsumedCapacity: 1 });
    expect(got.commands?.input).toEqual({ TableName: 't', Key: RAW_KEY });
    expect(got.output).toEqual({ Item: ROW, ConsumedCapacity: 1 });
    expect((await sent(new GetCommand({ TableName: 't', Key: KEY }))).output.Item).toBeUndefined();
  });

  it('a member with its default value is not stored, and is present when the row is read', async () => {
    const item = { pk: 'p', sk: 's', type: 'item', v: 1, greeting: null, claimedMinor: 0, postal: true, pieces: 2 };
    const stored = { ...RAW, type: { S: 'item' }, postal: { BOOL: true }, pieces: { N: '2' } };
    const put = await sent(new PutCommand({ TableName: 't', Item: item }));
    expect(put.commands?.input).toEqual({ TableName: 't', Item: stored });
    const write = await sent(new TransactWriteCommand({ TransactItems: [{ Put: { TableName: 't', Item: item } }] }));
    expect(write.commands?.input).toMatchObject({ TransactItems: [{ Put: { Item: stored } }] });
    const got = await sent(new GetCommand({ TableName: 't', Key: KEY }), { Item: stored });
    expect(got.output.Item).toMatchObject(item);
    expect(fromAttributeValues(stored)).toMatchObject(item);
    expect(bytesOfRow(item)).toBe(bytesOfRow({ ...item, greeting: undefined, claimedMinor: undefined }));
  });

  it('an update has its values, and returns the row afterwards', async () => {
    const update = { TableName: 't', Key: KEY, UpdateExpression: 'SET v = :v', ExpressionAttributeValues: { ':v': 2 } };
    const { commands, output } = await sent(new UpdateCommand(update), { Attributes: RAW });
    expect(commands?.input).toMatchObject({ Key: RAW_KEY, ExpressionAttributeValues: { ':v': { N: '2' } } });
    expect(output).toEqual({ Attributes: ROW });
  });

  it('a page continues where the previous one ended', async () => {
    const query = new QueryCommand({
      TableName: 't',
      ExclusiveStartKey: KEY,
      ExpressionAttributeValues: { ':pk': 'p' },
    });
    const { commands, output } = await sent(query, { Items: [RAW], LastEvaluatedKey: RAW_KEY });
    expect(commands?.input).toMatchObject({
      ExclusiveStartKey: RAW_KEY,
      ExpressionAttributeValues: { ':pk': { S: 'p' } },
    });
    expect(output).toEqual({ Items: [ROW], LastEvaluatedKey: KEY });
    expect((await sent(new QueryCommand({ TableName: 't' }))).output).toEqual({ Items: [] });
  });

  it('unprocessed keys and writes of a batch can be sent again', async () => {
    const reading = new BatchGetCommand({ RequestItems: { t: { Keys: [KEY], ConsistentRead: true } } });
    const read = await sent(reading, { Responses: { t: [RAW] }, UnprocessedKeys: { t: { Keys: [RAW_KEY] } } });
    expect(read.commands?.input).toEqual({ RequestItems: { t: { Keys: [RAW_KEY], ConsistentRead: true } } });
    expect(read.output).toEqual({ Responses: { t: [ROW] }, UnprocessedKeys: { t: { Keys: [KEY] } } });
    const requests = [{ PutRequest: { Item: ROW } }, { DeleteRequest: { Key: KEY } }];
    const raw = [{ PutRequest: { Item: RAW } }, { DeleteRequest: { Key: RAW_KEY } }];
    const written = await sent(new BatchWriteCommand({ RequestItems: { t: requests } }), {
      UnprocessedItems: { t: raw },
    });
    expect(written.commands?.input).toEqual({ RequestItems: { t: raw } });
    expect(written.output).toEqual({ UnprocessedItems: { t: requests } });
  });

  it('a transaction has rows, keys and values in each of its writes', async () => {
    const values = { ExpressionAttributeValues: { ':v': 2 } };
    const items = [
      { Put: { TableName: 't', Item: ROW } },
      { Update: { TableName: 't', Key: KEY, UpdateExpression: 'SET v = :v', ...values } },
      { ConditionCheck: { TableName: 't', Key: KEY, ConditionExpression: 'v = :v', ...values } },
    ];
    const { commands } = await sent(new TransactWriteCommand({ TransactItems: items }));
    const raw = { ExpressionAttributeValues: { ':v': { N: '2' } } };
    expect(commands).toEqual({
      name: 'TransactWriteItemsCommand',
      input: {
        TransactItems: [
          { Put: { TableName: 't', Item: RAW } },
          { Update: { TableName: 't', Key: RAW_KEY, UpdateExpression: 'SET v = :v', ...raw } },
          { ConditionCheck: { TableName: 't', Key: RAW_KEY, ConditionExpression: 'v = :v', ...raw } },
        ],
      },
    });
  });
});

it('unused SDK middleware is disabled, and the detection of recursive queue loops is not', () => {
  const names = (client: { middlewareStack: { identify: () => string[] } }): string =>
    client.middlewareStack.identify().join('\n');
  expect(names(dynamo)).not.toMatch(/logger|userAgent|recursion/i);
  expect(names(sqs)).not.toMatch(/logger|userAgent/i);
  expect(names(sqs)).toMatch(/recursion/);
});
