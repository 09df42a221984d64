import type { LocalClock } from './clock.ts';
import type { Delays } from './delays.ts';
import type { Functions } from './functions.ts';
import type { Mailbox } from './mail.ts';
import type { QueueConsumer } from './queue-consumer.ts';
import type { Replica } from './replica.ts';
import type { Schedules } from './schedules.ts';
import type { SecretStore } from './secret-store.ts';
import type { StreamConsumer } from './stream-consumer.ts';
import type { UsageMeter } from './usage.ts';

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
