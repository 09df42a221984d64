import type { Context, SQSBatchItemFailure, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type * as z from 'zod/mini';
import { log } from '../platform/log.ts';
import { settledInTime } from './queue-worker.ts';
import { parseMessages, type ParsedBatch, type ParsedMessage } from './parse-messages.ts';

/**
 * Processes all messages of a batch concurrently and returns failed and unfinished ones. A message that keeps failing
 * ends in the dead-letter queue.
 */
export const consumeMessages =
  <T extends z.ZodMiniType>(shape: T, work: (message: z.output<T>) => Promise<void>) =>
  (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
    processMessages(parseMessages(event, shape), work, context);

/** Like `consumeMessages`, for a batch that is already parsed. */
export const processMessages = async <T>(
  { messages, unreadable }: ParsedBatch<T>,
  work: (message: T) => Promise<void>,
  context: Context,
): Promise<SQSBatchResponse> => {
  const outcomes = await settledInTime(
    messages.map(async ({ message }) => work(message)),
    context,
  );
  const failed = outcomes.flatMap((outcome, index) => {
    const record = messages[index]?.record;
    if (outcome.status === 'fulfilled' || !record) return [];
    log.error('A message could not be processed', { error: outcome.reason as unknown, messageId: record.messageId });
    return [{ itemIdentifier: record.messageId }];
  });
  return { batchItemFailures: [...unreadable, ...failed] };
};

/** Processes the messages of a batch one after the other. `work` returns whether it succeeded. */
export const processInTurn = async <T>(
  { messages, unreadable }: ParsedBatch<T>,
  work: (message: ParsedMessage<T>) => Promise<boolean>,
): Promise<SQSBatchResponse> => {
  const batchItemFailures: SQSBatchItemFailure[] = [...unreadable];
  for (const message of messages) {
    if (!(await work(message))) batchItemFailures.push({ itemIdentifier: message.record.messageId });
  }
  return { batchItemFailures };
};
