import type { Input } from './table-expressions.ts';

type Case = [what: string, operation: string, input: (TableName: string) => Input];

const Key = { pk: { S: 'refused' }, sk: { S: 'a' } };
const LIST = { ...Key, sk: { S: 'list' } };
const VALIDATION = 'ValidationException';

const put = (Item: Input) => (TableName: string) => ({ TableName, Item: { ...Key, ...Item } });
const update =
  (UpdateExpression: string, values?: Input, more: Input = {}) =>
  (TableName: string) => ({
    TableName,
    Key,
    UpdateExpression,
    ...(values && { ExpressionAttributeValues: values }),
    ...more,
  });
const putIf = (ConditionExpression: string, values?: Input) => (TableName: string) => ({
  TableName,
  Item: Key,
  ConditionExpression,
  ...(values && { ExpressionAttributeValues: values }),
});
const query =
  (KeyConditionExpression: string, values: Input, more: Input = {}) =>
  (TableName: string) => ({
    TableName,
    KeyConditionExpression,
    ExpressionAttributeValues: values,
    ...more,
  });
const N = { N: '1' };
const S = { S: 'a' };

/** Requests that DynamoDB and the emulator reject, with the type of the error. */
export const INVALID: readonly [...Case, type: string][] = [
  ['an item without its sort key', 'PutItem', (TableName) => ({ TableName, Item: { pk: S } }), VALIDATION],
  ['an empty key', 'PutItem', put({ sk: { S: '' } }), VALIDATION],
  ['a key of another type', 'PutItem', put({ sk: N }), VALIDATION],
  ['an index key of another type', 'PutItem', put({ ix1pk: N }), VALIDATION],
  ['an empty index key', 'PutItem', put({ ix1pk: { S: '' } }), VALIDATION],
  ['a long partition key', 'PutItem', put({ pk: { S: 'x'.repeat(2049) } }), VALIDATION],
  ['a long sort key', 'PutItem', put({ sk: { S: 'x'.repeat(1025) } }), VALIDATION],
  ['a row above 400 KB', 'PutItem', put({ text: { S: 'x'.repeat(400 * 1024) } }), VALIDATION],
  ['a number that is not one', 'PutItem', put({ n: { N: 'one' } }), VALIDATION],
  ['a number with 39 digits', 'PutItem', put({ n: { N: '1'.repeat(39) } }), VALIDATION],
  ['a number above the range', 'PutItem', put({ n: { N: '1E126' } }), VALIDATION],
  ['a number below the range', 'PutItem', put({ n: { N: '1E-131' } }), VALIDATION],
  ['an empty set', 'PutItem', put({ tags: { SS: [] } }), VALIDATION],
  ['a set with duplicates', 'PutItem', put({ tags: { SS: ['a', 'a'] } }), VALIDATION],
  ['a value of two types', 'PutItem', put({ n: { N: '1', S: 'a' } }), VALIDATION],
  ['a key with more than the keys', 'GetItem', (TableName) => ({ TableName, Key: { ...Key, n: N } }), VALIDATION],
  ['an empty condition', 'PutItem', putIf(''), VALIDATION],
  ['a broken condition', 'PutItem', putIf('n = '), VALIDATION],
  ['an unknown function', 'PutItem', putIf('exists(n)'), VALIDATION],
  ['redundant parentheses', 'PutItem', putIf('((attribute_exists(n)))'), VALIDATION],
  ['a reserved word', 'PutItem', putIf('attribute_exists(state)'), VALIDATION],
  ['an undefined value', 'PutItem', putIf('n = :n'), VALIDATION],
  ['an undefined name', 'PutItem', putIf('attribute_exists(#n)'), VALIDATION],
  [
    'values without an expression',
    'PutItem',
    (TableName) => ({ TableName, Item: Key, ExpressionAttributeValues: { ':n': N } }),
    VALIDATION,
  ],
  ['a prefix that is a number', 'PutItem', putIf('begins_with(s, :n)', { ':n': N }), VALIDATION],
  ['an update of a key', 'UpdateItem', update('SET sk = :s', { ':s': S }), VALIDATION],
  ['a clause twice', 'UpdateItem', update('SET n = :n SET m = :n', { ':n': N }), VALIDATION],
  ['overlapping paths', 'UpdateItem', update('SET n = :n REMOVE n', { ':n': N }), VALIDATION],
  ['an added text', 'UpdateItem', update('ADD n :s', { ':s': S }), VALIDATION],
  ['a sum of an absent attribute', 'UpdateItem', update('SET n = absent + :n', { ':n': N }), VALIDATION],
  ['a sum with a text', 'UpdateItem', update('SET n = :n + :s', { ':n': N, ':s': S }), VALIDATION],
  ['a path through an absent map', 'UpdateItem', update('SET absent.n = :n', { ':n': N }), VALIDATION],
  ['an empty index key in an update', 'UpdateItem', update('SET ix1pk = :s', { ':s': { S: '' } }), VALIDATION],
  ['unknown return values', 'UpdateItem', update('REMOVE n', undefined, { ReturnValues: 'SOME' }), VALIDATION],
  ['new values of a put', 'PutItem', (TableName) => ({ TableName, Item: Key, ReturnValues: 'ALL_NEW' }), VALIDATION],
  ['a query without a partition', 'Query', query('sk = :s', { ':s': S }), VALIDATION],
  ['a range of partitions', 'Query', query('pk > :s', { ':s': S }), VALIDATION],
  ['a sort key that is not equal', 'Query', query('pk = :s AND sk <> :s', { ':s': S }), VALIDATION],
  [
    'a range that ends before it begins',
    'Query',
    query('pk = :s AND sk BETWEEN :b AND :s', { ':s': S, ':b': { S: 'b' } }),
    VALIDATION,
  ],
  [
    'a filter of keys',
    'Query',
    query('pk = :s', { ':s': S }, { FilterExpression: 'attribute_exists(sk)' }),
    VALIDATION,
  ],
  [
    'a consistent read of an index',
    'Query',
    query('ix1pk = :s', { ':s': S }, { IndexName: 'ix1', ConsistentRead: true }),
    VALIDATION,
  ],
  ['an unknown index', 'Query', query('ix1pk = :s', { ':s': S }, { IndexName: 'other' }), VALIDATION],
  ['a page without rows', 'Query', query('pk = :s', { ':s': S }, { Limit: 0 }), VALIDATION],
  ['an incomplete start', 'Query', query('pk = :s', { ':s': S }, { ExclusiveStartKey: { pk: S } }), VALIDATION],
  [
    'a key twice in a batch',
    'BatchGetItem',
    (table) => ({ RequestItems: { [table]: { Keys: [Key, Key] } } }),
    VALIDATION,
  ],
  [
    '26 writes in a batch',
    'BatchWriteItem',
    (table) => ({
      RequestItems: {
        [table]: Array.from({ length: 26 }, (_, at) => ({ DeleteRequest: { Key: { ...Key, sk: { S: `${at}` } } } })),
      },
    }),
    VALIDATION,
  ],
  [
    '101 keys in a batch',
    'BatchGetItem',
    (table) => ({
      RequestItems: { [table]: { Keys: Array.from({ length: 101 }, (_, at) => ({ ...Key, sk: { S: `${at}` } })) } },
    }),
    VALIDATION,
  ],
  [
    'a row twice in a transaction',
    'TransactWriteItems',
    (TableName) => ({ TransactItems: [{ Delete: { TableName, Key } }, { Delete: { TableName, Key } }] }),
    VALIDATION,
  ],
  [
    '101 writes in a transaction',
    'TransactWriteItems',
    (TableName) => ({
      TransactItems: Array.from({ length: 101 }, (_, at) => ({
        Delete: { TableName, Key: { ...Key, sk: { S: `${at}` } } },
      })),
    }),
    VALIDATION,
  ],
  ['an empty transaction', 'TransactWriteItems', () => ({ TransactItems: [] }), VALIDATION],
  ['another table', 'GetItem', () => ({ TableName: 'other', Key }), 'ResourceNotFoundException'],
];

const rejected = { __type: VALIDATION };
const failed = { __type: 'ConditionalCheckFailedException' };
const canceled = (Code: string) => ({ __type: 'TransactionCanceledException', CancellationReasons: [{ Code }] });
const inTransaction = (write: Input) => (TableName: string) => ({
  TransactItems: [{ Update: { TableName, Key, ...write } }],
});
const onList = (UpdateExpression: string, values?: Input) => (TableName: string) => ({
  TableName,
  Key: LIST,
  UpdateExpression,
  ExpressionAttributeNames: { '#list': 'list' },
  ReturnValues: 'ALL_NEW',
  ...(values && { ExpressionAttributeValues: values }),
});
const listOf = (L: Input[]) => ({ Attributes: { list: { L } } });

/** Behavior documented by DynamoDB (API reference and Developer Guide, "Expressions") that differs in the emulator. */
export const UNLIKE: readonly [...Case, replies: { documented: object; emulated: object }][] = [
  [
    'rejects a comparison of a type without an order',
    'PutItem',
    putIf('flag < :b', { ':b': { BOOL: true } }),
    { documented: rejected, emulated: failed },
  ],
  [
    'rejects an invalid expression before a transaction',
    'TransactWriteItems',
    inTransaction({ UpdateExpression: 'SET state = :n', ExpressionAttributeValues: { ':n': N } }),
    { documented: rejected, emulated: canceled('ValidationError') },
  ],
  [
    'rejects overlapping paths in a transaction',
    'TransactWriteItems',
    inTransaction({ UpdateExpression: 'ADD n :n, n :n', ExpressionAttributeValues: { ':n': N } }),
    { documented: rejected, emulated: {} },
  ],
  [
    'appends an element after the end of a list',
    'UpdateItem',
    onList('SET #list = if_not_exists(#list, :empty)', { ':empty': { L: [] } }),
    { documented: listOf([]), emulated: listOf([]) },
  ],
  [
    'appends it without filling up',
    'UpdateItem',
    onList('SET #list[2] = :n', { ':n': N }),
    { documented: listOf([N]), emulated: listOf([{ NULL: true }, { NULL: true }, N]) },
  ],
  [
    'rejects a path through a number',
    'UpdateItem',
    onList('SET #list[0].part = :n', { ':n': N }),
    { documented: rejected, emulated: {} },
  ],
  [
    'rejects the removal from an absent map',
    'UpdateItem',
    update('REMOVE absent.n'),
    { documented: rejected, emulated: {} },
  ],
  [
    'rejects an unused value before it checks the condition',
    'PutItem',
    putIf('attribute_exists(absent)', { ':n': N }),
    { documented: rejected, emulated: failed },
  ],
  [
    'rejects an empty prefix of keys',
    'Query',
    query('pk = :s AND begins_with(sk, :e)', { ':s': S, ':e': { S: '' } }),
    { documented: rejected, emulated: { Count: 0 } },
  ],
  [
    'rejects a start in another partition',
    'Query',
    query('pk = :s', { ':s': S }, { ExclusiveStartKey: Key }),
    { documented: rejected, emulated: { Count: 0 } },
  ],
];
