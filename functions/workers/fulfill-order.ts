import { renderOrderDocuments } from '../domain/fulfillment/documents/render-order.ts';
import { fulfillmentMessage, type FulfillmentMessage } from '../domain/checkout/orders/messages.ts';
import { recordFailedAttempt, restartAttempt, fulfillOrder } from '../domain/fulfillment/issuing/fulfill.ts';
import { log } from '../platform/log.ts';
import { processInTurn } from './consume.ts';
import { queueWorker } from './queue-worker.ts';
import { parseMessages, type ParsedMessage } from './parse-messages.ts';

/** Fulfills one paid order per invocation, because an order may have a thousand items to issue and render. */
export const handler = queueWorker((event) => processInTurn(parseMessages(event, fulfillmentMessage), fulfill));

const fulfill = async ({ record, message }: ParsedMessage<FulfillmentMessage>): Promise<boolean> => {
  try {
    await attempt(message, Number(record.attributes.ApproximateReceiveCount) > 1);
    return true;
  } catch (error) {
    log.error('An order could not be fulfilled', { order_id: message.orderId, cause: error });
    return recordFailedAttempt(message.company, message.orderId, String(error));
  }
};

/** A redelivered message means that an earlier attempt did not finish. The order's row counts those attempts. */
const attempt = async (message: FulfillmentMessage, isAgain: boolean): Promise<void> => {
  if (isAgain && !(await restartAttempt(message.company, message.orderId))) return;
  await fulfillOrder(message, renderOrderDocuments);
};
