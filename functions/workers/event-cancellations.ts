import type { SQSBatchItemFailure } from 'aws-lambda';
import { carryOutCancellation } from '../domain/payments/event-cancellation/apply.ts';
import { cancellationMessage } from '../domain/payments/event-cancellation/messages.ts';
import { log } from '../platform/log.ts';
import { queueWorker } from './queue-worker.ts';
import { parseMessages } from './parse-messages.ts';

/** Time reserved for finishing started work. */
const RESERVE_MS = 20_000;

/** Carries out cancellations of events. A cancellation that runs out of time sends a message to continue later. */
export const handler = queueWorker(async (event, context) => {
  const { messages, unreadable } = parseMessages(event, cancellationMessage);
  const batchItemFailures: SQSBatchItemFailure[] = [...unreadable];
  for (const { record, message } of messages) {
    try {
      await carryOutCancellation(message, performance.now() + context.getRemainingTimeInMillis() - RESERVE_MS);
    } catch (error) {
      log.error('A cancellation could not be carried out', { cancellation: message.id, cause: error });
      batchItemFailures.push({ itemIdentifier: record.messageId });
    }
  }
  return { batchItemFailures };
});
