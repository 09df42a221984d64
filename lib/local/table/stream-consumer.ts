import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { StreamDefinition } from '../../definition.ts';
import { isReceived } from '../../stream-filter.ts';
import type { Functions } from '../lambda/functions.ts';
import { Wake } from '../queues/wake.ts';
import type { LocalState } from '../state.ts';
import { AwsJsonError } from '../wire/aws-json.ts';
import type { LocalDynamo } from './local-dynamo.ts';
import type { Replica } from './replica.ts';

/**
 * Writes of this process wake the reader. Writes of other processes, such as an import by command, are found by
 * polling.
 */
const CHECK_EVERY_MS = 1_000;
/** Batches simultaneous changes. */
const GATHER_MS = 5;
const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 2_000;

/**
 * The event source mapping of the table's stream: records in order, batches retried until they succeed, and a position
 * that survives a restart.
 */
export class StreamConsumer {
  readonly definition: StreamDefinition;
  readonly #dynamo: LocalDynamo;
  readonly #functions: Functions;
  readonly #state: LocalState;
  readonly #replica: Replica;
  readonly #wake = new Wake();
  #iterator: string | undefined;
  /** Number of polls begun, and of the last poll that processed everything that was present when it began. */
  #reads = 0;
  #emptyRead = 0;
  #emptied: (() => void)[] = [];
  #stopped = false;

  constructor(
    definition: StreamDefinition,
    dynamo: LocalDynamo,
    functions: Functions,
    state: LocalState,
    replica: Replica,
  ) {
    this.#replica = replica;
    this.definition = definition;
    this.#dynamo = dynamo;
    this.#functions = functions;
    this.#state = state;
  }

  wake(): void {
    this.#wake.call();
  }

  stop(): void {
    this.#stopped = true;
    this.#wake.call();
    for (const resolve of this.#emptied.splice(0)) resolve();
  }

  /**
   * Resolves when a poll that began after this call has processed everything (true), on time-out, or when the consumer
   * stops (false).
   */
  async waitUntilDrained(atMostMs: number): Promise<boolean> {
    const readsBefore = this.#reads;
    const deadline = Date.now() + atMostMs;
    while (this.#emptyRead <= readsBefore && Date.now() < deadline && !this.#stopped) {
      this.#wake.call();
      const emptied = new Promise<void>((resolve) => this.#emptied.push(resolve));
      await Promise.race([emptied, sleep(Math.max(1, deadline - Date.now()), undefined, { ref: false })]);
    }
    return this.#emptyRead > readsBefore;
  }

  async run(): Promise<void> {
    while (!this.#stopped) {
      try {
        const read = ++this.#reads;
        const records = await this.#read();
        const last = records.at(-1)?.dynamodb?.SequenceNumber;
        if (last) this.#replica.recordPosition(last);
        if (records.length > 0) {
          await this.#deliver(records.filter((record) => this.#isReceived(record)));
          if (!this.#stopped) this.#savePosition(records);
          // Fewer records than requested mean that the end was reached. Later writes wake the reader.
          if (this.#stopped || records.length === this.definition.batchSize) continue;
        }
        this.#emptyRead = read;
        for (const resolve of this.#emptied.splice(0)) resolve();
        await this.#wake.sleep(CHECK_EVERY_MS);
        await sleep(GATHER_MS);
      } catch (error) {
        if (this.#stopped) return;
        this.#functions.log('error', `Stream ${this.definition.name}`, { error: String(error) });
        this.#iterator = undefined;
        await sleep(LAST_RETRY_MS / 10);
      }
    }
  }

  get #positionName(): string {
    return `stream-${this.definition.name}`;
  }

  async #read(): Promise<DynamoDBRecord[]> {
    this.#iterator ??= await this.#openIterator();
    const response = await this.#dynamo.streams<{ Records: DynamoDBRecord[]; NextShardIterator?: string }>(
      'GetRecords',
      {
        ShardIterator: this.#iterator,
        Limit: this.definition.batchSize,
      },
    );
    this.#iterator = response.NextShardIterator;
    return response.Records;
  }

  async #openIterator(): Promise<string> {
    const StreamArn = this.#dynamo.streamArn;
    const { StreamDescription } = await this.#dynamo.streams<{
      StreamDescription: { Shards: { ShardId: string }[] };
    }>('DescribeStream', { StreamArn });
    const [shard] = StreamDescription.Shards;
    if (!shard) throw new AwsJsonError('ResourceNotFoundException', 'The stream has no shard yet');
    const after = this.#state.get(this.#positionName);
    const { ShardIterator } = await this.#dynamo.streams<{ ShardIterator: string }>('GetShardIterator', {
      StreamArn,
      ShardId: shard.ShardId,
      ...(after
        ? { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after }
        : { ShardIteratorType: 'TRIM_HORIZON' }),
    });
    return ShardIterator;
  }

  async #deliver(records: DynamoDBRecord[]): Promise<void> {
    let remaining = records;
    for (let attempt = 0; remaining.length > 0 && !this.#stopped; attempt++) {
      if (attempt > 0) await sleep(Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempt));
      const processed = await this.#invoke(remaining);
      if (processed > 0) {
        this.#savePosition(remaining.slice(0, processed));
        attempt = 0;
      }
      remaining = remaining.slice(processed);
    }
  }

  /** The filter of the event source: changes to other rows do not reach the consumer. */
  #isReceived({ dynamodb }: DynamoDBRecord): boolean {
    const images = [dynamodb?.OldImage, dynamodb?.NewImage];
    return isReceived(
      this.definition,
      images.map((image) => ({ type: image?.['type']?.S, status: image?.['status']?.S })),
    );
  }

  /** Saves the position, so that a restart continues after these records. */
  #savePosition(records: readonly DynamoDBRecord[]): void {
    const last = records.at(-1)?.dynamodb?.SequenceNumber;
    if (last) this.#state.set(this.#positionName, last);
  }

  /** Number of processed records from the front. */
  async #invoke(records: DynamoDBRecord[]): Promise<number> {
    const event: DynamoDBStreamEvent = {
      Records: records.map((record) => ({
        ...record,
        awsRegion: process.env['AWS_REGION'] ?? '',
        eventSourceARN: this.#dynamo.streamArn,
      })),
    };
    try {
      const response = (await this.#functions.invoke(this.definition.consumer, event)) as
        | DynamoDBBatchResponse
        | undefined;
      const failed = new Set((response?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier));
      if (failed.size === 0) return records.length;
      return Math.max(
        0,
        records.findIndex(({ dynamodb }) => failed.has(dynamodb?.SequenceNumber ?? '')),
      );
    } catch (error) {
      this.#functions.report(this.definition.consumer.name, error);
      return 0;
    }
  }
}
