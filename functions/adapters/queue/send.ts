import { SendMessageBatchCommand, type SendMessageBatchRequestEntry } from '@aws-sdk/client-sqs';
import { config } from '../../platform/config.ts';
import type { QueueName } from '../../platform/resource-names.ts';
import { batchesOf } from './batches.ts';
import { sqs } from './client.ts';

/** A message for a worker, sent as JSON. */
export interface QueueMessage {
  body: unknown;
  /** Delay from 0 to 900 seconds, the maximum of a queue. */
  delaySeconds?: number;
  /**
   * The company or another group to which the work belongs. In a long queue, messages of groups with few messages in
   * progress come first (SQS fair queues).
   */
  group: string;
}

export const MAX_DELAY_SECONDS = 900;
const SEND_ATTEMPTS = 3;

/** Thrown if messages could not be sent after all attempts. `failed` has their positions. */
export class QueueSendFailed extends Error {
  readonly failed: readonly number[];
  constructor(queue: QueueName, failed: readonly number[], cause?: unknown) {
    super(`${failed.length} messages could not be put on the queue ${queue}`, { cause });
    this.name = 'QueueSendFailed';
    this.failed = failed;
  }
}

interface BatchEntry {
  index: number;
  entry: SendMessageBatchRequestEntry;
  bytes: number;
}

/**
 * Sends messages to a queue in concurrent batches. Only workers, schedules and the stream relay call this, never a
 * request. Throws `QueueSendFailed` if some could not be sent; the others are in the queue.
 */
export const sendMessages = async (queue: QueueName, messages: readonly QueueMessage[]): Promise<void> => {
  const failed: number[] = [];
  let cause: unknown;
  await Promise.all(
    batchesOf(messages.map(prepare), ({ bytes }) => bytes).map(async (batch) => {
      try {
        failed.push(...(await sendBatch(queue, batch)));
      } catch (error) {
        cause = error;
        failed.push(...batch.map(({ index }) => index));
      }
    }),
  );
  if (failed.length > 0)
    throw new QueueSendFailed(
      queue,
      failed.toSorted((a, b) => a - b),
      cause,
    );
};

/**
 * Characters that some queues do not accept: those beyond the BMP, and its last two. If they were not escaped, one
 * order with an emoji in a name would block every later order in the stream.
 */
const REFUSED = /[\ud800-\udfff\ufffe\uffff]/g;

/** JSON that every queue accepts. Parsing it gives the same value. */
export const queueText = (body: unknown): string =>
  JSON.stringify(body).replace(REFUSED, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`);

const prepare = (message: QueueMessage, index: number): BatchEntry => {
  const MessageBody = queueText(message.body);
  const delay = Math.min(MAX_DELAY_SECONDS, Math.max(0, Math.ceil(message.delaySeconds ?? 0)));
  const entry: SendMessageBatchRequestEntry = { Id: String(index), MessageBody, MessageGroupId: message.group };
  if (delay > 0) entry.DelaySeconds = delay;
  return { index, entry, bytes: Buffer.byteLength(MessageBody) };
};

/**
 * Sends a batch. SQS may accept only a part of it. Returns the positions that are still refused after several attempts.
 */
const sendBatch = async (queue: QueueName, batch: readonly BatchEntry[]): Promise<number[]> => {
  let pending = batch;
  for (let attempt = 0; pending.length > 0 && attempt < SEND_ATTEMPTS; attempt++) {
    const response = await sqs.send(
      new SendMessageBatchCommand({ QueueUrl: config.queueUrl(queue), Entries: pending.map(({ entry }) => entry) }),
    );
    const refused = new Set((response.Failed ?? []).map(({ Id }) => Id));
    pending = pending.filter(({ entry }) => refused.has(entry.Id));
  }
  return pending.map(({ index }) => index);
};
