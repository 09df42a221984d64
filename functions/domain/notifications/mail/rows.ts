import { nowMs } from '../../../platform/clock.ts';
import type { Key, Row } from '../../../storage/table.ts';
import { sortable } from '../../../storage/sortable.ts';
import type { MailWork } from './messages.ts';

/**
 * - `preparing`: a worker has taken it up and not called the mail service yet.
 * - `calling`: the call is out, or its worker died in it.
 * - `sent`: the mail service has accepted it.
 * - `unconfirmed`: it may have been sent; it is not sent again by itself.
 * - `failing`: it was not sent, and will be tried again.
 * - `failed`: it was not sent, and tries are used up.
 */
export type MailState = 'preparing' | 'calling' | 'sent' | 'unconfirmed' | 'failing' | 'failed';

/** One mail to one person with its outcome. Once sent it holds no address: the order or item has it. */
export interface MailRow extends Row {
  type: 'mail';
  company: string;
  mailId: string;
  /** Order that it is about. */
  orderId: string;
  state: MailState;
  /** Queue message that drives it; another message leaves it alone while this one is alive. */
  holder: string;
  /** Moment after which the holder's worker has certainly ended. */
  heldUntilMs: number;
  attempts: number;
  updatedAtMs: number;
  sentAtMs?: number;
  /** Why the last try failed. */
  error?: string;
  /** The queue message that asks for it, while it is not known to be sent: people may have it sent again. */
  message?: MailWork;
}

export const mailKey = (company: string, mailId: string): Key => ({ pk: `MAIL#${company}#${mailId}`, sk: 'mail' });

/**
 * Lease for the first try of the two mails of an order, while they have no rows: it covers one try only. Each mail has
 * a row once its outcome is known, and always after a second try has begun.
 */
export interface MailLeaseRow extends Row {
  type: 'mail-lease';
  company: string;
  orderId: string;
  /** Queue message that drives it; another message leaves it alone while this one is alive. */
  holder: string;
  /** After this moment the holder's worker is certainly gone. */
  heldUntilMs: number;
  /** Distinguishes the try from another one of the same message. */
  tryId: string;
  /** Mails that the mail service was about to be called for: one of them that has no row may be out. */
  announced?: readonly string[];
  /** The try may call for nothing any more, and nothing that it called for is in doubt: mails go by their rows. */
  closed?: boolean;
}

export const mailLeaseKey = (company: string, orderId: string): Key => ({
  pk: `MAIL#${company}#${orderId}`,
  sk: 'lease',
});

/** Mails of a company that were not sent at the first try, or may not have been, for operators. */
export const openMails = (company: string) => ({ index: 'ix1', partition: `${company}#mail-open` }) as const;

export const openMailPosition = (mailId: string): string => `${sortable(nowMs())}#${mailId}`;
