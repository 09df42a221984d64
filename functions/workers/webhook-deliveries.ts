import { sendMessages } from '../adapters/queue/send.ts';
import { deliver, loadAttempts } from '../domain/notifications/webhooks/deliver.ts';
import { deliveryAttempt, type DeliveryAttempt } from '../domain/notifications/webhooks/messages.ts';
import { laneQueue, attemptMessage } from '../domain/notifications/webhooks/relay.ts';
import { nowMs } from '../platform/clock.ts';
import type { RowSet } from '../storage/table.ts';
import { consumeMessages } from './consume.ts';
import { queueWorker } from './queue-worker.ts';
import { parseMessages, type ParsedMessage } from './parse-messages.ts';

/** Makes delivery attempts; consumer of both lanes. All data of a batch is read at once. */
export const handler = queueWorker(async (event, context) => {
  const received = parseMessages(event, deliveryAttempt).messages;
  const first = new Set(received.filter(isFirstReceipt).map(({ message }) => message));
  const rows = await loadAttempts(
    received.map(({ message }) => message),
    (message) => first.has(message),
  );
  return consumeMessages(deliveryAttempt, (turn) => carryOut(turn, rows))(event, context);
});

const isFirstReceipt = ({ record }: ParsedMessage<unknown>): boolean =>
  record.attributes.ApproximateReceiveCount === '1';

/** A message that is early or finds no free slot waits again; one for a slow endpoint moves to the slow lane. */
const carryOut = async (turn: DeliveryAttempt, rows: RowSet): Promise<void> => {
  const outcome = await deliver(turn, rows);
  if (outcome === 'done') return;
  const next: DeliveryAttempt = outcome === 'slow-lane' ? { ...turn, lane: 'slow' } : turn;
  await sendMessages(laneQueue(next.lane), [attemptMessage(next, nowMs())]);
};
