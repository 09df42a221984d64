import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** One client for the life of a function instance; the SDK reads region, credentials and endpoint from the environment. */
export const dynamo = new DynamoDBClient({
  maxAttempts: 4,
  // All attempts together end before the shortest function does (lib/definition.ts): its caller is told, and nothing is in doubt.
  requestHandler: { requestTimeout: 3_000, throwOnRequestTimeout: true },
});

// The SDK would copy every row that comes and goes for a log that is not written.
dynamo.middlewareStack.remove('loggerMiddleware');

export const documents = DynamoDBDocumentClient.from(dynamo, {
  marshallOptions: { removeUndefinedValues: true },
});
