import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localDateTime } from '../../functions/platform/zones.ts';
import { LENIENT_KEY, Till, UNCONTRACTED_KEY } from '../support/item-shop.ts';
import { legacySeed, LegacyShop } from '../support/legacy.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let till: Till;
let shop: LegacyShop;
beforeAll(async () => {
  stack = await startStack({ seed: legacySeed });
  till = new Till(stack);
  shop = new LegacyShop(stack);
});
afterAll(() => stack.stop());

const capture = (orderId: string, key = till.key) => stack.post(`/v2/orders/${orderId}/capture`, { key });

describe('capture', () => {
  test('an order issued without capture awaits payment, and becomes active when it is captured once', async () => {
    const { body } = await till.issue({ amount: 100, piece: 2, capture: false });
    const [item] = body.items;
    expect(item?.status).toBe(10);
    const waiting = await till.item(item?.code ?? '');
    expect(waiting).toMatchObject({ available_claim: false, available_discard: true, available_cancel: false });
    expect((await till.claim(item?.code ?? '')).status).toBe(422);
    const first = await capture(body.order_id);
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ order_id: body.order_id });
    expect((await till.item(item?.code ?? '')).status).toBe(6);
    expect((await till.claim(item?.code ?? '')).status).toBe(200);
    expect((await capture(body.order_id)).status).toBe(404);
  });

  test('one of several concurrent captures succeeds, and the others return 404', async () => {
    const { body } = await till.issue({ amount: 100, capture: false });
    const answers = await Promise.all([1, 2, 3, 4].map(() => capture(body.order_id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404]);
  });

  const MAILED = { receiver_email: 'bo@example.com' };
  const deliveredAt = async (code = ''): Promise<string | null> =>
    (await till.item(code))['delivered_at'] as string | null;

  test('delivers emailed items, which otherwise are delivered when they are issued', async () => {
    const { body: captured } = await till.issue({ amount: 100, ...MAILED });
    const item = await till.item(captured.items[0]?.code ?? '');
    expect(item['delivered_at']).toBe(item['created_at']);

    const { body } = await till.issue({ amount: 100, piece: 2, capture: false, ...MAILED });
    const [one, two] = body.items.map(({ code }) => code);
    expect(await deliveredAt(one)).toBeNull();
    await till.do(two ?? '', 'cancel');
    await stack.advance(60);
    await capture(body.order_id);
    const { data } = await till.history(one ?? '');
    const activated = data.find(({ kind }) => kind === 'activate')?.['occurred_at'] as string;
    expect(await deliveredAt(one)).toBe(localDateTime(Date.parse(activated), 'Europe/Copenhagen'));
    expect(await deliveredAt(two)).toBeNull();
  });

  test('delivers nothing without an email address, or to the no-reply address of the company', async () => {
    for (const more of [{}, { receiver_email: 'no-reply@till.example' }]) {
      const { body } = await till.issue({ amount: 100, capture: false, ...more });
      await capture(body.order_id);
      expect(await deliveredAt(body.items[0]?.code)).toBeNull();
    }
  });

  test('is not needed for a card of the legacy API, which is delivered when it is issued', async () => {
    const { body } = await shop.post<{ items: { code: string }[] }>('tilde', '/action/create-gc', {
      amount: '100',
      ...MAILED,
    });
    const item = await till.item(body.response.items[0]?.code ?? '');
    expect(item['delivered_at']).toBe(item['created_at']);
  });

  test('an order that is captured, unknown or of another company returns 404', async () => {
    const { body } = await till.issue({ amount: 100 });
    const foreign = await till.issue({ amount: 100, capture: false });
    expect((await capture(body.order_id)).status).toBe(404);
    expect((await capture(foreign.body.order_id, LENIENT_KEY)).status).toBe(404);
    expect((await capture('nope')).status).toBe(404);
    expect((await capture(foreign.body.order_id, UNCONTRACTED_KEY)).status).toBe(403);
  });

  test('an item that awaits payment is discarded by a cancellation, and stays discarded after a capture', async () => {
    const { body } = await till.issue({ amount: 100, piece: 2, capture: false });
    const [one, two] = body.items.map(({ code }) => code);
    expect((await till.do(one ?? '', 'cancel')).status).toBe(200);
    expect((await capture(body.order_id)).status).toBe(200);
    expect((await till.item(one ?? '')).status).toBe(4);
    expect((await till.item(two ?? '')).status).toBe(6);
  });

  test('counts only activated items in its message if others were discarded', async () => {
    const { body } = await till.issue({ amount: 100, piece: 3, capture: false });
    await till.do(body.items[0]?.code ?? '', 'cancel');
    expect((await capture(body.order_id)).body).toMatchObject({
      message: 'The order is captured: 2 of its 3 items are active, the others were discarded.',
    });
  });

  test('an order whose items are all discarded returns 404, and its items stay discarded', async () => {
    const { body } = await till.issue({ amount: 100, piece: 2, capture: false });
    for (const { code } of body.items) await till.do(code, 'cancel');
    expect(await capture(body.order_id)).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
    for (const { code } of body.items) expect((await till.item(code)).status).toBe(4);
  });

  test(
    'concurrent with discards, it activates exactly the items that were not discarded before',
    { timeout: 60_000 },
    async () => {
      for (let round = 0; round < 8; round++) {
        const { body } = await till.issue({ amount: 100, piece: 2, capture: false });
        const [captured, ...cancelled] = await Promise.all([
          capture(body.order_id),
          ...body.items.map(({ code }) => till.do(code, 'cancel')),
        ]);
        expect(cancelled.map(({ status }) => status)).toEqual([200, 200]);
        const reasons = cancelled.map((answer) => (answer.body as unknown as { message: string }).message);
        const active = reasons.filter((message) => message === 'The item is cancelled.').length;
        expect(captured.status).toBe(active === 0 ? 404 : 200);
        if (active === 1)
          expect(captured.body).toMatchObject({ message: expect.stringContaining('1 of its 2') as string });
      }
    },
  );

  test('an item of an order that was just captured is cancelled instead of discarded', async () => {
    const { body } = await till.issue({ amount: 100, piece: 2, capture: false });
    const [one, two] = body.items.map(({ code }) => code);
    await stack.crash('capture-order', 'after-commit');
    expect((await capture(body.order_id)).status).toBe(502);
    expect((await till.do(one ?? '', 'cancel')).body).toMatchObject({ message: 'The item is cancelled.' });
    await stack.idle();
    expect((await till.item(two ?? '')).status).toBe(6);
  });

  test('many cards are all issued and captured, even when the request crashes in between', async () => {
    await stack.crash('issue-items', 'after-commit');
    const guid = { 'X-Request-Guid': 'many' };
    expect((await till.issue({ amount: 10, piece: 120, capture: false }, guid)).status).toBe(502);
    await stack.idle();
    const { body, headers } = await till.issue({ amount: 10, piece: 120, capture: false }, guid);
    expect(headers.get('idempotency-replayed')).toBe('true');
    expect(body.itemsCount).toBe(120);
    expect((await till.item(body.items.at(-1)?.code ?? '')).status).toBe(10);
    await stack.crash('capture-order', 'after-commit');
    expect((await capture(body.order_id)).status).toBe(502);
    await stack.idle();
    for (const at of [0, 60, 119]) expect((await till.item(body.items[at]?.code ?? '')).status).toBe(6);
  });
});

describe('capture over the legacy API', () => {
  test('returns an Error in the language of the path when all items are discarded', async () => {
    const [card] = await shop.cards('tilde', { capture: 'false' });
    const { code = '', order_id = '' } = card ?? {};
    await till.do(code, 'cancel');
    const { status, body } = await shop.post('tilde', `/sv/order/${order_id}/capture`);
    expect(status).toBe(200);
    expect(body).toEqual({ status: 'Error', response: 'Det finns ingen obetald order med detta nummer.' });
    expect((await till.item(code)).status).toBe(4);
  });

  test('returns the number of active items in the language of the path when some are discarded', async () => {
    const [first] = await shop.cards('tilde', { capture: 'false', piece: '3' });
    await till.do(first?.code ?? '', 'cancel');
    const { body } = await shop.post<{ message: string }>('tilde', `/de/order/${first?.order_id}/capture`);
    expect(body.response.message).toBe(
      'Die Bestellung ist bezahlt. 2 von 3 Codes sind aktiv, die übrigen wurden verworfen.',
    );
  });
});
