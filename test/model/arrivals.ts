import type { World } from './world.ts';

/** How an order comes to where a transition can happen, and the run in which it does. */
export interface Passage {
  name: string;
  arrive: (world: World) => Promise<unknown>;
  pass: (world: World) => Promise<unknown>;
  /** The caller asks again with its key; then the answer and what `outcome` returns are those of a run without a crash. */
  again?: {
    /** An error that is the answer. */
    isAnswer: (error: unknown) => boolean;
    outcome: (world: World) => unknown;
    /** Only before the sweep has come by, which would let something else happen first. */
    isPrompt?: true;
  };
}

export const undisturbed = (world: World, work: () => Promise<unknown>): Promise<unknown> =>
  world.scheduler.run({ before: work }, false);

export const opened = (world: World): Promise<unknown> => undisturbed(world, () => world.open('session-1'));

export const latest = (world: World): (() => Promise<void>) => world.deliver(world.gateway.notices.length - 1);

export const paid = async (world: World): Promise<void> => {
  await opened(world);
  world.gateway.pay(0, true);
  await undisturbed(world, latest(world));
};

/** Paid, and issued when its moment has come. */
export const fulfilled = async (world: World): Promise<void> => {
  await paid(world);
  world.advance(DAY_MS);
  await undisturbed(world, () => world.fulfill());
};

export const DAY_MS = 24 * 3600 * 1000;
