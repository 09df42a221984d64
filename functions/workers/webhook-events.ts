import { sendMessages } from '../adapters/queue/send.ts';
import { webhookEventsMessage, type DeliveryAttempt } from '../domain/notifications/webhooks/messages.ts';
import { recordEndpointDisabled } from '../domain/notifications/webhooks/record-endpoint-disabled.ts';
import { endpointsOnce } from '../domain/notifications/webhooks/record-event.ts';
import { recordItemEvents, recordItemExpiring } from '../domain/notifications/webhooks/record-item-event.ts';
import { recordOrderEvent } from '../domain/notifications/webhooks/record-order-event.ts';
import { recordShipmentPosted } from '../domain/notifications/webhooks/record-shipment-event.ts';
import { laneQueue, attemptMessage } from '../domain/notifications/webhooks/relay.ts';
import { settleQueued } from '../domain/notifications/webhooks/settle-queued.ts';
import { nowMs } from '../platform/clock.ts';
import { consumeMessages } from './consume.ts';
import { queueWorker } from './queue-worker.ts';

/** Records events and their deliveries; settles queued deliveries of closed endpoints. */
export const handler = queueWorker(async (event, context) => {
  const recording = { receiversOf: endpointsOnce(), attempt };
  return consumeMessages(webhookEventsMessage, async (message) => {
    if (message.kind === 'order') await recordOrderEvent(message, recording);
    else if (message.kind === 'item') await recordItemEvents(message, recording);
    else if (message.kind === 'item-expiring') await recordItemExpiring(message, recording);
    else if (message.kind === 'endpoint-disabled') await recordEndpointDisabled(message, recording);
    else if (message.kind === 'shipment-posted') await recordShipmentPosted(message, recording);
    else await settleQueued(message);
  })(event, context);
});

/** The message is done only once these are on their queue: after an earlier failure it runs again. */
const attempt = (turns: readonly DeliveryAttempt[]): Promise<void> =>
  sendMessages(
    laneQueue('normal'),
    turns.map((turn) => attemptMessage(turn, nowMs())),
  );
