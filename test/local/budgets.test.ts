import { afterAll, beforeAll, expect, it } from 'vitest';
import { measureCalls, SEQUENTIAL_BUDGETS } from '../bench/calls.ts';
import { API_KEY, ruleSeed } from '../support/seed.ts';
import { giftCard, Shop } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let rows: Record<string, string | number>[];
beforeAll(async () => {
  stack = await startStack({ seed: ruleSeed });
  rows = await measureCalls(stack);
}, 120_000);
afterAll(() => stack.stop());

const row = (name: string) => rows.find((candidate) => candidate['function'] === name) ?? {};

it.each(Object.entries(SEQUENTIAL_BUDGETS))('%s makes at most %i sequential table calls', (name, budget) => {
  expect(row(name)['requests']).toBeGreaterThan(0);
  expect(row(name)['chain']).toBeLessThanOrEqual(budget);
});

it('an order with stock is created with three table calls and at most twelve write units', () => {
  expect(row('create-order')['calls']).toBeLessThanOrEqual(3);
  expect(row('create-order')['WCU']).toBeLessThanOrEqual(12);
});

it('a download reads one item of its line, however many items the line has', async () => {
  const shop = new Shop(stack);
  const usageOf = async (quantity: number) => {
    const { gift_card_pdf: pdf } = await shop.sell(giftCard(50_000, quantity));
    await stack.resetUsage();
    expect((await stack.get(pdf?.url ?? '', { key: API_KEY })).status).toBe(200);
    const { calls, rcu } = (await stack.usage())['read-order-document'] ?? {};
    return { calls, rcu };
  };
  const one = await usageOf(1);
  expect(one.rcu).toBeGreaterThan(0);
  expect(await usageOf(20)).toEqual(one);
});
