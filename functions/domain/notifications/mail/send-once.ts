import type { PreparedMail } from '../../../adapters/mail/send.ts';
import { nowMs } from '../../../platform/clock.ts';
import { rowOfType } from '../../../storage/row-of-type.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { ConditionFailed, updateRow } from '../../../storage/table.ts';
import {
  callFor,
  LEASE_MS,
  MailHeld,
  recordMailState,
  recordInterruption,
  composedMail,
  recordFailure,
  type MailTask,
  type MailAttempt,
} from './outcome.ts';
import { mailKey, type MailRow } from './rows.ts';

/**
 * Sends an email, and never knowingly sends it twice. The row has the state `calling` before the mail service is
 * called. If a worker crashes after that, the email may have been sent, so it is escalated and not resent. Throws
 * failures with a known outcome, so that the queue redelivers the message. Also throws if another message owns the
 * email and has not called yet, because that message may drop the email. A queue may deliver one message to two workers
 * concurrently: the later worker continues.
 */
export const sendOnce = async (task: MailTask): Promise<void> => {
  const attempt = await takeUp(task);
  if (attempt === undefined) return;
  const ours: MailAttempt = { ...task, attempt };
  let mail: PreparedMail;
  try {
    mail = await composedMail(task);
    await recordMailState(ours, 'calling', { from: ['preparing'] });
  } catch (error) {
    await recordFailure(ours, error);
    return;
  }
  await callFor(ours, mail);
};

/** Claims the email for this queue message. Undefined if there is nothing left to do. */
const takeUp = async (task: MailTask): Promise<number | undefined> => {
  const { company, mailId, orderId, queueMessage } = task;
  const now = nowMs();
  try {
    const holder = queueMessage.messageId;
    const claimed = { state: 'preparing', holder, heldUntilMs: now + LEASE_MS, updatedAtMs: now };
    const { attempts } = await updateRow<MailRow>(
      rowUpdate({
        key: mailKey(company, mailId),
        set: { type: 'mail', v: 1, company, mailId, orderId, ...claimed },
        add: { attempts: 1 },
        if: {
          expression:
            'attribute_not_exists(pk) OR #state = :failed' +
            ' OR (#state IN (:preparing, :failing) AND (holder = :me OR heldUntilMs <= :now))',
          names: { '#state': 'state' },
          values: { ':preparing': 'preparing', ':failing': 'failing', ':failed': 'failed', ':me': holder, ':now': now },
        },
      }),
    );
    return attempts;
  } catch (error) {
    if (!(error instanceof ConditionFailed) || !error.row) throw error;
    await settleInterrupted(task, rowOfType<MailRow>('mail', error.row));
    return undefined;
  }
};

/**
 * Escalates an email whose worker stopped during its call, because it may have been sent. Throws `MailHeld` if the
 * email belongs to another worker, because that worker may fail. Any other email is left unchanged: it is finished, or
 * its call is in progress.
 */
const settleInterrupted = async (task: MailTask, row: MailRow): Promise<void> => {
  if (row.state === 'preparing' || row.state === 'failing') throw new MailHeld();
  const isAbandoned = row.holder === task.queueMessage.messageId || row.heldUntilMs <= nowMs();
  if (row.state === 'calling' && isAbandoned) {
    await recordInterruption({ ...task, attempt: row.attempts }, row.holder);
  }
};
