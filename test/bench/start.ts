import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { importOperatorData } from '../../functions/domain/administration/operator-data/import.ts';
import type { RouteName } from '../../functions/routes.ts';
import { bundle, type Bundle } from '../../lib/build/bundle.ts';
import { routes } from '../../lib/definition.ts';
import { API_KEY, ruleSeed } from '../support/seed.ts';
import { giftCard, orderBody } from '../support/shop.ts';
import { startTable } from '../support/table.ts';
import { percentile, roundTo, type Section } from './report.ts';

const RUNS = 20;
const BARE: FirstRequest = { name: 'bare-call', path: '/' };

/** A request for a cold function. */
interface FirstRequest {
  name: RouteName | 'bare-call';
  path: string;
  /** Default: a GET. */
  body?: unknown;
}

/** Functions of the API, each with a request that succeeds in a shop without orders. */
const FIRST_REQUESTS: readonly FirstRequest[] = [
  { name: 'me', path: '/v2/me' },
  { name: 'list-products', path: '/v2/products' },
  { name: 'create-quote', path: '/v2/quotes', body: { items: giftCard() } },
  { name: 'create-order', path: '/v2/orders', body: orderBody(giftCard()) },
  { name: 'list-orders', path: '/v2/orders' },
  { name: 'search-items', path: '/v2/items?search=nobody' },
  { name: 'issue-items', path: '/v2/items', body: { amount: 500 } },
  { name: 'read-analytics', path: '/v2/reports/analytics' },
  { name: 'list-webhook-deliveries', path: '/v2/webhook-deliveries' },
];

/** CPU time in milliseconds to load the function, and until its first response. */
interface Start {
  loadMs: number;
  answeredMs: number;
}

/**
 * Cost of a cold start: loading the function and its first request, which builds schemas, compiles code and connects
 * to the table. Each run has its own process; the time is the thread's CPU time, as in the section `load`. The table
 * responds from another process.
 */
export const benchStart = async (): Promise<Section> => {
  const folder = mkdtempSync(join(process.cwd(), 'dist-bench-'));
  try {
    const entries = routes.filter(({ name }) => FIRST_REQUESTS.some((input) => input.name === name));
    const bundles = await bundle([{ name: BARE.name, entry: 'test/bench/bare-call.ts' }, ...entries], folder);
    const starts = await measureStarts(bundles);
    const median = (name: string, figure: keyof Start): number =>
      percentile(
        (starts.get(name) ?? []).map((start) => start[figure]),
        50,
      );
    return {
      title: 'The first request of a new process',
      note: `CPU milliseconds, medians of ${RUNS} processes each; the bare function reads one row.`,
      rows: bundles.map(({ name, bytes }) => ({
        function: name,
        KB: roundTo(bytes / 1000),
        'load ms': roundTo(median(name, 'loadMs')),
        'first request ms': roundTo(median(name, 'answeredMs') - median(name, 'loadMs')),
        'both / bare': roundTo(median(name, 'answeredMs') / median(BARE.name, 'answeredMs'), 2),
      })),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Functions alternate, so that slow phases of the machine affect all of them. */
const measureStarts = async (bundles: readonly Pick<Bundle, 'name' | 'file'>[]): Promise<Map<string, Start[]>> => {
  const table = await startTable();
  try {
    await importOperatorData(ruleSeed);
    const starts = new Map<string, Start[]>(bundles.map(({ name }) => [name, []]));
    for (let run = 0; run < RUNS; run++) {
      for (const { name, file } of bundles) {
        const input = FIRST_REQUESTS.find((each) => each.name === name) ?? BARE;
        starts.get(name)?.push(start(resolve(file), input));
      }
    }
    return starts;
  } finally {
    await table.stop();
  }
};

const eventOf = ({ name, path, body }: FirstRequest): object => {
  const [rawPath = '', rawQueryString = ''] = path.split('?');
  const method = body === undefined ? 'GET' : 'POST';
  const http = { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'bench' };
  return {
    version: '2.0',
    routeKey: `${method} ${rawPath}`,
    rawPath,
    rawQueryString,
    headers: {
      authorization: `Bearer ${API_KEY}`,
      host: 'api.example.com',
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    },
    requestContext: { requestId: `bench-${name}`, routeKey: `${method} ${rawPath}`, http },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    isBase64Encoded: false,
  };
};

/**
 * As in the section `load`, the system updates the time of a thread when it stops running. For a plain http URL only,
 * the SDK imports `node:http` as a module whose exports Node.js reads one by one, which loads undici. Lambda reaches
 * the table with TLS, so this import happens before the measurement.
 */
const START_SCRIPT = `
  const cell = new Int32Array(new SharedArrayBuffer(4));
  const cpuMs = () => {
    Atomics.wait(cell, 0, 0, 0.05);
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  const event = JSON.parse(process.env.EVENT);
  import('node:http').then(() => {
    cpuMs();
    const before = cpuMs();
    const { handler } = require(process.env.BUNDLE);
    const loadMs = cpuMs() - before;
    handler(event, { functionName: 'bench', getRemainingTimeInMillis: () => 30000 }).then((answer) => {
      const answeredMs = cpuMs() - before;
      process.stdout.write(JSON.stringify({ loadMs, answeredMs, answer }), () => process.exit(0));
    });
  });
`;

export const start = (file: string, input: FirstRequest): Start => {
  const env = { ...process.env, BUNDLE: file, EVENT: JSON.stringify(eventOf(input)) };
  const output = execFileSync(process.execPath, ['-e', START_SCRIPT], { env }).toString();
  const { answer, ...measured } = JSON.parse(output) as Start & { answer: { statusCode: number; body?: string } };
  if (answer.statusCode >= 300) throw new Error(`${input.name} returned ${answer.statusCode}: ${answer.body}`);
  return measured;
};
