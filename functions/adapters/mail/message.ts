import { createHash } from 'node:crypto';

/** A mail to one person. */
export interface MailMessage {
  /** The same for the same mail, however often it is composed. */
  mailId: string;
  fromName: string;
  /** Where answers go. */
  replyTo?: string;
  /**
   * Ends mails of this kind, also by one click in a mail program (RFC 8058); for mails that no order of the receiver
   * caused.
   */
  unsubscribeUrl?: string;
  to: { name?: string; email: string };
  subject: string;
  text: string;
  html: string;
  attachments: readonly MailAttachment[];
  /** Moment of the `Date` header, milliseconds since the epoch. */
  atMs: number;
}

export interface MailAttachment {
  filename: string;
  /** With its parameters, where it has some. */
  mime: string;
  bytes: Uint8Array;
}

/** The unique part of its Message-ID. */
export const mailTag = (mailId: string): string => createHash('sha256').update(mailId).digest('hex').slice(0, 32);
