import { keyOf } from './memory/keys.ts';
import type { Row, Value } from './memory/values.ts';

interface QueryInput {
  IndexName?: string;
  KeyConditionExpression: string;
  ExpressionAttributeNames: Record<string, string>;
  ExpressionAttributeValues: Row;
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

/** Whether a read is eventually consistent, so that it may be stale. */
export const isEventualRead = (operation: string, input: Record<string, unknown>): boolean => {
  if (operation === 'GetItem' || operation === 'Query') return input['ConsistentRead'] !== true;
  if (operation !== 'BatchGetItem') return false;
  const { RequestItems } = input as { RequestItems: Record<string, { ConsistentRead?: boolean }> };
  return Object.values(RequestItems).every(({ ConsistentRead }) => ConsistentRead !== true);
};

/**
 * The response from a replica that lacks recent changes. `before` has the changed rows as they were before the change,
 * by key.
 */
export const staleResponse = (
  operation: string,
  input: Record<string, unknown>,
  json: unknown,
  before: ReadonlyMap<string, Row | undefined>,
): unknown => {
  switch (operation) {
    case 'GetItem': {
      const { Key } = input as { Key: Row };
      const name = keyOf(Key);
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
      const now = new Map((json.Responses?.[table] ?? []).map((row) => [keyOf(row), row]));
      const rows = Keys.map(keyOf).flatMap((name): Row[] => {
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
    Object.fromEntries(keys.flatMap((key): [string, Value][] => (row[key] ? [[key, row[key]]] : [])));
  const project = (row: Row): Row => (index === '' ? row : keysOf(row));
  const isBackward = input.ScanIndexForward === false;
  const placeOf = (row: Row): string => `${row[`${index}sk`]?.S ?? ''}\n${index === '' ? '' : keyOf(row)}`;
  const isBefore = (one: Row, other: Row): boolean =>
    isBackward ? placeOf(one) > placeOf(other) : placeOf(one) < placeOf(other);
  const isOnPage = (row: Row): boolean =>
    (!input.ExclusiveStartKey || isBefore(input.ExclusiveStartKey, row)) &&
    (!json.LastEvaluatedKey || !isBefore(json.LastEvaluatedKey, row));
  const old = [...before.values()].flatMap((row): Row[] =>
    row && isInRange(input, row, index) && isOnPage(row) ? [project(row)] : [],
  );
  const unchangedRows = (json.Items ?? []).filter((row) => !before.has(keyOf(row)));
  const all = [...unchangedRows, ...old].toSorted((a, b) => (isBefore(a, b) ? -1 : 1));
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
const isInRange = ({ ExpressionAttributeValues: values }: QueryInput, row: Row, index: string): boolean => {
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
