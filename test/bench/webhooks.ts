import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startStack, type RunningStack } from '../support/stack.ts';
import { Partner, WEBHOOK_SEED } from '../support/webhooks.ts';
import { percentile, rounded, type Section } from './report.ts';

const ENDPOINTS = 200;
const EVENTS = Number(process.env['BENCH_WEBHOOK_EVENTS'] ?? 50);
const DEAD = 10;
const SLOW = 10;
/** A slow receiver answers just in time. */
const SLOW_MS = 8000;
/** Orders a second: what the burst is made of. */
const ORDERS_PER_SECOND = 5;
const DRAIN_LIMIT_MS = 15 * 60_000;

type Kind = 'healthy' | 'dead' | 'slow';

interface Arrival {
  kind: Kind;
  eventId: string;
  orderId: string;
  atMs: number;
}

/** One server for all receivers; the path tells which. A dead one takes the connection and never answers. */
const startReceivers = async (
  arrivals: Arrival[],
): Promise<{ server: Server; urlOf: (kind: Kind, index: number) => string }> => {
  const server = createServer((request, answer) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const kind = (request.url ?? '').split('/')[1] as Kind;
      const event = JSON.parse(Buffer.concat(chunks).toString()) as { id: string; data: { order: { id: string } } };
      arrivals.push({ kind, eventId: event.id, orderId: event.data.order.id, atMs: performance.now() });
      if (kind === 'healthy') answer.writeHead(204).end();
      if (kind === 'slow') setTimeout(() => answer.writeHead(204).end(), SLOW_MS);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return { server, urlOf: (kind, index) => `http://127.0.0.1:${port}/${kind}/${index}` };
};

/** Makes the orders whose events fan out, at a steady pace; when each was acknowledged, by order. */
const burst = async (partner: Partner): Promise<Map<string, number>> => {
  const acknowledged = new Map<string, number>();
  const started = performance.now();
  for (let count = 0; count < EVENTS; count++) {
    await sleep(Math.max(0, started + (count * 1000) / ORDERS_PER_SECOND - performance.now()));
    acknowledged.set(await partner.order(), performance.now());
  }
  return acknowledged;
};

const round = async (stack: RunningStack, trouble: { dead: number; slow: number }) => {
  const arrivals: Arrival[] = [];
  const { server, urlOf } = await startReceivers(arrivals);
  const partner = new Partner(stack);
  const kinds = Array.from({ length: ENDPOINTS }, (_, index): Kind => {
    if (index < trouble.dead) return 'dead';
    return index < trouble.dead + trouble.slow ? 'slow' : 'healthy';
  });
  const endpoints: string[] = [];
  for (const [index, kind] of kinds.entries()) {
    endpoints.push((await partner.register(urlOf(kind, index), ['order.created'])).id);
  }
  const started = performance.now();
  const acknowledged = await burst(partner);
  const healthy = kinds.filter((kind) => kind === 'healthy').length * EVENTS;
  const first = (): Arrival[] => arrivals.filter(({ kind }) => kind === 'healthy');
  while (first().length < healthy && performance.now() - started < DRAIN_LIMIT_MS) await sleep(100);
  const drainedMs = performance.now() - started;
  const delays = first().map(({ orderId, atMs }) => atMs - (acknowledged.get(orderId) ?? atMs));
  const slow = arrivals.filter(({ kind }) => kind === 'slow').length;
  for (const id of endpoints) await stack.call('DELETE', `/v2/webhook-endpoints/${id}`, { key: partner.key });
  server.closeAllConnections();
  server.close();
  return { delays, drainedMs, delivered: first().length, slow };
};

const rowOf = (name: string, { delays, drainedMs, delivered, slow }: Awaited<ReturnType<typeof round>>) => ({
  receivers: name,
  'healthy deliveries': delivered,
  'drained s': rounded(drainedMs / 1000),
  'deliveries/s': rounded((delivered * 1000) / drainedMs),
  'delay p50 ms': rounded(percentile(delays, 50), 0),
  'delay p95 ms': rounded(percentile(delays, 95), 0),
  'delay p99 ms': rounded(percentile(delays, 99), 0),
  'slow ones begun': slow,
});

/** How much receivers that are dead or slow delay the events of the others. */
export const benchWebhooks = async (): Promise<Section> => {
  const rounds: [string, { dead: number; slow: number }][] = [
    [`all ${ENDPOINTS} healthy`, { dead: 0, slow: 0 }],
    [`${DEAD} dead, ${SLOW} slow`, { dead: DEAD, slow: SLOW }],
  ];
  const rows = [];
  for (const [name, trouble] of rounds) {
    const stack = await startStack({ seed: WEBHOOK_SEED, env: { LOG_LEVEL: 'SILENT' } });
    try {
      rows.push(rowOf(name, await round(stack, trouble)));
    } finally {
      await stack.stop();
    }
  }
  return {
    title: `Webhooks: ${EVENTS} events to ${ENDPOINTS} endpoints`,
    note:
      'Delay from the acknowledged change to the arrival at healthy receivers. Dead ones never answer, slow ones ' +
      `answer after ${SLOW_MS / 1000} s; everything runs on this machine.`,
    rows,
  };
};
