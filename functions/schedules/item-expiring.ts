import { sendMessages } from '../adapters/queue/send.ts';
import { sendDueReminders, reminderRun } from '../domain/notifications/reminders/send-due.ts';
import { REMINDER_DAYS } from '../domain/notifications/reminders/rules.ts';
import { announceExpiry, DAYS_BEFORE_EXPIRY } from '../domain/notifications/webhooks/announce-expiry.ts';
import { endpointsOnce } from '../domain/notifications/webhooks/record-event.ts';
import { withRunRecord } from '../domain/reporting/status/runs.ts';
import { withFailureLog } from '../platform/failure-log.ts';
import { log } from '../platform/log.ts';
import { shardsOf } from '../storage/due.ts';
import { stopAfterBudget } from './sweep.ts';

interface ExpiryCounts {
  announced: number;
  reminded: number;
}

/** Announces items that expire in 60 and in 14 days to subscribed companies, and queues reminders to their holders. */
export const handler = withFailureLog(
  withRunRecord('item-expiring', async (): Promise<ExpiryCounts> => {
    const stopAt = stopAfterBudget();
    const isOver = (): boolean => performance.now() > stopAt;
    const [announced, reminded] = await Promise.all([announce(isOver), remind(isOver)]);
    if (announced + reminded > 0) log.info('Found items that expire soon', { announced, reminded });
    return { announced, reminded };
  }),
);

const announce = (isOver: () => boolean): Promise<number> => {
  const receiversOf = endpointsOnce();
  return inEachShard(DAYS_BEFORE_EXPIRY, (days, shard) =>
    announceExpiry(
      days,
      shard,
      {
        isOver,
        send: (messages) =>
          sendMessages(
            'webhook-events',
            messages.map((body) => ({ body, group: body.item.company })),
          ),
      },
      receiversOf,
    ),
  );
};

const remind = (isOver: () => boolean): Promise<number> => {
  const run = reminderRun({
    isOver,
    send: (reminders) =>
      sendMessages(
        'mail',
        reminders.map((reminder) => ({ body: { kind: 'reminder', ...reminder }, group: reminder.company })),
      ),
  });
  return inEachShard(REMINDER_DAYS, (days, shard) => sendDueReminders(days, shard, run));
};

/** Calls `walk` for each number of days and each shard, and returns the sum of the items found. */
const inEachShard = async (
  days: readonly number[],
  walk: (daysBefore: number, shard: number) => Promise<number>,
): Promise<number> => {
  const counts = await Promise.all(days.flatMap((each) => shardsOf('item-expiry').map((shard) => walk(each, shard))));
  return counts.reduce((sum, count) => sum + count, 0);
};
