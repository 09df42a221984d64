import { FoundPage } from '../support/page-visitor.ts';
import type { Run } from './partners.ts';
import type { Reply } from './system.ts';

/** A form that a browser sends and may send again. */
export interface SentForm {
  path: string;
  body: string;
  headers: Record<string, string>;
  /** End of the session that it belongs to. */
  untilMs: number;
  /** Location after the first success. */
  to?: string;
}

const TRIES = 8;

const pageOf = (path: string, reply: Reply<unknown>): FoundPage => {
  const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
  const headers = new Headers(reply.headers);
  return new FoundPage(path, { status: reply.status, headers, body: text, bytes: Buffer.from(text) });
};

export const openPage = async (run: Run, path: string, headers: Record<string, string>): Promise<FoundPage> =>
  pageOf(path, await run.system.request<unknown>('GET', path, { headers }));

/** A failed process, an exceeded rate limit and an ended session change nothing. */
const isFinal = ({ status, location }: FoundPage): boolean =>
  status < 500 && status !== 429 && !location.startsWith('/desk/sign-in');

/** Sends a form until there is a final response; undefined if no attempt gets one. */
export const sendForm = async (run: Run, sent: SentForm): Promise<FoundPage | undefined> => {
  const { path, body, headers } = sent;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const page = pageOf(path, await run.system.request<unknown>('POST', path, { headers, body }));
    if (page.status === 500) run.system.surprises.push(`${path} answered 500`);
    if (!isFinal(page)) continue;
    const name = `${path.replace(/[A-Z0-9]{4}(-[A-Z0-9]+)+|\w*[0-9a-f]{16,}/g, '*')} ${page.status}`;
    run.answers.set(name, (run.answers.get(name) ?? 0) + 1);
    return page;
  }
  return undefined;
};
