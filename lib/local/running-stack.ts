import type { LocalClock } from './clock.ts';
import type { UsageMeter } from './control/usage.ts';
import type { Functions } from './lambda/functions.ts';
import type { Delays } from './queues/delays.ts';
import type { QueueConsumer } from './queues/queue-consumer.ts';
import type { Schedules } from './queues/schedules.ts';
import type { Mailbox } from './services/mail.ts';
import type { SecretStore } from './services/secret-store.ts';
import type { Replica } from './table/replica.ts';
import type { StreamConsumer } from './table/stream-consumer.ts';

/** A row that is due by the stack's clock. */
export interface DueRow {
  /** Primary key as text. */
  key: string;
  /** A `DueKind`. */
  kind: string;
}

/** Interface of a running stack for its control routes. */
export interface ControlledStack {
  readonly functions: Functions;
  readonly usage: UsageMeter;
  readonly clock: LocalClock;
  readonly secrets: SecretStore;
  readonly mailbox: Mailbox;
  readonly delays: Delays;
  readonly schedules: Schedules;
  readonly queues: readonly QueueConsumer[];
  readonly replica: Replica;
  readonly streams: readonly StreamConsumer[];
  /** Runs everything due by the clock: delayed messages, schedules, expired objects. */
  runWhatIsDue: () => Promise<void>;
  /** Rows that are due, which schedules process. */
  dueRows: () => Promise<DueRow[]>;
  /** Every row that matches an expression, for local tools that read the full table. */
  scan: (filter: object) => Promise<Record<string, unknown>[]>;
}
