import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { log } from '../platform/log.ts';

/**
 * A queue consumer: every message of a batch side by side, and only those that failed are handed back. A message that
 * keeps failing ends on the dead-letter queue.
 */
export const consume =
  <Message>(work: (message: Message) => Promise<void>) =>
  async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const outcomes = await Promise.allSettled(
      event.Records.map(async (record) => work(JSON.parse(record.body) as Message)),
    );
    const batchItemFailures = outcomes.flatMap((outcome, index) => {
      const record = event.Records[index];
      if (outcome.status === 'fulfilled' || !record) return [];
      log.error('A message could not be worked on', { error: outcome.reason as unknown, messageId: record.messageId });
      return [{ itemIdentifier: record.messageId }];
    });
    return { batchItemFailures };
  };
