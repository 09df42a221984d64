import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { simulate } from '../simulation/simulate.ts';
import { simulationSeed } from '../simulation/world.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

const SEEDS = 25;

let stack: RunningStack;
const orders: string[] = [];
beforeAll(async () => {
  stack = await startStack({ seed: simulationSeed });
});
afterAll(() => stack.stop());

describe('after any interleaving of payments, crashes, faults and time the books balance', () => {
  it.each(Array.from({ length: SEEDS }, (_, index) => index + 1))('with seed %i', { timeout: 60_000 }, async (seed) => {
    expect(await simulate(stack, seed, orders)).toEqual([]);
  });
});
