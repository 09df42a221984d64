import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ruleSeed } from '../support/seed.ts';
import { offer, Shop } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let shop: Shop;
beforeAll(async () => {
  stack = await startStack({ seed: ruleSeed });
  shop = new Shop(stack);
});
afterAll(() => stack.stop());

describe('an order that is created many times concurrently with one key', () => {
  it('gets 201 or request_in_progress, even when only its own units are left', async () => {
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => shop.order(offer(1, 5), {}, { idempotencyKey: `twins-${round}` })),
      );
      expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
      const ids = answers.flatMap(({ status, body }) => (status === 201 ? [body.id] : []));
      expect(new Set(ids).size).toBe(1);
      await stack.advance(25 * 3600);
      await stack.idle();
    }
  });
});
