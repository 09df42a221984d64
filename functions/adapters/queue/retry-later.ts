import { ChangeMessageVisibilityBatchCommand } from '@aws-sdk/client-sqs';
import { config } from '../../platform/config.ts';
import { log } from '../../platform/log.ts';
import { sqs } from './client.ts';

/**
 * Waits after failed attempts, short at first because most failures are brief. The last wait is used for all further
 * attempts.
 */
const WAITS_SECONDS = [5, 60, 900, 1_800];
/** Jitter spreads out messages that failed together. */
const JITTER = 0.2;

/** A message as it was received. */
interface ReceivedMessage {
  receiptHandle: string;
  /** ARN of the queue. */
  eventSourceARN?: string;
  attributes: { ApproximateReceiveCount: string };
}

/** Delay of a message after a number of deliveries. `chance` is a random number from 0 to 1. */
export const retryWaitSeconds = (deliveries: number, chance: number): number => {
  const seconds = WAITS_SECONDS[Math.min(Math.max(1, deliveries), WAITS_SECONDS.length) - 1] ?? 0;
  return Math.round(seconds * (1 - JITTER + 2 * JITTER * chance));
};

/**
 * Makes failed messages of a batch visible again after a delay that grows with each attempt. Otherwise they would be
 * hidden for six times their consumer's time limit. If this fails, they stay hidden that long.
 */
export const retryLater = async (messages: readonly ReceivedMessage[]): Promise<void> => {
  const queueUrl = config.queueUrlOf(messages[0]?.eventSourceARN ?? '');
  if (queueUrl === undefined) return;
  try {
    const { Failed = [] } = await sqs.send(
      new ChangeMessageVisibilityBatchCommand({
        QueueUrl: queueUrl,
        Entries: messages.map(({ receiptHandle, attributes }, index) => ({
          Id: String(index),
          ReceiptHandle: receiptHandle,
          VisibilityTimeout: retryWaitSeconds(Number(attributes.ApproximateReceiveCount), Math.random()),
        })),
      }),
    );
    if (Failed.length > 0) throw new Error(`The queue rejected ${Failed.length}: ${Failed[0]?.Code}`);
  } catch (error) {
    log.warn('Failed messages are received again only after their visibility timeout', { cause: error });
  }
};
