import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../functions/routes.ts';
import { TILL_KEY } from '../support/item-shop.ts';
import { LegacyShop, legacySeed } from '../support/legacy.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let token: string;

beforeAll(async () => {
  stack = await startStack({ seed: legacySeed });
  token = await new LegacyShop(stack).login('tilde');
});
afterAll(() => stack.stop());

/** Bodies that pass validation, so that the id is looked up. */
const BODIES: Record<string, object> = {
  'claim-item': { type: 'all' },
  'refund-item': { type: 'all' },
  'resend-item': { email: 'a@example.com' },
  'settle-order': { mode: 'invoice', external_reference: 'x' },
};

describe('an id longer than any key can be', () => {
  const withIds = routes.filter(({ access, path }) => access !== 'public' && path.includes('{'));
  test.each(withIds.map((route) => [route.name, route] as const))('is rejected by %s', async (name, route) => {
    const path = route.path.replaceAll(/\{[^}]+\}/g, 'ø'.repeat(1100));
    const isWrite = route.method !== 'GET' && route.method !== 'DELETE';
    const answer =
      route.access === 'v1'
        ? await stack.call<{ status: string }>(route.method, path, {
            key: token,
            headers: isWrite ? { 'Content-Type': 'application/x-www-form-urlencoded' } : {},
            ...(isWrite ? { body: 'type=all&email=a%40example.com&amount=1000' } : {}),
          })
        : await stack.call<{ status: string }>(route.method, path, {
            key: TILL_KEY,
            idempotencyKey: true,
            // A required version is checked before the lookup.
            headers: { 'If-Match': '"any"' },
            ...(isWrite && route.body ? { body: BODIES[name] ?? {} } : {}),
          });
    if (route.access === 'v1') expect([answer.status, answer.body.status]).toEqual([200, 'Error']);
    else expect([403, 404, 422]).toContain(answer.status);
  });

  test.each([
    ['/v2/items', { order_id: 'x'.repeat(3000) }],
    ['/v2/items', { search: 'x'.repeat(3000) }],
    ['/v2/orders', { email: `${'x'.repeat(3000)}@example.com` }],
    ['/v2/orders', { client_reference: 'x'.repeat(3000) }],
  ])('is not found by %s', async (path, query) => {
    const { status, body } = await stack.get<{ data: unknown[] }>(path, { key: TILL_KEY, query });
    if (status === 200) expect(body.data).toEqual([]);
    else expect(status).toBe(422);
  });
});
