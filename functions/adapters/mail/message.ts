import { createHash } from 'node:crypto';

/** An email to one person. */
export interface MailMessage {
  /** The same for each attempt to send the email. */
  mailId: string;
  fromName: string;
  /** Email address for `Reply-To`. */
  replyTo?: string;
  /**
   * Unsubscribe link of emails that are not about an order of the recipient. It also supports one-click unsubscribing
   * in email clients (RFC 8058).
   */
  unsubscribeUrl?: string;
  to: { name?: string; email: string };
  subject: string;
  text: string;
  html: string;
  attachments: readonly MailAttachment[];
  /** Time of the `Date` header, in milliseconds since the epoch. */
  atMs: number;
}

export interface MailAttachment {
  filename: string;
  /** Media type, with parameters if there are any. */
  mime: string;
  bytes: Uint8Array;
}

/** The unique part of the email's Message-ID. */
export const mailTag = (mailId: string): string => createHash('sha256').update(mailId).digest('hex').slice(0, 32);
