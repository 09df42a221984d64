import type { DynamoDBRecord } from 'aws-lambda';
import {
  jsonOf,
  wireOperationOf,
  readJson,
  awsJsonResponse,
  type WireRequest,
  type WireResponse,
} from '../wire/wire.ts';
import type { LocalDynamo } from './local-dynamo.ts';
import { keyOf } from './memory/keys.ts';
import type { Row } from './memory/values.ts';
import { staleResponse } from './stale.ts';

/** Maximum replication delay of a table. */
const REPLICATION_MS = 1000;
/** Timestamps in the stream have a resolution of one second. */
const STREAM_CLOCK_MS = 1000;

interface StreamPosition {
  atMs: number;
  sequence: string;
}

/**
 * A stale replica of the table, without the writes of the last one to two seconds. It is derived from the table's
 * response and from the stream, which contains each row as it was before a change.
 */
export class Replica {
  readonly #dynamo: LocalDynamo;
  /**
   * Stream positions with the times at which they were read, oldest first: one that is older than the replication
   * delay, and all later ones.
   */
  #positions: StreamPosition[] = [];
  #writtenAtMs = 0;

  constructor(dynamo: LocalDynamo) {
    this.#dynamo = dynamo;
  }

  /** Records that the stream was read up to this position. */
  recordPosition(sequence: string): void {
    const last = this.#positions.at(-1);
    if (last && BigInt(last.sequence) >= BigInt(sequence)) return;
    this.#positions.push({ atMs: Date.now(), sequence });
    const old = this.#positions.filter(({ atMs }) => atMs <= Date.now() - REPLICATION_MS);
    this.#positions.splice(0, Math.max(0, old.length - 1));
  }

  recordWrite(): void {
    this.#writtenAtMs = Date.now();
  }

  /** Whether the replica has all writes. */
  hasCaughtUp(): boolean {
    return Date.now() >= this.#writtenAtMs + REPLICATION_MS + STREAM_CLOCK_MS;
  }

  /** The response that the replica would give instead of the original one. */
  async answer(request: WireRequest, original: WireResponse): Promise<WireResponse> {
    const { json, response } = await readJson(original);
    if (response.statusCode !== 200) return response;
    const before = await this.#rowsBefore();
    if (before.size === 0) return response;
    return {
      ...response,
      body: awsJsonResponse(200, staleResponse(wireOperationOf(request), jsonOf(request), json, before)).body,
    };
  }

  /** Recently changed rows as they were before the change, by key; undefined for a new row. */
  async #rowsBefore(): Promise<Map<string, Row | undefined>> {
    const before = new Map<string, Row | undefined>();
    const since = Date.now() - REPLICATION_MS - STREAM_CLOCK_MS;
    for (const { dynamodb } of await this.#changes()) {
      const { Keys, OldImage, ApproximateCreationDateTime: seconds = 0 } = dynamodb ?? {};
      const name = Keys && keyOf(Keys);
      if (name !== undefined && seconds * 1000 >= since && !before.has(name)) before.set(name, OldImage);
    }
    return before;
  }

  async #changes(): Promise<DynamoDBRecord[]> {
    const after = this.#positions.findLast(({ atMs }) => atMs <= Date.now() - REPLICATION_MS)?.sequence;
    const StreamArn = this.#dynamo.streamArn;
    const { StreamDescription } = await this.#dynamo.streams<{
      StreamDescription: { Shards: { ShardId: string }[] };
    }>('DescribeStream', { StreamArn });
    const [shard] = StreamDescription.Shards;
    if (!shard) return [];
    const { ShardIterator } = await this.#dynamo.streams<{ ShardIterator: string }>('GetShardIterator', {
      StreamArn,
      ShardId: shard.ShardId,
      ...(after === undefined
        ? { ShardIteratorType: 'TRIM_HORIZON' }
        : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after }),
    });
    const all: DynamoDBRecord[] = [];
    for (let iterator: string | undefined = ShardIterator; iterator !== undefined;) {
      const page: { Records: DynamoDBRecord[]; NextShardIterator?: string } = await this.#dynamo.streams('GetRecords', {
        ShardIterator: iterator,
      });
      all.push(...page.Records);
      iterator = page.Records.length > 0 ? page.NextShardIterator : undefined;
    }
    return all;
  }
}
