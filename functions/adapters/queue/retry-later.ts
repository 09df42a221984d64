import { ChangeMessageVisibilityBatchCommand } from '@aws-sdk/client-sqs';
import { config } from '../../platform/config.ts';
import { log } from '../../platform/log.ts';
import { sqs } from './client.ts';

/** Waits after the first, second, ... try that failed; the last one repeats. Most trouble is over as soon as it came. */
const WAITS_SECONDS = [5, 60, 900, 1_800];
/** Messages that failed together do not come again together. */
const JITTER = 0.2;

/** A message as its consumer has it. */
export interface ReceivedMessage {
  receiptHandle: string;
  /** Its queue. */
  eventSourceARN?: string;
  attributes: { ApproximateReceiveCount: string };
}

/** Delay of a message after a number of deliveries; `chance` is from 0 to 1. */
export const retryWaitSeconds = (deliveries: number, chance: number): number => {
  const seconds = WAITS_SECONDS[Math.min(Math.max(1, deliveries), WAITS_SECONDS.length) - 1] ?? 0;
  return Math.round(seconds * (1 - JITTER + 2 * JITTER * chance));
};

/**
 * Makes failed messages of a batch visible again soon, and later with each try. Otherwise they would stay hidden for
 * six times their consumer's time limit. Best effort: on failure they stay hidden that long.
 */
export const retryLater = async (messages: readonly ReceivedMessage[]): Promise<void> => {
  const queueUrl = config.queueUrlOf(messages[0]?.eventSourceARN ?? '');
  if (queueUrl === undefined) return;
  try {
    await sqs.send(
      new ChangeMessageVisibilityBatchCommand({
        QueueUrl: queueUrl,
        Entries: messages.map(({ receiptHandle, attributes }, index) => ({
          Id: String(index),
          ReceiptHandle: receiptHandle,
          VisibilityTimeout: retryWaitSeconds(Number(attributes.ApproximateReceiveCount), Math.random()),
        })),
      }),
    );
  } catch (error) {
    log.warn('Messages that failed come again only when their visibility timeout ends', { cause: error });
  }
};
