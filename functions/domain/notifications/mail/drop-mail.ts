import { nowMs } from '../../../platform/clock.ts';
import { deleteRow } from '../../../storage/table.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import { mailKey } from './rows.ts';
import type { MailTask } from './outcome.ts';

/**
 * Drops an email that is not required, or not required now. Deletes the record of failed attempts, so that a later
 * message can send the email and it is no longer listed as being retried. An email that was sent, may have been sent,
 * or belongs to another message is left unchanged.
 */
export const dropMail = async ({
  company,
  mailId,
  queueMessage,
}: Pick<MailTask, 'company' | 'mailId' | 'queueMessage'>): Promise<void> => {
  await unlessRefused(
    deleteRow(mailKey(company, mailId), {
      expression: '#state = :failed OR (#state IN (:preparing, :failing) AND (holder = :me OR heldUntilMs <= :now))',
      names: { '#state': 'state' },
      values: {
        ':failed': 'failed',
        ':preparing': 'preparing',
        ':failing': 'failing',
        ':me': queueMessage.messageId,
        ':now': nowMs(),
      },
    }),
  );
};
