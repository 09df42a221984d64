import { sendFirstAttempts } from '../domain/notifications/webhooks/first-attempts.ts';
import { webhookEventsMessage } from '../domain/notifications/webhooks/messages.ts';
import { recordEndpointDisabled } from '../domain/notifications/webhooks/record-endpoint-disabled.ts';
import { endpointsOnce } from '../domain/notifications/webhooks/record-event.ts';
import { recordItemEvents, recordItemExpiring } from '../domain/notifications/webhooks/record-item-event.ts';
import { recordOrderEvent } from '../domain/notifications/webhooks/record-order-event.ts';
import { recordShipmentPosted } from '../domain/notifications/webhooks/record-shipment-event.ts';
import { settleQueued } from '../domain/notifications/webhooks/settle-queued.ts';
import { consumeMessages } from './consume.ts';
import { queueWorker } from './queue-worker.ts';

/**
 * Records events that the relay could not record, and events about expiring items, disabled endpoints and shipments.
 * Settles queued deliveries of endpoints that were deleted or disabled.
 */
export const handler = queueWorker(async (event, context) => {
  const recording = { receiversOf: endpointsOnce(), attempt: sendFirstAttempts };
  return consumeMessages(webhookEventsMessage, async (message) => {
    if (message.kind === 'order') await recordOrderEvent(message, recording);
    else if (message.kind === 'item') await recordItemEvents(message, recording);
    else if (message.kind === 'item-expiring') await recordItemExpiring(message, recording);
    else if (message.kind === 'endpoint-disabled') await recordEndpointDisabled(message, recording);
    else if (message.kind === 'shipment-posted') await recordShipmentPosted(message, recording);
    else await settleQueued(message);
  })(event, context);
});
