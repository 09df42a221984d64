import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand as QueryItemsCommand,
  ScanCommand as ScanItemsCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  type BatchGetItemCommandInput,
  type BatchWriteItemCommandInput,
  type DeleteItemCommandInput,
  type DynamoDBClient,
  type GetItemCommandInput,
  type PutItemCommandInput,
  type QueryCommandInput as QueryItemsCommandInput,
  type ScanCommandInput as ScanItemsCommandInput,
  type TransactWriteItem,
  type TransactWriteItemsCommandInput,
  type UpdateItemCommandInput,
} from '@aws-sdk/client-dynamodb';
import { fromAttributes, toAttributes, type Attributes } from './attribute-values.ts';
import { fillDefaults, withoutDefaults } from './row-defaults.ts';
import { withShortLife } from './short-lived.ts';
import type { Key, Row } from './row-types.ts';

type PageKey = Record<string, unknown>;

const orRaw = (attributes: object | undefined): Attributes | undefined => attributes && toAttributes(attributes);
const toRawRow = (row: object): Attributes => toAttributes(withoutDefaults(withShortLife(row)));
const fromRaw = (raw: Attributes): Row => fillDefaults(fromAttributes<Row>(raw));
const ofEach = <From, To>(members: Record<string, From>, change: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(value)]));

/**
 * A DynamoDB call that accepts and returns rows as plain objects. Names and shapes are those of AWS's document client,
 * which is not used because it resolves its middleware for every call (lib/decisions/cost.md, "Processor time of a
 * sale").
 */
abstract class TableCommand<Input, Output> {
  readonly input: Input;
  constructor(input: Input) {
    this.input = input;
  }
  /** Sends the call. Throws DynamoDB's errors, in which rows are attribute values. */
  abstract sendThrough(client: DynamoDBClient): Promise<Output>;
}
export type { TableCommand };

/** The input with plain objects instead of attribute values. */
type Plain<Input, Given extends string, Values extends string> = Omit<Input, Given | Values> &
  Record<Given, object> &
  Partial<Record<Values, object | undefined>>;

export class GetCommand extends TableCommand<Plain<GetItemCommandInput, 'Key', never>, { Item: Row | undefined }> {
  async sendThrough(client: DynamoDBClient) {
    const { input } = this;
    const output = await client.send(new GetItemCommand({ ...input, Key: toAttributes(input.Key) }));
    return { ...output, Item: output.Item && fromRaw(output.Item) };
  }
}

export class PutCommand extends TableCommand<Plain<PutItemCommandInput, 'Item', 'ExpressionAttributeValues'>, object> {
  async sendThrough(client: DynamoDBClient) {
    const { input } = this;
    const ExpressionAttributeValues = orRaw(input.ExpressionAttributeValues);
    return client.send(new PutItemCommand({ ...input, Item: toRawRow(input.Item), ExpressionAttributeValues }));
  }
}

export class DeleteCommand extends TableCommand<
  Plain<DeleteItemCommandInput, 'Key', 'ExpressionAttributeValues'>,
  object
> {
  async sendThrough(client: DynamoDBClient) {
    const { input } = this;
    const ExpressionAttributeValues = orRaw(input.ExpressionAttributeValues);
    return client.send(new DeleteItemCommand({ ...input, Key: toAttributes(input.Key), ExpressionAttributeValues }));
  }
}

export type UpdateCommandInput = Plain<UpdateItemCommandInput, 'Key', 'ExpressionAttributeValues'> & {
  UpdateExpression: string;
};

export class UpdateCommand extends TableCommand<UpdateCommandInput, { Attributes: Row | undefined }> {
  async sendThrough(client: DynamoDBClient) {
    const { input } = this;
    const ExpressionAttributeValues = orRaw(input.ExpressionAttributeValues);
    const output = await client.send(
      new UpdateItemCommand({ ...input, Key: toAttributes(input.Key), ExpressionAttributeValues }),
    );
    return { ...output, Attributes: output.Attributes && fromRaw(output.Attributes) };
  }
}

interface Page {
  Items: Row[];
  LastEvaluatedKey: PageKey | undefined;
}

const pageOf = <PageOutput extends { Items?: Attributes[]; LastEvaluatedKey?: Attributes }>(
  output: PageOutput,
): Page => ({
  ...output,
  Items: (output.Items ?? []).map(fromRaw),
  LastEvaluatedKey: output.LastEvaluatedKey && fromAttributes(output.LastEvaluatedKey),
});

export type QueryCommandInput = Plain<QueryItemsCommandInput, never, 'ExclusiveStartKey' | 'ExpressionAttributeValues'>;

export class QueryCommand extends TableCommand<QueryCommandInput, Page> {
  async sendThrough(client: DynamoDBClient) {
    const ExclusiveStartKey = orRaw(this.input.ExclusiveStartKey);
    const ExpressionAttributeValues = orRaw(this.input.ExpressionAttributeValues);
    return pageOf(
      await client.send(new QueryItemsCommand({ ...this.input, ExclusiveStartKey, ExpressionAttributeValues })),
    );
  }
}

export class ScanCommand extends TableCommand<
  Plain<ScanItemsCommandInput, never, 'ExclusiveStartKey' | 'ExpressionAttributeValues'>,
  Page
> {
  async sendThrough(client: DynamoDBClient) {
    const ExclusiveStartKey = orRaw(this.input.ExclusiveStartKey);
    const ExpressionAttributeValues = orRaw(this.input.ExpressionAttributeValues);
    return pageOf(
      await client.send(new ScanItemsCommand({ ...this.input, ExclusiveStartKey, ExpressionAttributeValues })),
    );
  }
}

interface BatchGetInput extends Omit<BatchGetItemCommandInput, 'RequestItems'> {
  RequestItems: Record<string, { Keys: readonly Key[]; ConsistentRead?: boolean }>;
}

export class BatchGetCommand extends TableCommand<
  BatchGetInput,
  { Responses: Record<string, Row[]>; UnprocessedKeys: Record<string, { Keys: Key[] }> }
> {
  async sendThrough(client: DynamoDBClient) {
    const { input } = this;
    const RequestItems = ofEach(input.RequestItems, ({ Keys, ...rest }) => ({ ...rest, Keys: Keys.map(toAttributes) }));
    const output = await client.send(new BatchGetItemCommand({ ...input, RequestItems }));
    return {
      ...output,
      Responses: ofEach(output.Responses ?? {}, (items) => items.map(fromRaw)),
      UnprocessedKeys: ofEach(output.UnprocessedKeys ?? {}, ({ Keys = [] }) => ({
        Keys: Keys.map((key) => fromAttributes<Key>(key)),
      })),
    };
  }
}

export type BatchWrite = { PutRequest: { Item: Row } } | { DeleteRequest: { Key: Key } };

interface BatchWriteInput extends Omit<BatchWriteItemCommandInput, 'RequestItems'> {
  RequestItems: Record<string, readonly BatchWrite[]>;
}

export class BatchWriteCommand extends TableCommand<
  BatchWriteInput,
  { UnprocessedItems: Record<string, BatchWrite[]> }
> {
  async sendThrough(client: DynamoDBClient) {
    const { input } = this;
    const RequestItems = ofEach(input.RequestItems, (requests) =>
      requests.map((request) =>
        'PutRequest' in request
          ? { PutRequest: { Item: toRawRow(request.PutRequest.Item) } }
          : { DeleteRequest: { Key: toAttributes(request.DeleteRequest.Key) } },
      ),
    );
    const output = await client.send(new BatchWriteItemCommand({ ...input, RequestItems }));
    const UnprocessedItems = ofEach(output.UnprocessedItems ?? {}, (requests) =>
      requests.map(({ PutRequest, DeleteRequest }): BatchWrite =>
        PutRequest
          ? { PutRequest: { Item: fromRaw(PutRequest.Item ?? {}) } }
          : { DeleteRequest: { Key: fromAttributes<Key>(DeleteRequest?.Key ?? {}) } },
      ),
    );
    return { ...output, UnprocessedItems };
  }
}

type PlainWrite<Kind extends keyof TransactWriteItem> = Omit<
  NonNullable<TransactWriteItem[Kind]>,
  'Key' | 'Item' | 'ExpressionAttributeValues'
> & { Key?: object; Item?: object; ExpressionAttributeValues?: object | undefined };

export interface TransactItem {
  Put?: PlainWrite<'Put'>;
  Update?: PlainWrite<'Update'>;
  Delete?: PlainWrite<'Delete'>;
  ConditionCheck?: PlainWrite<'ConditionCheck'>;
}

export interface TransactWriteCommandInput extends Omit<TransactWriteItemsCommandInput, 'TransactItems'> {
  TransactItems: TransactItem[];
}

export class TransactWriteCommand extends TableCommand<TransactWriteCommandInput, object> {
  async sendThrough(client: DynamoDBClient) {
    const TransactItems = this.input.TransactItems.map((item) =>
      ofEach(item as Record<string, PlainWrite<'Put'>>, ({ Key, Item, ExpressionAttributeValues, ...rest }) => ({
        ...rest,
        ...(Key && { Key: toAttributes(Key) }),
        ...(Item && { Item: toRawRow(Item) }),
        ExpressionAttributeValues: orRaw(ExpressionAttributeValues),
      })),
    ) as TransactWriteItem[];
    return client.send(new TransactWriteItemsCommand({ ...this.input, TransactItems }));
  }
}
