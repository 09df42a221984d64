import { randomUUID } from 'node:crypto';
import { isSignedWith, type Receiver } from '../support/receiver.ts';
import type { RunningStack } from '../support/stack.ts';
import { ALL_EVENTS, KEYS, Partner, type ListBody } from '../support/webhooks.ts';
import type { Random } from './random.ts';

/** A seeded run of webhooks under faults. The stack is replaced after it was killed. */
export interface WebhookRun {
  random: Random;
  stack: RunningStack;
  /** Always responds successfully. */
  steady: Receiver;
  /** Fails as determined by the seed, until the run ends. */
  flaky: Receiver;
  secrets: Map<Receiver, string>;
  /** Orders acknowledged by the API. */
  acknowledged: Set<string>;
  /** Kills the stack and restarts it on the same data; absent if the data is in memory. */
  restart?: () => Promise<RunningStack>;
}

interface FeedEvent {
  id: string;
  type: string;
  sequence?: number;
  data: { order?: { id: string; status: string } };
}

const STEPS = 14;
const DECLINED = '4000 0000 0000 0002';
const WORKERS = ['stream-relay', 'webhook-events', 'webhook-deliveries', 'webhook-deliveries-slow', 'due-sweep'];

const partnerOf = (run: WebhookRun): Partner => new Partner(run.stack, KEYS.nordlys);

/** Ignores failed requests, whose orders were not acknowledged. Acknowledged orders must have their events. */
const attempt = async (act: () => Promise<unknown>): Promise<void> => {
  await act().catch(() => {});
};

type Step = (run: WebhookRun) => Promise<void>;

const order: Step = (run) =>
  attempt(async () => {
    run.acknowledged.add(await partnerOf(run).order({}, randomUUID()));
  });

const payOne =
  (card?: string): Step =>
  (run) =>
    attempt(async () => {
      const orders = [...run.acknowledged];
      if (orders.length > 0) await partnerOf(run).pay(run.random.pick(orders), card);
    });

const fault: Step = (run) => {
  const target = run.random.pick(['queue', 'queue', 'table']);
  const mode = run.random.pick(['unavailable', 'timeout', 'throttle', 'after-commit']);
  return run.stack.fault(target, mode, run.random.between(1, target === 'queue' ? 12 : 4));
};

const crash: Step = (run) =>
  run.stack.crash(
    run.random.pick(WORKERS),
    run.random.pick(['before-commit', 'after-commit'] as const),
    run.random.between(1, 3),
  );

const passTime: Step = (run) => run.stack.advance(run.random.pick([1, 7, 60, 600, 4000]));

const powerCut: Step = async (run) => {
  if (run.restart && run.random.chance(0.5)) run.stack = await run.restart();
};

const STEP_CHOICES: readonly Step[] = [
  order,
  order,
  order,
  payOne(),
  payOne(),
  payOne(DECLINED),
  fault,
  fault,
  crash,
  crash,
  passTime,
  powerCut,
];

/** Registers both receivers. */
const begin = async (run: WebhookRun): Promise<void> => {
  const partner = partnerOf(run);
  for (const receiver of [run.steady, run.flaky]) {
    run.secrets.set(receiver, (await partner.register(receiver.url, ALL_EVENTS)).secret);
  }
  run.flaky.behavior = (_, answer) => {
    const mood = run.random.next();
    if (mood < 0.4) answer.writeHead(204).end();
    else if (mood < 0.8) answer.writeHead(run.random.pick([500, 503, 404, 302])).end();
    else answer.destroy();
  };
};

/** Stops failures, and advances time until every order has ended and every retry was made. */
const settle = async (run: WebhookRun): Promise<void> => {
  await run.stack.control('DELETE', '/faults');
  await run.stack.control('DELETE', '/crash');
  run.flaky.answerWith(204);
  await run.stack.idle();
  for (let pass = 0; pass < 4; pass++) {
    await run.stack.advance(12 * 3600);
    await run.stack.idle();
  }
};

const readAll = async <T>(run: WebhookRun, path: string): Promise<T[]> => {
  const all: T[] = [];
  let cursor: string | null = null;
  do {
    const query: Record<string, string> = { limit: '100', ...(cursor ? { starting_after: cursor } : {}) };
    const page: { body: ListBody<T> } = await run.stack.get(path, { key: KEYS.nordlys, query });
    all.push(...page.body.data);
    cursor = page.body.next_cursor;
  } while (cursor);
  return all;
};

/** The expected event types of an order, in order, by its final state. */
const STORIES: Readonly<Record<string, RegExp>> = {
  expired: /^order\.created( order\.payment_failed)* order\.expired$/,
  fulfilled: /^order\.created( order\.payment_failed)* order\.payment_authorized order\.fulfilled$/,
};

const auditOrder = (run: WebhookRun, { id, status }: { id: string; status: string }, feed: FeedEvent[]): string[] => {
  const emitted = feed
    .filter(({ data }) => data.order?.id === id)
    .toSorted((left, right) => (left.sequence ?? 0) - (right.sequence ?? 0));
  const faults: string[] = [];
  const gapless = emitted.every(({ sequence }, index) => sequence === index + 1);
  if (!gapless) faults.push(`${id}: sequence ${emitted.map(({ sequence }) => sequence).join(',')}`);
  const story = emitted.map(({ type }) => type).join(' ');
  if (!STORIES[status]?.test(story)) faults.push(`${id} is ${status}, but its events are: ${story}`);
  for (const receiver of [run.steady, run.flaky]) {
    const received = new Set(receiver.received.map(({ event }) => event.id));
    for (const event of emitted) {
      if (!received.has(event.id)) faults.push(`${id}: ${event.type} did not arrive at ${receiver.url}`);
    }
  }
  return faults;
};

/** Checks that every received event was committed, equals the recorded one, and is signed. */
const auditReceived = (run: WebhookRun, orders: ReadonlySet<string>, feed: FeedEvent[]): string[] => {
  const known = new Map(feed.map((event) => [event.id, JSON.stringify(event)]));
  return [run.steady, run.flaky].flatMap((receiver) =>
    receiver.received.flatMap((received) => {
      const faults: string[] = [];
      const { id, data } = received.event;
      if (known.get(id) !== received.raw.toString()) faults.push(`${id} arrived with other content than was recorded`);
      if (!orders.has(String(data['order']?.['id']))) faults.push(`${id} is about an order that does not exist`);
      if (!isSignedWith(run.secrets.get(receiver) ?? '', received)) faults.push(`${id} is not signed`);
      return faults;
    }),
  );
};

/** Runs one seed and returns inconsistencies. Runs must not share endpoints, receivers or companies. */
export const simulateWebhooks = async (run: WebhookRun): Promise<string[]> => {
  await begin(run);
  for (let step = 0; step < STEPS; step++) await run.random.pick(STEP_CHOICES)(run);
  await settle(run);
  const feed = await readAll<FeedEvent>(run, '/v2/webhook-events');
  const orders = await readAll<{ id: string; status: string }>(run, '/v2/orders');
  const ids = new Set(orders.map(({ id }) => id));
  const lost = [...run.acknowledged].filter((id) => !ids.has(id)).map((id) => `${id} was acknowledged and is gone`);
  return [...lost, ...orders.flatMap((each) => auditOrder(run, each, feed)), ...auditReceived(run, ids, feed)];
};
