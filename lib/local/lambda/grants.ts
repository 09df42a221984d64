import { SEND_MAIL } from '../../grants.ts';
import type { AwsCall } from '../../policies.ts';
import { jsonOf, wireOperationOf, type WireRequest } from '../wire/wire.ts';
import { invokedFunction } from './lambda-path.ts';

type Key = string | { S?: string } | undefined;
interface Attributes {
  pk?: Key;
}
interface Write {
  Key?: Attributes;
  Item?: Attributes;
}

const textOf = (key: Key): string => (typeof key === 'string' ? key : (key?.S ?? ''));
const partitionOf = ({ Key, Item }: Write): string => textOf((Item ?? Key)?.pk);

/** IAM actions for each member of a transaction. */
const TRANSACTION_ACTIONS: Record<string, string> = {
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

const onTable = (operation: string, leadingKeys: string[], index?: string): AwsCall => ({
  action: `dynamodb:${operation}`,
  resource: index === undefined ? 'table' : `table/index/${index}`,
  leadingKeys,
});

/** Permissions that a table operation requires; keys may be plain strings or attribute values. */
const callsOnTable = (operation: string, input: Record<string, unknown>): AwsCall[] => {
  switch (operation) {
    case 'TransactWriteItems':
    case 'TransactGetItems': {
      const { TransactItems } = input as { TransactItems: Record<string, Write>[] };
      return TransactItems.flatMap((item) =>
        Object.entries(item).map(([kind, write]) => onTable(TRANSACTION_ACTIONS[kind] ?? kind, [partitionOf(write)])),
      );
    }
    case 'BatchGetItem': {
      const { RequestItems } = input as { RequestItems: Record<string, { Keys: Attributes[] }> };
      const keys = Object.values(RequestItems).flatMap(({ Keys }) => Keys);
      return [onTable(operation, [...new Set(keys.map(({ pk }) => textOf(pk)))])];
    }
    case 'BatchWriteItem': {
      const { RequestItems } = input as { RequestItems: Record<string, Record<string, Write>[]> };
      const writes = Object.values(RequestItems)
        .flat()
        .flatMap((each) => Object.values(each));
      return [onTable(operation, [...new Set(writes.map(partitionOf))])];
    }
    case 'Query': {
      const { IndexName, ExpressionAttributeValues } = input as {
        IndexName?: string;
        ExpressionAttributeValues?: Record<string, Key>;
      };
      return [onTable(operation, [textOf(ExpressionAttributeValues?.[':pk'])], IndexName)];
    }
    default:
      return [onTable(operation, [partitionOf(input as Write)])];
  }
};

export const tableCalls = (request: WireRequest): AwsCall[] => callsOnTable(wireOperationOf(request), jsonOf(request));

/** SendMessageBatch needs the same permission as SendMessage. */
export const queueCalls = (request: WireRequest): AwsCall[] => {
  const { QueueUrl = '' } = jsonOf(request) as { QueueUrl?: string };
  return [
    {
      action: `sqs:${wireOperationOf(request).replace(/Batch$/, '')}`,
      resource: `queue/${QueueUrl.split('/').at(-1)}`,
    },
  ];
};

const OBJECT_ACTIONS: Record<string, string> = { GET: 'GetObject', HEAD: 'GetObject', DELETE: 'DeleteObject' };

/** A missing object is reported as missing only to callers that may list the bucket. */
export const objectCalls = ({ method, path }: WireRequest): AwsCall[] => {
  const [, , bucket = '', ...key] = path.split('/');
  const name = bucket.replace(/^gift-commerce-/, '');
  const action = OBJECT_ACTIONS[method] ?? 'PutObject';
  const call: AwsCall = { action: `s3:${action}`, resource: `bucket/${name}/${key.join('/')}` };
  return action === 'GetObject' ? [call, { action: 's3:ListBucket', resource: `bucket/${name}` }] : [call];
};

export const functionCalls = ({ path }: WireRequest): AwsCall[] => [
  { action: 'lambda:InvokeFunction', resource: `function/${invokedFunction(path)}` },
];

/** An email with a configuration set needs permission on both. */
export const mailCalls = (): AwsCall[] =>
  ['mail/identity', 'mail/configuration-set'].flatMap((resource) => SEND_MAIL.map((action) => ({ action, resource })));
