import { ENDPOINT_DISABLED } from '../../events/catalog/event-catalog.ts';
import { compressEvent } from './event-bytes.ts';
import type { EndpointDisabledMessage } from './messages.ts';
import { readEndpoints } from './cached-endpoints.ts';
import { recordEvent, type EventRecording } from './record-event.ts';
import { endpointDisabledId, endpointEnvelope, isDeliveredTo } from './rules.ts';

/** Records that an endpoint was disabled, and delivers the event to the company's other endpoints. Idempotent. */
export const recordEndpointDisabled = async (
  { company, endpointId, atMs }: EndpointDisabledMessage,
  { receiversOf = readEndpoints, attempt }: EventRecording = {},
): Promise<void> => {
  const id = endpointDisabledId(endpointId, atMs);
  const event = {
    id,
    company,
    eventType: ENDPOINT_DISABLED,
    occurredAtMs: atMs,
    raw: compressEvent(JSON.stringify(endpointEnvelope(id, ENDPOINT_DISABLED, endpointId, atMs))),
  } as const;
  const receivers = async () =>
    (await receiversOf(company)).filter(
      (endpoint) => endpoint.id !== endpointId && isDeliveredTo(endpoint, { type: ENDPOINT_DISABLED, atMs }),
    );
  await recordEvent(event, receivers, { attempt });
};
