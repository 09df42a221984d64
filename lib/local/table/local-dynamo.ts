import type { GatewayRequest } from '../gateway/gateway-event.ts';
import type { HttpReply } from '../gateway/gateway-result.ts';
import type { AwsJson } from '../wire/aws-json.ts';
import type { Send } from '../wire/wire.ts';

/** Path of a table in this process under the stack's own URL, for code that the stack cannot intercept. */
export const TABLE_PATH = '/_table';

export interface LocalDynamo {
  /** URL of the emulator; absent for a table in this process, which is under the URL of the stack. */
  endpoint?: string;
  tableName: string;
  streamArn: string;
  tables: AwsJson;
  streams: AwsJson;
  /** Reports each write from now on. Present only if writes bypass the interception. */
  onWrite?: (notify: () => void) => void;
  /** Serves a request in this process, instead of the emulator. */
  send?: Send;
  stop: () => Promise<void>;
}

/** The table for requests over HTTP; undefined for another path, or without a table in this process. */
export const serveTable = async ({ send }: LocalDynamo, request: GatewayRequest): Promise<HttpReply | undefined> => {
  if (!send || (request.target !== TABLE_PATH && request.target !== `${TABLE_PATH}/`)) return undefined;
  const headers = { 'x-amz-target': String(request.headers['x-amz-target'] ?? '') };
  const { target: path, method, body } = request;
  const response = await send({ protocol: 'http:', hostname: '', method, path, query: {}, headers, body });
  return { status: response.statusCode, headers: response.headers, body: response.body as Buffer };
};

/** All rows of the table that match a filter, page by page. */
export const scanTable = async <T>(
  { tables, tableName }: Pick<LocalDynamo, 'tables' | 'tableName'>,
  filter: object,
): Promise<T[]> => {
  const rows: T[] = [];
  let startKey: unknown;
  do {
    const page = await tables<{ Items: T[]; LastEvaluatedKey?: unknown }>('Scan', {
      TableName: tableName,
      ...filter,
      ...(startKey ? { ExclusiveStartKey: startKey } : {}),
    });
    rows.push(...page.Items);
    startKey = page.LastEvaluatedKey;
  } while (startKey);
  return rows;
};
