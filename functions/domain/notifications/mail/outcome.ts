import { MailOutcomeUnknown, prepareMail, sendMail, type PreparedMail } from '../../../adapters/mail/send.ts';
import type { MailMessage } from '../../../adapters/mail/message.ts';
import { nowMs } from '../../../platform/clock.ts';
import { log } from '../../../platform/log.ts';
import { rowOfType } from '../../../storage/row-of-type.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { ConditionFailed, updateRow } from '../../../storage/table.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import type { MailWork } from './messages.ts';
import { mailKey, openMailPosition, openMails, type MailRow, type MailState } from './rows.ts';

/** A queue message, and whether this is its last delivery. */
export interface QueueMessageRef {
  messageId: string;
  isLastTry: boolean;
}

export interface MailTask {
  company: string;
  mailId: string;
  orderId: string;
  queueMessage: QueueMessageRef;
  /** The message that requested the email. It is stored with an email that is not sent. */
  message: MailWork;
  /** Composes the email; called only if it is sent. */
  compose: () => Promise<Omit<MailMessage, 'mailId' | 'atMs'>>;
}

/** Longer than the queue's visibility timeout, so that a worker has certainly stopped when its lease ends. */
export const LEASE_MS = 15 * 60 * 1000;

/**
 * One attempt to send an email. `attempt` increases with each claim of the email, so that an older attempt can no
 * longer change its row.
 */
export interface MailAttempt extends MailTask {
  attempt: number;
  /** Set if the email had no row when it was claimed, because a lease of its order covered it. */
  isFirst?: boolean;
}

/** Thrown if the email belongs to another worker. That worker may drop it, so the message is redelivered. */
export class MailHeld extends Error {
  constructor(cause?: unknown) {
    super('Another worker is sending this email', { cause });
    this.name = 'MailHeld';
  }
}

/**
 * Composes the email. Must end before the row is marked as `calling`, because a crash after that mark leaves the
 * outcome unknown.
 */
export const composedMail = async ({ company, mailId, compose }: MailTask): Promise<PreparedMail> =>
  prepareMail({ ...(await compose()), mailId: `${company}\n${mailId}`, atMs: nowMs() });

/**
 * States from which the outcome of a call may be recorded. This worker knows the outcome, even if another worker has
 * marked it as unknown in the meantime.
 */
const OUT = ['calling', 'unconfirmed'] as const;

/** Calls the mail service and records the outcome. Throws when the message must be redelivered. */
export const callFor = async (ours: MailAttempt, mail: PreparedMail): Promise<void> => {
  try {
    await sendMail(mail);
  } catch (error) {
    await recordFailure(ours, error);
    return;
  }
  await recordMailState(ours, 'sent', { from: OUT });
};

export const recordFailure = async (ours: MailAttempt, error: unknown): Promise<void> => {
  const reason = String(error instanceof Error ? error.message : error)
    .slice(0, 200)
    .toWellFormed();
  if (error instanceof MailOutcomeUnknown) return escalate(ours, reason);
  try {
    if ((await markFailed(ours, reason)) === 'failed') {
      log.error('An email could not be sent: its attempts are used up', { mail: ours.mailId, alarm: 'mail_failed' });
    }
  } catch (cause) {
    // Another attempt owns the email, so this outcome no longer counts.
    throw cause instanceof ConditionFailed ? new MailHeld(error) : cause;
  }
  throw error;
};

const markFailed = async (ours: MailAttempt, reason: string): Promise<MailState> => {
  const state = ours.queueMessage.isLastTry ? 'failed' : 'failing';
  try {
    await recordMailState(ours, state, { from: ['preparing', 'calling'], reason });
    return state;
  } catch (cause) {
    if (!(cause instanceof ConditionFailed)) throw cause;
    // Another worker assumed this one had crashed and finished the message, so it will not be redelivered.
    await recordMailState(ours, 'failed', { from: ['unconfirmed'], reason });
    return 'failed';
  }
};

/** Escalates the email to staff, because it may have been sent, and would arrive twice if it were sent again. */
const escalate = async (ours: MailAttempt, reason: string, holder?: string): Promise<void> => {
  await recordMailState(ours, 'unconfirmed', { from: ['calling'], reason, holder });
  log.error('An email may have been sent: the response was lost', { mail: ours.mailId, alarm: 'mail_unconfirmed' });
};

/**
 * Records that the call of a worker was interrupted, because the worker stopped or was overtaken. An outcome that is
 * already recorded takes precedence.
 */
export const recordInterruption = async (ours: MailAttempt, holder: string): Promise<void> => {
  await unlessRefused(escalate(ours, 'The worker stopped while it was sending', holder));
};

/** Waits for all promises, then throws the first error. */
export const waitForAll = async (works: readonly Promise<void>[]): Promise<void> => {
  const outcomes = await Promise.allSettled(works);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
};

/** States of emails that are listed for staff: not sent or possibly not sent, and not in progress. */
const LISTED: ReadonlySet<MailState> = new Set(['unconfirmed', 'failing', 'failed']);

interface Transition {
  from: readonly MailState[];
  reason?: string;
  /** Holder to record. Default: the id of this queue message. */
  holder?: string | undefined;
}

/** Writes the state of an email, if it still belongs to this attempt. */
export const recordMailState = async (
  { company, mailId, orderId, queueMessage, attempt, message, isFirst = false }: MailAttempt,
  state: MailState,
  { from, reason, holder: me = queueMessage.messageId }: Transition,
): Promise<void> => {
  // Most emails are sent on the first attempt. Only the others are listed for staff, with the data that resending
  // needs.
  const isListed = LISTED.has(state);
  const isSent = state === 'sent';
  const now = nowMs();
  try {
    await updateRow(
      rowUpdate({
        key: mailKey(company, mailId),
        set: {
          ...(isFirst ? { type: 'mail', v: 1, company, mailId, orderId } : {}),
          ...(isFirst ? { holder: me, heldUntilMs: now + LEASE_MS, attempts: attempt } : {}),
          state,
          updatedAtMs: now,
          ...(isListed ? { message } : {}),
          ...(reason === undefined ? {} : { error: reason }),
          ...(isSent ? { sentAtMs: now } : {}),
        },
        initial: isListed ? { ix1pk: openMails(company).partition, ix1sk: openMailPosition(mailId) } : {},
        remove: isSent ? ['ix1pk', 'ix1sk', 'error', 'message'] : [],
        if: {
          expression:
            (isFirst ? 'attribute_not_exists(pk) OR ' : '') +
            `(holder = :me AND attempts = :attempt AND #state IN (${from.map((_, at) => `:from${at}`).join(', ')}))`,
          names: { '#state': 'state' },
          values: {
            ':me': me,
            ':attempt': attempt,
            ...Object.fromEntries(from.map((one, at) => [`:from${at}`, one])),
          },
        },
      }),
    );
  } catch (error) {
    // If the response to the write was lost, the retry finds the value that the first attempt wrote.
    const row = error instanceof ConditionFailed && error.row && rowOfType<MailRow>('mail', error.row);
    if (!row || row.holder !== me || row.attempts !== attempt || row.state !== state) throw error;
  }
};
