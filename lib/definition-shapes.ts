import type { BucketName, QueueName } from '../functions/platform/resource-names.ts';
import type { DueKind } from '../functions/storage/due.ts';
import type { FunctionDefinition } from './areas.ts';

export interface QueueDefinition {
  name: QueueName;
  consumer: FunctionDefinition;
  batchSize: number;
  /** Visibility timeout; at least six times the consumer's time limit. */
  visibilityTimeoutSeconds: number;
  /** Deliveries before a message goes to the dead-letter queue. */
  maxReceiveCount: number;
  /** Maximum concurrent consumers, so that no kind of work uses up the account's concurrency. */
  maxConcurrency: number;
  /** Part of the built-in test gateway, which production does not include (lib/deployed.ts). */
  testGateway?: true;
}

export interface ScheduleDefinition {
  /** Name of the schedule, also in `POST /_local/schedules/{name}`. */
  name: string;
  everyMinutes: number;
  /** Kinds of due rows that it processes; each kind has one schedule. */
  sweeps: readonly DueKind[];
  /** The local stack runs it only on request, because it makes a sale. */
  onRequestLocally?: true;
  target: FunctionDefinition;
}

export interface StreamDefinition {
  name: string;
  consumer: FunctionDefinition;
  batchSize: number;
  /** Batches of one shard that are processed concurrently; changes to one row stay in order. */
  concurrentBatches: number;
  /**
   * Row types whose changes the consumer receives. Changes to rows of other types do not invoke it and cost nothing.
   */
  rowTypes: readonly string[];
  /** Also omits changes to orders that are unpaid both before and after the change. */
  withoutUnpaidOrders?: true;
}

export interface BucketDefinition {
  name: BucketName;
  /** Objects under a prefix expire after N days. */
  expiry?: readonly { prefix: string; days: number }[];
  /** Browsers or partners upload directly with presigned URLs. */
  uploads?: boolean;
}
