import { afterAll, beforeAll, expect, test } from 'vitest';
import { itemSeed, Till, type Outcome } from '../support/item-shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let till: Till;
beforeAll(async () => {
  stack = await startStack({ seed: itemSeed });
  till = new Till(stack);
}, 120_000);
afterAll(() => stack.stop());

let keys = 0;
const post = (path: string, body?: object): Promise<Outcome> =>
  stack.post(path, { key: till.key, headers: { 'Idempotency-Key': `cost-${++keys}` }, ...(body ? { body } : {}) });

test('a hold, a capture and a redemption of a card take at most four table calls and twelve write units', async () => {
  const code = await till.card(100);
  const usageOf = async (name: string, run: () => Promise<Outcome>) => {
    await stack.resetUsage();
    const outcome = await run();
    expect(outcome.status).toBeLessThan(300);
    const usage = (await stack.usage())[name];
    if (process.env['SHOW_CALLS']) console.log(name, JSON.stringify(usage));
    expect(usage?.calls).toBeLessThanOrEqual(4);
    expect(usage?.wcu).toBeLessThanOrEqual(12);
    return outcome;
  };
  await usageOf('create-redemption', () => post('/v2/redemptions', { sources: [{ code, amount: 10 }] }));
  const { body } = await usageOf('create-redemption', () =>
    post('/v2/redemptions', { sources: [{ code, amount: 10 }], capture: false, reference: 'R-1' }),
  );
  await usageOf('capture-redemption', () => post(`/v2/redemptions/${String(body['id'])}/capture`));
});
