import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DESK_KEY, deskSeed } from '../support/desk-shop.ts';
import { clerk } from '../support/desk.ts';
import { importOperatorFile } from '../support/ops.ts';
import { sell } from '../support/sales.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
beforeAll(async () => {
  stack = await startStack({ seed: deskSeed });
});
afterAll(() => stack.stop());

describe('a company that has changed its currency', () => {
  const REFUND = 'form[action$="/refund"]';
  const REDEEM = 'form:has(input[name=type][value=amount])';

  test('has amounts at the desk read in the currency of the order and of the card', async () => {
    const id = await sell(stack, { key: DESK_KEY, name: randomUUID() });
    await stack.idle();
    const { body } = await stack.get<{ data: { code: string }[] }>('/v2/items', {
      key: DESK_KEY,
      query: { order_id: id },
    });
    const [item] = body.data;
    // The dinar has three decimals, the crown two.
    await importOperatorFile(stack, { companies: deskSeed.companies.map((each) => ({ ...each, currency: 'KWD' })) });
    const mads = await clerk(() => stack, 'mads');

    const order = await mads.open(`/desk/orders/${id}`);
    expect(order.textOf('label[for=amount]')).toBe('Amount, when it is less (DKK)');
    const preview = await mads.submit(order, { scope: 'all', amount: '1.50' }, { form: REFUND, step: 'preview' });
    expect(preview.textOf('.worth')).toBe('DKK 1.50');
    const finer = await mads.submit(order, { scope: 'all', amount: '0.125' }, { form: REFUND, step: 'preview' });
    expect([finer.status, finer.textOf('[role=alert]')]).toEqual([422, 'This is not an amount.']);

    const card = await mads.open(`/desk?code=${item!.code}`);
    const tooFine = await mads.submit(card, { amount: '0.125' }, { form: REDEEM });
    expect([tooFine.status, tooFine.textOf('[role=alert]')]).toEqual([422, 'This is not an amount.']);
    const redeemed = await mads.send(tooFine, REDEEM, { amount: '1.50' });
    expect(redeemed.textOf('.done')).toBe('DKK 1.50 redeemed Undo');
    expect(redeemed.textOf('.worth')).toBe('DKK 198.50 of DKK 200.00');
  });

  test('has an amount mean what it means in the language of the page that it was typed on, and keeps it when it is refused', async () => {
    const { body } = await stack.post<{ items: { code: string; order_id: string }[] }>('/v2/items', {
      key: DESK_KEY,
      body: { amount: 100 },
    });
    const [item] = body.items;
    const mads = await clerk(() => stack, 'mads');
    const language = async (wanted: string): Promise<void> => {
      await mads.submit(await mads.open('/desk'), { language: wanted }, { form: 'form:has([name=language])' });
    };
    await language('en');
    const card = await mads.open(`/desk?code=${item!.code}`);
    expect(card.textOf('label[for=amount]')).toBe('Amount (KWD)');
    await language('de');
    for (const typed of ['1,500', '25 DKK', '5k']) {
      const refused = await mads.submit(card, { amount: typed }, { form: REDEEM });
      expect([typed, refused.status, refused.attribute('#amount', 'value')]).toEqual([typed, 422, typed]);
      // It is shown again as it was typed, and still means the same.
      expect((await mads.submit(refused, {}, { form: REDEEM })).status).toBe(422);
    }
    const redeemed = await mads.send(card, REDEEM, { amount: '1.500' });
    expect(redeemed.textOf('.worth')).toContain('98,500');
    const german = await mads.open(`/desk?code=${item!.code}`);
    const again = await mads.send(german, REDEEM, { amount: '1,500 KWD' });
    expect(again.textOf('.worth')).toContain('97,000');
  });
});
