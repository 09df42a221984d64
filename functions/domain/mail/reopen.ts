import { nowMs } from '../../platform/clock.ts';
import { ConditionFailed, updateRow } from '../../storage/table.ts';
import { mailKey, type MailRow } from './rows.ts';

/**
 * Lets a mail that failed, or that may have been sent, be sent again: its next queue message takes it up. Only people
 * decide this, because it may double a mail. Undefined when there is no such mail waiting for a decision.
 */
export const reopenMail = async (company: string, mailId: string): Promise<MailRow | undefined> => {
  try {
    return await updateRow<MailRow>({
      key: mailKey(company, mailId),
      update: 'SET #state = :failed, updatedAtMs = :now',
      condition: '#state IN (:failed, :unconfirmed)',
      names: { '#state': 'state' },
      values: { ':failed': 'failed', ':unconfirmed': 'unconfirmed', ':now': nowMs() },
    });
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined;
    throw error;
  }
};
