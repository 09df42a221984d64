import { chunksOf } from '../platform/chunks.ts';
import { stopDryRun } from '../platform/dry-run.ts';
import { config } from '../platform/config.ts';
import { fromAttributes, type Attributes } from './attribute-values.ts';
import { documents } from './client.ts';
import {
  BatchGetCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
  type QueryCommandInput,
  type UpdateCommandInput,
} from './commands.ts';
import type { Condition } from './conditions.ts';
import { PARTITION_KEY_MAX_BYTES, SORT_KEY_MAX_BYTES } from './key-limits.ts';
import { fillDefaults } from './row-defaults.ts';
import { pageOfSharded } from './sharded-lists.ts';
import type { Key, Row, RowPage, RowQuery } from './row-types.ts';
import { invalidateSharedRead } from './shared-reads.ts';
import { retryOnConflict, sendUntilProcessed } from './retry.ts';

export { ABSENT, PRESENT, type Condition } from './conditions.ts';
export type { IndexKeys, Key, Row, RowPage, RowQuery } from './row-types.ts';

export const keyText = (key: Key): string => `${key.pk}\n${key.sk}`;

/** Ids come from callers, so a key may be too long. A row with such a key cannot exist. */
const canExist = (partition: string, ...sortKeys: readonly (string | undefined)[]): boolean =>
  Buffer.byteLength(partition) <= PARTITION_KEY_MAX_BYTES &&
  sortKeys.every((sortKey) => sortKey === undefined || Buffer.byteLength(sortKey) <= SORT_KEY_MAX_BYTES);

export const getRow = async <T extends Row>(
  key: Key,
  options: { consistent?: boolean } = {},
): Promise<T | undefined> => {
  if (!canExist(key.pk, key.sk)) return undefined;
  const { Item } = await documents.send(
    new GetCommand({
      TableName: config.tableName(),
      Key: { pk: key.pk, sk: key.sk },
      ConsistentRead: options.consistent ?? false,
    }),
  );
  return Item as T | undefined;
};

/** Rows that were read together, by key. */
export class RowSet {
  readonly #rows: Map<string, Row>;
  constructor(rows: Iterable<Row>) {
    this.#rows = new Map([...rows].map((row) => [keyText(row), row]));
  }
  get<T extends Row>(key: Key): T | undefined {
    return this.#rows.get(keyText(key)) as T | undefined;
  }
}

const BATCH_GET_MAX_KEYS = 100;

/**
 * Reads any number of rows in concurrent batches of 100. Unprocessed keys are read again. Throws 503 if the table does
 * not process them.
 */
export const getRows = async (keys: readonly Key[], options: { consistent?: boolean } = {}): Promise<RowSet> => {
  const possible = keys.filter((key) => canExist(key.pk, key.sk));
  const unique = [...new Map(possible.map((key) => [keyText(key), { pk: key.pk, sk: key.sk }])).values()];
  const batches = chunksOf(unique, BATCH_GET_MAX_KEYS);
  const results = await Promise.all(batches.map((batch) => readBatch(batch, options.consistent ?? false)));
  return new RowSet(results.flat());
};

const readBatch = async (keys: Key[], consistent: boolean): Promise<Row[]> => {
  const tableName = config.tableName();
  const rows: Row[] = [];
  await sendUntilProcessed(keys, async (pending) => {
    const output = await documents.send(
      new BatchGetCommand({ RequestItems: { [tableName]: { Keys: pending, ConsistentRead: consistent } } }),
    );
    rows.push(...(output.Responses[tableName] ?? []));
    return output.UnprocessedKeys[tableName]?.Keys ?? [];
  });
  return rows;
};

/** One page of a query. Rows from an index contain only keys; read them with `getRows`. */
export const queryPage = async <T = Row>({ shards, ...query }: RowQuery): Promise<RowPage<T>> =>
  (shards === undefined
    ? queryPartition(query)
    : pageOfSharded(shards, query, { page: queryPartition, row: getRow })) as Promise<RowPage<T>>;

const queryPartition = async <T = Row>(query: RowQuery): Promise<RowPage<T>> => {
  if (!canExist(query.partition, query.prefix, query.from, query.to)) return { rows: [] };
  const output = await documents.send(new QueryCommand(queryInput(query)));
  const page: RowPage<T> = { rows: output.Items as T[] };
  if (output.LastEvaluatedKey) page.lastKey = output.LastEvaluatedKey;
  return page;
};

/** The rows of a query, page by page. */
export const queryPages = async function* <T = Row>(query: RowQuery): AsyncGenerator<T[]> {
  let startKey = query.startKey;
  do {
    const page: RowPage<T> = await queryPage<T>({ ...query, ...(startKey ? { startKey } : {}) });
    yield page.rows;
    startKey = page.lastKey;
  } while (startKey);
};

/** All rows of a query. Only for collections whose size is limited, such as a catalog, keys or endpoints. */
export const queryAll = async <T = Row>(query: RowQuery): Promise<T[]> => {
  const rows: T[] = [];
  for await (const page of queryPages<T>(query)) rows.push(...page);
  return rows;
};

/**
 * A page is at most 1 MB, so this limit only applies to rows shorter than 105 bytes. Without a limit the emulator reads
 * all following rows for each page.
 */
const PAGE_ROWS_MAX = 10_000;

const queryInput = (query: RowQuery): QueryCommandInput => {
  const [pk, sk] = query.index ? [`${query.index}pk`, `${query.index}sk`] : ['pk', 'sk'];
  // DynamoDB rejects an empty string for a key, even as a prefix that would match the whole partition.
  const [prefix, from] = [query.prefix || undefined, query.from || undefined];
  const names: Record<string, string> = { '#pk': pk };
  const values: Record<string, unknown> = { ':pk': query.partition };
  let condition = '#pk = :pk';
  if (prefix !== undefined) {
    condition += ' AND begins_with(#sk, :prefix)';
    values[':prefix'] = prefix;
  } else if (from !== undefined && query.to !== undefined) {
    condition += ' AND #sk BETWEEN :from AND :to';
    values[':from'] = from;
    values[':to'] = query.to;
  } else if (from !== undefined) {
    condition += ' AND #sk >= :from';
    values[':from'] = from;
  } else if (query.to !== undefined) {
    condition += ' AND #sk <= :to';
    values[':to'] = query.to;
  }
  if (condition.includes('#sk')) names['#sk'] = sk;
  return {
    TableName: config.tableName(),
    IndexName: query.index,
    KeyConditionExpression: condition,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
    ScanIndexForward: !query.descending,
    Limit: query.limit ?? PAGE_ROWS_MAX,
    ExclusiveStartKey: query.startKey,
    ConsistentRead: query.index ? undefined : (query.consistent ?? false),
  };
};

export const putRow = async (row: Row, condition?: Condition): Promise<void> => {
  await sendWrite(row, () =>
    documents.send(new PutCommand({ TableName: config.tableName(), Item: row, ...conditionInput(condition) })),
  );
};

export const deleteRow = async (key: Key, condition?: Condition): Promise<void> => {
  if (!canExist(key.pk, key.sk)) {
    if (condition) throw new ConditionFailed(undefined);
    return;
  }
  await sendWrite(key, () =>
    documents.send(
      new DeleteCommand({
        TableName: config.tableName(),
        Key: { pk: key.pk, sk: key.sk },
        ...conditionInput(condition),
      }),
    ),
  );
};

export interface RowUpdate {
  key: Key;
  /** Update expression, such as `SET #a = :a ADD #n :one`. */
  update: string;
  condition?: string;
  names?: Record<string, string>;
  values?: Record<string, unknown>;
}

/** Updates one row and returns its new state. Throws `ConditionFailed` with the current row. */
export const updateRow = async <T extends Row>(change: RowUpdate): Promise<T> => {
  const { Attributes } = await sendWrite(change.key, () =>
    documents.send(new UpdateCommand({ ...updateInput(change), ReturnValues: 'ALL_NEW' })),
  );
  return Attributes as T;
};

/** Thrown if a condition failed. `row` is the current row, or undefined if it does not exist. */
export class ConditionFailed extends Error {
  readonly row: Row | undefined;
  readonly logDetails: Record<string, unknown>;
  constructor(row: Row | undefined) {
    super('A condition on a row was not met');
    this.name = 'ConditionFailed';
    this.row = row;
    this.logDetails = { row_type: row?.type };
  }
}

const isNamed = (error: unknown, name: string): error is Error & { Item?: Record<string, unknown> } =>
  error instanceof Error && error.name === name;

/** Sends a write, and repeats it while a transaction holds the row. A dry run ends here. */
const sendWrite = async <T>(key: Key, send: () => Promise<T>): Promise<T> => {
  stopDryRun();
  try {
    return await retryOnConflict(
      () => send().finally(() => invalidateSharedRead(keyText(key))),
      (error) => isNamed(error, 'TransactionConflictException'),
    );
  } catch (error) {
    if (!isNamed(error, 'ConditionalCheckFailedException')) throw error;
    throw new ConditionFailed(fromAttributeValues(error.Item));
  }
};

export const updateInput = (change: RowUpdate): UpdateCommandInput => ({
  TableName: config.tableName(),
  Key: { pk: change.key.pk, sk: change.key.sk },
  UpdateExpression: change.update,
  ConditionExpression: change.condition,
  ExpressionAttributeNames: change.names,
  ExpressionAttributeValues: change.values,
  ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
});

export const conditionInput = (condition?: Condition) =>
  condition
    ? {
        ConditionExpression: condition.expression,
        ExpressionAttributeNames: condition.names,
        ExpressionAttributeValues: condition.values,
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
      }
    : {};

/** Converts raw attribute values, as failed conditions and stream records contain them. */
export const fromAttributeValues = (raw: Record<string, unknown> | undefined): Row | undefined =>
  raw && Object.keys(raw).length > 0 ? fillDefaults(fromAttributes<Row>(raw as Attributes)) : undefined;
