import type { UsageMeter } from '../control/usage.ts';
import { tableCalls } from '../lambda/grants.ts';
import type { Invocation } from '../lambda/invocation.ts';
import { valueOfBody } from '../wire/body-values.ts';
import {
  awsJsonResponse,
  bytesOf,
  jsonOf,
  wireOperationOf,
  withMember,
  type Send,
  type WireRequest,
  type WireResponse,
  type WireService,
} from '../wire/wire.ts';
import type { LocalDynamo } from './local-dynamo.ts';
import type { Replica } from './replica.ts';
import { isEventualRead } from './stale.ts';
import { canConflict, isCommit, WRITES } from './table-requests.ts';

/** The table for functions: metered, and with injected faults. */
export const tableService = (
  dynamo: LocalDynamo,
  { usage, replica, notifyWrite }: { usage: UsageMeter; replica: Replica; notifyWrite: () => void },
): WireService => ({
  target: 'table',
  serves: (request) => (request.headers['x-amz-target'] ?? '').startsWith('DynamoDB_'),
  calls: tableCalls,
  canFail: (request, mode) => {
    if (mode === 'conflict') return canConflict(request);
    return mode !== 'stale' || isEventualRead(wireOperationOf(request), jsonOf(request));
  },
  stale: (request, response) => replica.answer(request, response),
  errorResponse: (request, mode) => {
    if (mode === 'conflict') return conflict(request);
    if (mode === 'denied')
      return errorResponse(400, 'AccessDeniedException', 'The role of this function does not allow this.');
    if (mode === 'throttle') {
      return errorResponse(400, 'ProvisionedThroughputExceededException', 'The level of throughput was exceeded.');
    }
    return errorResponse(500, 'InternalServerError', 'The request processing has failed.');
  },
  commits: isCommit,
  send: async (request, sendToEmulator, invocation) => {
    const send = dynamo.send ?? sendToEmulator;
    const isWrite = WRITES.has(wireOperationOf(request));
    try {
      return invocation ? await sendMetered(request, send, invocation, usage) : await send(request);
    } finally {
      if (isWrite) {
        replica.recordWrite();
        notifyWrite();
      }
    }
  },
});

const errorResponse = (status: number, type: string, message: string, more: object = {}) =>
  awsJsonResponse(status, { __type: `com.amazonaws.dynamodb.v20120810#${type}`, message, ...more });

const conflict = (request: WireRequest) => {
  if (wireOperationOf(request) !== 'TransactWriteItems') {
    return errorResponse(400, 'TransactionConflictException', 'Transaction is ongoing for the item');
  }
  const { TransactItems } = jsonOf(request) as { TransactItems: unknown[] };
  const reasons = TransactItems.map((_, index) =>
    index === 0 ? { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' } : { Code: 'None' },
  );
  const codes = reasons.map(({ Code }) => Code).join(', ');
  return errorResponse(
    400,
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    { CancellationReasons: reasons },
  );
};

interface Capacity {
  CapacityUnits?: number;
  ReadCapacityUnits?: number;
}

interface Consumption {
  ConsumedCapacity?: Capacity | Capacity[];
}

const CONSUMED = '"ConsumedCapacity":';

/**
 * The capacity units of a response. They come after its rows, which the SDK parses anyway and which are skipped here.
 * Text in a row cannot be mistaken for them, because its quotation marks are escaped.
 */
export const consumedIn = (reply: Buffer): Capacity[] => {
  const from = reply.lastIndexOf(CONSUMED);
  if (from < 0) return [];
  const { ConsumedCapacity = [] } = JSON.parse(`{${reply.toString('utf8', from)}`) as Consumption;
  return [ConsumedCapacity].flat();
};

/** Returns the response so that its body can be read again. */
const readConsumption = async (response: WireResponse): Promise<{ response: WireResponse; consumed: Capacity[] }> => {
  const value = valueOfBody(response.body) as Consumption | undefined;
  if (value) return { response, consumed: [value.ConsumedCapacity ?? []].flat() };
  const body = await bytesOf(response.body);
  return { response: { ...response, body }, consumed: response.statusCode === 200 ? consumedIn(body) : [] };
};

const sendMetered = async (request: WireRequest, send: Send, invocation: Invocation, usage: UsageMeter) => {
  const end = usage.startCall(invocation);
  const units = { read: 0, write: 0 };
  try {
    const measuredRequest = withMember(request, 'ReturnConsumedCapacity', 'TOTAL');
    const { response, consumed } = await readConsumption(await send(measuredRequest));
    for (const { CapacityUnits, ReadCapacityUnits } of consumed) {
      const isWrite = WRITES.has(wireOperationOf(request)) && ReadCapacityUnits === undefined;
      units[isWrite ? 'write' : 'read'] += CapacityUnits ?? 0;
    }
    return response;
  } finally {
    end(units);
  }
};
