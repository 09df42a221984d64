import { expect, it } from 'vitest';
import { MemoryTable } from '../../../lib/local/table/memory/memory-table.ts';

const TableName = 'expressions';
const KEY = { pk: { S: 'a' }, sk: { S: 'b' } };
const VALUES = { ':one': { N: '1' } };
const put = (ConditionExpression: string) => () =>
  new MemoryTable(TableName).execute('PutItem', {
    TableName,
    Item: KEY,
    ConditionExpression,
    ExpressionAttributeValues: VALUES,
  });
const update = (UpdateExpression: string, names?: object) => () =>
  new MemoryTable(TableName).execute('UpdateItem', {
    TableName,
    Key: KEY,
    UpdateExpression,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: VALUES,
    ReturnValues: 'ALL_NEW',
  });

it('the in-memory table rejects a reserved word as an attribute name, like DynamoDB', () => {
  expect(put('calling = :one')).toThrow('reserved keyword: calling');
  expect(put('attribute_not_exists(Ttl) AND holder = :one')).toThrow('reserved keyword: Ttl');
  expect(update('SET state = :one')).toThrow('reserved keyword: state');
  expect(update('SET uses = if_not_exists(count, :one)')).toThrow('reserved keyword: count');
});

it('any other name, and a placeholder for a reserved word, are accepted', () => {
  expect(put('attribute_not_exists(holder) OR holder = :one')()).toEqual({});
  expect(update('SET #state = :one ADD attempts :one', { '#state': 'state' })()).toEqual({
    Attributes: { ...KEY, state: { N: '1' }, attempts: { N: '1' } },
  });
});
