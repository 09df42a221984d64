import type { SQSBatchItemFailure, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { failFulfilment, fulfilOrder } from '../domain/orders/fulfil.ts';
import { log } from '../platform/log.ts';

interface FulfilmentMessage {
  company: string;
  orderId: string;
}

/** After so many tries the order is marked as failed and left to staff; see the queue's `maxReceiveCount`. */
const TRIES = 4;

/** Fulfils paid orders, one after the other: each may have a thousand items to issue and render. */
export const handler = async (event: SQSEvent): Promise<SQSBatchResponse> => {
  const batchItemFailures: SQSBatchItemFailure[] = [];
  for (const record of event.Records) {
    if (!(await fulfilOne(record))) batchItemFailures.push({ itemIdentifier: record.messageId });
  }
  return { batchItemFailures };
};

const fulfilOne = async (record: SQSRecord): Promise<boolean> => {
  const { company, orderId } = JSON.parse(record.body) as FulfilmentMessage;
  try {
    await fulfilOrder(company, orderId);
    return true;
  } catch (error) {
    const tries = Number(record.attributes.ApproximateReceiveCount);
    log.error('An order could not be fulfilled', { order_id: orderId, tries, cause: String(error) });
    if (tries < TRIES) return false;
    await failFulfilment(company, orderId, String(error));
    log.error('Fulfilment was given up: the order stays paid', { order_id: orderId, alarm: 'fulfilment_failed' });
    return true;
  }
};
