import type { GatewayRequest } from '../gateway/gateway-event.ts';
import { jsonReply, type HttpReply } from '../gateway/gateway-result.ts';
import { mailCalls } from '../lambda/grants.ts';
import type { LocalState } from '../state.ts';
import { bytesOf, type WireRequest, type WireService } from '../wire/wire.ts';

interface SentAttachment {
  filename: string | null;
  mime: string;
  bytes: number;
  content_base64: string;
}

/** An email in `GET /_local/mail`. */
interface SentMail {
  to: string;
  from: string;
  subject: string;
  text: string | null;
  html: string | null;
  attachments: SentAttachment[];
  /** Reply address; null when it is the sender. */
  reply_to: string | null;
  /** Value of the header `List-Unsubscribe`. */
  list_unsubscribe: string | null;
  sent_at: string;
}

interface Part {
  Data?: string;
}

interface SendEmailInput {
  FromEmailAddress?: string;
  EmailTags?: { Name?: string; Value?: string }[];
  Destination?: { ToAddresses?: string[]; CcAddresses?: string[]; BccAddresses?: string[] };
  Content?: { Raw?: Part; Simple?: { Subject?: Part; Body?: { Text?: Part; Html?: Part } } };
}

type Content = Pick<SentMail, 'subject' | 'text' | 'html' | 'attachments' | 'reply_to' | 'list_unsubscribe'> & {
  from?: string;
  to: string[];
};

/** Path of SES under the stack's own URL, for code that the stack cannot intercept. */
export const MAIL_PATH = '/_mail';
const SEND_PATH = `${MAIL_PATH}/v2/email/outbound-emails`;

/** A stored copy of a sent email, parsed on request. */
interface KeptMail {
  to: string;
  sent_at: string;
  input: SendEmailInput;
}

/**
 * The sending part of SES: stores a copy for every recipient durably before it responds, and lists them for the control
 * routes.
 */
export class Mailbox {
  readonly #state: LocalState;
  readonly #now: () => string;
  readonly #parsed = new Map<string, Promise<SentMail>>();

  constructor(state: LocalState, now: () => string) {
    this.#state = state;
    this.#now = now;
  }

  /** Copies in sending order, to one address (case-insensitive) or, if `to` is undefined, to all. */
  list(to: string | undefined): Promise<SentMail[]> {
    const address = to?.trim().toLowerCase();
    const copies = this.#state
      .statement('SELECT id, message FROM mail ORDER BY id')
      .all()
      .map(({ id, message }) => ({ id: String(id), copy: JSON.parse(String(message)) as KeptMail }))
      .filter(({ copy }) => address === undefined || copy.to.toLowerCase() === address);
    return Promise.all(copies.map(({ id, copy }) => this.#reading(id, copy)));
  }

  /** Tags of the newest email to an email address; undefined if there is none. */
  tagsOfNewest(to: string): Record<string, string> | undefined {
    const address = to.trim().toLowerCase();
    const newest = this.#state
      .statement('SELECT message FROM mail ORDER BY id DESC')
      .all()
      .map(({ message }) => JSON.parse(String(message)) as KeptMail)
      .find((copy) => copy.to.toLowerCase() === address);
    return (
      newest && Object.fromEntries((newest.input.EmailTags ?? []).map(({ Name = '', Value = '' }) => [Name, Value]))
    );
  }

  #reading(id: string, copy: KeptMail): Promise<SentMail> {
    const known = this.#parsed.get(id);
    if (known) return known;
    const reading = readMail(copy);
    this.#parsed.set(id, reading);
    return reading;
  }

  /** The tags (`mailTag`) in the Message-IDs of all stored emails that this service composed. */
  tags(): Set<string> {
    const messages = this.#state.statement('SELECT message FROM mail').all();
    return new Set(messages.flatMap(({ message }) => tagOf(JSON.parse(String(message)) as KeptMail)));
  }

  async accept(input: SendEmailInput): Promise<string> {
    const { ToAddresses = [], CcAddresses = [], BccAddresses = [] } = input.Destination ?? {};
    const addresses = [...ToAddresses, ...CcAddresses, ...BccAddresses].map(addressOf);
    const recipients = addresses.length > 0 ? addresses : (await contentOf(input)).to;
    const insert = this.#state.statement('INSERT INTO mail (message) VALUES (?)');
    for (const to of recipients) {
      const copy: KeptMail = { to, sent_at: this.#now(), input };
      insert.run(JSON.stringify(copy));
    }
    return crypto.randomUUID();
  }

  async serve(request: GatewayRequest): Promise<HttpReply> {
    if (request.method !== 'POST' || request.target !== SEND_PATH) return jsonReply(404, { message: 'Not found.' });
    return jsonReply(200, await this.#send(request.body));
  }

  async #send(bytes: Buffer): Promise<{ MessageId: string }> {
    return { MessageId: await this.accept(JSON.parse(bytes.toString()) as SendEmailInput) };
  }

  service(): WireService {
    return {
      target: 'mail',
      serves: (request) => request.path === SEND_PATH,
      calls: mailCalls,
      canFail: () => true,
      commits: () => false,
      errorResponse: (_, mode) => {
        if (mode === 'denied') return response(403, { message: 'Not allowed.' }, 'AccessDeniedException');
        if (mode === 'throttle') return response(429, { message: 'Sending too fast.' }, 'TooManyRequestsException');
        return response(503, { message: 'Service unavailable.' }, 'ServiceUnavailable');
      },
      send: async (request: WireRequest) => response(200, await this.#send(await bytesOf(request.body))),
    };
  }
}

const response = (statusCode: number, body: object, errorType?: string) => ({
  statusCode,
  headers: { 'content-type': 'application/json', ...(errorType ? { 'x-amzn-errortype': errorType } : {}) },
  body: Buffer.from(JSON.stringify(body)),
});

/**
 * Length of the start of an email that is searched for the Message-ID; the headers of this service's emails are
 * shorter.
 */
const HEAD_BASE64_CHARACTERS = 16_000;

const tagOf = ({ input }: KeptMail): string[] => {
  const head = Buffer.from(input.Content?.Raw?.Data?.slice(0, HEAD_BASE64_CHARACTERS) ?? '', 'base64').toString();
  return /^Message-ID: <([0-9a-f]{32})@/im.exec(head)?.slice(1) ?? [];
};

const readMail = async ({ to, sent_at, input }: KeptMail): Promise<SentMail> => {
  const { from, to: _named, ...content } = await contentOf(input);
  return { to, from: input.FromEmailAddress ?? from ?? '', ...content, sent_at };
};

/** `a@b` of `"A" <a@b>`. */
const addressOf = (mailbox: string): string => /<([^<>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox.trim();

const contentOf = async ({ Content }: SendEmailInput): Promise<Content> => {
  if (!Content?.Raw?.Data) {
    const { Subject, Body } = Content?.Simple ?? {};
    const text = Body?.Text?.Data ?? null;
    const headers = { reply_to: null, list_unsubscribe: null };
    return { subject: Subject?.Data ?? '', text, html: Body?.Html?.Data ?? null, attachments: [], to: [], ...headers };
  }
  // Only tests and people who read emails need the parser.
  const { default: PostalMime } = await import('postal-mime');
  const mail = await PostalMime.parse(Buffer.from(Content.Raw.Data, 'base64'), { attachmentEncoding: 'arraybuffer' });
  const recipients = [...(mail.to ?? []), ...(mail.cc ?? []), ...(mail.bcc ?? [])];
  const { name, address } = mail.from ?? {};
  return {
    subject: mail.subject ?? '',
    text: mail.text ?? null,
    html: mail.html ?? null,
    from: name ? `${name} <${address ?? ''}>` : (address ?? ''),
    to: recipients.flatMap((recipient) => recipient.address ?? []),
    reply_to: mail.replyTo?.[0]?.address ?? null,
    list_unsubscribe: mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? null,
    attachments: mail.attachments.map(({ filename, mimeType, content }) => {
      const bytes = attachedBytes(mimeType, Buffer.from(content as ArrayBuffer));
      return { filename, mime: mimeType, bytes: bytes.length, content_base64: bytes.toString('base64') };
    }),
  };
};

/** The parser shortens the line breaks of calendar files to `\n`; they are `\r\n` in the mail (RFC 5545, 3.1). */
const attachedBytes = (mime: string, content: Buffer): Buffer =>
  mime === 'text/calendar' ? Buffer.from(content.toString().replaceAll('\n', '\r\n')) : content;
