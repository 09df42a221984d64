import PostalMime from 'postal-mime';
import { allowsMail } from './grants.ts';
import type { State } from './state.ts';
import { bytesOf, type WireRequest, type WireService } from './wire.ts';

export interface MailAttachment {
  filename: string | null;
  mime: string;
  /** Size. */
  bytes: number;
  content_base64: string;
}

/** An e-mail as `GET /_local/mail` shows it. */
export interface SentMail {
  to: string;
  from: string;
  subject: string;
  text: string | null;
  html: string | null;
  attachments: MailAttachment[];
  sent_at: string;
}

interface Part {
  Data?: string;
}

interface SendEmailInput {
  FromEmailAddress?: string;
  Destination?: { ToAddresses?: string[]; CcAddresses?: string[]; BccAddresses?: string[] };
  Content?: { Raw?: Part; Simple?: { Subject?: Part; Body?: { Text?: Part; Html?: Part } } };
}

type Content = Pick<SentMail, 'subject' | 'text' | 'html' | 'attachments'> & { from?: string; to: string[] };

const SEND_PATH = '/v2/email/outbound-emails';

/** SES as far as sending goes: every recipient's copy is kept, durably before the answer, and shown by the stack. */
export class Mailbox {
  readonly #state: State;
  readonly #now: () => string;

  constructor(state: State, now: () => string) {
    this.#state = state;
    this.#now = now;
  }

  /** Copies in the order in which they were sent; `to` compares addresses without case. */
  list(to: string | undefined): SentMail[] {
    return this.#state.db
      .prepare('SELECT message FROM mail ORDER BY id')
      .all()
      .map((row) => JSON.parse(String(row['message'])) as SentMail)
      .filter((mail) => to === undefined || mail.to.toLowerCase() === to.trim().toLowerCase());
  }

  async accept(input: SendEmailInput): Promise<string> {
    const content = await contentOf(input);
    const { ToAddresses = [], CcAddresses = [], BccAddresses = [] } = input.Destination ?? {};
    const named = [...ToAddresses, ...CcAddresses, ...BccAddresses].map(addressOf);
    const sentAt = this.#now();
    const insert = this.#state.db.prepare('INSERT INTO mail (message) VALUES (?)');
    for (const to of named.length > 0 ? named : content.to) {
      const { subject, text, html, attachments } = content;
      const from = input.FromEmailAddress ?? content.from ?? '';
      const mail: SentMail = { to, from, subject, text, html, attachments, sent_at: sentAt };
      insert.run(JSON.stringify(mail));
    }
    return crypto.randomUUID();
  }

  service(): WireService {
    return {
      target: 'mail',
      serves: (request) => request.path === SEND_PATH,
      allows: allowsMail,
      able: () => true,
      commits: () => false,
      trouble: (_, mode) => {
        if (mode === 'denied') return answer(403, { message: 'Not allowed.' }, 'AccessDeniedException');
        if (mode === 'throttle') return answer(429, { message: 'Sending too fast.' }, 'TooManyRequestsException');
        return answer(503, { message: 'Service unavailable.' }, 'ServiceUnavailable');
      },
      send: async (request: WireRequest) => {
        const input = JSON.parse((await bytesOf(request.body)).toString()) as SendEmailInput;
        return answer(200, { MessageId: await this.accept(input) });
      },
    };
  }
}

const answer = (statusCode: number, body: object, errorType?: string) => ({
  statusCode,
  headers: { 'content-type': 'application/json', ...(errorType ? { 'x-amzn-errortype': errorType } : {}) },
  body: Buffer.from(JSON.stringify(body)),
});

/** `a@b` of `"A" <a@b>`. */
const addressOf = (mailbox: string): string => /<([^<>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox.trim();

const contentOf = async ({ Content }: SendEmailInput): Promise<Content> => {
  if (!Content?.Raw?.Data) {
    const { Subject, Body } = Content?.Simple ?? {};
    const text = Body?.Text?.Data ?? null;
    return { subject: Subject?.Data ?? '', text, html: Body?.Html?.Data ?? null, attachments: [], to: [] };
  }
  const mail = await PostalMime.parse(Buffer.from(Content.Raw.Data, 'base64'), { attachmentEncoding: 'arraybuffer' });
  const recipients = [...(mail.to ?? []), ...(mail.cc ?? []), ...(mail.bcc ?? [])];
  const { name, address } = mail.from ?? {};
  return {
    subject: mail.subject ?? '',
    text: mail.text ?? null,
    html: mail.html ?? null,
    from: name ? `${name} <${address ?? ''}>` : (address ?? ''),
    to: recipients.flatMap((recipient) => recipient.address ?? []),
    attachments: mail.attachments.map(({ filename, mimeType, content }) => {
      const bytes = Buffer.from(content as ArrayBuffer);
      return { filename, mime: mimeType, bytes: bytes.length, content_base64: bytes.toString('base64') };
    }),
  };
};
