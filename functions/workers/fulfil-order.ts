import type { Context, SQSBatchItemFailure, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { renderOrderDocuments } from '../domain/documents/render-order.ts';
import { fulfilmentMessage, type FulfilmentMessage } from '../domain/orders/messages.ts';
import { attemptFailed, beginAgain, fulfilOrder } from '../domain/orders/fulfil.ts';
import { log } from '../platform/log.ts';
import { guarded } from '../platform/guarded.ts';
import { readMessages, type ReadMessage } from './read-messages.ts';

/** No order is begun with less time than this: it may have a thousand items to issue and render. */
const TIME_FOR_ONE_MS = 60_000;

/** Fulfils paid orders, one after the other; those that its time does not suffice for are handed back untried. */
export const handler = guarded(async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  const { messages, unreadable } = readMessages(event, fulfilmentMessage);
  const batchItemFailures: SQSBatchItemFailure[] = [...unreadable];
  for (const each of messages) {
    const isDone = context.getRemainingTimeInMillis() >= TIME_FOR_ONE_MS && (await fulfilOne(each));
    if (!isDone) batchItemFailures.push({ itemIdentifier: each.record.messageId });
  }
  return { batchItemFailures };
});

const fulfilOne = async ({ record, message }: ReadMessage<FulfilmentMessage>): Promise<boolean> => {
  try {
    return await attempt(message, Number(record.attributes.ApproximateReceiveCount) > 1);
  } catch (error) {
    log.error('An order could not be fulfilled', { order_id: message.orderId, cause: error });
    return attemptFailed(message.company, message.orderId, String(error));
  }
};

/** A message that comes again tells that an attempt did not end; how many did not, the order itself knows. */
const attempt = async ({ company, orderId }: FulfilmentMessage, isAgain: boolean): Promise<boolean> => {
  if (isAgain && !(await beginAgain(company, orderId))) return true;
  await fulfilOrder(company, orderId, renderOrderDocuments);
  return true;
};
