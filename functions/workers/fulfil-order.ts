import type { SQSBatchItemFailure, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { failFulfilment, fulfilOrder } from '../domain/orders/fulfil.ts';
import { log } from '../platform/log.ts';
import { guarded } from '../platform/guarded.ts';

interface FulfilmentMessage {
  company: string;
  orderId: string;
}

/** After so many tries the order is marked as failed and left to staff; see the queue's `maxReceiveCount`. */
const TRIES = 4;
/**
 * A worker that dies (out of memory, out of time) marks nothing. A message that nobody has handed back for so many
 * times is given up before it is tried again, and before the queue takes it away.
 */
const DEATHS = 6;

/** Fulfils paid orders, one after the other: each may have a thousand items to issue and render. */
export const handler = guarded(async (event: SQSEvent): Promise<SQSBatchResponse> => {
  const batchItemFailures: SQSBatchItemFailure[] = [];
  for (const record of event.Records) {
    if (!(await fulfilOne(record))) batchItemFailures.push({ itemIdentifier: record.messageId });
  }
  return { batchItemFailures };
});

const fulfilOne = async (record: SQSRecord): Promise<boolean> => {
  const message = JSON.parse(record.body) as FulfilmentMessage;
  const tries = Number(record.attributes.ApproximateReceiveCount);
  if (tries > DEATHS) return giveUp(message, 'The worker died on every try');
  try {
    await fulfilOrder(message.company, message.orderId);
    return true;
  } catch (error) {
    log.error('An order could not be fulfilled', { order_id: message.orderId, tries, cause: error });
    return tries >= TRIES && giveUp(message, String(error));
  }
};

const giveUp = async ({ company, orderId }: FulfilmentMessage, reason: string): Promise<true> => {
  await failFulfilment(company, orderId, reason);
  log.error('Fulfilment was given up: the order stays paid', { order_id: orderId, alarm: 'fulfilment_failed' });
  return true;
};
