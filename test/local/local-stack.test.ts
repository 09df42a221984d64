import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
beforeAll(async () => {
  stack = await startStack();
}, 30_000);
afterAll(() => stack.stop());

test('a shown key works', async () => {
  const answer = await stack.get('/v2/health', { key: stack.keys[0]?.key ?? '' });
  expect(answer.status).toBe(200);
});
