import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { retryLater } from '../adapters/queue/retry-later.ts';
import { log } from '../platform/log.ts';
import { withFailureLog } from '../platform/failure-log.ts';
import { settleWithin } from '../platform/settle-within.ts';

/** Time that a consumer reserves for returning unfinished messages. */
const RESERVE_MS = 4_000;

/** After this number of deliveries a message waits for about a quarter of an hour, so it counts as late. */
const DELAYED_DELIVERIES = 3;

/** The consumer of a queue: failed messages of a batch are redelivered after a wait that grows with each attempt. */
export const queueWorker = (work: (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>) =>
  withFailureLog(async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
    try {
      const response = await work(event, context);
      const failed = new Set(response.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
      await retry(event.Records.filter(({ messageId }) => failed.has(messageId)));
      return response;
    } catch (error) {
      await retry(event.Records);
      throw error;
    }
  });

const retry = async (records: readonly SQSRecord[]): Promise<void> => {
  if (records.length === 0) return;
  const delayed = records.filter(({ attributes }) => Number(attributes.ApproximateReceiveCount) >= DELAYED_DELIVERIES);
  if (delayed.length > 0) {
    const messages = delayed.map(({ messageId }) => messageId);
    log.error('Messages have failed three times', { messages, alarm: 'message_delayed' });
  }
  await retryLater(records);
};

/**
 * Outcomes of the tasks of a batch. Tasks that are unfinished shortly before the function times out count as failed, so
 * that only they are repeated.
 */
export const settledInTime = <T>(
  tasks: readonly Promise<T>[],
  context: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<PromiseSettledResult<T>[]> => settleWithin(tasks, context.getRemainingTimeInMillis() - RESERVE_MS);
