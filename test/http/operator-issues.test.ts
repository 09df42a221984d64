import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { itemSeed, LENIENT_KEY, NO_SETTLE_KEY, Till, UNCONTRACTED_KEY, type Outcome } from '../support/item-shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

const taxedEvent = {
  company: 'till',
  id: 7,
  slug: 'taxed',
  name: 'Taxed',
  starts_at: '2030-07-01T10:00:00+02:00',
  vat_percent: 25,
  options: [
    { id: 70, name: 'Entry', amount: 10000, stock: 10 },
    { id: 71, name: 'Book', amount: 10000, stock: 10, vat_percent: 6 },
  ],
};

let stack: RunningStack;
let till: Till;
beforeAll(async () => {
  stack = await startStack({ seed: { ...itemSeed, events: [...itemSeed.events, taxedEvent] } });
  till = new Till(stack);
});
afterAll(() => stack.stop());

interface IssueBody {
  order_id: string;
  itemsCount: number;
  items: { code: string; amount: number; item_type_identification: string; validity: string }[];
}

const coupon = { kind: 'ticket_coupon', title: 'Free entry', quantity: 1 };
const deal = { kind: 'benefit_deal', title: 'Staff lunch', quantity: 2, issued_to: 'lenient', amount: 75.5 };

let keys = 0;
const issue = (body: object, { key = till.key, idempotency = `issue-${++keys}` } = {}) =>
  stack.post<IssueBody & Outcome['body']>('/v2/operator-issues', {
    key,
    body,
    headers: { 'Idempotency-Key': idempotency },
  });
const read = (code: string, key: string) => stack.get<Outcome['body']>(`/v2/items/${code}`, { key });

describe('an issue without a sale', () => {
  test('a coupon has the price of its option and uses no stock', async () => {
    const stock = () => stack.get('/v2/catalog/options/evto_2/stock', { key: till.key });
    const before = (await stock()).body;
    const { status, body } = await issue({ ...coupon, product_option_id: 'evto_2', note: 'From the radio' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ itemsCount: 1, items: [{ amount: 100, item_type_identification: 'Ticket' }] });
    const item = await till.item(body.items[0]?.code ?? '');
    expect(item).toMatchObject({ item_title: 'Free entry', item_type: 'TICKET', order_id: body.order_id });
    expect(item).toMatchObject({ variant_description: 'Fair, Entry', event_title: null, available_claim: true });
    expect((await stock()).body).toEqual(before);
    const history = await stack.get(`/v2/items/${item.code}/history`, { key: till.key });
    expect(history.body).toMatchObject({ data: [{ kind: 'issue', note: 'From the radio' }] });
  });

  test.each([
    ['evto_70', 25, 20],
    ['evto_71', 6, 5.66],
    ['evto_2', 0, 0],
  ])('a coupon for %s is taxed like the option', async (option, vat, value) => {
    const { body } = await issue({ ...coupon, product_option_id: option });
    expect(await till.item(body.items[0]?.code ?? '')).toMatchObject({ amount: 100, vat, vat_value: value });
  });

  test('a blank name of the receiver and a blank note are treated as absent', async () => {
    const { body } = await issue({ ...coupon, product_option_id: 'evto_2', receiver_name: ' ', note: ' ' });
    const { code } = await till.item(body.items[0]?.code ?? '');
    expect(await till.item(code)).toMatchObject({ reciever_name: null });
    expect((await till.history(code)).data).toMatchObject([{ kind: 'issue', note: null }]);
  });

  test('a title of invisible characters returns 422', async () => {
    const { status, body } = await issue({ ...coupon, title: '\u200B\u2060' });
    expect([status, body.error.fields]).toEqual([422, { title: ['This must not be empty.'] }]);
  });

  test.each(['title', 'receiver_name'])('letters in %s that no font supports return 422', async (member) => {
    const { status, body } = await issue({ ...coupon, [member]: 'To\u0378m' });
    expect([status, Object.keys(body.error.fields ?? {})]).toEqual([422, [member]]);
  });

  test('a voucher without an amount has no value and is claimed once', async () => {
    const { body } = await issue({ kind: 'special_voucher', title: 'A coffee', quantity: 1, validity: '2031-05-06' });
    const [issued] = body.items;
    expect(issued).toMatchObject({ amount: 0, validity: '2031-05-06 23:59:59' });
    const code = issued?.code ?? '';
    expect((await till.claim(code)).status).toBe(200);
    expect((await till.claim(code)).status).toBe(422);
  });

  test('more items than one transaction allows are issued once, and a repeat returns the same', async () => {
    const body = { ...coupon, quantity: 130 };
    const [first, second] = await Promise.all([
      issue(body, { idempotency: 'many' }),
      issue(body, { idempotency: 'many' }),
    ]);
    const again = await issue(body, { idempotency: 'many' });
    const won = first.status === 201 ? first : second;
    expect([first.status, second.status].filter((status) => status !== 201 && status !== 409)).toEqual([]);
    expect(again.body).toEqual(won.body);
    expect(new Set(won.body.items.map(({ code }) => code)).size).toBe(130);
    const reply = await stack.get<{ data: unknown[] }>('/v2/items', {
      key: till.key,
      query: { order_id: won.body.order_id, limit: '100' },
    });
    expect(reply.body.data).toHaveLength(100);
    const other = await issue({ ...body, quantity: 131 }, { idempotency: 'many' });
    expect(other).toMatchObject({ status: 409, body: { error: { code: 'idempotency_conflict' } } });
  });
});

describe('a benefit deal', () => {
  test('is read by both companies, claimed by the issuer, and unknown to others', async () => {
    const { body } = await issue(deal);
    const code = body.items[0]?.code ?? '';
    for (const key of [till.key, LENIENT_KEY]) {
      expect(await read(code, key)).toMatchObject({ status: 200, body: { item_type: 'BENEFITDEAL', amount: 75.5 } });
      const document = await stack.get(`/v2/items/${code}/document.pdf`, { key });
      expect([document.status, document.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    }
    expect((await read(code, UNCONTRACTED_KEY)).status).toBe(404);
    const claim = (key: string) => stack.post(`/v2/items/${code}/claim`, { key, body: { type: 'all' } });
    expect((await claim(LENIENT_KEY)).status).toBe(404);
    expect((await claim(till.key)).status).toBe(200);
    expect(await read(code, LENIENT_KEY)).toMatchObject({ body: { status_name: 'Used' } });
  });
});

describe('a refusal', () => {
  test.each([
    ['an unknown kind', { ...coupon, kind: 'gift' }, 'kind'],
    ['no title', { kind: 'ticket_coupon', quantity: 1 }, 'title'],
    ['a blank title', { ...coupon, title: '  ' }, 'title'],
    ['a long title', { ...coupon, title: 'x'.repeat(121) }, 'title'],
    ['no quantity', { kind: 'ticket_coupon', title: 'Free entry' }, 'quantity'],
    ['too many', { ...coupon, quantity: 1001 }, 'quantity'],
    ['an amount of 0', { ...coupon, amount: 0 }, 'amount'],
    ['too many decimals', { ...coupon, amount: 1.005 }, 'amount'],
    ['a day that does not exist', { ...coupon, validity: '2031-02-30' }, 'validity'],
    ['a day that has passed', { ...coupon, validity: '2020-01-01' }, 'validity'],
    ['an unknown option', { ...coupon, product_option_id: 'evto_99' }, 'product_option_id'],
    ['a company for a coupon', { ...coupon, issued_to: 'lenient' }, 'issued_to'],
    ['a deal without company', { ...deal, issued_to: undefined }, 'issued_to'],
    ['a deal for an unknown company', { ...deal, issued_to: 'nowhere' }, 'issued_to'],
    ['an unknown member', { ...coupon, price: 5 }, 'price'],
  ])('names the field at fault: %s', async (_, body, field) => {
    const refused = await issue(body);
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.error.fields ?? {})).toEqual([field]);
  });

  test('scope, contract and key are required', async () => {
    expect((await issue(coupon, { key: NO_SETTLE_KEY })).body.error.code).toBe('insufficient_scope');
    const uncontracted = await issue(coupon, { key: UNCONTRACTED_KEY });
    expect(uncontracted).toMatchObject({ status: 403, body: { error: { code: 'settlement_not_enabled' } } });
    const keyless = await stack.post<Outcome['body']>('/v2/operator-issues', { key: till.key, body: coupon });
    expect(keyless.status).toBe(422);
  });
});
