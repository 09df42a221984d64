import type { Text } from '../../../platform/messages/message.ts';
import { connections } from '../../../platform/messages/connections.ts';
import { nowMs } from '../../../platform/clock.ts';
import { conflict } from '../../../platform/errors.ts';
import { membersAre } from '../../../storage/conditions.ts';
import {
  IDEMPOTENCY_WRITE,
  recordReplyWrite,
  type Reply,
  type IdempotencyRecord,
} from '../../../storage/idempotency.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { getRow, getRows, queryPage, updateRow, type RowUpdate } from '../../../storage/table.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import { transact, TransactionRefused } from '../../../storage/transactions.ts';
import { sortable } from '../../../storage/sortable.ts';
import { loadEndpoint } from './change-endpoint.ts';
import {
  deliveriesOfEndpoint,
  deliveryIndexes,
  endpointKey,
  KEPT_MS,
  type WebhookDeliveryRow,
  type WebhookEndpointRow,
} from './rows.ts';
import { loadDelivery } from './list-deliveries.ts';
import { presentDelivery } from './present.ts';

const notReplayable = (why: Text) => conflict('delivery_not_replayable', why);

const QUEUED_ALREADY = connections('delivery_queued');

/** The delivery with an immediate attempt and a new schedule. */
const requeuedRow = (delivery: WebhookDeliveryRow, now: number): WebhookDeliveryRow => ({
  ...delivery,
  status: 'queued',
  turn: delivery.turn + 1,
  failedAttempts: 0,
  nextAttemptAtMs: now,
  updatedAtMs: now,
  lane: 'normal',
});

const requeue = (before: WebhookDeliveryRow, after: WebhookDeliveryRow): RowUpdate => {
  const { status, turn, failedAttempts, nextAttemptAtMs, updatedAtMs, lane } = after;
  const { ix2pk } = deliveryIndexes(after);
  return rowUpdate({
    key: before,
    set: { status, turn, failedAttempts, nextAttemptAtMs, updatedAtMs, lane, ix2pk },
    remove: ['duepk', 'duesk', 'ix3pk', 'ix3sk'],
    if: membersAre({ turn: before.turn, status: before.status }),
  });
};

/**
 * Queues a delivery again, with the same event, and returns 202 (lib/reference/webhooks.md#replay). Throws 404, and 409
 * `delivery_not_replayable` when it is queued already or its endpoint is deleted or disabled.
 */
export const replayDelivery = async (input: {
  company: string;
  id: string;
  idempotency: IdempotencyRecord;
}): Promise<Reply> => {
  const delivery = await loadDelivery(input.company, input.id);
  if (delivery.status === 'queued') throw notReplayable(QUEUED_ALREADY);
  const endpoint = await getRow<WebhookEndpointRow>(endpointKey(input.company, delivery.endpointId), {
    consistent: true,
  });
  if (endpoint?.status !== 'enabled') throw notReplayable(connections('endpoint_gone'));
  const after = requeuedRow(delivery, nowMs());
  const reply: Reply = { status: 202, body: presentDelivery(after) };
  try {
    await transact([
      { update: requeue(delivery, after), name: 'delivery' },
      recordReplyWrite(input.idempotency, reply),
    ]);
  } catch (error) {
    if (error instanceof TransactionRefused && error.failed('delivery') && !error.failed(IDEMPOTENCY_WRITE)) {
      throw notReplayable(QUEUED_ALREADY);
    }
    throw error;
  }
  return reply;
};

/**
 * A request stops after the page of deliveries in which it reaches this number. `has_more` is true if pages are left.
 */
const REPLAYED_PER_REQUEST = 500;
const PAGE = 100;

interface ReplayRange {
  company: string;
  endpointId: string;
  fromMs: number;
  beforeMs: number;
}

/**
 * Requeues the failed deliveries of an endpoint that were created in a range, oldest first. A repeat continues where it
 * stopped, because queued deliveries are no longer failed. Throws 404, and 409 for a disabled endpoint.
 */
export const replayFailed = async (range: ReplayRange) => {
  const endpoint = await loadEndpoint(range.company, range.endpointId);
  if (endpoint.status !== 'enabled') throw notReplayable(connections('endpoint_disabled'));
  const from = sortable(Math.max(range.fromMs, nowMs() - KEPT_MS));
  const to = sortable(range.beforeMs);
  let replayed = 0;
  let startKey: Record<string, unknown> | undefined;
  do {
    if (to < from) break;
    const page = await queryPage({
      ...deliveriesOfEndpoint(range.company, range.endpointId, 'failed'),
      from,
      to,
      limit: PAGE,
      ...(startKey ? { startKey } : {}),
    });
    const rows = await getRows(page.rows, { consistent: true });
    const failed = page.rows.flatMap((key) => rows.get<WebhookDeliveryRow>(key) ?? []);
    const done = await Promise.all(failed.filter(({ status }) => status === 'failed').map(requeueNow));
    replayed += done.filter(Boolean).length;
    startKey = page.lastKey;
  } while (startKey && replayed < REPLAYED_PER_REQUEST);
  return {
    object: 'webhook_replay' as const,
    endpoint_id: range.endpointId,
    replayed_count: replayed,
    has_more: startKey !== undefined,
  };
};

const requeueNow = (delivery: WebhookDeliveryRow): Promise<boolean> =>
  unlessRefused(updateRow(requeue(delivery, requeuedRow(delivery, nowMs()))));
