import { readFileSync } from 'node:fs';
import { ruleSeed, API_KEY, ALL_SCOPES } from '../support/seed.ts';
import { giftCard, Shop } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';
import { percentile, roundTo, type Section } from './report.ts';

const CLIENT_COUNTS = [1, 8, 32];
const SALES_PER_ROUND = 64;
const WAITS_MAX = 20;

/** Each client has its own key, so that rate limits do not limit the measurement. */
export const clientKey = (index: number): string => `lp_live_${String(index).padStart(32, 'f')}_${'a'.repeat(64)}`;

export const seedFor = (clients: number) => ({
  ...ruleSeed,
  api_keys: [
    ...ruleSeed.api_keys,
    ...Array.from({ length: clients }, (_, index) => ({
      company: 'shop',
      label: `client ${index}`,
      key: clientKey(index),
      scopes: ALL_SCOPES,
    })),
  ],
});

/** Complete sales (quote, order, session, payment, fulfillment) by 1, 8 and 32 concurrent clients. */
export const benchFlow = async (): Promise<Section> => {
  const stack = await startStack({ seed: seedFor(Math.max(...CLIENT_COUNTS)) });
  try {
    await sell(new Shop(stack, API_KEY), []);
    await stack.idle();
    const rows = [];
    for (const clients of CLIENT_COUNTS) rows.push(await round(stack, clients));
    return {
      title: 'Complete sales: quote, order, session, payment, fulfillment',
      note: `${SALES_PER_ROUND} sales per round on this machine, including emulators and load generator; CPU time is that of the stack's processes.`,
      rows,
    };
  } finally {
    await stack.stop();
  }
};

const round = async (stack: RunningStack, clients: number): Promise<Record<string, number>> => {
  const latencies: number[] = [];
  const before = { wallMs: performance.now(), cpuSeconds: cpuSeconds(stack) };
  const each = Math.ceil(SALES_PER_ROUND / clients);
  await Promise.all(
    Array.from({ length: clients }, async (_, index) => {
      const shop = new Shop(stack, clientKey(index));
      for (let sale = 0; sale < each; sale++) await sell(shop, latencies);
    }),
  );
  const answeredMs = performance.now() - before.wallMs;
  await allDone(stack);
  const fulfilledMs = performance.now() - before.wallMs;
  const sales = each * clients;
  return {
    clients,
    'sales/s answered': roundTo((sales * 1000) / answeredMs),
    'sales/s fulfilled': roundTo((sales * 1000) / fulfilledMs),
    'order p50 ms': roundTo(percentile(latencies, 50)),
    'order p95 ms': roundTo(percentile(latencies, 95)),
    'order p99 ms': roundTo(percentile(latencies, 99)),
    'CPU s per sale': roundTo((cpuSeconds(stack) - before.cpuSeconds) / sales, 3),
  };
};

/** Waits until all sales are fulfilled, which may take several waits for idleness. */
export const allDone = async (stack: RunningStack): Promise<void> => {
  for (let wait = 0; wait < WAITS_MAX; wait++) {
    if ((await stack.post('/_local/idle')).status === 200) return;
  }
  throw new Error('The sales were not all fulfilled');
};

const sell = async (shop: Shop, latencies: number[]): Promise<void> => {
  await shop.stack.post('/v2/quotes', { key: shop.key, body: { items: giftCard() } });
  const startMs = performance.now();
  const order = await shop.order(giftCard());
  latencies.push(performance.now() - startMs);
  if (order.status !== 201) throw new Error(`An order was refused: ${order.bytes.toString()}`);
  const session = await shop.session(order.body.id);
  await shop.pay(session.body.url);
};

const CLOCK_TICKS_PER_SECOND = 100;

/** User and system time of a process and of those that it started (proc(5), stat, fields 14 and 15). */
const secondsOf = (pid: string): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  const own = (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_SECOND;
  return children.reduce((sum, child) => sum + secondsOf(child), own);
};

const cpuSeconds = (stack: RunningStack): number => secondsOf(String(stack.child.pid));
