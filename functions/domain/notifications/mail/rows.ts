import { nowMs } from '../../../platform/clock.ts';
import type { Key, Row } from '../../../storage/table.ts';
import { sortable } from '../../../storage/sortable.ts';
import type { MailWork } from './messages.ts';

/**
 * - `preparing`: claimed by a worker that has not called the mail service yet.
 * - `calling`: the call is in progress, or its worker crashed.
 * - `sent`: the mail service has accepted it.
 * - `unconfirmed`: it may have been sent; it is not resent automatically.
 * - `failing`: not sent; will be retried.
 * - `failed`: not sent, and attempts are used up.
 */
export type MailState = 'preparing' | 'calling' | 'sent' | 'unconfirmed' | 'failing' | 'failed';

/**
 * One email to one person, and its outcome. Once the email is sent, the row contains no email address, because the
 * order or item has it.
 */
export interface MailRow extends Row {
  type: 'mail';
  company: string;
  mailId: string;
  /** Order of the email; empty if the email belongs to no order. */
  orderId: string;
  state: MailState;
  /** The queue message that owns the email; other messages leave the email unchanged until the lease ends. */
  holder: string;
  /** When the holder's worker has certainly stopped. */
  heldUntilMs: number;
  attempts: number;
  updatedAtMs: number;
  sentAtMs?: number;
  /** Error of the last attempt. */
  error?: string;
  /** The queue message that requests the email. It is kept until the email is sent, so that staff can resend it. */
  message?: MailWork;
}

export const mailKey = (company: string, mailId: string): Key => ({ pk: `MAIL#${company}#${mailId}`, sk: 'mail' });

/**
 * Lease for the two emails of an order while they have no rows. It covers only the first attempt. Each email has a row
 * once its outcome is known, and always after a second attempt has begun.
 */
export interface MailLeaseRow extends Row {
  type: 'mail-lease';
  company: string;
  orderId: string;
  /** The queue message that owns the lease; other messages leave the emails unchanged until the lease ends. */
  holder: string;
  /** When the holder's worker has certainly stopped. */
  heldUntilMs: number;
  /** Distinguishes attempts of the same message. */
  tryId: string;
  /** Emails for which a call to the mail service was about to begin. Such an email without a row may have been sent. */
  announced?: readonly string[];
  /**
   * Set once the attempt can make no more calls and every outcome is known. From then on, only the rows of the emails
   * count.
   */
  closed?: boolean;
}

export const mailLeaseKey = (company: string, orderId: string): Key => ({
  pk: `MAIL#${company}#${orderId}`,
  sk: 'lease',
});

/** Emails of a company that were not sent on the first attempt, or may not have been sent, for operators. */
export const openMails = (company: string) => ({ index: 'ix1', partition: `${company}#mail-open` }) as const;

export const openMailPosition = (mailId: string): string => `${sortable(nowMs())}#${mailId}`;
