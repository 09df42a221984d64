import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { itemSeed, Till, type Outcome } from '../support/item-shop.ts';
import { experience, giftCard } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let till: Till;
beforeAll(async () => {
  stack = await startStack({ seed: itemSeed });
  till = new Till(stack);
});
afterAll(() => stack.stop());

interface SoldCard {
  code: string;
  orderId: string;
}

const post = (path: string, body?: object): Promise<Outcome> =>
  stack.post(path, { key: till.key, headers: { 'Idempotency-Key': randomUUID() }, ...(body ? { body } : {}) });
const held = (code: string, amount?: number): Promise<Outcome> =>
  post('/v2/redemptions', { sources: [{ code, ...(amount === undefined ? {} : { amount }) }], capture: false });
const onHold = ({ body }: Outcome, verb: string, more?: object): Promise<Outcome> =>
  post(`/v2/redemptions/${String(body['id'])}/${verb}`, more);
const sold = async (lines: object[]): Promise<SoldCard> => {
  const { orderId, items } = await till.bought(lines);
  return { orderId, code: items[0]?.code ?? '' };
};
/** Makes a refund in the gateway's dashboard, for which held value counts as spent. */
const refundAtGateway = async ({ orderId }: SoldCard, amount?: number): Promise<void> => {
  const body = { order_id: orderId, event: 'refund', ...(amount === undefined ? {} : { amount }) };
  expect((await stack.call('POST', '/_local/gateway', { body })).status).toBe(200);
  await stack.idle();
};
const outstanding = async (): Promise<number> => {
  await stack.idle();
  const { body } = await stack.get('/v2/reports/liability', { key: till.key });
  return (body['totals'] as { outstanding_amount: number }[]).reduce((sum, row) => sum + row.outstanding_amount, 0);
};

describe('value that was repaid while a hold reserved it', () => {
  test.each([
    ['release', { status: 4, remaining_amount: 0 }],
    ['expiry', { status: 4, remaining_amount: 0 }],
    ['a smaller capture', { status: 3, remaining_amount: 0 }],
  ])('is withdrawn and no longer owed after the hold ends by %s', async (end, after) => {
    const before = await outstanding();
    const card = await sold(giftCard(10_000));
    const hold = await held(card.code, 60);
    await refundAtGateway(card);
    expect(await outstanding()).toBeCloseTo(before + 60);
    if (end === 'release') await onHold(hold, 'release');
    else if (end === 'expiry') await stack.advance(901);
    else await onHold(hold, 'capture', { amount: 20 });
    expect(await outstanding()).toBeCloseTo(before);
    expect(await till.item(card.code)).toMatchObject({ ...after, available_amount: 0, available_refund: false });
  });

  test('is not freed by a later claim', async () => {
    const card = await sold(giftCard(10_000));
    const hold = await held(card.code, 90);
    // Repays 60: withdraws the 10 that are free, and the other 50 are part of the hold.
    await refundAtGateway(card, 6000);
    await onHold(hold, 'release');
    const claimed = await till.claim(card.code, { type: 'amount', amount: 30 });
    expect(claimed.status).toBe(200);
    expect(await till.item(card.code)).toMatchObject({ available_amount: 10 });
    await stack.idle();
    expect(await till.item(card.code)).toMatchObject({ available_amount: 10, remaining_amount: 10 });
    expect((await till.do(card.code, 'refund', { type: 'all' })).status).toBe(200);
    expect(await till.item(card.code)).toMatchObject({ available_amount: 40, remaining_amount: 40 });
  });

  test('is withdrawn by the refund of the rest', async () => {
    const before = await outstanding();
    const card = await sold(giftCard(10_000));
    const hold = await held(card.code, 90);
    await refundAtGateway(card, 6000);
    await onHold(hold, 'release');
    expect((await post(`/v2/orders/${card.orderId}/refund`)).body).toMatchObject({ amount: 4000, refundable: 0 });
    expect(await till.item(card.code)).toMatchObject({ status: 4, remaining_amount: 0 });
    expect(await outstanding()).toBeCloseTo(before);
  });

  test('does not make an indivisible item worthless when only a part was repaid', async () => {
    const voucher = await sold(experience(1));
    const hold = await held(voucher.code);
    await refundAtGateway(voucher, 5000);
    await onHold(hold, 'release');
    expect(await till.item(voucher.code)).toMatchObject({ available_claim: true });
    expect((await till.claim(voucher.code)).status).toBe(200);
    expect((await till.do(voucher.code, 'refund', { type: 'all' })).status).toBe(422);
  });
});
