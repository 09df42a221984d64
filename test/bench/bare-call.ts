import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';

/** Baseline for the first request to every function: a function that reads one row. */
const client = new DynamoDBClient({});

export const handler = async (): Promise<{ statusCode: number }> => {
  const key = { pk: { S: 'COMPANY#shop' }, sk: { S: 'company' } };
  const { Item } = await client.send(new GetItemCommand({ TableName: process.env['TABLE_NAME'], Key: key }));
  return { statusCode: Item ? 200 : 404 };
};
