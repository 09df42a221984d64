import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { leanClient } from '../platform/lean-client.ts';
import type { TableCommand } from './commands.ts';

/** The client of this function instance. The SDK reads region, credentials and endpoint from the environment. */
export const dynamo = leanClient(
  new DynamoDBClient({
    maxAttempts: 4,
    // All attempts together end before the shortest time limit of a function (lib/definition.ts), so that a call ends
    // with an error before its function times out.
    requestHandler: { requestTimeout: 3_000, throwOnRequestTimeout: true },
    cacheMiddleware: true,
  }),
);
// Lambda does not detect recursion through DynamoDB, so this client does not need the middleware that `leanClient`
// keeps.
dynamo.middlewareStack.remove('recursionDetectionMiddleware');

/** Sends every call to the table. */
export const documents = {
  send: <Output>(command: TableCommand<object, Output>): Promise<Output> => command.sendThrough(dynamo),
};
