import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** What is used of the SDK's standard strategy; `capacity` is what its quota has left. */
interface RetryStrategy {
  capacity: number;
  refreshRetryTokenForRetry: (...args: unknown[]) => Promise<unknown>;
}

/**
 * Lets every retry find the SDK's quota full. Deployed, each instance of a function has a quota of its own that lasts
 * for a hundred retries in a row; here one client serves all functions, and a few failures that were asked for would
 * leave the others without retries.
 */
export const fillRetryQuota = async (): Promise<void> => {
  const client = new DynamoDBClient({ region: 'local' });
  const strategy = (await client.config.retryStrategy()) as unknown as RetryStrategy;
  const full = strategy.capacity;
  const strategies = Object.getPrototypeOf(strategy) as RetryStrategy;
  const refresh = strategies.refreshRetryTokenForRetry;
  strategies.refreshRetryTokenForRetry = async function (this: RetryStrategy, ...args: unknown[]) {
    this.capacity = full;
    return refresh.apply(this, args);
  };
  client.destroy();
};
