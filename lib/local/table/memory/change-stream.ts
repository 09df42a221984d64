import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';
import { keysOf } from './keys.ts';
import type { TableChange } from './rows.ts';
import { invalid, TableError } from './table-error.ts';
import { bytesOfRow, isEqualRow } from './values.ts';

type Image = Record<string, AttributeValue>;

const RECORDS_MAX = 1000;
/** Older records are dropped, as DynamoDB drops records after a day. Consumers are far closer to the end. */
const RECORDS_KEPT = 100_000;
/** Sequence numbers are as long as those of real streams. */
const SEQUENCE_DIGITS = 21;
const SHARD = 'shardId-00000000000000000000-00000001';

/** The stream of the table in one shard, whose records contain the row before and after each change. */
export class ChangeStream {
  readonly arn: string;
  #records: DynamoDBRecord[] = [];
  /** Number of dropped records. */
  #dropped = 0;
  readonly #nowMs: () => number;

  constructor(tableName: string, nowMs: () => number) {
    this.arn = `arn:aws:dynamodb:eu-west-1:000000000000:table/${tableName}/stream/2026-01-01T00:00:00.000`;
    this.#nowMs = nowMs;
  }

  /** Adds a record, unless the write leaves the row unchanged. */
  add({ before, after }: TableChange): void {
    const row = after ?? before;
    if (!row || (before && after && isEqualRow(before, after))) return;
    if (this.#records.length >= 2 * RECORDS_KEPT) this.#dropped += this.#records.splice(0, RECORDS_KEPT).length;
    const sequence = sequenceOf(this.#end + 1);
    this.#records.push({
      eventID: sequence,
      eventName: before ? (after ? 'MODIFY' : 'REMOVE') : 'INSERT',
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: 'eu-west-1',
      dynamodb: {
        ApproximateCreationDateTime: Math.floor(this.#nowMs() / 1000),
        Keys: keysOf(row) as Image,
        ...(before ? { OldImage: before as Image } : {}),
        ...(after ? { NewImage: after as Image } : {}),
        SequenceNumber: sequence,
        SizeBytes: bytesOfRow(keysOf(row)) + bytesOfRow(before) + bytesOfRow(after),
        StreamViewType: 'NEW_AND_OLD_IMAGES',
      },
    });
  }

  /** A DynamoDB Streams operation. Throws `TableError`. */
  execute(operation: string, input: Record<string, unknown>): object {
    switch (operation) {
      case 'DescribeStream':
        return {
          StreamDescription: {
            StreamArn: this.arn,
            StreamStatus: 'ENABLED',
            StreamViewType: 'NEW_AND_OLD_IMAGES',
            Shards: [
              { ShardId: SHARD, SequenceNumberRange: { StartingSequenceNumber: sequenceOf(this.#dropped + 1) } },
            ],
          },
        };
      case 'GetShardIterator':
        return { ShardIterator: String(this.#position(input)) };
      case 'GetRecords': {
        const from = Number(input['ShardIterator']) - this.#dropped;
        if (from < 0) {
          throw new TableError('TrimmedDataAccessException', 'The operation attempted to read past the oldest record.');
        }
        const limit = Math.min(Number(input['Limit'] ?? RECORDS_MAX), RECORDS_MAX);
        const Records = this.#records.slice(from, from + limit);
        return { Records, NextShardIterator: String(this.#dropped + from + Records.length) };
      }
      default:
        throw new TableError('UnknownOperationException', `The table in this process does not support ${operation}.`);
    }
  }

  get #end(): number {
    return this.#dropped + this.#records.length;
  }

  /** Number of records before the first one that a shard iterator reads. */
  #position({ ShardIteratorType: type, SequenceNumber: sequence }: Record<string, unknown>): number {
    if (type === 'TRIM_HORIZON') return this.#dropped;
    if (type === 'LATEST') return this.#end;
    if (type === 'AT_SEQUENCE_NUMBER') return Number(sequence) - 1;
    if (type === 'AFTER_SEQUENCE_NUMBER') return Number(sequence);
    throw invalid(`Value ${String(type)} at shardIteratorType is not valid`);
  }
}

const sequenceOf = (number: number): string => String(number).padStart(SEQUENCE_DIGITS, '0');
