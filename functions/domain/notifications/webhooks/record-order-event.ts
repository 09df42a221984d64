import { compressed } from './event-bytes.ts';
import type { OrderHappened } from './messages.ts';
import { readEndpoints, recordEvent, type Recording } from './record-event.ts';
import { orderEnvelope, orderEventId, receives } from './rules.ts';

/**
 * Records what happened to an order as an event with compressed bytes, and has it delivered to each endpoint that was
 * there when it happened (lib/reference/webhooks.md#registration). May run any number of times for one event.
 */
export const recordOrderEvent = async (
  happened: OrderHappened,
  { receiversOf = readEndpoints, attempt }: Recording = {},
): Promise<void> => {
  const { company, orderId, type, atMs, by, onSale } = happened;
  const id = orderEventId(orderId, happened.seq);
  const event = {
    id,
    company,
    eventType: type,
    orderId,
    occurredAtMs: atMs,
    raw: compressed(JSON.stringify(orderEnvelope(id, happened))),
    ...(by ? { by } : {}),
    ...(onSale ? { onSale } : {}),
  };
  const receivers = async () => (await receiversOf(company)).filter((endpoint) => receives(endpoint, happened));
  await recordEvent(event, receivers, { attempt });
};
