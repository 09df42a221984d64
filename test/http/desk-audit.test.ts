import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInStaff } from '../support/desk.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

/** One more than the audit log shows on a page. */
const CHANGES = 51;

let stack: RunningStack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

test('each later page of the audit log leads to the newest entries with the same filters', async () => {
  const key = stack.key('nordlys');
  for (let number = 1; number <= CHANGES; number++) {
    const body = { label: `Reader ${number}`, scopes: ['reports:read'] };
    expect((await stack.post('/v2/api-keys', { key, body })).status).toBe(201);
  }
  const anna = await signInStaff(() => stack, 'anna');
  const filtered = '/desk/audit?channel=api';
  const first = await anna.open(filtered);
  expect(first.textsOf('.links a')).toEqual(['Older']);
  const last = await anna.open(first.attribute('.links a', 'href') ?? '');
  expect([last.textsOf('.links a'), last.attribute('.links a', 'href')]).toEqual([['Newest'], filtered]);
});
