import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';
import {
  jsonOf,
  wireOperationOf,
  readJson,
  awsJsonResponse,
  type WireRequest,
  type WireResponse,
} from '../wire/wire.ts';
import type { LocalDynamo } from './dynamo.ts';

type Row = Record<string, AttributeValue>;

/** Maximum replication delay of a table. */
export const REPLICATION_MS = 1000;
/** Times in the stream have a resolution of seconds. */
const STREAM_CLOCK_MS = 1000;

interface Place {
  atMs: number;
  sequence: string;
}

interface Keyed {
  pk: { S: string };
  sk: { S: string };
}

interface QueryInput {
  IndexName?: string;
  KeyConditionExpression: string;
  ExpressionAttributeNames: Record<string, string>;
  ExpressionAttributeValues: Record<string, AttributeValue>;
  ScanIndexForward?: boolean;
  Limit?: number;
  ExclusiveStartKey?: Row;
  ConsistentRead?: boolean;
}

interface QueryOutput {
  Items?: Row[];
  Count?: number;
  ScannedCount?: number;
  LastEvaluatedKey?: Row;
}

const nameOf = (row: Row | Keyed): string => `${row['pk']?.S ?? ''}\n${row['sk']?.S ?? ''}`;

/** Whether a read may be stale. */
export const isEventual = (request: WireRequest): boolean => {
  const operation = wireOperationOf(request);
  if (operation === 'GetItem' || operation === 'Query') return jsonOf(request)['ConsistentRead'] !== true;
  if (operation !== 'BatchGetItem') return false;
  const { RequestItems } = jsonOf(request) as { RequestItems: Record<string, { ConsistentRead?: boolean }> };
  return Object.values(RequestItems).every(({ ConsistentRead }) => ConsistentRead !== true);
};

/**
 * A stale replica of the table, without the writes of the last second. Made from the table's response and the stream,
 * which has every row before its change.
 */
export class Replica {
  readonly #dynamo: LocalDynamo;
  /** Stream positions with their read time, oldest first: one that is old enough, and later ones. */
  #places: Place[] = [];
  #writtenAtMs = 0;

  constructor(dynamo: LocalDynamo) {
    this.#dynamo = dynamo;
  }

  /** The stream was read up to here. */
  passed(sequence: string): void {
    const last = this.#places.at(-1);
    if (last && BigInt(last.sequence) >= BigInt(sequence)) return;
    this.#places.push({ atMs: Date.now(), sequence });
    const old = this.#places.filter(({ atMs }) => atMs <= Date.now() - REPLICATION_MS);
    this.#places.splice(0, Math.max(0, old.length - 1));
  }

  written(): void {
    this.#writtenAtMs = Date.now();
  }

  /** The replica has all writes. */
  hasCaughtUp(): boolean {
    return Date.now() >= this.#writtenAtMs + REPLICATION_MS + STREAM_CLOCK_MS;
  }

  /** The response of the replica. */
  async answer(request: WireRequest, given: WireResponse): Promise<WireResponse> {
    const { json, response } = await readJson(given);
    if (response.statusCode !== 200) return response;
    const before = await this.#before();
    if (before.size === 0) return response;
    return { ...response, body: awsJsonResponse(200, stale(request, json, before)).body };
  }

  /** Recently changed rows before their change, by key; undefined where there was none. */
  async #before(): Promise<Map<string, Row | undefined>> {
    const before = new Map<string, Row | undefined>();
    const since = Date.now() - REPLICATION_MS - STREAM_CLOCK_MS;
    for (const { dynamodb } of await this.#changes()) {
      const { Keys, OldImage, ApproximateCreationDateTime: seconds = 0 } = dynamodb ?? {};
      const name = Keys && nameOf(Keys);
      if (name !== undefined && seconds * 1000 >= since && !before.has(name)) before.set(name, OldImage);
    }
    return before;
  }

  async #changes(): Promise<DynamoDBRecord[]> {
    const after = this.#places.findLast(({ atMs }) => atMs <= Date.now() - REPLICATION_MS)?.sequence;
    const StreamArn = this.#dynamo.streamArn;
    const { StreamDescription } = await this.#dynamo.streams<{
      StreamDescription: { Shards: { ShardId: string }[] };
    }>('DescribeStream', { StreamArn });
    const [shard] = StreamDescription.Shards;
    if (!shard) return [];
    const { ShardIterator } = await this.#dynamo.streams<{ ShardIterator: string }>('GetShardIterator', {
      StreamArn,
      ShardId: shard.ShardId,
      ...(after === undefined
        ? { ShardIteratorType: 'TRIM_HORIZON' }
        : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after }),
    });
    const all: DynamoDBRecord[] = [];
    for (let iterator: string | undefined = ShardIterator; iterator !== undefined;) {
      const page: { Records: DynamoDBRecord[]; NextShardIterator?: string } = await this.#dynamo.streams('GetRecords', {
        ShardIterator: iterator,
      });
      all.push(...page.Records);
      iterator = page.Records.length > 0 ? page.NextShardIterator : undefined;
    }
    return all;
  }
}

const stale = (request: WireRequest, json: unknown, before: ReadonlyMap<string, Row | undefined>): unknown => {
  const input = jsonOf(request);
  switch (wireOperationOf(request)) {
    case 'GetItem': {
      const { Key } = input as { Key: Row };
      const name = nameOf(Key);
      if (!before.has(name)) return json;
      const { Item: _, ...rest } = json as { Item?: Row };
      const old = before.get(name);
      return old ? { ...rest, Item: old } : rest;
    }
    case 'BatchGetItem':
      return staleBatch(input as never, json as never, before);
    default:
      return staleQuery(input as unknown as QueryInput, json as QueryOutput, before);
  }
};

const staleBatch = (
  { RequestItems }: { RequestItems: Record<string, { Keys: Row[] }> },
  json: { Responses?: Record<string, Row[]> },
  before: ReadonlyMap<string, Row | undefined>,
): unknown => ({
  ...json,
  Responses: Object.fromEntries(
    Object.entries(RequestItems).map(([table, { Keys }]) => {
      const now = new Map((json.Responses?.[table] ?? []).map((row) => [nameOf(row), row]));
      const rows = Keys.map(nameOf).flatMap((name): Row[] => {
        const row = before.has(name) ? before.get(name) : now.get(name);
        return row ? [row] : [];
      });
      return [table, rows];
    }),
  ),
});

const staleQuery = (
  input: QueryInput,
  json: QueryOutput,
  before: ReadonlyMap<string, Row | undefined>,
): QueryOutput => {
  const index = input.IndexName ?? '';
  const keys = [...new Set(['pk', 'sk', `${index}pk`, `${index}sk`])];
  const keysOf = (row: Row): Row =>
    Object.fromEntries(keys.flatMap((key): [string, AttributeValue][] => (row[key] ? [[key, row[key]]] : [])));
  const project = (row: Row): Row => (index === '' ? row : keysOf(row));
  const backwards = input.ScanIndexForward === false;
  const placeOf = (row: Row): string => `${row[`${index}sk`]?.S ?? ''}\n${index === '' ? '' : nameOf(row)}`;
  const isBefore = (one: Row, other: Row): boolean =>
    backwards ? placeOf(one) > placeOf(other) : placeOf(one) < placeOf(other);
  const isOnPage = (row: Row): boolean =>
    (!input.ExclusiveStartKey || isBefore(input.ExclusiveStartKey, row)) &&
    (!json.LastEvaluatedKey || !isBefore(json.LastEvaluatedKey, row));
  const old = [...before.values()].flatMap((row): Row[] =>
    row && fits(input, row, index) && isOnPage(row) ? [project(row)] : [],
  );
  const untouched = (json.Items ?? []).filter((row) => !before.has(nameOf(row)));
  const all = [...untouched, ...old].toSorted((a, b) => (isBefore(a, b) ? -1 : 1));
  const Items = all.slice(0, input.Limit ?? all.length);
  const last = Items.length < all.length ? Items.at(-1) : undefined;
  const LastEvaluatedKey = last ? keysOf(last) : json.LastEvaluatedKey;
  return {
    ...json,
    Items,
    Count: Items.length,
    ScannedCount: Items.length,
    ...(LastEvaluatedKey ? { LastEvaluatedKey } : {}),
  };
};

/** The key conditions in use: one partition, and a prefix or a range of sort keys. */
const fits = ({ ExpressionAttributeValues: values }: QueryInput, row: Row, index: string): boolean => {
  const sk = row[`${index}sk`]?.S;
  const text = (name: string): string | undefined => values[name]?.S;
  if (row[`${index}pk`]?.S !== text(':pk') || sk === undefined) return false;
  const [prefix, from, to] = [text(':prefix'), text(':from'), text(':to')];
  return (
    (prefix === undefined || sk.startsWith(prefix)) &&
    (from === undefined || sk >= from) &&
    (to === undefined || sk <= to)
  );
};
