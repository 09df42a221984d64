import { nowMs } from '../../../platform/clock.ts';
import { ConditionFailed, updateRow } from '../../../storage/table.ts';
import { mailKey, type MailRow } from './rows.ts';

/**
 * Reopens a mail that failed, or that may have been sent, so that the next queue message for the mail sends it. Only
 * staff decide this, because the mail may arrive twice. A mail that is in preparation or will be retried can be
 * reopened once its worker has certainly ended. Undefined if there is no such mail.
 */
export const reopenMail = async (company: string, mailId: string): Promise<MailRow | undefined> => {
  try {
    return await updateRow<MailRow>({
      key: mailKey(company, mailId),
      update: 'SET #state = :failed, updatedAtMs = :now',
      condition: '#state IN (:failed, :unconfirmed) OR (#state IN (:preparing, :failing) AND heldUntilMs <= :now)',
      names: { '#state': 'state' },
      values: {
        ':failed': 'failed',
        ':unconfirmed': 'unconfirmed',
        ':preparing': 'preparing',
        ':failing': 'failing',
        ':now': nowMs(),
      },
    });
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined;
    throw error;
  }
};
