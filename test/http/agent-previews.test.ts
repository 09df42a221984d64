import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Agent, type Arguments } from '../support/agent.ts';
import { agentSeed, ALL_KEY, Store } from '../support/agent-shop.ts';
import { offer, orderBody } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let store: Store;
let agent: Agent;
beforeAll(async () => {
  stack = await startStack({ seed: agentSeed });
  store = new Store(stack);
  agent = new Agent(stack, ALL_KEY);
});
afterAll(() => stack.stop());

const unconfirmed = async (name: string, given: Arguments) =>
  (await agent.call(name, { idempotency_key: randomUUID(), ...given })).structuredContent;
const preview = async (name: string, given: Arguments) => (await unconfirmed(name, given)).preview;
const refusal = async (name: string, given: Arguments) => (await unconfirmed(name, given)).error?.code;

describe('the preview', () => {
  test('of an order shows its lines, its amounts and its future id', async () => {
    const args = { ...store.order(), idempotency_key: randomUUID() };
    const previewed = await preview('commerce_create_order', args);
    expect(previewed).toMatchObject({
      status: 'pending_payment',
      amounts: { subtotal: 20000, fees: 1000, total: 21000 },
    });
    expect(await agent.done('commerce_create_order', args)).toMatchObject({
      id: previewed?.['id'],
      amounts: previewed?.['amounts'],
    });
  });

  test('of a payment page shows the amount due, and whether an earlier page closes', async () => {
    const order_id = await store.unpaid();
    const due = { amount_due: 21000, currency: 'DKK', closes_earlier_session: false };
    expect(await preview('commerce_create_checkout_session', { order_id })).toMatchObject(due);
    const { url } = (await agent.done('commerce_create_checkout_session', { order_id, idempotency_key: 'one' })) as {
      url: string;
    };
    expect(await preview('commerce_create_checkout_session', { order_id })).toMatchObject({
      closes_earlier_session: true,
    });
    expect((await store.shop.pay(url)).status, 'the page that was not closed accepts payments').toBe(303);
  });

  test('of a refund shows the refunded amount, the total and the remaining amount', async () => {
    const order_id = await store.paid();
    expect(await preview('commerce_refund_order', { order_id, amount: 5000 })).toMatchObject({
      amount: 5000,
      refunded: 5000,
      refundable: 16000,
      currency: 'DKK',
      payment: { status: 'partially_refunded' },
    });
    expect(await preview('commerce_refund_order', { order_id })).toMatchObject({ amount: 21000, refundable: 0 });
    expect((await store.shop.read(order_id)).payment).toMatchObject({ status: 'captured', refunded_amount: 0 });
  });

  test('of a settlement shows the resulting order, and leaves its page open', async () => {
    const order_id = await store.unpaid();
    const { body } = await store.shop.session(order_id);
    const args = { order_id, mode: 'invoice', external_reference: randomUUID() };
    expect(await preview('commerce_settle_order', args)).toMatchObject({
      status: 'paid',
      payment: { status: 'captured' },
    });
    expect((await store.shop.pay(body.url)).status).toBe(303);
  });

  test('of a publication and a revert shows every changed field with its old and new value', async () => {
    const revision_id = await store.revision();
    const { id: draft_id, etag: if_match } = await store.draft('Ny titel');
    const live = (await agent.call('orderpage_get')).structuredContent;
    const previewed = await preview('orderpage_publish_draft', { draft_id, if_match });
    expect(previewed).toEqual({
      revision: Number(live['revision']) + 1,
      changed: ['title'],
      before: { title: (live['values'] as { title: unknown }).title },
      after: { title: { da: 'Ny titel' } },
      note: null,
      restored_from: null,
    });
    expect(await preview('orderpage_restore_revision', { revision_id })).toMatchObject({
      changed: ['title'],
      restored_from: revision_id,
    });
    expect((await agent.call('orderpage_get')).structuredContent).toEqual(live);
  });

  test('of a revert to products that are no longer on the page shows the products', async () => {
    const publish = async (values: object) => {
      const draft = await agent.done('orderpage_create_draft', { values, idempotency_key: randomUUID() });
      const args = { draft_id: draft['id'], if_match: draft['etag'], idempotency_key: randomUUID() };
      return (await agent.done('orderpage_publish_draft', args))['id'];
    };
    const revision_id = await publish({ featured_products: ['gcv_1'] });
    await publish({ featured_products: ['gift_card_value'] });
    const after = { featured_products: ['gcv_1'] };
    expect(await preview('orderpage_restore_revision', { revision_id })).toMatchObject({ after });
    await agent.done('orderpage_restore_revision', { revision_id, idempotency_key: randomUUID() });
    expect((await agent.call('orderpage_get')).structuredContent).toMatchObject({ values: after });
    await publish({ featured_products: null });
  });

  test('of a template shows the result and the replaced template', async () => {
    const [first, second] = [await store.template(), await store.template()];
    await agent.done('pdftemplates_activate', { id: first, idempotency_key: randomUUID() });
    const previewed = await preview('pdftemplates_activate', { id: second });
    expect(previewed).toMatchObject({ id: second, status: 'active', replaces: first });
    expect((await agent.call('pdftemplates_get', { id: second })).structuredContent['status']).toBe('ready');
    expect(await preview('pdftemplates_revert', {})).toMatchObject({ kind: 'default', replaces: first });
    expect((await agent.call('pdftemplates_get', { id: first })).structuredContent['status']).toBe('active');
    expect(await refusal('pdftemplates_activate', { id: `pdft_${'0'.repeat(32)}` })).toBe('not_found');
    expect(await refusal('pdftemplates_revert', { product_type: 'special_offer' })).toBe('nothing_to_revert');
  });

  test('of a claim, a refund or a cancellation shows the item before and after', async () => {
    const code = await store.card();
    expect(await preview('items_claim', { code, type: 'amount', amount: 50 })).toMatchObject({
      claimed_amount: 50,
      remaining_value: 150,
      partly_claimed: true,
      before: { status_name: 'Paid', remaining_amount: 200 },
      after: { status_name: 'Paid', remaining_amount: 150 },
    });
    expect(await preview('items_cancel', { code })).toMatchObject({
      before: { remaining_amount: 200 },
      after: { status_name: 'Cancelled', remaining_amount: 0 },
    });
    const spent = await store.claimed();
    expect(await preview('items_refund', { code: spent, type: 'all' })).toMatchObject({
      remaining_value: 200,
      before: { remaining_amount: 150 },
      after: { remaining_amount: 200 },
    });
  });

  test('of a redemption, its capture or a block shows the amounts without changing them', async () => {
    const code = await store.card();
    const sources = [{ code, amount: 50 }];
    expect(await preview('items_redeem', { sources })).toMatchObject({ status: 'captured', amount: 50 });
    const held = await agent.done('items_redeem', { sources, capture: false, idempotency_key: randomUUID() });
    const redemption_id = held['id'];
    expect(await preview('items_capture_redemption', { redemption_id, amount: 20 })).toMatchObject({
      status: 'captured',
      captured_amount: 20,
    });
    expect(await preview('items_release_redemption', { redemption_id })).toMatchObject({ status: 'released' });
    expect(await preview('items_block', { code, reason: 'lost' })).toMatchObject({ blocked: { reason: 'lost' } });
    const read = await agent.call('items_get_redemption', { redemption_id });
    expect(read.structuredContent).toMatchObject({ status: 'held', captured_amount: 0 });
    const listed = await agent.call('items_list_redemptions', { code });
    expect(listed.structuredContent).toMatchObject({ data: [{ id: redemption_id }] });
    expect((await agent.call('items_get', { code })).structuredContent).toMatchObject({
      remaining_amount: 200,
      held_amount: 50,
      blocked: null,
    });
  });

  test('of a dormant code shows its value', async () => {
    const code = store.dormant();
    expect(await preview('items_activate', { code, amount: 200 })).toMatchObject({
      amount: 200,
      before: null,
      after: { status_name: 'Paid', remaining_amount: 200, currency: 'DKK' },
    });
    expect(await refusal('items_claim', { code, type: 'all' }), 'it is still dormant').toBe('validation_failed');
  });

  test('of an issue shows the number and amount of the cards, without codes', async () => {
    const previewed = await preview('items_issue', { amount: 150, piece: 3 });
    expect(previewed).toMatchObject({
      itemsCount: 3,
      amount_each: 150,
      price_total: 450,
      currency: 'DKK',
      captured: true,
    });
    expect(JSON.stringify(previewed)).not.toMatch(/"code"|claim_url/);
  });

  test('of a claim of an order includes all its cards, even beyond the limit of one transaction', async () => {
    for (const piece of [2, 60]) {
      const { orderId: order_id } = await store.issue({ piece });
      await stack.idle();
      expect(await preview('items_claim_order', { order_id })).toMatchObject({
        item_count: piece,
        redeemed_amount: piece * 200,
        currency: 'DKK',
      });
      const { items } = await agent
        .call('items_search', { order_id, only_claimable: true })
        .then(({ structuredContent }) => ({ items: structuredContent['data'] as object[] }));
      expect(items.length).toBe(Math.min(piece, 25));
    }
    const { orderId } = await store.issue({ capture: false, piece: 2 });
    expect(await preview('items_capture_order', { order_id: orderId })).toMatchObject({
      item_count: 2,
      price_total: 400,
    });
  });
});

describe('an error is returned in place of the preview', () => {
  test.for<[name: string, given: (at: Store) => Promise<Arguments> | Arguments, code: string]>([
    ['commerce_create_order', () => ({ items: [] }), 'validation_failed'],
    ['commerce_create_checkout_session', () => ({ order_id: 'po_x' }), 'not_found'],
    ['commerce_create_checkout_session', async (at) => ({ order_id: await at.paid() }), 'order_not_payable'],
    ['commerce_refund_order', async (at) => ({ order_id: await at.unpaid() }), 'order_not_refundable'],
    ['commerce_refund_order', async (at) => ({ order_id: await at.paid(), amount: 99999 }), 'refund_amount_too_large'],
    ['commerce_refund_order', async (at) => ({ order_id: await at.paid(), amount: 1.5 }), 'validation_failed'],
    [
      'commerce_settle_order',
      async (at) => ({ order_id: await at.unpaid(), mode: 'barter', external_reference: 'x' }),
      'settlement_not_enabled',
    ],
    ['items_claim', async (at) => ({ code: await at.card(), type: 'amount', amount: 201 }), 'validation_failed'],
    ['items_refund', async (at) => ({ code: await at.card(), type: 'all' }), 'validation_failed'],
    ['items_cancel', async (at) => ({ code: await at.claimed() }), 'validation_failed'],
    ['items_activate', async (at) => ({ code: await at.card() }), 'validation_failed'],
    ['items_issue', () => ({ amount: 1 }), 'validation_failed'],
    ['items_capture_order', async (at) => ({ order_id: (await at.issue()).orderId }), 'not_found'],
  ])('%s', async ([name, given, code]) => {
    expect(await refusal(name, await given(store))).toBe(code);
  });

  test('for sold-out stock, which only the transaction detects', async () => {
    const given = orderBody(offer(1)) as Arguments;
    expect(await refusal('commerce_create_order', given)).toBe('confirmation_required');
    await store.shop.order(offer(1));
    expect(await refusal('commerce_create_order', given)).toBe('insufficient_stock');
  });

  test('for a key that was used for another request', async () => {
    const code = await store.card();
    const idempotency_key = randomUUID();
    await agent.done('items_claim', { code, type: 'amount', amount: 10, idempotency_key });
    expect(await refusal('items_claim', { code, type: 'amount', amount: 20, idempotency_key })).toBe(
      'idempotency_conflict',
    );
  });
});
