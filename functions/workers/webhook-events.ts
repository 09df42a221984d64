import { webhookEventsMessage } from '../domain/webhooks/messages.ts';
import { endpointsOnce, recordOrderEvent } from '../domain/webhooks/record-event.ts';
import { settleQueued } from '../domain/webhooks/settle-queued.ts';
import { consume } from './consume.ts';
import { queueWorker } from './queue-worker.ts';

/** Records what happened and creates its deliveries; settles what a closed endpoint had queued. */
export const handler = queueWorker(async (event, context) => {
  const endpointsOf = endpointsOnce();
  return consume(webhookEventsMessage, async (message) => {
    if (message.kind === 'order') await recordOrderEvent(message, endpointsOf);
    else await settleQueued(message);
  })(event, context);
});
