import { SQSClient } from '@aws-sdk/client-sqs';
import { leanClient } from '../../platform/lean-client.ts';

/** The client of this function instance. All attempts together end well before the function's time limit. */
export const sqs = leanClient(
  new SQSClient({
    maxAttempts: 4,
    requestHandler: { requestTimeout: 3_000, throwOnRequestTimeout: true },
    cacheMiddleware: true,
  }),
);
