import { afterAll, beforeAll, expect, it } from 'vitest';
import { measureCalls, SEQUENTIAL_BUDGETS } from '../bench/calls.ts';
import { ruleSeed } from '../support/seed.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let rows: Record<string, string | number>[];
beforeAll(async () => {
  stack = await startStack({ seed: ruleSeed });
  rows = await measureCalls(stack);
}, 120_000);
afterAll(() => stack.stop());

const row = (name: string) => rows.find((candidate) => candidate['function'] === name) ?? {};

it.each(Object.entries(SEQUENTIAL_BUDGETS))('%s waits for at most %i table calls in a row', (name, budget) => {
  expect(row(name)['requests']).toBeGreaterThan(0);
  expect(row(name)['chain']).toBeLessThanOrEqual(budget);
});

it('an order with stock is created with three table calls and at most a dozen write units', () => {
  expect(row('create-order')['calls']).toBeLessThanOrEqual(3);
  expect(row('create-order')['WCU']).toBeLessThanOrEqual(12);
});
