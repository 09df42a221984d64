import { invalid, TableError } from './table-error.ts';

export type Input = Record<string, unknown>;

const SHARED = ['TableName', 'ReturnConsumedCapacity'];
const PLACEHOLDERS = ['ExpressionAttributeNames', 'ExpressionAttributeValues'];
const GUARD = ['ConditionExpression', 'ReturnValuesOnConditionCheckFailure', ...PLACEHOLDERS];
const PAGE = [
  ...SHARED,
  ...PLACEHOLDERS,
  'IndexName',
  'FilterExpression',
  'ProjectionExpression',
  'Select',
  'Limit',
  'ExclusiveStartKey',
  'ConsistentRead',
];
const WRITE = [...SHARED, ...GUARD, 'ReturnValues', 'ReturnItemCollectionMetrics'];

/** Parameters of each operation that the table in this process supports. */
const PARAMETERS: Record<string, readonly string[]> = {
  GetItem: [...SHARED, 'Key', 'ConsistentRead', 'ProjectionExpression', 'ExpressionAttributeNames'],
  Query: [...PAGE, 'KeyConditionExpression', 'ScanIndexForward'],
  Scan: PAGE,
  BatchGetItem: ['RequestItems', 'ReturnConsumedCapacity'],
  BatchWriteItem: ['RequestItems', 'ReturnConsumedCapacity', 'ReturnItemCollectionMetrics'],
  PutItem: [...WRITE, 'Item'],
  UpdateItem: [...WRITE, 'Key', 'UpdateExpression'],
  DeleteItem: [...WRITE, 'Key'],
  TransactGetItems: ['TransactItems', 'ReturnConsumedCapacity'],
  TransactWriteItems: ['TransactItems', 'ReturnConsumedCapacity', 'ReturnItemCollectionMetrics', 'ClientRequestToken'],
  'Get of TransactGetItems': ['TableName', 'Key', 'ProjectionExpression', 'ExpressionAttributeNames'],
  'Put of TransactWriteItems': ['TableName', ...GUARD, 'Item'],
  'Update of TransactWriteItems': ['TableName', ...GUARD, 'Key', 'UpdateExpression'],
  'Delete of TransactWriteItems': ['TableName', ...GUARD, 'Key'],
  'ConditionCheck of TransactWriteItems': ['TableName', ...GUARD, 'Key'],
  'a table of BatchGetItem': ['Keys', 'ConsistentRead', 'ProjectionExpression', 'ExpressionAttributeNames'],
};

const VALUES: Record<string, readonly string[]> = {
  ReturnConsumedCapacity: ['NONE', 'TOTAL', 'INDEXES'],
  ReturnItemCollectionMetrics: ['NONE'],
  ReturnValuesOnConditionCheckFailure: ['NONE', 'ALL_OLD'],
  ReturnValues: ['NONE', 'ALL_OLD', 'UPDATED_OLD', 'ALL_NEW', 'UPDATED_NEW'],
  Select: ['ALL_ATTRIBUTES', 'ALL_PROJECTED_ATTRIBUTES', 'SPECIFIC_ATTRIBUTES', 'COUNT'],
};

/**
 * Throws `TableError` for an operation or a parameter that this table does not support, or for a value that DynamoDB
 * does not know.
 */
export const assertParameters = (operation: string, input: Input): void => {
  const supported = PARAMETERS[operation];
  if (!supported) {
    throw new TableError('UnknownOperationException', `The table in this process does not support ${operation}.`);
  }
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue;
    if (!supported.includes(name)) throw invalid(`The table in this process does not support ${name} in ${operation}.`);
    const allowed = VALUES[name];
    if (allowed && !allowed.some((each) => each === value)) {
      throw invalid(
        `1 validation error detected: Value '${JSON.stringify(value)}' at '${name}' failed to satisfy constraint: Member must satisfy enum value set: [${allowed.join(', ')}]`,
      );
    }
  }
};

/** The only member of an object that must have exactly one. Throws `TableError`. */
export const onlyMember = (members: object): [string, Input] => {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined) as [string, Input][];
  const [only, more] = entries;
  if (!only || more) {
    throw invalid('TransactItems can only contain one of Check, Put, Update or Delete');
  }
  return only;
};

/** Names of the tables of a request, for each of its members. */
export const tablesOf = ({ TableName, RequestItems, TransactItems }: Input): unknown[] => {
  if (RequestItems) return Object.keys(RequestItems);
  if (!Array.isArray(TransactItems)) return [TableName];
  return TransactItems.flatMap((item: Record<string, Input>) =>
    Object.values(item).map((member) => member['TableName']),
  );
};
