import type { SQSEvent } from 'aws-lambda';
import { webhookEventsMessage } from '../domain/webhooks/messages.ts';
import { guarded } from '../platform/guarded.ts';
import { endpointsOnce, recordOrderEvent } from '../domain/webhooks/record-event.ts';
import { settleQueued } from '../domain/webhooks/settle-queued.ts';
import { consume } from './consume.ts';

/** Records what happened and creates its deliveries; settles what a closed endpoint had queued. */
export const handler = guarded(async (event: SQSEvent) => {
  const endpointsOf = endpointsOnce();
  return consume(webhookEventsMessage, async (message) => {
    if (message.kind === 'order') await recordOrderEvent(message, endpointsOf);
    else await settleQueued(message);
  })(event);
});
