import type { FunctionDefinition } from './areas.ts';

export interface QueueDefinition {
  name: string;
  consumer: FunctionDefinition;
  batchSize: number;
  /** How long a message stays hidden while it is worked on; at least six times the consumer's time limit. */
  visibilityTimeoutSeconds: number;
  /** Deliveries before a message goes to the dead-letter queue. */
  maxReceiveCount: number;
  /** Most consumers at once, so that no kind of work takes the account's functions from the others. */
  maxConcurrency: number;
  /** Part of the built-in test gateway, which production does not have (lib/deployed.ts). */
  testGateway?: true;
}

export interface ScheduleDefinition {
  /** Name of `POST /_local/schedules/{name}`. */
  name: string;
  everyMinutes: number;
  target: FunctionDefinition;
}

export interface StreamDefinition {
  name: string;
  consumer: FunctionDefinition;
  batchSize: number;
  /** Types of the rows whose changes the consumer receives: the others do not invoke it and cost nothing. */
  rowTypes: readonly string[];
}

export interface BucketDefinition {
  name: string;
  /** Objects under a prefix vanish after so many days. */
  expiry?: readonly { prefix: string; days: number }[];
  /** Browsers or partners put objects straight into it with presigned URLs. */
  uploads?: boolean;
}
