import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { awsJson } from '../../../lib/local/wire/aws-json.ts';
import { consumedIn } from '../../../lib/local/table/table-wire.ts';
import { startTable, type TestTable } from '../../support/table.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

/** A response as bytes, as received from the network. */
const answerTo = async (operation: string, input: object): Promise<Buffer> => {
  const tables = awsJson(process.env['AWS_ENDPOINT_URL_DYNAMODB'] ?? '', 'DynamoDB_20120810');
  return Buffer.from(JSON.stringify(await tables<object>(operation, { ...input, ReturnConsumedCapacity: 'TOTAL' })));
};

describe('capacity units in an emulator’s response', () => {
  const name = '"ConsumedCapacity":';
  const key = { pk: { S: 'a' }, sk: { S: 'b' } };
  const row = { ...key, text: { S: name }, ConsumedCapacity: { M: { ConsumedCapacity: { S: 'of the row' } } } };

  it('are found after rows with any content', async () => {
    const { name: TableName } = table;
    const put = { TableName, Item: row, ReturnValues: 'ALL_OLD' };
    expect(consumedIn(await answerTo('PutItem', put))).toMatchObject([{ CapacityUnits: 1 }]);
    expect(consumedIn(await answerTo('PutItem', put))).toMatchObject([{ CapacityUnits: 1 }]);
    expect(consumedIn(await answerTo('GetItem', { TableName, Key: key }))).toMatchObject([{ CapacityUnits: 0.5 }]);
    expect(consumedIn(await answerTo('Scan', { TableName }))).toMatchObject([{ CapacityUnits: 0.5 }]);
    const batch = { RequestItems: { [TableName]: { Keys: [key] } } };
    expect(consumedIn(await answerTo('BatchGetItem', batch))).toMatchObject([{ CapacityUnits: 0.5 }]);
    const reads = { TransactItems: [{ Get: { TableName, Key: key } }] };
    expect(consumedIn(await answerTo('TransactGetItems', reads))).toMatchObject([{ ReadCapacityUnits: 2 }]);
  });

  it('are an empty list when the response has none', () => {
    expect(consumedIn(Buffer.from('{"TableNames":[]}'))).toEqual([]);
    expect(consumedIn(Buffer.alloc(0))).toEqual([]);
  });
});
