import { nowMs } from '../../../platform/clock.ts';
import { notFound } from '../../../platform/errors.ts';
import { recordReplyWrite, type Reply, type IdempotencyRecord } from '../../../storage/idempotency.ts';
import { transact } from '../../../storage/transactions.ts';
import { loadEndpoint } from './change-endpoint.ts';
import { compressEvent } from './event-bytes.ts';
import { deliveryRow, eventRow } from './record-event.ts';
import { endpointEnvelope, pingEventId } from './rules.ts';
import { PING } from './schema.ts';

/** The idempotency record is kept for at least as long as the event. */
export const PING_KEY_SECONDS = 31 * 24 * 3600;

/**
 * Sends a test event to one endpoint, regardless of its subscriptions, and returns 202. The idempotency key identifies
 * the event (lib/reference/webhooks.md#ping). Throws 404 for an unknown or disabled endpoint.
 */
export const ping = async (input: {
  company: string;
  id: string;
  key: string;
  idempotency: IdempotencyRecord;
}): Promise<Reply> => {
  const { company } = input;
  const endpoint = await loadEndpoint(company, input.id);
  if (endpoint.status !== 'enabled') throw notFound('enabled webhook endpoint');
  const now = nowMs();
  const id = pingEventId(company, endpoint.id, input.key);
  const envelope = endpointEnvelope(id, PING, endpoint.id, now);
  const event = eventRow(
    { id, company, eventType: PING, occurredAtMs: now, raw: compressEvent(JSON.stringify(envelope)) },
    now,
  );
  const delivery = deliveryRow(event, endpoint, now);
  const body = { ...envelope, object: 'webhook_event', delivery_id: delivery.id };
  const reply: Reply = { status: 202, body };
  await transact([{ put: event }, { put: delivery }, recordReplyWrite(input.idempotency, reply)]);
  return reply;
};
