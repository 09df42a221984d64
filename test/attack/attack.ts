import http from 'node:http';
import fc from 'fast-check';
import { routes } from '../../functions/routes.ts';
import type { Route } from '../../functions/pipeline/route.ts';
import { conformanceFaults } from '../support/conformance.ts';
import type { RunningStack } from '../support/stack.ts';
import { requestsTo, wireOf, type Plan, type Wire } from './requests.ts';
import { FOREIGN_MARK, replenish, type Pool } from './world.ts';

interface AttackOptions {
  stack: RunningStack;
  pool: Pool;
  requestsPerRoute: number;
  seed: number;
  /** Whether a response that repeatedly takes over two seconds is a finding. Disable it on a busy machine. */
  timed?: boolean;
  /** Names of routes; all if absent. */
  only?: readonly string[] | undefined;
}

/** One wrong response, with its request. */
interface Finding {
  route: string;
  faults: string[];
  request: string;
  status: number;
}

interface AttackResult {
  routes: number;
  requests: number;
  statuses: Record<number, number>;
  findings: Finding[];
  slowestMs: number;
  /** Routes without a successful request, whose code after the checks did not run. */
  unreached: string[];
}

interface RawResponse {
  status: number;
  headers: http.IncomingHttpHeaders;
  bytes: Buffer;
  ms: number;
}

/**
 * A received body with its parsed content. A body that equals the previous one is not parsed again, because the same
 * asset arrives hundreds of times in sequence.
 */
interface ParsedBody {
  bytes: Buffer;
  text: string;
  body: unknown;
}

const readOf = (bytes: Buffer): ParsedBody => {
  const text = bytes.toString('utf8');
  return { bytes, text, body: parsed(text) };
};

const SLOW_MS = 2000;
/** Maximum number of slow requests to one route that are repeated, each up to three times. */
const SLOW_REPEATS = 10;
const CONCURRENT_SENDERS = 8;
/** Number of 429 responses after which the clock advances, so that rate limits refill. */
const REFUSALS_PER_MINUTE = 5;
/** Number of routes after which the run signs in again, before the token expires. */
const ROUTES_PER_TOKEN = 20;

const agent = new http.Agent({ keepAlive: true, maxSockets: 32 });

const send = (base: string, { method, target, headers, body }: Wire): Promise<RawResponse> =>
  new Promise((resolve, reject) => {
    const startedMs = performance.now();
    const length = body === undefined ? {} : { 'content-length': String(body.length) };
    const sent = { method, path: target, headers: { ...headers, ...length }, agent };
    const request = http.request(new URL(base), sent, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          bytes: Buffer.concat(chunks),
          ms: performance.now() - startedMs,
        }),
      );
      answer.on('error', reject);
    });
    request.on('error', reject);
    request.end(body);
  });

const EVERY_ANSWER = ['x-request-id', 'x-rate-limit-limit', 'x-rate-limit-remaining', 'x-rate-limit-reset'];

/** Error codes of the gateway in front of all routes, which no route declares. */
const BY_GATEWAY = new Set(['malformed_request', 'request_too_large', 'headers_too_large']);

const codeOf = (text: string): string | undefined => /^\{"error":\{"code":"(\w+)"/.exec(text)?.[1];

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

const isBusy = ({ status, headers, bytes }: RawResponse): boolean =>
  status === 503 && headers['retry-after'] !== undefined && codeOf(bytes.toString('utf8')) === 'service_busy';

/** Faults of a response: missing headers, a 5xx status, data of another company, or undeclared content. */
const responseFaults = (
  route: Route,
  wire: Wire,
  { status, headers, text, body }: RawResponse & ParsedBody,
): string[] => {
  const faults = EVERY_ANSWER.filter((name) => headers[name] === undefined).map((name) => `no header ${name}`);
  if (status >= 500) faults.push(`returned ${status}`);
  const sent = `${decodeURIComponent(wire.target.replace(/%(?![0-9a-f]{2})/gi, '').replace(/%(ff|ed%a0%80|00)/gi, ''))} ${wire.body?.toString() ?? ''}`;
  // Public data is visible to everyone.
  const isPublic = route.access === 'public';
  if (!isPublic && text.includes(FOREIGN_MARK) && !sent.toLowerCase().includes(FOREIGN_MARK.toLowerCase())) {
    faults.push('contains data of another company');
  }
  if (wire.method !== 'HEAD' && status < 500 && !BY_GATEWAY.has(codeOf(text) ?? '')) {
    const path = wire.target.split('?')[0] ?? '';
    const seen = { method: wire.method, path, status, headers: new Headers(plainHeaders(headers)), body };
    faults.push(...conformanceFaults(seen));
  }
  return faults;
};

const plainHeaders = (headers: http.IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );

const described = ({ method, target, headers, body }: Wire): string =>
  [
    `${method} ${target.slice(0, 400)}`,
    JSON.stringify({ ...headers, ...(headers['authorization'] ? { authorization: '…' } : {}) }).slice(0, 400),
    body === undefined ? '' : body.toString().slice(0, 1200),
  ].join('\n    ');

/** Plans for N requests, copies included. */
const plansFor = (route: Route, requests: number, seed: number): Plan[] => {
  let remaining = requests;
  const plans: Plan[] = [];
  for (const plan of fc.sample(requestsTo(route), { numRuns: requests, seed })) {
    if (remaining <= 0) break;
    const copies = Math.min(plan.copies, remaining);
    plans.push({ ...plan, copies });
    remaining -= copies;
  }
  return plans;
};

/** The run: seeded requests to every route, whose responses must match the documentation. */
export class Attack {
  readonly #options: AttackOptions;
  readonly #result: AttackResult = { routes: 0, requests: 0, statuses: {}, findings: [], slowestMs: 0, unreached: [] };
  readonly #slow: { route: Route; wire: Wire; status: number }[] = [];
  readonly #busy: { route: Route; wire: Wire }[] = [];
  #token = '';
  #refusals = 0;
  #reached = false;
  #last: ParsedBody = readOf(Buffer.alloc(0));

  constructor(options: AttackOptions) {
    this.#options = options;
  }

  async run(report: (line: string) => void = () => {}): Promise<AttackResult> {
    const { only, requestsPerRoute, seed } = this.#options;
    const chosen = routes.filter(({ name }) => only === undefined || only.includes(name));
    for (const [at, route] of chosen.entries()) {
      if (at % ROUTES_PER_TOKEN === 0) await this.#signIn();
      await replenish(this.#options.stack, this.#options.pool, route.path);
      this.#reached = false;
      await this.#sendAll(route, plansFor(route, requestsPerRoute, seed + at));
      await this.#repeatSlow();
      await this.#repeatBusy();
      this.#result.routes++;
      if (!this.#reached) this.#result.unreached.push(route.name);
      report(`${route.name}: ${this.#result.requests} requests so far, ${this.#result.findings.length} findings`);
    }
    return this.#result;
  }

  /** Sends the plans from several concurrent senders. The copies of a request are concurrent, too. */
  async #sendAll(route: Route, plans: Plan[]): Promise<void> {
    const left = plans.values();
    const sender = async (): Promise<void> => {
      for (const plan of left) {
        const wire = wireOf(plan, this.#options.pool, this.#token);
        await Promise.all(Array.from({ length: plan.copies }, () => this.#try(route, wire)));
        if (this.#refusals >= REFUSALS_PER_MINUTE) await this.#minutePasses();
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT_SENDERS }, sender));
  }

  async #try(route: Route, wire: Wire): Promise<void> {
    const { stack, pool } = this.#options;
    this.#result.requests++;
    let received: RawResponse;
    try {
      received = await send(stack.url, wire);
    } catch (error) {
      this.#find(route, wire, 0, [`no answer: ${String(error)}`]);
      return;
    }
    const { status, ms, bytes, headers } = received;
    this.#result.statuses[status] = (this.#result.statuses[status] ?? 0) + 1;
    if (ms <= SLOW_MS || !this.#options.timed) this.#result.slowestMs = Math.max(this.#result.slowestMs, ms);
    if (status < 400) this.#reached = true;
    if (status === 429) this.#refusals++;
    if (ms > SLOW_MS) this.#slow.push({ route, wire, status });
    if (isBusy(received)) {
      this.#busy.push({ route, wire });
      return;
    }
    stack.secrets.collect(`${wire.target} ${wire.body?.toString() ?? ''}`);
    const isNews = !bytes.equals(this.#last.bytes);
    if (isNews) this.#last = readOf(bytes);
    const read = this.#last;
    if (isNews && status < 300) pool.harvest(read.text, headers);
    if (isNews && !read.text.startsWith('%PDF-')) stack.secrets.collect(read.text);
    const faults = responseFaults(route, wire, { ...received, ...read });
    if (faults.length > 0) this.#find(route, wire, status, faults);
  }

  /** The machine may have been busy: slow requests are repeated alone, and reported when slow each time. */
  async #repeatSlow(): Promise<void> {
    const { stack, timed } = this.#options;
    for (const { route, wire, status } of this.#slow.splice(0).slice(0, timed ? SLOW_REPEATS : 0)) {
      await stack.idle();
      let ms = Infinity;
      for (let attempt = 0; attempt < 3 && ms > SLOW_MS; attempt++) ms = Math.min(ms, (await send(stack.url, wire)).ms);
      this.#result.slowestMs = Math.max(this.#result.slowestMs, ms);
      if (ms > SLOW_MS) this.#find(route, wire, status, [`took ${Math.round(ms)} ms`]);
    }
  }

  /**
   * A request that conflicted with concurrent changes to a row may return an error that asks to retry. When it is
   * repeated alone, it must succeed or be rejected.
   */
  async #repeatBusy(): Promise<void> {
    const { stack } = this.#options;
    for (const { route, wire } of this.#busy.splice(0)) {
      await stack.idle();
      const received = await send(stack.url, wire);
      const faults = responseFaults(route, wire, { ...received, ...readOf(received.bytes) });
      if (faults.length > 0) this.#find(route, wire, received.status, faults);
    }
  }

  #find(route: Route, wire: Wire, status: number, faults: string[]): void {
    this.#result.findings.push({ route: route.name, status, faults, request: described(wire) });
  }

  async #minutePasses(): Promise<void> {
    this.#refusals = 0;
    await this.#options.stack.advance(61);
  }

  async #signIn(): Promise<void> {
    const form = new URLSearchParams({
      grant_type: 'password',
      client_id: 'client-own',
      client_secret: 'client secret of Ownmark',
      username: 'user-own',
      password: 'password of Ownmark',
    });
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const { body } = await this.#options.stack.post<{ access_token?: string }>('/token', {
      body: form.toString(),
      headers,
    });
    this.#token = body.access_token ?? this.#token;
  }
}

/** Findings by kind: the first of each, and their number. */
export const summary = (findings: readonly Finding[]): string[] => {
  const kinds = new Map<string, { first: Finding; count: number }>();
  for (const finding of findings) {
    const kind = `${finding.route} ${finding.status} ${finding.faults.map((fault) => fault.slice(0, 60)).join('; ')}`;
    const known = kinds.get(kind);
    kinds.set(kind, { first: known?.first ?? finding, count: (known?.count ?? 0) + 1 });
  }
  return [...kinds.values()].map(
    ({ first, count }) =>
      `${count} × ${first.route} ${first.status}: ${first.faults.join('; ').slice(0, 600)}\n    ${first.request}`,
  );
};
