import { nowMs } from '../../../platform/clock.ts';
import { ConditionFailed, updateRow } from '../../../storage/table.ts';
import { mailKey, type MailRow } from './rows.ts';

/**
 * Lets a mail that failed, or that may have been sent, be sent again: its next queue message takes it up. Only people
 * decide this, because it may double a mail. So may one whose tries ended without a word, or come again only much later,
 * once its worker is certainly gone. Undefined when there is no such mail waiting for a decision.
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
