import { sendMessages, type QueueMessage } from '../adapters/queue/send.ts';
import { fulfillmentOf } from '../domain/checkout/orders/messages.ts';
import type { OrderRow } from '../domain/checkout/orders/rows.ts';
import type { EventCancellationRow } from '../domain/payments/event-cancellation/rows.ts';
import type { WebhookDeliveryRow } from '../domain/notifications/webhooks/rows.ts';
import { laneQueue, attemptMessage, attemptOf } from '../domain/notifications/webhooks/relay.ts';
import { recordStatus } from '../domain/reporting/status/record.ts';
import { nowMs } from '../platform/clock.ts';
import { withFailureLog } from '../platform/failure-log.ts';
import { log } from '../platform/log.ts';
import type { QueueName } from '../platform/resource-names.ts';
import { dueRows } from '../storage/due-rows.ts';
import { dueMoment, shardsOf, type DueKind } from '../storage/due.ts';
import { postponeDue } from '../storage/postpone-due.ts';
import { getRows, type Row } from '../storage/table.ts';
import { rowOfType } from '../storage/row-of-type.ts';

/** How due rows of one kind are queued for a worker. */
interface DueEntry {
  kind: DueKind;
  message: (row: Row, now: number) => QueueMessage & { queue: QueueName };
}

const entries: readonly DueEntry[] = [
  {
    kind: 'webhook-delivery',
    message: (row, now) => {
      const delivery = rowOfType<WebhookDeliveryRow>('webhook-delivery', row);
      return { queue: laneQueue(delivery.lane), ...attemptMessage(attemptOf(delivery), now) };
    },
  },
  {
    kind: 'order-fulfillment',
    message: (row) => {
      const order = rowOfType<OrderRow>('order', row);
      return { queue: 'fulfillment', body: fulfillmentOf(order), group: order.company };
    },
  },
  {
    kind: 'event-cancellation',
    message: (row) => {
      const { company, id } = rowOfType<EventCancellationRow>('event-cancellation', row);
      return { queue: 'event-cancellations', body: { company, id }, group: company };
    },
  },
];

const PAGE = 100;
/**
 * A row leaves the index when its worker has finished. Queueing a row moves its due time by this much, so that a lost
 * message is sent again, and a message in progress is not sent every minute.
 */
const AGAIN_AFTER_MS = 15 * 60 * 1000;

/** Queues everything that is due for the workers, and records the status of the service; runs every minute. */
export const handler = withFailureLog(async (): Promise<void> => {
  const now = nowMs();
  await Promise.all([
    ...entries.flatMap((entry) => shardsOf(entry.kind).map((shard) => sweepShard(entry, shard, now))),
    recordStatus(now),
  ]);
});

const sweepShard = async (entry: DueEntry, shard: number, now: number): Promise<void> => {
  for (;;) {
    const keys = await dueRows(entry.kind, shard, now, PAGE);
    const rowsByKey = await getRows(keys, { consistent: true });
    const rows = keys.flatMap((key) => rowsByKey.get(key) ?? []).filter((row) => row.duesk && dueMoment(row) <= now);
    await dispatch(entry, rows, now);
    if (keys.length < PAGE || rows.length === 0) return;
  }
};

const dispatch = async (entry: DueEntry, rows: readonly Row[], now: number): Promise<void> => {
  const byQueue = Map.groupBy(
    rows.map((row) => entry.message(row, now)),
    ({ queue }) => queue,
  );
  for (const [queue, messages] of byQueue) await sendMessages(queue, messages);
  await Promise.all(rows.map((row) => postponeDue(entry.kind, row, now + AGAIN_AFTER_MS)));
  if (rows.length > 0) log.info('Queued due rows for their workers', { kind: entry.kind, rows: rows.length });
};
