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
  /** Name of `POST /_local/schedules/{name}`. */
  name: string;
  everyMinutes: number;
  /** Kinds of due rows that it processes; each kind has one schedule. */
  sweeps: readonly DueKind[];
  /** On one machine it runs only when requested: its work is that of a visitor. */
  onRequestLocally?: true;
  target: FunctionDefinition;
}

export interface StreamDefinition {
  name: string;
  consumer: FunctionDefinition;
  batchSize: number;
  /** Row types whose changes the consumer receives: others do not invoke it and cost nothing. */
  rowTypes: readonly string[];
  /** Changes of orders that are not paid before and after are also left out. */
  withoutUnpaidOrders?: true;
}

export interface BucketDefinition {
  name: BucketName;
  /** Objects under a prefix expire after N days. */
  expiry?: readonly { prefix: string; days: number }[];
  /** Browsers or partners upload directly with presigned URLs. */
  uploads?: boolean;
}
