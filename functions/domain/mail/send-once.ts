import { MailOutcomeUnknown, prepareMail, sendMail } from '../../adapters/mail/send.ts';
import type { MailMessage } from '../../adapters/mail/message.ts';
import { nowMs } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { ConditionFailed, updateRow } from '../../storage/table.ts';
import { rowOfType } from '../../storage/row-of-type.ts';
import type { MailWork } from './messages.ts';
import { mailKey, openMailPosition, openMails, type MailRow, type MailState } from './rows.ts';

/** A queue message and how often it may still come. */
export interface Carrier {
  messageId: string;
  isLastTry: boolean;
}

export interface MailTask {
  company: string;
  mailId: string;
  orderId: string;
  carrier: Carrier;
  /** What asked for it; kept with a mail that is not sent. */
  message: MailWork;
  /** Composes the mail; called only when it is to be sent. */
  compose: () => Promise<Omit<MailMessage, 'mailId' | 'atMs'>>;
}

/** Longer than the queue hides a message, so that a worker is gone when its hold ends. */
const HOLD_MS = 15 * 60 * 1000;

/** One try: `attempt` numbers the times that the mail was taken up, so that an older try changes nothing any more. */
interface Try extends MailTask {
  attempt: number;
}

/**
 * Sends a mail, and never knowingly twice. The row says `calling` before the mail service is called: a worker that dies
 * from then on leaves a mail that may be out, which is marked for people and not sent again. Any failure that is
 * certain is thrown, so that the queue brings the message again; so is that another message is at it and has not called
 * yet, because it may give the mail up. Queues may bring one message to two workers at once: the later one goes on.
 */
export const sendOnce = async (task: MailTask): Promise<void> => {
  const attempt = await takeUp(task);
  if (attempt === undefined) return;
  const ours: Try = { ...task, attempt };
  try {
    const message = await task.compose();
    // Ready to the last byte first: a worker that dies from `calling` on leaves a doubt behind.
    const mail = await prepareMail({ ...message, mailId: `${task.company}\n${task.mailId}`, atMs: nowMs() });
    await mark(ours, 'calling', { from: ['preparing'] });
    await sendMail(mail);
  } catch (error) {
    await recordFailure(ours, error);
    return;
  }
  await mark(ours, 'sent', { from: OUT });
};

/** The call was made. Whoever made it knows what came of it, also when somebody else has given it up meanwhile. */
const OUT = ['calling', 'unconfirmed'] as const;

/** Claims the mail for this queue message. Undefined when there is nothing left to do for it. */
const takeUp = async (task: MailTask): Promise<number | undefined> => {
  const { company, mailId, orderId, carrier } = task;
  const now = nowMs();
  try {
    const { attempts } = await updateRow<MailRow>({
      key: mailKey(company, mailId),
      update:
        'SET #type = :type, #v = :one, company = :company, mailId = :mailId, orderId = :orderId, #state = :preparing,' +
        ' holder = :me, heldUntilMs = :until, updatedAtMs = :now ADD attempts :one',
      condition:
        'attribute_not_exists(pk) OR #state = :failed' +
        ' OR (#state IN (:preparing, :failing) AND (holder = :me OR heldUntilMs <= :now))',
      names: { '#type': 'type', '#v': 'v', '#state': 'state' },
      values: {
        ':type': 'mail',
        ':one': 1,
        ':company': company,
        ':mailId': mailId,
        ':orderId': orderId,
        ':preparing': 'preparing',
        ':failing': 'failing',
        ':failed': 'failed',
        ':me': carrier.messageId,
        ':until': now + HOLD_MS,
        ':now': now,
      },
    });
    return attempts;
  } catch (error) {
    if (!(error instanceof ConditionFailed) || !error.row) throw error;
    await settleInterrupted(task, rowOfType<MailRow>('mail', error.row));
    return undefined;
  }
};

/** The mail is another worker's, who may find it not owed and leave it to us: the message is to come again. */
export class MailHeld extends Error {
  constructor(cause?: unknown) {
    super('Another worker is sending this mail', { cause });
    this.name = 'MailHeld';
  }
}

/** A call whose worker is gone: the mail may be out. Anything else is done, or somebody else's, who may not come to its end. */
const settleInterrupted = async (task: MailTask, row: MailRow): Promise<void> => {
  if (row.state === 'preparing' || row.state === 'failing') throw new MailHeld();
  const isAbandoned = row.holder === task.carrier.messageId || row.heldUntilMs <= nowMs();
  if (row.state === 'calling' && isAbandoned) {
    await giveOver({ ...task, attempt: row.attempts }, 'The worker ended while it was sending', row.holder);
  }
};

const recordFailure = async (ours: Try, error: unknown): Promise<void> => {
  const reason = String(error instanceof Error ? error.message : error).slice(0, 200);
  if (error instanceof MailOutcomeUnknown) return giveOver(ours, reason);
  const { isLastTry } = ours.carrier;
  try {
    await mark(ours, isLastTry ? 'failed' : 'failing', { from: ['preparing', ...OUT], reason });
  } catch (cause) {
    // Another try has it: how this one ended says nothing of the mail.
    throw cause instanceof ConditionFailed ? new MailHeld(error) : cause;
  }
  if (isLastTry) {
    log.error('A mail could not be sent: tries are used up', { mail: ours.mailId, alarm: 'mail_failed' });
  }
  throw error;
};

/** Hands the mail over to people: nobody can tell whether it was sent, and sending it again may double it. */
const giveOver = async (ours: Try, reason: string, holder?: string): Promise<void> => {
  await mark(ours, 'unconfirmed', { from: ['calling'], reason, holder });
  log.error('A mail may have been sent: its answer was lost', { mail: ours.mailId, alarm: 'mail_unconfirmed' });
};

/** Not known to be sent, and not on its way. */
const LISTED: ReadonlySet<MailState> = new Set(['unconfirmed', 'failing', 'failed']);

interface Transition {
  from: readonly MailState[];
  reason?: string;
  /** Default: this message. */
  holder?: string | undefined;
}

const mark = async (ours: Try, state: MailState, { from, reason, holder }: Transition): Promise<void> => {
  const { company, mailId, carrier, attempt, message } = ours;
  const me = holder ?? carrier.messageId;
  // Most mails go out at once: only what does not is listed for people, with what it takes to send it again.
  const isListed = LISTED.has(state);
  const isSent = state === 'sent';
  try {
    await updateRow<MailRow>({
      key: mailKey(company, mailId),
      update:
        'SET #state = :state, updatedAtMs = :now' +
        (isListed
          ? ', #message = :message, ix1pk = if_not_exists(ix1pk, :ix1pk), ix1sk = if_not_exists(ix1sk, :ix1sk)'
          : '') +
        (reason === undefined ? '' : ', #error = :reason') +
        (isSent ? ', sentAtMs = :now REMOVE ix1pk, ix1sk, #error, #message' : ''),
      condition: `holder = :me AND attempts = :attempt AND #state IN (${from.map((_, at) => `:from${at}`).join(', ')})`,
      names: {
        '#state': 'state',
        ...(isSent || reason !== undefined ? { '#error': 'error' } : {}),
        ...(isSent || isListed ? { '#message': 'message' } : {}),
      },
      values: {
        ':state': state,
        ':now': nowMs(),
        ':me': me,
        ':attempt': attempt,
        ...Object.fromEntries(from.map((one, at) => [`:from${at}`, one])),
        ...(reason === undefined ? {} : { ':reason': reason }),
        ...(isListed
          ? { ':message': message, ':ix1pk': openMails(company).partition, ':ix1sk': openMailPosition(mailId) }
          : {}),
      },
    });
  } catch (error) {
    // The answer to a write may be lost; sent again, it finds what it wrote itself.
    const row = error instanceof ConditionFailed && error.row && rowOfType<MailRow>('mail', error.row);
    if (!row || row.holder !== me || row.attempts !== attempt || row.state !== state) throw error;
  }
};
