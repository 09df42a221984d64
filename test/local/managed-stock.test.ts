import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importOperatorData, OperatorDataError } from '../../functions/domain/administration/operator-data/import.ts';
import { catalogIntents } from '../../functions/domain/administration/operator-data/rows.ts';
import { operatorDataSchema } from '../../functions/domain/administration/operator-data/schema.ts';
import { writesFor } from '../../functions/domain/administration/operator-data/write.ts';
import { pointAt } from '../../lib/ops/target.ts';
import { codeOf, fieldsOf } from '../support/order-page.ts';
import { API_KEY, ruleSeed } from '../support/seed.ts';
import { orderBody, Shop, ticket } from '../support/shop.ts';
import { startStack, type Answer, type CallOptions, type RunningStack } from '../support/stack.ts';

interface StockBody {
  object: string;
  option_id: string;
  limited: boolean;
  remaining: number | null;
  held: number;
  sold: number;
  on_sale: boolean;
}

const limited = (id: number, stock: number, more: object = {}) => ({
  company: 'shop',
  id,
  name: 'Sail',
  options: [{ id, name: 'Seat', amount: 20_000, stock, ...more }],
});

let stack: RunningStack;
beforeAll(async () => {
  const experiences = [...ruleSeed.experiences, limited(60, 10), limited(61, 40, { on_sale: true }), limited(62, 5)];
  stack = await startStack({ seed: { ...ruleSeed, experiences } });
  await pointAt({ url: stack.url });
});
afterAll(() => stack.stop());

const PATH = '/v2/catalog/options';
const stockOf = (option: string): Promise<Answer<StockBody>> =>
  stack.get<StockBody>(`${PATH}/${option}/stock`, { key: API_KEY });
const setStock = (option: string, body: object, options: CallOptions = {}): Promise<Answer<StockBody>> =>
  stack.post<StockBody>(`${PATH}/${option}/stock`, { key: API_KEY, idempotencyKey: true, body, ...options });
const buy = async (id: number, quantity = 1): Promise<number> => {
  const items = [{ product_id: `gcv_${id}`, product_option_id: `gcvo_${id}`, quantity }];
  return (await stack.post('/v2/orders', { key: API_KEY, idempotencyKey: true, body: orderBody(items) })).status;
};
const findings = async (): Promise<object[]> => {
  await stack.idle();
  await stack.runSchedule('integrity-check');
  const { body } = await stack.get<{ findings: object[] }>('/v2/reports/integrity', { key: API_KEY });
  return body.findings;
};

describe('stock of an option', () => {
  test('can be set and changed, but not below 0', async () => {
    expect((await stockOf('gcvo_60')).body).toEqual({
      object: 'stock',
      option_id: 'gcvo_60',
      limited: true,
      remaining: 10,
      held: 0,
      sold: 0,
      on_sale: false,
    });
    expect(await buy(60, 2)).toBe(201);
    expect((await setStock('gcvo_60', { change: 5, reason: 'delivery' })).body).toMatchObject({
      remaining: 13,
      held: 2,
    });
    expect((await setStock('gcvo_60', { set: 4 })).body).toMatchObject({ remaining: 4, held: 2 });
    expect(codeOf(await setStock('gcvo_60', { change: -5 }))).toBe('insufficient_stock');
    expect((await setStock('gcvo_60', { change: -4 })).body).toMatchObject({ remaining: 0, held: 2 });
    expect(await buy(60)).toBe(422);
    expect((await stockOf('gcvo_60')).body).toMatchObject({ remaining: 0, held: 2, sold: 0 });
  });

  test('requires exactly one of set and change', async () => {
    expect((await setStock('gcvo_60', {})).status).toBe(422);
    expect((await setStock('gcvo_60', { set: 1, change: 1 })).status).toBe(422);
    expect(Object.keys(fieldsOf(await setStock('gcvo_60', { set: -1 })))).toEqual(['set']);
    expect((await setStock('gcvo_424242', { set: 1 })).status).toBe(404);
    expect((await setStock('seats', { set: 1 })).status).toBe(404);
  });

  test('is unlimited when set to null, except for an offer, and then cannot be changed by an amount', async () => {
    expect((await setStock('gcvo_62', { set: null })).body).toMatchObject({ limited: false, remaining: null });
    expect(await buy(62, 9)).toBe(201);
    expect(Object.keys(fieldsOf(await setStock('gcvo_62', { change: 1 })))).toEqual(['change']);
    expect((await setStock('gcvo_62', { set: 3 })).body).toMatchObject({ limited: true, remaining: 3 });
    expect(await buy(62, 4)).toBe(422);
    expect(await buy(62, 3)).toBe(201);
    expect(Object.keys(fieldsOf(await setStock('sov_1', { set: null })))).toEqual(['set']);
    expect((await setStock('gcvo_1', { set: 2 })).body).toMatchObject({ limited: true, remaining: 2 });
    expect(await buy(1, 3)).toBe(422);
  });

  test.each([
    ['in one counter', 60],
    ['in shards', 61],
  ])('each change to %s is applied once for its key while 20 buyers order', async (_name, id) => {
    const option = `gcvo_${id}`;
    await setStock(option, { set: 30 });
    const { held: before } = (await stockOf(option)).body;
    const changes = Array.from({ length: 6 }, (_, at) => ({ change: at % 2 === 0 ? 5 : -2, key: `${option}-${at}` }));
    const [bought, changed] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, () => buy(id))),
      Promise.all(
        [...changes, ...changes].map(({ change, key }) => setStock(option, { change }, { idempotencyKey: key })),
      ),
    ]);
    for (const answer of changed) expect([200, 409]).toContain(answer.status);
    for (const { change, key } of changes) {
      const again = await setStock(option, { change }, { idempotencyKey: key });
      expect(again.status, again.bytes.toString()).toBe(200);
    }
    const sold = bought.filter((status) => status === 201).length;
    expect((await stockOf(option)).body).toMatchObject({ remaining: 30 + 15 - 6 - sold, held: before + sold });
    expect((await setStock(option, { set: 2 })).body.remaining).toBe(2);
    expect(await buy(id, 2)).toBe(201);
    expect(await buy(id)).toBe(422);
    expect(await findings()).toEqual([]);
  });
});

describe('an import and concurrent changes', () => {
  const path = '/v2/catalog/experiences/6';
  const read = async () => {
    const { body, headers } = await stack.get<{ name: string; order_fee: number }>(path, { key: API_KEY });
    return { ...body, tag: headers.get('etag') ?? '' };
  };
  const patch = (tag: string, body: object) =>
    stack.call('PATCH', path, { key: API_KEY, body, headers: { 'If-Match': tag } });
  const file = (more: object) => ({ experiences: [{ ...limited(6, 3), name: 'Experience 6', ...more }] });
  const outcome = async (importing: Promise<unknown>): Promise<string> => {
    try {
      await importing;
      return 'imported';
    } catch (error) {
      if (error instanceof OperatorDataError) return error.faults[0]?.path ?? '';
      throw error;
    }
  };

  test('never lose a change: the later one gets 412, or an error in the import', async () => {
    for (let round = 1; round <= 8; round++) {
      const { tag } = await read();
      const [imported, patched] = await Promise.all([
        outcome(importOperatorData(file({ order_fee: round }))),
        patch(tag, { name: `Patched ${round}` }),
      ]);
      const after = await read();
      if (patched.status === 412) expect([imported, after.order_fee]).toEqual(['imported', round]);
      else if (imported !== 'imported') {
        expect([patched.status, imported]).toEqual([200, '$.experiences[0]']);
        expect(after.name).toBe(`Patched ${round}`);
      } else expect(after.order_fee).toBe(round);
    }
  });

  test('a change after an import has read its rows is an error, except by another import', async () => {
    const data = operatorDataSchema.parse(file({ name: 'From the file' }));
    const seen = new Map<string, number>();
    await writesFor(catalogIntents(data), seen);
    await importOperatorData(file({ name: 'Another import' }));
    expect(await writesFor(catalogIntents(data), seen)).toHaveLength(1);
    expect((await patch((await read()).tag, { name: 'Patched' })).status).toBe(200);
    expect(await outcome(writesFor(catalogIntents(data), seen))).toBe('$.experiences[0]');
    expect((await read()).name).toBe('Patched');
  });
});

describe('an archived product', () => {
  test('is not sold, but an open order of it can still be paid', async () => {
    const items = [{ product_id: 'gcv_5', product_option_id: 'gcvo_5', quantity: 1 }];
    const body = orderBody(items);
    const order = await stack.post<{ id: string }>('/v2/orders', { key: API_KEY, idempotencyKey: true, body });
    expect((await stack.call('DELETE', '/v2/catalog/experiences/5', { key: API_KEY })).status).toBe(204);
    expect(await buy(5)).toBe(422);
    const session = await stack.post(`/v2/orders/${order.body.id}/checkout-sessions`, {
      key: API_KEY,
      idempotencyKey: true,
    });
    expect(session.status, session.bytes.toString()).toBe(201);
    const again = { ...limited(5, 3), options: [{ id: 5, name: 'Option', amount: 20_000 }] };
    await importOperatorData({ experiences: [again] });
    expect(await buy(5)).toBe(422);
  });
});

describe('an event that is rescheduled by a change', () => {
  test('updates its tickets', async () => {
    const path = '/v2/catalog/events/1';
    const { id } = await new Shop(stack).sell([ticket(1, 1)]);
    const { headers } = await stack.get(path, { key: API_KEY });
    const tag = headers.get('etag') ?? '';
    const starts_at = '2030-06-02T19:00:00+02:00';
    const moved = await stack.call('PATCH', path, { key: API_KEY, body: { starts_at }, headers: { 'If-Match': tag } });
    expect(moved.status, moved.bytes.toString()).toBe(200);
    await stack.advance(5 * 60);
    await stack.idle();
    const items = await stack.get(`/v2/items?order_id=${id}`, { key: API_KEY });
    expect(items.bytes.toString()).toContain('2030-06-02');
  });
});
