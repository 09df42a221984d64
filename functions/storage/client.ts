import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { leanClient } from '../platform/lean-client.ts';
import type { TableCommand } from './commands.ts';

/** One client for the life of a function instance; the SDK reads region, credentials and endpoint from the environment. */
export const dynamo = leanClient(
  new DynamoDBClient({
    maxAttempts: 4,
    // All attempts together end before the shortest function does (lib/definition.ts): its caller gets an error and no outcome is unknown.
    requestHandler: { requestTimeout: 3_000, throwOnRequestTimeout: true },
    cacheMiddleware: true,
  }),
);
dynamo.middlewareStack.remove('recursionDetectionMiddleware');

/** Every call to the table goes through here. */
export const documents = {
  send: <Output>(command: TableCommand<object, Output>): Promise<Output> => command.sendThrough(dynamo),
};
