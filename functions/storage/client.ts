import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** One client for the life of a function instance; the SDK reads region, credentials and endpoint from the environment. */
export const dynamo = new DynamoDBClient({ maxAttempts: 4 });

export const documents = DynamoDBDocumentClient.from(dynamo, {
  marshallOptions: { removeUndefinedValues: true },
});
