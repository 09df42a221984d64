import { createHash } from 'node:crypto';

/** A mail to one person. */
export interface MailMessage {
  /** Deterministic for the same mail. */
  mailId: string;
  fromName: string;
  /** Reply address. */
  replyTo?: string;
  /**
   * Unsubscribe link, including for one click in a mail program (RFC 8058); for mails that are not about an order of
   * the receiver.
   */
  unsubscribeUrl?: string;
  to: { name?: string; email: string };
  subject: string;
  text: string;
  html: string;
  attachments: readonly MailAttachment[];
  /** Time of the `Date` header, milliseconds since the epoch. */
  atMs: number;
}

export interface MailAttachment {
  filename: string;
  /** With parameters, if any. */
  mime: string;
  bytes: Uint8Array;
}

/** The unique part of its Message-ID. */
export const mailTag = (mailId: string): string => createHash('sha256').update(mailId).digest('hex').slice(0, 32);
