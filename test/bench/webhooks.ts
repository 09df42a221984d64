import { setTimeout as sleep } from 'node:timers/promises';
import { ENDPOINTS_MAX } from '../../functions/domain/notifications/webhooks/register.ts';
import { startStack, type RunningStack } from '../support/stack.ts';
import { Partner, WEBHOOK_SEED } from '../support/webhooks.ts';
import { percentile, roundTo, type Section } from './report.ts';
import { startReceivers, type Arrival, type Receivers } from './webhook-receivers.ts';

const ENDPOINTS = ENDPOINTS_MAX;
/** The first twenty receivers are dead or slow in some rounds. Only the other receivers are measured. */
const DEAD = 10;
const SLOW = 10;
const TROUBLE = DEAD + SLOW;
const EVENTS = Number(process.env['BENCH_WEBHOOK_EVENTS'] ?? 50);
/** Seconds until the rate limit is refilled, so that the registrations of a round do not exceed the limit. */
const REFILL_SECONDS = 61;
/** Pairs of rounds at a steady pace, one with healthy and one with failing receivers. */
const PAIRS = Number(process.env['BENCH_WEBHOOK_PAIRS'] ?? 1);
/** Load of the steady rounds as a share of the first round's throughput. Delays are meaningless when queues grow. */
const LOAD = 0.5;
const DRAIN_LIMIT_MS = 10 * 60_000;

interface Round {
  name: string;
  trouble: boolean;
  /** Events per second; with infinity, each order follows the response to the previous one. */
  pace: number;
}

interface Outcome extends Round {
  /** Milliseconds from each acknowledged order to its first arrival at each measured receiver. */
  delays: number[];
  drainedMs: number;
  troubled: number;
  twice: number;
}

/** Creates the orders whose events are delivered; returns the time of acknowledgement of each. */
const sell = async (partner: Partner, pace: number): Promise<Map<string, number>> => {
  const acknowledged = new Map<string, number>();
  const started = performance.now();
  for (let count = 0; count < EVENTS; count++) {
    await sleep(Math.max(0, started + (count * 1000) / pace - performance.now()));
    acknowledged.set(await partner.order(), performance.now());
  }
  return acknowledged;
};

const measure = async (stack: RunningStack, receivers: Receivers, round: Round): Promise<Outcome> => {
  await stack.advance(REFILL_SECONDS);
  const partner = new Partner(stack);
  const endpoints: string[] = [];
  for (let index = 0; index < ENDPOINTS; index++) {
    const kind = !round.trouble || index >= TROUBLE ? 'healthy' : index < DEAD ? 'dead' : 'slow';
    endpoints.push((await partner.register(receivers.urlOf(kind, index), ['order.created'])).id);
  }
  const arrivals = receivers.listen();
  const started = performance.now();
  const acknowledged = await sell(partner, round.pace);
  const measuredArrivals = (): Arrival[] => arrivals.filter(({ index }) => index >= TROUBLE);
  const owed = EVENTS * (ENDPOINTS - TROUBLE);
  const isDrained = (): boolean => measuredArrivals().length >= owed && firstOf(measuredArrivals()).size >= owed;
  while (!isDrained() && performance.now() - started < DRAIN_LIMIT_MS) await sleep(250);
  const drainedMs = performance.now() - started;
  const firsts = [...firstOf(measuredArrivals()).values()];
  const outcome = {
    ...round,
    drainedMs,
    delays: firsts.map(({ orderId, atMs }) => atMs - (acknowledged.get(orderId) ?? atMs)),
    troubled: arrivals.length - measuredArrivals().length,
    twice: measuredArrivals().length - firsts.length,
  };
  // Deletes the endpoints together with their queued deliveries.
  for (const id of endpoints) await stack.call('DELETE', `/v2/webhook-endpoints/${id}`, { key: partner.key });
  return outcome;
};

/** The first arrival of each event at each receiver. */
const firstOf = (arrivals: readonly Arrival[]): Map<string, Arrival> =>
  new Map(arrivals.toReversed().map((arrival) => [`${arrival.orderId} ${arrival.index}`, arrival]));

const rowOf = ({ name, delays, drainedMs, troubled, twice, pace }: Outcome) => ({
  receivers: name,
  'events/s': Number.isFinite(pace) ? roundTo(pace, 2) : 'at once',
  'delivered to healthy': delays.length,
  'drained s': roundTo(drainedMs / 1000),
  'deliveries/s': roundTo((delays.length * 1000) / drainedMs),
  'p50 ms': roundTo(percentile(delays, 50), 0),
  'p99 ms': roundTo(percentile(delays, 99), 0),
  'tries at dead and slow': troubled,
  twice,
});

/** Delay of healthy receivers caused by dead or slow ones. */
export const benchWebhooks = async (): Promise<Section> => {
  const stack = await startStack({ seed: WEBHOOK_SEED, env: { LOG_LEVEL: 'SILENT' } });
  const receivers = await startReceivers();
  try {
    const outcomes: Outcome[] = [];
    const run = async (round: Round): Promise<Outcome> => {
      const outcome = await measure(stack, receivers, round);
      outcomes.push(outcome);
      return outcome;
    };
    const healthy = { name: `${ENDPOINTS} healthy`, trouble: false };
    const troubled = { name: `${DEAD} dead, ${SLOW} slow`, trouble: true };
    const atOnce = await run({ ...troubled, pace: Infinity });
    const pace = (LOAD * atOnce.delays.length * 1000) / atOnce.drainedMs / ENDPOINTS;
    for (let pair = 0; pair < PAIRS; pair++) {
      // The order alternates, so that a growing stack favors neither.
      for (const kind of pair % 2 === 0 ? [healthy, troubled] : [troubled, healthy]) await run({ ...kind, pace });
    }
    return {
      title: `Webhooks: ${EVENTS * ENDPOINTS} deliveries to ${ENDPOINTS} endpoints in each round`,
      note:
        `Delay from the acknowledged order to the first arrival at the ${ENDPOINTS - TROUBLE} receivers that are healthy in ` +
        `every round. ${summary(outcomes.slice(1))} Half of the dead receivers accept a connection and never respond, and half ` +
        `do not exist; slow ones respond after ${receivers.slowMs / 1000} s. Everything runs on this machine.`,
      rows: outcomes.map(rowOf),
    };
  } finally {
    await stack.stop();
    receivers.close();
  }
};

/** p50 and p99 with failures divided by those without: medians over the steady rounds. */
const summary = (outcomes: readonly Outcome[]): string => {
  const typical = (trouble: boolean, percent: number): number =>
    middle(outcomes.filter((outcome) => outcome.trouble === trouble).map(({ delays }) => percentile(delays, percent)));
  const ratio = (percent: number): number => roundTo(typical(true, percent) / typical(false, percent), 2);
  return `With dead and slow ones p50 is ${ratio(50)} and p99 ${ratio(99)} times what it is without.`;
};

/** The median. With an even number of values, the mean of the two middle ones. */
const middle = (figures: readonly number[]): number => {
  const sorted = figures.toSorted((left, right) => left - right);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[sorted.length / 2 - 1] ?? upper) + upper) / 2;
};
