import { asciiEmail } from '../../platform/email-address.ts';
import MailComposer from 'nodemailer/lib/mail-composer';
import { mailTag, type MailMessage } from './message.ts';

/** Characters that control the writing direction. An unclosed one would reorder the rest of the header. */
const DIRECTIONS = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * The beginning of an encoded word (RFC 2047). Email clients would decode it, and the result could contain direction
 * characters. An invisible word joiner keeps it plain text.
 */
const ENCODED_WORD = /=\?/g;

const oneLine = (text: string): string =>
  text
    .replace(DIRECTIONS, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(ENCODED_WORD, '=\u2060?')
    .trim();

/** Texts may have lines that end with CR alone, which RFC 5322 does not allow. */
const withLineFeeds = (text: string): string => text.replace(/\r\n?/g, '\n');

const unsubscribeHeaders = (url: string | undefined): Record<string, string> =>
  url === undefined ? {} : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };

/**
 * Composes the email as MIME: text and HTML alternatives, then attachments. The same message always gives the same
 * bytes.
 */
export const composeMail = (message: MailMessage, fromAddress: string): Promise<Buffer> => {
  const id = mailTag(message.mailId);
  const composer = new MailComposer({
    from: { name: oneLine(message.fromName), address: fromAddress },
    to: { name: oneLine(message.to.name ?? ''), address: asciiEmail(message.to.email) },
    subject: oneLine(message.subject),
    text: withLineFeeds(message.text),
    html: withLineFeeds(message.html),
    date: new Date(message.atMs),
    messageId: `<${id}@${fromAddress.split('@')[1] ?? 'localhost'}>`,
    baseBoundary: id,
    // RFC 5322 requires CRLF at the end of each line.
    newline: 'windows',
    ...(message.replyTo ? { replyTo: asciiEmail(message.replyTo) } : {}),
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(message.unsubscribeUrl) },
    attachments: message.attachments.map(({ filename, mime, bytes }) => ({
      filename,
      contentType: mime,
      // Text is base64 encoded as well, so that its line endings are kept.
      contentTransferEncoding: 'base64' as const,
      content: Buffer.from(bytes),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
};
