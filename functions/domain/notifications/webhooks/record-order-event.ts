import { compressEvent } from './event-bytes.ts';
import type { OrderEventMessage } from './messages.ts';
import { isRecent, readEndpoints } from './cached-endpoints.ts';
import { recordEvent, type EventRecording } from './record-event.ts';
import { orderEnvelope, orderEventId, isDeliveredTo } from './rules.ts';

/**
 * Records an event of an order, compressed, and its delivery to each endpoint that was registered at the time of the
 * event (lib/reference/webhooks.md#registration). Idempotent.
 */
export const recordOrderEvent = async (
  happened: OrderEventMessage,
  { receiversOf = readEndpoints, attempt }: EventRecording = {},
): Promise<void> => {
  const { company, orderId, type, atMs, by, onSale } = happened;
  const id = orderEventId(orderId, happened.seq);
  const event = {
    id,
    company,
    eventType: type,
    orderId,
    occurredAtMs: atMs,
    raw: compressEvent(JSON.stringify(orderEnvelope(id, happened))),
    ...(by ? { by } : {}),
    ...(onSale ? { onSale } : {}),
  };
  const endpoints = isRecent(atMs) ? happened.endpoints : undefined;
  const receivers = async () =>
    (await receiversOf(company, endpoints)).filter((endpoint) => isDeliveredTo(endpoint, happened));
  await recordEvent(event, receivers, { attempt, endpoints });
};
