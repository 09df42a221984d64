import { ApiError } from '../../functions/platform/errors.ts';
import { Random } from '../simulation/random.ts';
import type { Fate } from '../simulation/scheduler.ts';
import { items } from './actions.ts';
import { audit } from './audit.ts';
import { drain, watchMoney } from './interleave.ts';
import {
  DAY_MS,
  fulfillOpenOrder,
  deliverNewest,
  openFirstSession,
  payOrder,
  runUndisturbed,
  type CrashScenario,
} from './arrivals.ts';
import { CARD_SCENARIOS } from './card-scenarios.ts';
import { World } from './world.ts';

const afterNotice =
  (arrive: (world: World) => Promise<unknown>, event: (world: World) => void) =>
  async (world: World): Promise<void> => {
    await arrive(world);
    event(world);
  };

const refundedAtGateway = async (world: World): Promise<void> => {
  await fulfillOpenOrder(world);
  world.gateway.dashboardRefund(0.4);
  await runUndisturbed(world, deliverNewest(world));
};

const openDispute = async (world: World): Promise<void> => {
  await fulfillOpenOrder(world);
  world.gateway.dispute('dispute_opened');
  await runUndisturbed(world, deliverNewest(world));
};

const endDispute =
  (kind: 'dispute_won' | 'dispute_lost') =>
  async (world: World): Promise<void> => {
    await openDispute(world);
    world.gateway.dispute(kind);
    await runUndisturbed(world, deliverNewest(world));
  };

const payLate = async (world: World): Promise<void> => {
  await openFirstSession(world);
  world.gateway.pay(0, true);
  const session = [...world.gateway.sessions.values()][0];
  const payment = session?.payment;
  if (session) Object.assign(session, { state: 'closed', payment: undefined });
  world.advance(DAY_MS);
  await runUndisturbed(world, () => world.expire());
  // Looks the page up again, because the gateway may have replaced its object since it was closed.
  const [closed] = world.gateway.sessions.values();
  if (closed) Object.assign(closed, { state: 'paid', payment });
};

const failFulfillment = async (world: World): Promise<void> => {
  await payOrder(world);
  world.advance(DAY_MS);
  world.rendersFail = true;
  for (let attempt = 0; attempt < 6; attempt++) await runUndisturbed(world, () => world.fulfill());
  world.rendersFail = false;
};

const deliverLatest = (world: World): Promise<void> => deliverNewest(world)();
const codeOf = (world: World): string => world.codes[0] ?? '';

export const SCENARIOS: readonly CrashScenario[] = [
  { name: 'a session is opened', arrive: async () => {}, pass: (world) => world.open('session-1') },
  { name: 'a second session replaces the first', arrive: openFirstSession, pass: (world) => world.open('session-2') },
  {
    name: 'a card is declined',
    arrive: afterNotice(openFirstSession, (world) => world.gateway.decline()),
    pass: deliverLatest,
  },
  {
    name: 'a payment is authorized',
    arrive: afterNotice(openFirstSession, (world) => world.gateway.pay(0, false)),
    pass: deliverLatest,
  },
  {
    name: 'a payment is captured',
    arrive: afterNotice(openFirstSession, (world) => world.gateway.pay(0, true)),
    pass: deliverLatest,
  },
  {
    name: 'another amount is captured',
    arrive: afterNotice(openFirstSession, (world) => world.gateway.pay(1, true)),
    pass: deliverLatest,
  },
  {
    name: 'a payment without a notice is found by a reader',
    arrive: afterNotice(openFirstSession, (world) => {
      world.gateway.silent = true;
      world.gateway.pay(0, true);
    }),
    pass: (world) => world.look(),
  },
  {
    name: 'a payment without a notice is found by the sweep',
    arrive: afterNotice(openFirstSession, (world) => {
      world.gateway.silent = true;
      world.gateway.pay(0, true);
      world.advance(DAY_MS);
    }),
    pass: (world) => world.expire(),
  },
  {
    name: 'an order expires',
    arrive: afterNotice(openFirstSession, (world) => world.advance(DAY_MS)),
    pass: (world) => world.expire(),
  },
  { name: 'a late payment is refunded', arrive: payLate, pass: deliverLatest },
  {
    name: 'the rest of a late payment is refunded',
    arrive: afterNotice(payLate, ({ gateway }) => {
      gateway.silent = true;
      gateway.dashboardRefund(0.4);
      gateway.silent = false;
    }),
    pass: deliverLatest,
  },
  {
    name: 'a free order is confirmed',
    arrive: async (world) => world.makeFree(),
    pass: (world) => world.confirmFree('free-1'),
  },
  {
    name: 'a free order is confirmed while its page is open',
    arrive: async (world) => {
      world.makeFree();
      await openFirstSession(world);
    },
    pass: (world) => world.confirmFree('free-1'),
  },
  { name: 'an order is settled by invoice', arrive: openFirstSession, pass: (world) => world.settle('settle-1') },
  {
    name: 'a capture is polled',
    arrive: async (world) => {
      await openFirstSession(world);
      world.gateway.silent = true;
      world.gateway.pay(0, false);
      world.gateway.capture();
      await runUndisturbed(world, () => world.look());
    },
    pass: (world) => world.checkPayment(),
  },
  {
    name: 'items are issued',
    arrive: afterNotice(payOrder, (world) => world.advance(DAY_MS)),
    pass: (world) => world.fulfill(),
  },
  { name: 'a failed fulfillment is retried', arrive: failFulfillment, pass: (world) => world.retry() },
  { name: 'a refund of everything before issue', arrive: payOrder, pass: (world) => world.refund('refund-1', {}) },
  {
    name: 'a refund of everything after issue',
    arrive: fulfillOpenOrder,
    pass: (world) => world.refund('refund-1', {}),
  },
  {
    name: 'a refund of an amount',
    arrive: fulfillOpenOrder,
    pass: (world) => world.refund('refund-1', { amount: 1500 }),
  },
  {
    name: 'a refund of one item',
    arrive: fulfillOpenOrder,
    pass: (world) => world.refund('refund-1', { items: [codeOf(world)] }),
  },
  {
    name: 'a refund that the gateway declines',
    arrive: async (world) => {
      world.gateway.declinesRefunds = true;
      await fulfillOpenOrder(world);
    },
    pass: (world) => world.refund('refund-1', {}),
  },
  { name: 'a refund of a failed fulfillment', arrive: failFulfillment, pass: (world) => world.refund('refund-1', {}) },
  {
    name: 'a refund from the dashboard',
    arrive: afterNotice(fulfillOpenOrder, (world) => world.gateway.dashboardRefund(0.5)),
    pass: deliverLatest,
  },
  {
    name: 'a refund fails later',
    arrive: afterNotice(refundedAtGateway, (world) => world.gateway.failRefund()),
    pass: deliverLatest,
  },
  {
    name: 'a dispute is opened',
    arrive: afterNotice(fulfillOpenOrder, (world) => world.gateway.dispute('dispute_opened')),
    pass: deliverLatest,
  },
  {
    name: 'a payment is disputed again before the notice that its first dispute was won',
    arrive: afterNotice(openDispute, ({ gateway }) => {
      gateway.dispute('dispute_won');
      gateway.dispute('dispute_opened');
    }),
    pass: deliverLatest,
  },
  {
    name: 'a dispute is won',
    arrive: afterNotice(openDispute, (world) => world.gateway.dispute('dispute_won')),
    pass: deliverLatest,
  },
  {
    name: 'a dispute is lost',
    arrive: afterNotice(openDispute, (world) => world.gateway.dispute('dispute_lost')),
    pass: deliverLatest,
  },
  {
    name: 'a won dispute is lost on appeal',
    arrive: afterNotice(endDispute('dispute_won'), (world) => world.gateway.changeDispute('lost')),
    pass: deliverLatest,
  },
  {
    name: 'a won dispute is opened again',
    arrive: afterNotice(endDispute('dispute_won'), (world) => world.gateway.changeDispute('open')),
    pass: deliverLatest,
  },
  {
    name: 'a lost dispute is won on appeal',
    arrive: afterNotice(endDispute('dispute_lost'), (world) => world.gateway.changeDispute('won')),
    pass: deliverLatest,
  },
  {
    name: 'a lost dispute is opened again',
    arrive: afterNotice(endDispute('dispute_lost'), (world) => world.gateway.changeDispute('open')),
    pass: deliverLatest,
  },
  {
    name: 'an item is claimed',
    arrive: fulfillOpenOrder,
    pass: (world) => world.claim(codeOf(world), { type: 'all' }),
  },
  {
    name: 'a claim is undone',
    arrive: async (world) => {
      await fulfillOpenOrder(world);
      await runUndisturbed(world, () => world.claim(codeOf(world), { type: 'all' }));
    },
    pass: (world) => world.undoClaim(codeOf(world), { type: 'all' }),
  },
  {
    name: 'the event of an unpaid order is cancelled',
    arrive: openFirstSession,
    pass: (world) => world.cancelEvent('all'),
  },
  {
    name: 'the event of an issued order is cancelled',
    arrive: fulfillOpenOrder,
    pass: (world) => world.cancelEvent('all'),
  },
  { name: 'an item is cancelled', arrive: fulfillOpenOrder, pass: (world) => world.cancel(codeOf(world)) },
];

interface Crash {
  at: number;
  fate: Exclude<Fate, 'done'>;
}

/** When the caller first repeats the request: before or after the sweep. */
type Repeats = 'at once' | 'after the sweep';

interface ScenarioResult {
  calls: number;
  faults: string[];
  /** The caller's final response, and the resulting state. */
  outcome: string;
}

/**
 * Runs a scenario that is killed at a call, completes due work, and compares the books. Without `crash`, the run is not
 * killed. `calls` is the number of calls that it made.
 */
const runScenario = async (
  scenario: CrashScenario,
  seed: number,
  crash?: Crash,
  repeats: Repeats = 'at once',
): Promise<ScenarioResult> => {
  const world = new World(new Random(seed), 0);
  watchMoney(world);
  await scenario.arrive(world);
  let calls = 0;
  world.scheduler.fateOf = ({ process }) => {
    if (process.name !== 'pass') return 'done';
    return ++calls === crash?.at ? crash.fate : 'done';
  };
  await world.scheduler.run({ pass: () => scenario.pass(world) });
  world.scheduler.fateOf = () => 'done';
  const made = calls;
  const { again } = scenario;
  if (again && repeats === 'at once') await repeatRequest(world, scenario, (error) => isUnavailable(error));
  await drain(world);
  if (again) await repeatRequest(world, scenario, (error) => isUnavailable(error));
  await drain(world);
  const outcome = again ? await repeatRequest(world, scenario) : '';
  return { calls: made, faults: audit(world, items(world)), outcome };
};

const isUnavailable = (error: unknown): boolean => error instanceof ApiError && error.status === 503;

/** Slightly longer than the lease that a killed process leaves. */
const LEASE_MS = 31_000;

const repeatRequest = async (
  world: World,
  { pass, again }: CrashScenario,
  mayFail: (error: unknown) => boolean = () => false,
): Promise<string> => {
  world.advance(LEASE_MS);
  const [process] = await world.scheduler.run({ again: () => pass(world) }, false);
  const error = process?.error;
  if (error !== undefined && !again?.isAnswer(error) && !mayFail(error)) {
    world.surprises.push(`the repeat ended with ${String(error)}`);
  }
  const reply = process?.value as { status?: number } | undefined;
  return JSON.stringify([reply?.status ?? String(error), again?.outcome(world)]);
};

/**
 * Kills a run before and after each of its external calls, one run for each time of the first repeat, completes due
 * work, and compares the books. Returns faults, and the number of runs.
 */
export const crashEverywhere = async (
  scenario: CrashScenario,
  seed: number,
): Promise<{ runs: number; faults: string[] }> => {
  const whole = await runScenario(scenario, seed);
  const faults = whole.faults.map((fault) => `${scenario.name}, undisturbed: ${fault}`);
  const { again } = scenario;
  const repeats: Repeats[] = again && !again.isPrompt ? ['at once', 'after the sweep'] : ['at once'];
  for (let at = 1; at <= whole.calls; at++) {
    for (const fate of ['killed before', 'killed after'] as const) {
      for (const when of repeats) {
        const run = await runScenario(scenario, seed, { at, fate }, when);
        const isSame = run.outcome === whole.outcome;
        const found = [...run.faults, ...(isSame ? [] : [`${run.outcome} instead of ${whole.outcome}`])];
        const place = `${scenario.name}, ${fate} call ${at} of ${whole.calls}${again ? `, asked again ${when}` : ''}`;
        faults.push(...found.map((fault) => `${place}: ${fault}`));
      }
    }
  }
  return { runs: 1 + 2 * whole.calls * repeats.length, faults };
};

/** All transitions, each in the worlds of N seeds. Prints faults, and returns their number. */
export const crashMatrix = async (seeds: number): Promise<number> => {
  let runs = 0;
  let wrong = 0;
  const scenarios = [...SCENARIOS, ...CARD_SCENARIOS];
  for (const scenario of scenarios) {
    for (let seed = 1; seed <= seeds; seed++) {
      const outcome = await crashEverywhere(scenario, seed);
      runs += outcome.runs;
      wrong += outcome.faults.length;
      for (const fault of outcome.faults) console.log(`world ${seed}, ${fault}`);
    }
  }
  console.log(`${scenarios.length} scenarios, ${runs} runs, ${wrong} faults`);
  return wrong;
};
