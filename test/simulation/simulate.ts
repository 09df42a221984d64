import { Shop } from '../support/shop.ts';
import type { RunningStack } from '../support/stack.ts';
import { ACTIONS, type Run } from './actions.ts';
import { auditOrders, auditStock } from './books.ts';
import { Random } from './random.ts';

const STEPS = 30;
const SETTLE_SECONDS = 3 * 24 * 3600;

/**
 * One seeded run: partners, buyers, crashes, faults and a moving clock in an order that the seed decides; then time
 * passes until nothing is left to do, and the books are audited. Returns what does not add up; `orders` collects the
 * orders of all runs on one stack.
 */
export const simulate = async (stack: RunningStack, seed: number, orders: string[]): Promise<string[]> => {
  const run: Run = { random: new Random(seed), shop: new Shop(stack), seed, orders: [], pages: [], keys: 0 };
  for (let step = 0; step < STEPS; step++) await run.random.pick(ACTIONS)(run);
  await clearTroubles(stack);
  await settle(stack);
  orders.push(...run.orders);
  return [...(await auditOrders(run)), ...(await auditStock(run, orders))];
};

/** Faults and crashes that nobody has met yet are taken away, so that the end of a run is quiet. */
const clearTroubles = async (stack: RunningStack): Promise<void> => {
  await stack.control('DELETE', '/faults');
  await stack.control('DELETE', '/crash');
};

const settle = async (stack: RunningStack): Promise<void> => {
  await stack.idle();
  for (let pass = 0; pass < 3; pass++) {
    await stack.advance(SETTLE_SECONDS / 3);
    await stack.idle();
  }
};
