import { nowMs } from '../../../platform/clock.ts';
import { membersAre } from '../../../storage/conditions.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { getRow, getRows, queryPages, updateRow, type Condition } from '../../../storage/table.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import {
  deliveriesOfEndpoint,
  deliveryIndexes,
  endpointKey,
  type WebhookDeliveryRow,
  type WebhookEndpointRow,
} from './rows.ts';
import { putOnce } from './record-event.ts';
import type { EndpointClosedMessage } from './messages.ts';

const PAGE = 100;
/** Maximum number of deliveries settled in the request that closes an endpoint; a worker settles the rest. */
export const SETTLED_IN_REQUEST = PAGE;

type FinalStatus = EndpointClosedMessage['settleAs'];

/** Excludes a delivery that was cancelled or replayed since it was read. */
export const stillQueued = ({ turn }: WebhookDeliveryRow): Condition => membersAre({ status: 'queued', turn });

/**
 * Sets the final status of a queued delivery, or stores a delivery without a row with that status. Has no effect if the
 * delivery has changed.
 */
export const settleDelivery = async (
  delivery: WebhookDeliveryRow,
  status: FinalStatus,
  isStored = true,
): Promise<void> => {
  const indexes = deliveryIndexes({ ...delivery, status });
  if (!isStored) {
    const { nextAttemptAtMs: _none, ...rest } = delivery;
    await putOnce({ ...rest, ...indexes, status, updatedAtMs: nowMs() });
    return;
  }
  const { ix2pk, ix3pk, ix3sk } = indexes;
  const set = { status, updatedAtMs: nowMs(), ix2pk, ix3pk, ix3sk };
  const remove = ['nextAttemptAtMs', 'duepk', 'duesk'];
  await unlessRefused(updateRow(rowUpdate({ key: delivery, set, remove, if: stillQueued(delivery) })));
};

/** When the endpoint was re-enabled; infinite while it is closed. */
const reopenedAtMs = async ({ company, endpointId }: EndpointClosedMessage): Promise<number> => {
  const endpoint = await getRow<WebhookEndpointRow>(endpointKey(company, endpointId), { consistent: true });
  return endpoint?.status === 'enabled' ? endpoint.receivesFromMs : Infinity;
};

/**
 * Settles queued deliveries of an endpoint that was deleted or disabled; deliveries that were queued after it was
 * re-enabled are kept. Stops after the page in which `limit` is reached, if given.
 */
export const settleQueued = async (closed: EndpointClosedMessage, limit = Infinity): Promise<void> => {
  const untilMs = await reopenedAtMs(closed);
  const source = deliveriesOfEndpoint(closed.company, closed.endpointId, 'queued');
  let read = 0;
  for await (const keys of queryPages({ ...source, limit: PAGE })) {
    const rows = await getRows(keys, { consistent: true });
    const open = keys
      .flatMap((key) => rows.get<WebhookDeliveryRow>(key) ?? [])
      .filter((delivery) => delivery.status === 'queued' && delivery.updatedAtMs < untilMs);
    await Promise.all(open.map((delivery) => settleDelivery(delivery, closed.settleAs)));
    read += keys.length;
    if (read >= limit) return;
  }
};
