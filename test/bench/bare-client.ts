import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** Baseline of every load time: a function that imports only the table client. */
const client = new DynamoDBClient({});

export const handler = (): string => client.config.apiVersion;
