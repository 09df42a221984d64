import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Agent } from '../support/agent.ts';
import { TILL_KEY, Till } from '../support/item-shop.ts';
import { legacySeed, LegacyShop } from '../support/legacy.ts';
import { giftCard, orderBody } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let till: Till;
let agent: Agent;
let legacy: LegacyShop;
beforeAll(async () => {
  stack = await startStack({ seed: legacySeed });
  till = new Till(stack);
  agent = new Agent(stack, TILL_KEY);
  legacy = new LegacyShop(stack);
});
afterAll(() => stack.stop());

/** A string as most clients put it into a header: its bytes in UTF-8. */
const sent = (text: string): string => Buffer.from(text).toString('latin1');
const guid = (text: string) => ({ 'X-Request-Guid': text });
const offCard = { type: 'amount', amount: 10 };

describe('a key that is not ASCII', () => {
  test.each(['kasse-ø-17', 'à', '鍵-17', '🎁', 'Ã¸'])('%s redeems a card once over both channels', async (key) => {
    const code = await till.card(100);
    await agent.done('items_claim', { code, ...offCard, idempotency_key: key });
    const again = await till.claim(code, offCard, guid(sent(key)));
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(again.headers.get('x-request-guid')).toBe(sent(key));
    expect((await till.claim(code, offCard, guid(again.headers.get('x-request-guid') ?? ''))).status).toBe(200);
    expect((await till.item(code)).remaining_amount).toBe(90);
  });

  test('creates one order over both channels', async () => {
    const body = orderBody(giftCard(20000));
    const order = await agent.done('commerce_create_order', { ...body, idempotency_key: 'ordre-ø-17' });
    const again = await stack.post('/v2/orders', { key: TILL_KEY, body, idempotencyKey: sent('ordre-ø-17') });
    expect([again.status, again.body['id']]).toEqual([201, order['id']]);
  });

  test('may also be sent as Latin-1', async () => {
    const code = await till.card(100);
    await till.claim(code, offCard, guid(sent('café-17')));
    const again = await till.claim(code, offCard, guid('café-17'));
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  });

  test('is the same key in both encodings in the legacy API', async () => {
    const code = await till.card(100);
    const first = await legacy.post(
      'tilde',
      `/item/${code}/claim`,
      { type: 'amount', amount: '10' },
      guid(sent('kø-1')),
    );
    expect(first.body.status).toBe('OK');
    const latin = await legacy.post('tilde', `/item/${code}/claim`, { type: 'amount', amount: '10' }, guid('kø-1'));
    expect(latin.body.status).toBe('OK');
    expect((await till.item(code)).remaining_amount).toBe(90);
  });

  test('has the same length limit over every channel', async () => {
    const code = await till.card(100);
    const longest = 'ø'.repeat(255);
    expect((await till.claim(code, offCard, guid(sent(longest)))).status).toBe(200);
    expect((await till.claim(code, offCard, guid(sent(`${longest}ø`)))).status).toBe(422);
    await agent.done('items_claim', { code, ...offCard, idempotency_key: longest });
    const refused = await agent.call('items_claim', {
      code,
      ...offCard,
      idempotency_key: `${longest}ø`,
      confirm: true,
    });
    expect(refused.structuredContent.error?.code).toBe('validation_failed');
    expect((await till.item(code)).remaining_amount).toBe(90);
  });
});

test.each(['a\u0000b', 'a\nb', 'a\u007Fb', '\u001B'])(
  'a tool rejects the key %j, which no header can contain',
  async (key) => {
    const code = await till.card(100);
    const refused = await agent.call('items_claim', { code, ...offCard, idempotency_key: key, confirm: true });
    expect(refused.structuredContent.error).toMatchObject({
      code: 'validation_failed',
      fields: { idempotency_key: ['A key has no control characters.'] },
    });
    expect((await till.item(code)).remaining_amount).toBe(100);
  },
);
