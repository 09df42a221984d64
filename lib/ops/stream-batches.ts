import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Message } from '@aws-sdk/client-sqs';
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { resourceVariable } from '../../functions/platform/resource-names.ts';
import { streams, type StreamDefinition } from '../definition.ts';
import { OpsError } from './command.ts';
import type { QueueAccess } from './queues.ts';

const PREFIX = 'stream-';

/** The stream with the name of a dead-letter queue (`stream-table`); undefined for other queues. */
export const streamOf = (name: string): StreamDefinition | undefined =>
  streams.find((stream) => name === `${PREFIX}${stream.name}`);

export const streamLetters = streams.map(({ name }) => `${PREFIX}${name}`);

/** Location of a batch that the consumer of a stream could not process. */
interface Place {
  bucket: string;
  key: string;
}

/** Location of the stored batch that a dead letter refers to; undefined for another message. */
const streamPositionOf = (body: string): Place | undefined => {
  try {
    const { detail } = JSON.parse(body) as { detail?: { bucket?: { name?: string }; object?: { key?: string } } };
    const [bucket, key] = [detail?.bucket?.name, detail?.object?.key];
    return bucket && key ? { bucket, key } : undefined;
  } catch {
    return undefined;
  }
};

/** Parses the records of a batch as the consumer's event. */
const batchOf = (text: string): DynamoDBStreamEvent => {
  const { payload } = JSON.parse(text) as { payload?: string | DynamoDBStreamEvent };
  const event = typeof payload === 'string' ? (JSON.parse(payload) as DynamoDBStreamEvent) : payload;
  if (!Array.isArray(event?.Records)) throw new OpsError('The stored batch has no records.');
  return event;
};

type Consumer = (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse | undefined>;

/** Loads the consumer of a stream into this process. Consumers are idempotent, so a batch may be processed again. */
const consumerOf = async (access: QueueAccess, { consumer }: StreamDefinition): Promise<Consumer> => {
  for (const name of access.names) {
    const { url } = await access.pairOf(name);
    process.env[resourceVariable('QUEUE_URL', name)] ??= url;
  }
  const { handler } = (await import(pathToFileURL(resolve(consumer.entry)).href)) as { handler: Consumer };
  return handler;
};

/** Processes failed batches of a stream. */
interface StreamReplay {
  /**
   * Processes the batch of a dead letter and deletes the stored batch; returns the reason when it failed, otherwise
   * undefined.
   */
  work: (letter: Message) => Promise<string | undefined>;
}

export const openStreamReplay = async (access: QueueAccess, stream: StreamDefinition): Promise<StreamReplay> => {
  const [consume, { S3Client, GetObjectCommand, DeleteObjectCommand }] = await Promise.all([
    consumerOf(access, stream),
    import('@aws-sdk/client-s3'),
  ]);
  const s3 = new S3Client(access.emulator === undefined ? {} : { endpoint: access.emulator, forcePathStyle: true });
  const work = async ({ Body = '' }: Message): Promise<string | undefined> => {
    const place = streamPositionOf(Body);
    if (!place) return 'it does not contain the location of its batch';
    const where = { Bucket: place.bucket, Key: place.key };
    try {
      const kept = await s3.send(new GetObjectCommand(where));
      const response = await consume(batchOf((await kept.Body?.transformToString()) ?? ''));
      if (response && response.batchItemFailures.length > 0) return 'its batch still fails; see the log above';
    } catch (error) {
      // The batch was already processed and deleted; only its dead letter is left.
      if (error instanceof Error && error.name === 'NoSuchKey') return undefined;
      return String(error);
    }
    await s3.send(new DeleteObjectCommand(where));
    return undefined;
  };
  return { work };
};
