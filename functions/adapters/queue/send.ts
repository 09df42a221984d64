import { SendMessageBatchCommand, type SendMessageBatchRequestEntry } from '@aws-sdk/client-sqs';
import { config } from '../../platform/config.ts';
import type { QueueName } from '../../platform/resource-names.ts';
import { batchesOf } from './batches.ts';
import { sqs } from './client.ts';

/** A message for a worker, sent as JSON. */
export interface QueueMessage {
  body: unknown;
  /** 0 to 900: a queue's maximum delay. */
  delaySeconds?: number;
  /**
   * The company, or another group that the work belongs to. When the queue is long, messages of groups with little in
   * progress come first (fair queues of SQS).
   */
  group: string;
}

export const MAX_DELAY_SECONDS = 900;
const SEND_ATTEMPTS = 3;

/** Some messages could not be sent after all attempts; `failed` holds their positions. */
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
 * Sends messages to a queue, in concurrent batches. Workers, schedules and the stream relay call this; a request never
 * does. Throws `QueueSendFailed` when some could not be sent: the others are on the queue.
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
 * Characters that are invalid in queue messages, or on some queues: those beyond the BMP, and its last two. Unescaped,
 * one order with an emoji in a name would block every order after it in the stream.
 */
const REFUSED = /[\ud800-\udfff\ufffe\uffff]/g;

/** JSON that every queue accepts; parsing it gives the same text. */
export const queueText = (body: unknown): string =>
  JSON.stringify(body).replace(REFUSED, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`);

const prepare = (message: QueueMessage, index: number): BatchEntry => {
  const MessageBody = queueText(message.body);
  const delay = Math.min(MAX_DELAY_SECONDS, Math.max(0, Math.ceil(message.delaySeconds ?? 0)));
  const entry: SendMessageBatchRequestEntry = { Id: String(index), MessageBody, MessageGroupId: message.group };
  if (delay > 0) entry.DelaySeconds = delay;
  return { index, entry, bytes: Buffer.byteLength(MessageBody) };
};

/** Positions still rejected after several attempts: a batch may be accepted in part. */
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
