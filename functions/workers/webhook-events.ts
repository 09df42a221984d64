import { webhookEventsMessage } from '../domain/webhooks/messages.ts';
import { guarded } from '../platform/guarded.ts';
import { recordOrderEvent } from '../domain/webhooks/record-event.ts';
import { settleQueued } from '../domain/webhooks/settle-queued.ts';
import { consume } from './consume.ts';

/** Records what happened and creates its deliveries; settles what a closed endpoint had queued. */
export const handler = guarded(
  consume(webhookEventsMessage, async (message) => {
    if (message.kind === 'order') await recordOrderEvent(message);
    else await settleQueued(message);
  }),
);
