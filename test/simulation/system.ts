import type { SQSBatchResponse, DynamoDBBatchResponse } from 'aws-lambda';
import { S3Client } from '@aws-sdk/client-s3';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SQSClient } from '@aws-sdk/client-sqs';
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { resourceVariable } from '../../functions/platform/resource-names.ts';
import { buckets, queues, schedules, streams, type FunctionDefinition } from '../../lib/definition.ts';
import { isArea, type AreaDefinition } from '../../lib/areas.ts';
import { gatewayEvent } from '../../lib/local/gateway/gateway-event.ts';
import { toHttpReply } from '../../lib/local/gateway/gateway-result.ts';
import { matchRoute } from '../../lib/local/gateway/route-table.ts';
import { isReceived } from '../../lib/stream-filter.ts';
import { useMachine } from './machine.ts';
import { failure, MemoryTable, streamRecord, type Change, type TableCall } from './memory-table.ts';
import type { Random } from './random.ts';
import { entryIn, releases } from './releases.ts';
import { ProcessKilled, Scheduler } from './scheduler.ts';

const require = createRequire(import.meta.url);

type Handler = (event: unknown, context: object) => Promise<unknown>;
type Load = <T = { handler: Handler }>(entry: string) => T;

/** Entries as in the build (lib/build/area-entry.ts), from the sources of one release. */
const areaOf = ({ routes }: AreaDefinition, load: Load): Handler => {
  const { areaHandler } = load<{ areaHandler: (members: object[]) => Handler }>('functions/fallback/area.ts');
  return areaHandler(routes.map((route) => ({ ...route, load: () => Promise.resolve(load(route.entry)) })));
};
const BASE = 'http://gift-commerce.example';
export const START_MS = Date.parse('2027-03-01T12:00:00Z');

/** Probabilities of failures; 0 means none. */
export interface Troubles {
  /** A process is killed at a call. */
  kill: number;
  /** A call conflicts with another transaction on the row. */
  conflict: number;
  throttle: number;
  /** The response to a call is lost, and the SDK repeats it. */
  repeat: number;
  /** An eventually consistent read is stale. */
  stale: number;
  /** The gateway, a queue, the object store or the email service does not respond, or its response is lost. */
  outage: number;
}

export const NO_TROUBLES: Troubles = { kill: 0, conflict: 0, throttle: 0, repeat: 0, stale: 0, outage: 0 };

export interface Reply<T = Record<string, unknown>> {
  status: number;
  body: T;
  etag?: string;
  headers?: Record<string, string>;
}

export interface RequestOptions {
  key?: string;
  idempotencyKey?: string;
  headers?: Record<string, string>;
  /** Sent as JSON. A string is sent unchanged, as a form unless a header specifies otherwise. */
  body?: unknown;
}

interface Message {
  id: string;
  body: string;
  visibleAtMs: number;
  receives: number;
  isInFlight: boolean;
}

const STALE_MAX = 40;
/** Number of receives of a message before its visibility timeout applies. */
const PROMPT_RECEIVES = 3;

const table = new MemoryTable();
let current: System | undefined;

/** The whole service in this process: its real functions on a table, queues, a stream and a store in memory. */
export class System {
  readonly table = table;
  readonly scheduler: Scheduler;
  readonly random: Random;
  /** Maximum batch size of one invocation, in addition to the limit of the definition. */
  batchMax = Infinity;
  readonly queues = new Map<string, Message[]>(queues.map(({ name }) => [name, []]));
  readonly deadLetters: { queue: string; body: string }[] = [];
  readonly objects = new Map<string, { bytes: Uint8Array; contentType: string }>();
  mails = 0;
  messages = 0;
  troubles: Troubles = NO_TROUBLES;
  /** Logged alarms. `isCalm` means that failures were no longer injected. */
  readonly alarms: { name: string; isCalm: boolean; faults?: Record<string, number> }[] = [];
  /** Errors that no injected failure explains, and inconsistencies found during the run. */
  readonly surprises: string[] = [];
  nowMs = START_MS;
  readonly #places = new Map<string, number>(streams.map(({ name }) => [name, 0]));
  readonly #busyStreams = new Set<string>();
  readonly #nextRunMs = new Map<string, number>(schedules.map(({ name }) => [name, START_MS]));
  readonly #running = new Set<string>();

  /** Creates a system, which this process uses from now on. */
  static begin(random: Random, seed: number): System {
    current = new System(random, seed);
    return current;
  }

  private constructor(random: Random, seed: number) {
    this.random = random;
    this.scheduler = new Scheduler(random, 0);
    install();
    for (const { coldStart } of releases) coldStart();
    useMachine({
      nowMs: () => this.nowMs,
      advance: (ms) => {
        this.nowMs += ms;
      },
      scheduler: this.scheduler,
      seed: String(seed),
      onLog: (level, message, extra) => this.#recordLog(level, message, extra),
    });
    table.clear();
    table.nowMs = () => this.nowMs;
    table.lag = () => (random.chance(this.troubles.stale) ? random.between(1, STALE_MAX) : 0);
  }

  set trouble(troubles: Troubles) {
    this.troubles = troubles;
    this.scheduler.killChance = troubles.kill;
  }

  /** Called for every warning and error in the log. */
  onLog: (message: string, error: unknown) => void = () => {};

  #recordLog(
    level: 'warn' | 'error',
    message: string,
    { alarm, error, cause, ...more }: Record<string, unknown>,
  ): void {
    this.onLog(`${message} ${JSON.stringify(more)}`, error ?? cause);
    if (typeof alarm === 'string') this.alarms.push({ name: alarm, isCalm: this.troubles === NO_TROUBLES, ...more });
    else if (level === 'error' && this.troubles === NO_TROUBLES) {
      this.surprises.push(`${message}: ${String((error ?? cause) as Error)}`);
    }
  }

  /** Executes a call to the table, with possible failures. */
  carryTable({ name, what, isWrite, isRepeatable, effect }: TableCall): Promise<unknown> {
    return this.scheduler.carry(`${name} ${what}`, () => {
      const { conflict, throttle, repeat } = this.troubles;
      if (this.random.chance(throttle)) throw failure('ProvisionedThroughputExceededException');
      if (isWrite && name !== 'BatchWrite' && this.random.chance(conflict)) {
        if (name !== 'TransactWrite') throw failure('TransactionConflictException');
        throw failure('TransactionCanceledException', { CancellationReasons: [{ Code: 'TransactionConflict' }] });
      }
      const value = effect();
      return isWrite && !isRepeatable && this.random.chance(repeat) ? effect() : value;
    });
  }

  /** Executes another external call, which may fail before or after it takes effect. */
  carryOutside<T>(name: string, effect: () => T): Promise<T> {
    return this.scheduler.carry(name, () => {
      const fails = this.random.chance(this.troubles.outage);
      if (fails && this.random.chance(0.5)) throw new Error(`${name}: no response`);
      const value = effect();
      if (fails) throw new Error(`${name}: the response was lost`);
      return value;
    });
  }

  /** Sends a request from a partner, a buyer or the gateway. The status is 502 if the function was killed or threw. */
  async request<T = Record<string, unknown>>(
    method: string,
    target: string,
    { key, idempotencyKey, headers = {}, body }: RequestOptions = {},
  ): Promise<Reply<T>> {
    const match = matchRoute(method, target.split('?')[0] ?? '');
    if (!match) throw new Error(`No route ${method} ${target}`);
    const isText = typeof body === 'string';
    const all: Record<string, string> = {
      host: new URL(BASE).host,
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...(body === undefined
        ? {}
        : { 'content-type': isText ? 'application/x-www-form-urlencoded' : 'application/json' }),
      ...headers,
    };
    const event = gatewayEvent(
      {
        method,
        target,
        headers: all,
        rawHeaders: Object.entries(all).flat(),
        body: Buffer.from(body === undefined ? '' : isText ? body : JSON.stringify(body)),
        sourceIp: '192.0.2.1',
      },
      match,
      { id: randomUUID(), epochMs: this.nowMs, domain: new URL(BASE).host },
    );
    try {
      const { status, headers: sent, body: bytes } = toHttpReply(await this.invoke(match.route.target, event));
      return { status, body: parsed(bytes) as T, etag: String(sent['etag'] ?? ''), headers: textOf(sent) };
    } catch (error) {
      if (!(error instanceof ProcessKilled)) this.surprises.push(`${method} ${target} threw ${String(error)}`);
      return { status: 502, body: {} as T };
    }
  }

  async invoke(definition: FunctionDefinition, event: unknown): Promise<unknown> {
    // `require` loads modules synchronously, so that their first use has the same delay as later ones.
    const release = releases.length === 1 ? releases[0]! : this.random.pick(releases);
    const load = <T = { handler: Handler }>(entry: string): T => require(entryIn(release, entry)) as T;
    const { handler } = isArea(definition) ? { handler: areaOf(definition, load) } : load(definition.entry);
    const context = {
      functionName: definition.name,
      awsRequestId: randomUUID(),
      getRemainingTimeInMillis: () => definition.timeoutSeconds * 1000,
    };
    return this.scheduler.call(definition.name, () => handler(event, context));
  }

  /** Work that could begin now: batches of queues and streams, and schedules. */
  background(): Record<string, () => Promise<unknown>> {
    return { ...this.#streamWork(), ...this.#queueWork(), ...this.#scheduleWork() };
  }

  #streamWork(): Record<string, () => Promise<unknown>> {
    const work: Record<string, () => Promise<unknown>> = {};
    for (const stream of streams) {
      const { name, batchSize, consumer } = stream;
      if (this.#busyStreams.has(name)) continue;
      const place = this.#places.get(name) ?? 0;
      const isOurs = ({ before, after }: Change) =>
        isReceived(
          stream,
          [before, after].flatMap((row) => (row ? [{ type: row['type'], status: row['status'] }] : [])),
        );
      const batch = table.changes.slice(place).filter(isOurs).slice(0, Math.min(batchSize, this.batchMax));
      if (batch.length === 0) {
        this.#places.set(name, table.changes.length);
        continue;
      }
      work[`stream ${name}`] = async () => {
        this.#busyStreams.add(name);
        const done = await this.#consume(consumer, { Records: batch.map(streamRecord) });
        const failed = batch.findIndex(({ number }) => done.has(String(number)));
        const next = done.has('all') ? batch[0] : failed < 0 ? undefined : batch[failed];
        this.#places.set(name, next ? next.number : (batch.at(-1)?.number ?? 0) + 1);
        this.#busyStreams.delete(name);
      };
    }
    return work;
  }

  #queueWork(): Record<string, () => Promise<unknown>> {
    const work: Record<string, () => Promise<unknown>> = {};
    for (const { name, batchSize, consumer, maxReceiveCount, visibilityTimeoutSeconds } of queues) {
      const messages = this.queues.get(name) ?? [];
      const ready = messages.filter(({ visibleAtMs, isInFlight }) => visibleAtMs <= this.nowMs && !isInFlight);
      const size = Math.min(batchSize, this.batchMax);
      for (let at = 0; at < ready.length; at += size) {
        const batch = ready.slice(at, at + size);
        work[`queue ${name} ${at}`] = async () => {
          for (const message of batch) Object.assign(message, { isInFlight: true, receives: message.receives + 1 });
          const failed = await this.#consume(consumer, { Records: batch.map(queueRecord) });
          for (const message of batch) {
            message.isInFlight = false;
            const isDone = !failed.has('all') && !failed.has(message.id);
            const isDead = !isDone && message.receives >= maxReceiveCount;
            if (isDead) this.deadLetters.push({ queue: name, body: message.body });
            if (isDone || isDead) messages.splice(messages.indexOf(message), 1);
            // The first attempts follow immediately. Later attempts wait as in the queue, longer than the lease of a
            // crashed worker.
            else if (message.receives >= PROMPT_RECEIVES) {
              message.visibleAtMs = this.nowMs + visibilityTimeoutSeconds * 1000;
            }
          }
        };
      }
    }
    return work;
  }

  /** Ids of the messages that a consumer failed to process; only `all` if it did not respond. */
  async #consume(consumer: FunctionDefinition, event: object): Promise<Set<string>> {
    try {
      const answer = (await this.invoke(consumer, event)) as SQSBatchResponse | DynamoDBBatchResponse | undefined;
      return new Set((answer?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier ?? 'all'));
    } catch (error) {
      if (!(error instanceof ProcessKilled) && this.troubles === NO_TROUBLES) {
        this.surprises.push(`${consumer.name} threw ${String(error)}`);
      }
      return new Set(['all']);
    }
  }

  #scheduleWork(): Record<string, () => Promise<unknown>> {
    const due = schedules.filter(
      ({ name, onRequestLocally }) =>
        !onRequestLocally && (this.#nextRunMs.get(name) ?? 0) <= this.nowMs && !this.#running.has(name),
    );
    return Object.fromEntries(
      due.map(({ name, everyMinutes, target }) => [
        `schedule ${name}`,
        async () => {
          this.#running.add(name);
          this.#nextRunMs.set(name, this.nowMs + everyMinutes * 60_000);
          await this.#consume(target, { time: new Date(this.nowMs).toISOString() });
          this.#running.delete(name);
        },
      ]),
    );
  }
}

const textOf = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

const parsed = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString()) as unknown;
  } catch {
    return bytes.toString();
  }
};

const queueRecord = ({ id, body, receives }: Message) => ({
  messageId: id,
  receiptHandle: id,
  body,
  attributes: { ApproximateReceiveCount: String(receives), SentTimestamp: '0' },
  messageAttributes: {},
  eventSource: 'aws:sqs',
});

let installed = false;

/** Connects the SDK and `fetch` to this system, once for this process. */
const install = (): void => {
  if (installed) return;
  installed = true;
  Object.assign(process.env, {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'none',
    AWS_SECRET_ACCESS_KEY: 'none',
    BASE_URL: BASE,
    ENVIRONMENT: 'development',
    TRUSTED_PROXIES: '1',
    APP_SECRET: '00'.repeat(32),
    MAIL_FROM: 'no-reply@gift-commerce.example',
    ...Object.fromEntries(queues.map(({ name }) => [resourceVariable('QUEUE_URL', name), `queue/${name}`])),
    ...Object.fromEntries(buckets.map(({ name }) => [resourceVariable('BUCKET', name), name])),
  });
  table.install(releases.map(({ documents }) => documents));
  table.carry = (call) => current?.carryTable(call) ?? Promise.resolve(call.effect());
  const clients = [
    [SQSClient, sendToQueue],
    [S3Client, useStore],
    [SESv2Client, sendMail],
  ] as const;
  for (const [client, send] of clients) {
    Object.assign(client.prototype, {
      send: (command: { constructor: { name: string }; input: never }) => send(command.constructor.name, command.input),
    });
  }
  globalThis.fetch = ((url: URL, init: RequestInit) => fetchOwn(url, init)) as unknown as typeof fetch;
};

const sendToQueue = (
  _name: string,
  { QueueUrl, Entries }: { QueueUrl: string; Entries: { Id: string; MessageBody: string; DelaySeconds?: number }[] },
): Promise<object> => {
  const system = active();
  const queue = QueueUrl.split('/').at(-1) ?? '';
  return system.carryOutside(`send to ${queue}`, () => {
    for (const { MessageBody: body, DelaySeconds = 0 } of Entries) {
      const visibleAtMs = system.nowMs + DelaySeconds * 1000;
      system.queues
        .get(queue)
        ?.push({ id: `m${system.messages++}`, body, visibleAtMs, receives: 0, isInFlight: false });
    }
    return { Successful: Entries.map(({ Id }) => ({ Id })), Failed: [] };
  });
};

const useStore = (
  name: string,
  { Bucket, Key, Body, ContentType = '' }: { Bucket: string; Key: string; Body: Uint8Array; ContentType?: string },
): Promise<object> => {
  const system = active();
  const at = `${Bucket}/${Key}`;
  return system.carryOutside(name, () => {
    if (name === 'PutObjectCommand') system.objects.set(at, { bytes: Body, contentType: ContentType });
    if (name === 'DeleteObjectCommand') system.objects.delete(at);
    if (name !== 'GetObjectCommand') return {};
    const found = system.objects.get(at);
    if (!found) throw failure('NoSuchKey');
    const { bytes, contentType } = found;
    return {
      Body: { transformToByteArray: () => Promise.resolve(bytes) },
      ContentLength: bytes.length,
      ContentType: contentType,
    };
  });
};

const sendMail = (): Promise<object> => active().carryOutside('mail', () => ({ MessageId: String(active().mails++) }));

/** Handles a call from the service to itself or to its built-in gateway as an external call. */
const fetchOwn = async (url: URL, { method = 'GET', headers, body }: RequestInit): Promise<Response> => {
  const system = active();
  if (url.origin !== BASE) throw new Error(`Unexpected request to ${url.origin}`);
  await system.carryOutside(`to ${method} ${url.pathname.replace(/[0-9a-f]{32}/g, '*')}`, () => {});
  const { status, body: answer } = await system.request<unknown>(method, `${url.pathname}${url.search}`, {
    headers: Object.fromEntries(
      Object.entries(headers as Record<string, string>).map(([name, value]) => [name.toLowerCase(), value]),
    ),
    ...(body === undefined || body === '' ? {} : { body }),
  });
  if (system.random.chance(system.troubles.outage)) throw new Error('The response was lost');
  // A response with status 204 has no body.
  return new Response(status === 204 ? null : JSON.stringify(answer), { status });
};

const active = (): System => {
  if (!current) throw new Error('No system runs');
  return current;
};
