import { sendMessages } from '../adapters/queue/send.ts';
import { deliver, loadAttempts } from '../domain/notifications/webhooks/deliver.ts';
import { deliveryAttempt, type DeliveryAttempt } from '../domain/notifications/webhooks/messages.ts';
import { laneQueue, attemptMessage } from '../domain/notifications/webhooks/relay.ts';
import { nowMs } from '../platform/clock.ts';
import type { RowSet } from '../storage/table.ts';
import { processMessages } from './consume.ts';
import { queueWorker } from './queue-worker.ts';
import { parseMessages, type ParsedMessage } from './parse-messages.ts';

/** Makes delivery attempts; consumer of both lanes. All data of a batch is read in one call. */
export const handler = queueWorker(async (event, context) => {
  const batch = parseMessages(event, deliveryAttempt);
  const first = new Set(batch.messages.filter(isFirstReceipt).map(({ message }) => message));
  const rows = await loadAttempts(
    batch.messages.map(({ message }) => message),
    (message) => first.has(message),
  );
  return processMessages(batch, (message) => attempt(message, rows), context);
});

const isFirstReceipt = ({ record }: ParsedMessage<unknown>): boolean =>
  record.attributes.ApproximateReceiveCount === '1';

/** A message that is early or finds no free slot waits again; a message for a slow endpoint moves to the slow lane. */
const attempt = async (message: DeliveryAttempt, rows: RowSet): Promise<void> => {
  const outcome = await deliver(message, rows);
  if (outcome === 'done') return;
  const next: DeliveryAttempt = outcome === 'slow-lane' ? { ...message, lane: 'slow' } : message;
  await sendMessages(laneQueue(next.lane), [attemptMessage(next, nowMs())]);
};
