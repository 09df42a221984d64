import { asciiEmail } from '../../platform/email-address.ts';
import MailComposer from 'nodemailer/lib/mail-composer';
import { mailTag, type MailMessage } from './message.ts';

/** Controls of the writing direction: an open one would reorder the rest of the header. */
const DIRECTIONS = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * Begins an encoded word (RFC 2047), which mail programs decode: it would hide such characters. An invisible word joiner
 * in it makes it plain text.
 */
const ENCODED_WORD = /=\?/g;

const oneLine = (text: string): string =>
  text
    .replace(DIRECTIONS, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(ENCODED_WORD, '=\u2060?')
    .trim();

const unsubscribeHeaders = (url: string | undefined): Record<string, string> =>
  url === undefined ? {} : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };

/** The mail as MIME: text and HTML alternatives, then attachments. Deterministic. */
export const composeMail = (message: MailMessage, fromAddress: string): Promise<Buffer> => {
  const id = mailTag(message.mailId);
  const composer = new MailComposer({
    from: { name: oneLine(message.fromName), address: fromAddress },
    to: { name: oneLine(message.to.name ?? ''), address: asciiEmail(message.to.email) },
    subject: oneLine(message.subject),
    text: message.text,
    html: message.html,
    date: new Date(message.atMs),
    messageId: `<${id}@${fromAddress.split('@')[1] ?? 'localhost'}>`,
    baseBoundary: id,
    ...(message.replyTo ? { replyTo: asciiEmail(message.replyTo) } : {}),
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(message.unsubscribeUrl) },
    attachments: message.attachments.map(({ filename, mime, bytes }) => ({
      filename,
      contentType: mime,
      // Text is base64 encoded, too, so its line endings are kept.
      contentTransferEncoding: 'base64' as const,
      content: Buffer.from(bytes),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
};
