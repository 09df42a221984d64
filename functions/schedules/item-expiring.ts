import { sendMessages } from '../adapters/queue/send.ts';
import { announceExpiry, DAYS_BEFORE_EXPIRY } from '../domain/notifications/webhooks/announce-expiry.ts';
import { endpointsOnce } from '../domain/notifications/webhooks/record-event.ts';
import { guarded } from '../platform/guarded.ts';
import { log } from '../platform/log.ts';
import { shardsOf } from '../storage/due.ts';
import { stopAfterBudget } from './sweep.ts';

/** Announces items that expire in 60 and in 14 days to subscribed companies. */
export const handler = guarded(async (): Promise<{ announced: number }> => {
  const stopAt = stopAfterBudget();
  const receiversOf = endpointsOnce();
  const send = (messages: Parameters<Parameters<typeof announceExpiry>[2]['send']>[0]): Promise<void> =>
    sendMessages(
      'webhook-events',
      messages.map((body) => ({ body, group: body.item.company })),
    );
  const counts = await Promise.all(
    DAYS_BEFORE_EXPIRY.flatMap((days) =>
      shardsOf('item-expiry').map((shard) =>
        announceExpiry(days, shard, { send, isOver: () => performance.now() > stopAt }, receiversOf),
      ),
    ),
  );
  const announced = counts.reduce((sum, count) => sum + count, 0);
  if (announced > 0) log.info('Announced items that expire soon', { announced });
  return { announced };
});
