import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** What every load time is compared with: a function that imports the table client and nothing else. */
const client = new DynamoDBClient({});

export const handler = (): string => client.config.apiVersion;
