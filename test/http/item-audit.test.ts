import { afterAll, beforeAll, expect, test } from 'vitest';
import { itemSeed, Till, TILL_KEY } from '../support/item-shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let till: Till;
beforeAll(async () => {
  stack = await startStack({ seed: itemSeed });
  till = new Till(stack);
});
afterAll(() => stack?.stop());

interface Entry {
  operation: string;
  channel: string;
  by: { key_id: string | null };
  subject: Record<string, string>;
  changes: object[];
}

test('the audit log has every change to an item and every hold, once and with its key', async () => {
  const code = await till.card(100);
  let keys = 0;
  const post = async (path: string, body?: object): Promise<Record<string, unknown>> => {
    const headers = { 'Idempotency-Key': `audit-${++keys}` };
    const answer = await stack.post<Record<string, unknown>>(path, {
      key: TILL_KEY,
      headers,
      ...(body ? { body } : {}),
    });
    expect([path, answer.status < 300]).toEqual([path, true]);
    return answer.body;
  };
  const { validity } = (await stack.get<{ validity: string }>(`/v2/items/${code}`, { key: TILL_KEY })).body;
  const held = await post('/v2/redemptions', { sources: [{ code, amount: 10 }], capture: false });
  await post(`/v2/redemptions/${held['id'] as string}/capture`);
  await post(`/v2/redemptions/${held['id'] as string}/refund`);
  const released = await post('/v2/redemptions', { sources: [{ code, amount: 10 }], capture: false });
  await post(`/v2/redemptions/${released['id'] as string}/release`);
  // This repeat changes nothing, so it has no entry.
  await post(`/v2/redemptions/${released['id'] as string}/release`);
  await post(`/v2/items/${code}/unblock`);
  await post('/v2/redemptions', { sources: [{ code, amount: 5 }] });
  for (const [verb, body] of [
    ['block', { reason: 'lost' }],
    ['unblock', undefined],
    ['adjust', { amount: 5, reason: 'gift' }],
    ['extend', { validity: '2040-01-01' }],
    ['replace', undefined],
  ] as const) {
    await post(`/v2/items/${code}/${verb}`, body);
  }
  const { body } = await stack.get<{ data: Entry[] }>('/v2/audit-log', { key: TILL_KEY, query: { limit: '100' } });
  const entries = body.data.filter(({ operation }) => operation !== 'import').toReversed();
  expect(entries.map(({ operation }) => operation)).toEqual([
    'issue-items',
    'create-redemption',
    'item.claim',
    'item.refund',
    'create-redemption',
    'release-redemption',
    'item.claim',
    'item.block',
    'item.unblock',
    'item.adjust',
    'item.extend',
    'item.replace',
  ]);
  expect(entries[0]!.subject).toEqual({ order_id: expect.stringMatching(/^ord_/) });
  const key = entries[0]!.by.key_id;
  expect(entries.every(({ by, channel }) => by.key_id === key && channel === 'api')).toBe(true);
  const adjusted = entries.find(({ operation }) => operation === 'item.adjust');
  expect(adjusted).toMatchObject({
    request_id: `audit-${keys - 2}`,
    changes: [{ member: 'remaining_amount', before: 95, after: 100 }],
  });
  const changesOf = (operation: string) => entries.find((entry) => entry.operation === operation)?.changes;
  const lost = { reason: 'lost', at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/) };
  expect(changesOf('item.block')).toEqual([{ member: 'blocked', before: null, after: lost }]);
  expect(changesOf('item.unblock')).toEqual([{ member: 'blocked', before: lost, after: null }]);
  expect(changesOf('item.extend')).toEqual([{ member: 'validity', before: validity, after: '2040-01-01 23:59:59' }]);
  const holds = entries.filter(({ operation }) => operation.endsWith('-redemption'));
  expect(holds.every(({ subject }) => (subject['redemption_id'] ?? subject['id'] ?? '').startsWith('rdm_'))).toBe(true);
});
