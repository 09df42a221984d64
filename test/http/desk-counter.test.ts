import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DESK_KEY, deskSeed } from '../support/desk-shop.ts';
import { clerk } from '../support/desk.ts';
import { ALL_SCOPES } from '../support/seed.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

const DINAR_KEY = `lp_live_${'2'.repeat(32)}_${'7'.repeat(64)}`;
const [crowns] = deskSeed.companies;

let stack: RunningStack;
const stackOf = (): RunningStack => stack;
beforeAll(async () => {
  stack = await startStack({
    seed: {
      companies: [crowns, { ...crowns, slug: 'dinar', name: 'Dinar', currency: 'KWD' }],
      api_keys: [...deskSeed.api_keys, { company: 'dinar', label: 'all', key: DINAR_KEY, scopes: ALL_SCOPES }],
      users: [
        ...deskSeed.users,
        { ...deskSeed.users[0], username: 'nura', password: 'demo-password-nura', company: 'dinar' },
      ],
    },
    tableInMemory: true,
  });
});
afterAll(() => stack.stop());

const issued = async (amount: number, key = DESK_KEY): Promise<string> => {
  const { body } = await stack.post<{ items: { code: string }[] }>('/v2/items', { key, body: { amount } });
  return body.items[0]!.code;
};
const leftOn = async (code: string, key = DESK_KEY): Promise<number> => {
  const { body } = await stack.get<{ remaining_amount: number }>(`/v2/items/${code}`, { key });
  return body.remaining_amount;
};
const at = (code: string): string => `/desk?code=${encodeURIComponent(code)}`;
const REDEEM = 'form:has(input[name=type][value=amount])';

describe('a card that is worth less than is asked for', () => {
  test('is told as people write amounts of its currency, and taken as it was told', async () => {
    const nura = await clerk(stackOf, 'nura', 'de');
    const dinars = await issued(12.345, DINAR_KEY);
    const refused = await nura.send(await nura.open(at(dinars)), REDEEM, { amount: '20' });
    expect([refused.status, refused.textOf('[role=alert]')]).toEqual([
      422,
      'Höchstens 12,345 KWD des Codes können eingelöst werden.',
    ]);
    await nura.send(refused, REDEEM, { amount: '12,345 KWD' });
    expect(await leftOn(dinars, DINAR_KEY)).toBe(0);

    const mads = await clerk(stackOf, 'mads', 'de');
    const card = await mads.open(at(await issued(1012.34)));
    const tooMuch = await mads.send(card, REDEEM, { amount: '2000' });
    expect(tooMuch.textOf('[role=alert]')).toBe('Höchstens 1.012,34 DKK des Codes können eingelöst werden.');
  });
});
