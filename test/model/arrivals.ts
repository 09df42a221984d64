import type { World } from './world.ts';

/** A transition to test: the steps after which it is possible, and the run in which it happens. */
export interface CrashScenario {
  name: string;
  arrive: (world: World) => Promise<unknown>;
  pass: (world: World) => Promise<unknown>;
  /**
   * Set if the caller repeats the request with its key. The response and `outcome` must then equal those of a run
   * without a crash.
   */
  again?: {
    /** Whether an error is an expected response. */
    isAnswer: (error: unknown) => boolean;
    outcome: (world: World) => unknown;
    /** The first repeat is made only before the sweep, which would otherwise change the state first. */
    isPrompt?: true;
  };
}

export const runUndisturbed = (world: World, work: () => Promise<unknown>): Promise<unknown> =>
  world.scheduler.run({ before: work }, false);

export const openFirstSession = (world: World): Promise<unknown> =>
  runUndisturbed(world, () => world.open('session-1'));

export const deliverNewest = (world: World): (() => Promise<void>) => world.deliver(world.gateway.notices.length - 1);

export const payOrder = async (world: World): Promise<void> => {
  await openFirstSession(world);
  world.gateway.pay(0, true);
  await runUndisturbed(world, deliverNewest(world));
};

/** Pays the order, advances to its delivery time, and fulfills it. */
export const fulfillOpenOrder = async (world: World): Promise<void> => {
  await payOrder(world);
  world.advance(DAY_MS);
  await runUndisturbed(world, () => world.fulfill());
};

export const DAY_MS = 24 * 3600 * 1000;
