import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** Parts of the SDK's standard strategy; `capacity` is its remaining quota. */
interface RetryStrategy {
  capacity: number;
  refreshRetryTokenForRetry: (...args: unknown[]) => Promise<unknown>;
}

/**
 * Gives every retry the SDK's full quota. In a deployment, each instance has its own quota of a hundred consecutive
 * retries. Here one client serves all functions, and a few injected failures would leave other functions without
 * retries.
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
