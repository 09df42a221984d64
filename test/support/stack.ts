import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { assertConforms } from './conformance.ts';
import { Secrets } from './secrets.ts';
import {
  endProcess,
  readyLine,
  spawnOrShare,
  spawnStack,
  type SpawnedStack,
  type StackOptions,
} from './spawn-stack.ts';
import type { Output } from './stack-hosts.ts';

interface ReadyKey {
  company: string;
  label: string;
  key: string;
}

export interface CallOptions {
  /** API key; default: none. */
  key?: string;
  /** Sent as JSON, unless it is a string or bytes. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Value of `Idempotency-Key`; `true` generates one. */
  idempotencyKey?: string | true;
  query?: Record<string, string>;
}

export interface Answer<T = Record<string, unknown>> {
  status: number;
  headers: Headers;
  /** Parsed JSON; otherwise the text. */
  body: T;
  bytes: Buffer;
}

export interface MailMessage {
  to: string;
  from: string;
  subject: string;
  text: string | null;
  html: string | null;
  attachments: { filename: string; mime: string; bytes: number; content_base64: string }[];
  reply_to: string | null;
  list_unsubscribe: string | null;
  sent_at: string;
}

export interface FunctionUsage {
  requests: number;
  calls: number;
  rcu: number;
  wcu: number;
  sequential: number;
}

/** The stack in another process, with operations for tests. */
export class RunningStack {
  readonly url: string;
  readonly keys: ReadyKey[];
  /** Content of the ready line. */
  readonly ready: { url: string; docs: string; keys: ReadyKey[] };
  readonly child: ChildProcess;
  readonly output: Output;
  /** Values of requests and responses that must not be logged; stopping the stack searches its logs for them. */
  readonly secrets = new Secrets();
  readonly #stop: () => Promise<number | null>;
  readonly #cleanUp: () => Promise<void>;

  constructor({ child, output, stop, cleanUp }: SpawnedStack, ready: { url: string; docs: string; keys: ReadyKey[] }) {
    this.child = child;
    this.output = output;
    this.ready = ready;
    this.url = ready.url;
    this.keys = ready.keys;
    this.#stop = stop;
    this.#cleanUp = cleanUp;
  }

  /** The first key of a company in the ready line, or the one with a label. */
  key(company: string, label?: string): string {
    const found = this.keys.find(
      (shown) => shown.company === company && (label === undefined || shown.label === label),
    );
    if (!found) throw new Error(`No key of ${company} ${label ?? ''} was shown`);
    return found.key;
  }

  async call<T = Record<string, unknown>>(method: string, path: string, options: CallOptions = {}): Promise<Answer<T>> {
    const { body, key, idempotencyKey } = options;
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const url = new URL(path, this.url);
    for (const [name, value] of Object.entries(options.query ?? {})) url.searchParams.append(name, value);
    const answer = await fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
        ...(idempotencyKey === undefined
          ? {}
          : { 'Idempotency-Key': idempotencyKey === true ? randomUUID() : idempotencyKey }),
        ...(body === undefined || isRaw ? {} : { 'Content-Type': 'application/json' }),
        ...options.headers,
      },
      ...(body === undefined
        ? {}
        : { body: isRaw ? (body as string | Uint8Array<ArrayBuffer>) : JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    this.#remember(url, options, bytes);
    const seen = { status: answer.status, headers: answer.headers, body: parsed(bytes) };
    assertConforms({ ...seen, method, path: url.pathname });
    return { ...seen, body: seen.body as T, bytes };
  }

  #remember(url: URL, { key = '', body }: CallOptions, answer: Buffer): void {
    const sent = typeof body === 'string' ? body : body instanceof Uint8Array ? '' : JSON.stringify(body ?? '');
    // Documents are long and not text, so they are not searched.
    const bodyText = answer.subarray(0, 5).toString() === '%PDF-' ? '' : answer.toString();
    for (const text of [key, url.pathname, url.searchParams.toString().replaceAll('%40', '@'), sent, bodyText])
      this.secrets.collect(text);
  }

  /** Forbidden values in the logs so far, except in the ready line, which shows keys intentionally. */
  leaks(): string[] {
    return this.secrets.leaksIn(`${this.output.stdout.replace(/^ready .*$/gm, '')}\n${this.output.stderr}`);
  }

  #assertNoLeaks(): void {
    const leaks = this.leaks();
    if (leaks.length > 0)
      throw new Error(`The log contains values that must not be logged:\n${leaks.slice(0, 5).join('\n\n')}`);
  }

  get<T = Record<string, unknown>>(path: string, options: CallOptions = {}): Promise<Answer<T>> {
    return this.call<T>('GET', path, options);
  }

  post<T = Record<string, unknown>>(path: string, options: CallOptions = {}): Promise<Answer<T>> {
    return this.call<T>('POST', path, options);
  }

  /** A control call that must succeed. */
  async control<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.call<T>(method, `/_local${path}`, body === undefined ? {} : { body });
    if (answer.status !== 200) throw new Error(`${method} /_local${path}: ${answer.status} ${answer.bytes.toString()}`);
    return answer.body;
  }

  async idle(): Promise<void> {
    await this.control('POST', '/idle');
  }

  /** Milliseconds since the epoch on the stack's clock. */
  async nowMs(): Promise<number> {
    return Date.parse((await this.control<{ now: string }>('GET', '/clock')).now);
  }

  async advance(seconds: number): Promise<void> {
    await this.control('POST', '/clock', { advance_seconds: seconds });
  }

  async moveTo(now: string): Promise<void> {
    await this.control('POST', '/clock', { now });
  }

  async runSchedule(name: string): Promise<void> {
    await this.control('POST', `/schedules/${name}`);
  }

  mail(to?: string): Promise<MailMessage[]> {
    return this.control('GET', to === undefined ? '/mail' : `/mail?to=${encodeURIComponent(to)}`);
  }

  async fault(target: string, mode: string, count = 1): Promise<void> {
    await this.control('POST', '/faults', { target, mode, count });
  }

  async crash(name: string, at: 'before-commit' | 'after-commit', count = 1): Promise<void> {
    await this.control('POST', '/crash', { function: name, at, count });
  }

  async usage(): Promise<Record<string, FunctionUsage>> {
    return this.control('GET', '/usage');
  }

  async resetUsage(): Promise<void> {
    await this.control('DELETE', '/usage');
  }

  /** Kills the stack without a shutdown, like a power failure. The data folder is kept. */
  async kill(): Promise<void> {
    await endProcess(this.child, () => this.child.kill('SIGKILL'));
    await this.#cleanUp();
    this.#assertNoLeaks();
  }

  /** Stops the stack; resolves to its exit status. */
  async stop(): Promise<number | null> {
    const status = await this.#stop();
    await this.#cleanUp();
    this.#assertNoLeaks();
    return status;
  }
}

const parsed = (bytes: Buffer): unknown => {
  const text = bytes.toString('utf8');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

/** Greater than the number of reads of any test. */
const MANY_READS = 1_000_000;

/** Starts the stack and waits until it is ready. Throws its error output if it ends or is not ready in time. */
export const startStack = async (options: StackOptions = {}): Promise<RunningStack> => {
  const spawned = await spawnOrShare(options);
  const stack = new RunningStack(spawned, JSON.parse(await readyLine(spawned)) as RunningStack['ready']);
  // `STALE_READS=1 npm test -- test/http`: all eventually consistent reads are stale, in every test.
  if (process.env['STALE_READS']) await stack.fault('table', 'stale', MANY_READS);
  return stack;
};

/** Starts a stack that is expected to end, and waits until it has ended. */
export const runStack = async (
  options: StackOptions,
): Promise<{ status: number | null; stdout: string; stderr: string }> => {
  const { child, output, cleanUp } = await spawnStack(options);
  await new Promise((done) => child.once('close', done));
  await cleanUp();
  return { status: child.exitCode, ...output };
};
