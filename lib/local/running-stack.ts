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

/** What a running stack shows to those who steer it and wait for it. */
export interface RunningStack {
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
  /** Everything that the clock has made due: delayed messages, schedules, expired objects. */
  runWhatIsDue: () => Promise<void>;
  /** Rows whose moment has come, as one text: something a schedule is to do; empty when there is nothing. */
  dueRows: () => Promise<string>;
  /** Every row that an expression lets through; for what only this machine asks of the whole table. */
  scan: (filter: {
    FilterExpression: string;
    ExpressionAttributeNames: object;
    ExpressionAttributeValues: object;
  }) => Promise<Record<string, unknown>[]>;
}
