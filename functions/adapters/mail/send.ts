import { asciiEmail } from '../../platform/email-address.ts';
import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { config } from '../../platform/config.ts';
import { leanClient } from '../../platform/lean-client.ts';
import { NEW_CONNECTIONS } from '../../platform/new-connections.ts';
import { composeMail } from './compose.ts';
import type { MailMessage } from './message.ts';

/**
 * SES has no idempotency key, so the SDK must not retry. The caller handles an unknown outcome. Connections are not
 * reused: on one that SES has closed, the outcome of every email would be unknown.
 */
const ses = leanClient(
  new SESv2Client({
    maxAttempts: 1,
    requestHandler: {
      ...NEW_CONNECTIONS,
      connectionTimeout: 2_000,
      requestTimeout: 15_000,
      throwOnRequestTimeout: true,
    },
    cacheMiddleware: true,
  }),
);

/** Thrown if the request was sent but its response was lost, so the email was probably sent. */
export class MailOutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('The response from the mail service was lost', { cause });
    this.name = 'MailOutcomeUnknown';
  }
}

/** Error codes of connections that broke or timed out after the request was sent. */
const LOST_ANSWER_CODES = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ERR_STREAM_PREMATURE_CLOSE', 'ETIMEDOUT']);

const isAnswerLost = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  const wasConnected = syscall !== 'connect';
  return (wasConnected && LOST_ANSWER_CODES.has(String(code))) || isAnswerLost(error.cause);
};

/** A composed email that is ready to be sent. */
export interface PreparedMail {
  to: string;
  mime: Buffer;
  /** Tags that identify the email in a bounce. */
  tags: { Name: string; Value: string }[];
}

export const prepareMail = async (message: MailMessage): Promise<PreparedMail> => ({
  to: asciiEmail(message.to.email),
  mime: await composeMail(message, config.mailFrom()),
  tags: tagsOf(message.mailId),
});

/** SES allows only these characters in tags. An email whose id contains other characters gets no tags. */
const TAG_VALUE = /^[A-Za-z0-9_-]{1,256}$/;

const tagsOf = (mailId: string): PreparedMail['tags'] => {
  const [company = '', mail = ''] = mailId.split('\n');
  const tags = [
    { Name: 'company', Value: company },
    { Name: 'mail', Value: mail },
  ];
  return tags.every(({ Value }) => TAG_VALUE.test(Value)) ? tags : [];
};

/**
 * Sends an email. Throws `MailOutcomeUnknown` if the email may have been sent, and any other error if it was not,
 * because SES refused it or was not reachable.
 */
export const sendMail = async ({ to, mime, tags }: PreparedMail): Promise<void> => {
  const set = config.mailConfigurationSet();
  const command = new SendEmailCommand({
    Destination: { ToAddresses: [to] },
    Content: { Raw: { Data: mime } },
    ...(tags.length > 0 ? { EmailTags: tags } : {}),
    ...(set === undefined ? {} : { ConfigurationSetName: set }),
  });
  try {
    await ses.send(command);
  } catch (error) {
    if (isAnswerLost(error)) throw new MailOutcomeUnknown(error);
    throw error;
  }
};
