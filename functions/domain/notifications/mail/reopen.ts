import { nowMs } from '../../../platform/clock.ts';
import { ConditionFailed, updateRow } from '../../../storage/table.ts';
import { mailKey, type MailRow } from './rows.ts';

/**
 * Reopens an email that failed, or that may have been sent, so that the next queue message for the email sends it. Only
 * staff decide this, because the email may arrive twice. An email that is in preparation or will be retried can be
 * reopened once its worker has certainly stopped. Undefined if the email does not exist or cannot be reopened.
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
