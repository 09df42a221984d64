import { nowMs } from '../../../platform/clock.ts';
import { ConditionFailed, deleteRow } from '../../../storage/table.ts';
import { mailKey } from './rows.ts';
import type { MailTask } from './outcome.ts';

/**
 * A mail that is not owed, or not now: what stands of tries that failed goes, so that any later message may send it and
 * nobody is told that it is still being tried. A mail that is out, may be out, or is another message's work stays as it is.
 */
export const letGo = async ({
  company,
  mailId,
  carrier,
}: Pick<MailTask, 'company' | 'mailId' | 'carrier'>): Promise<void> => {
  try {
    await deleteRow(mailKey(company, mailId), {
      expression: '#state = :failed OR (#state IN (:preparing, :failing) AND (holder = :me OR heldUntilMs <= :now))',
      names: { '#state': 'state' },
      values: {
        ':failed': 'failed',
        ':preparing': 'preparing',
        ':failing': 'failing',
        ':me': carrier.messageId,
        ':now': nowMs(),
      },
    });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
};
