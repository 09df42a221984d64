import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GIFT, Visitor } from '../support/page-visitor.ts';
import { ALL_SCOPES, cardForm } from '../support/seed.ts';
import { giftCard, orderBody, type ErrorBody, type OrderBody } from '../support/shop.ts';
import { startStack, type Answer, type RunningStack } from '../support/stack.ts';

/** A shop in a currency; `unit` is the number of smallest units in one major unit. */
interface CurrencyShop {
  currency: string;
  unit: number;
  key: string;
}

const SHOPS: CurrencyShop[] = [
  { currency: 'JPY', unit: 1, key: '1' },
  { currency: 'ISK', unit: 1, key: '2' },
  { currency: 'DKK', unit: 100, key: '3' },
  { currency: 'KWD', unit: 1000, key: '4' },
].map((shop) => ({ ...shop, key: `lp_live_${shop.key.repeat(32)}_${'a'.repeat(64)}` }));

const slugOf = ({ currency }: CurrencyShop): string => currency.toLowerCase();

const seed = {
  companies: SHOPS.map((shop) => ({
    slug: slugOf(shop),
    name: `Shop in ${shop.currency}`,
    currency: shop.currency,
    language: 'en',
    contract: { checkout: true, invoice_settlement: true },
    approved_urls: ['https://shop.example/'],
    gift_card: { name: 'Card', minimum_amount: shop.unit, maximum_amount: 9_000_000 * shop.unit },
    order_page: { values: { open: true, suggested_amounts: [1_500_500, 345_671] } },
  })),
  api_keys: SHOPS.map((shop) => ({ company: slugOf(shop), label: 'all', key: shop.key, scopes: ALL_SCOPES })),
  events: SHOPS.map((shop) => ({
    company: slugOf(shop),
    id: 1,
    slug: 'concert',
    name: 'Concert',
    starts_at: '2030-05-01T19:00:00+02:00',
    options: [{ id: 1, name: 'Seat', amount: 40 * shop.unit, stock: 100 }],
  })),
  campaigns: SHOPS.map((shop) => ({
    company: slugOf(shop),
    id: 1,
    name: 'More',
    applies_to: 'gift_card',
    kind: 'added-value',
    value: 50,
    amount_from: 500_000 * shop.unit,
    amount_to: 600_000 * shop.unit,
    codes: ['DORMANT-0001', 'DORMANT-0002'],
  })),
  users: SHOPS.map((shop) => ({
    username: `user-${slugOf(shop)}`,
    password: 'secret word of a shop',
    company: slugOf(shop),
  })),
  oauth_clients: SHOPS.map((shop) => ({ client_id: slugOf(shop), client_secret: 'secret', company: slugOf(shop) })),
};

let stack: RunningStack;
beforeAll(async () => {
  stack = await startStack({ seed });
}, 60_000);
afterAll(() => stack.stop());

interface Item {
  code: string;
  amount: number;
  remaining_amount: number;
  currency: string;
  api_receipt_text: string;
}

/** Sells one card or ticket. Returns the fulfilled order and its payment page. */
const sell = async (shop: CurrencyShop, items: object[]): Promise<{ order: OrderBody; page: string }> => {
  const { key } = shop;
  const body = orderBody(items, { locale: 'en' });
  const { body: order } = await stack.post<OrderBody>('/v2/orders', { key, idempotencyKey: true, body });
  const path = `/v2/orders/${order.id}/checkout-sessions`;
  const { body: session } = await stack.post<{ url: string }>(path, { key, idempotencyKey: true });
  const page = (await stack.get(session.url)).bytes.toString();
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  await stack.post(session.url, { body: cardForm('paid'), headers });
  await stack.idle();
  return { order: (await stack.get<OrderBody>(`/v2/orders/${order.id}`, { key })).body, page };
};

const itemsOf = async (shop: CurrencyShop, orderId: string): Promise<Item[]> =>
  (await stack.get<{ data: Item[] }>('/v2/items', { key: shop.key, query: { order_id: orderId } })).body.data;

const claim = <T = Record<string, unknown>>(shop: CurrencyShop, code: string, amount: number): Promise<Answer<T>> =>
  stack.post<T>(`/v2/items/${code}/claim`, { key: shop.key, body: { type: 'amount', amount } });

/** An amount near 12 with all decimals of the currency: 13 in yen, 12.34 in kroner, 12.345 in dinars. */
const FINE: Record<string, number> = { JPY: 13, ISK: 13, DKK: 12.34, KWD: 12.345 };
/** Amounts with one decimal too many. */
const TOO_FINE: Record<string, number> = { JPY: 12.3, ISK: 12.3, DKK: 12.345, KWD: 12.3456 };

const plain = (text: string): string => text.replace(/[\s\u00a0]/g, ' ');

describe.each(SHOPS)('money in $currency', (shop) => {
  it.each(['en', 'da'])(
    'is accepted in the format that the page shows in and next to its fields (%s)',
    async (language) => {
      const visitor = new Visitor(() => stack, { address: '198.51.100.7', language });
      const page = `/shop/${slugOf(shop)}/${language}`;
      const product = await visitor.open(`${page}/products/gift_card_value`);
      const other = product.attribute('#other', 'placeholder') ?? '';
      for (const [link, minor] of [
        ['item=gift_card_value:1:1500500', 1_500_500],
        [`product=gift_card_value&quantity=1&amount=other&other=${encodeURIComponent(other)}`, 345_671],
      ] as const) {
        const summary = await visitor.submit(await visitor.open(`${page}/buy?${link}`), GIFT);
        expect([link, summary.status, summary.faults]).toEqual([link, 200, {}]);
        expect(summary.values('form')).toMatchObject({ total: String(minor) });
      }
    },
  );

  const fine = FINE[shop.currency] ?? 0;
  const decimals = String(shop.unit).length - 1;

  it('is counted in its smallest unit in orders and written in decimals on items', async () => {
    const { order, page } = await sell(shop, giftCard(500 * shop.unit));
    expect(order.status).toBe('fulfilled');
    expect(order.amounts.total).toBe(500 * shop.unit);
    const [item] = await itemsOf(shop, order.id);
    expect(item).toMatchObject({ amount: 500, remaining_amount: 500, currency: shop.currency });
    const { body } = await stack.get<Item>(`/v2/items/${item?.code}`, { key: shop.key });
    expect(body.api_receipt_text).toBe(`Card ${(500).toFixed(decimals)} ${shop.currency}`);
    const shown = new Intl.NumberFormat('en', {
      style: 'currency',
      currency: shop.currency,
      minimumFractionDigits: decimals,
    });
    expect(plain(page)).toContain(plain(shown.format(500)));
  });

  it('is shown in emails', async () => {
    await sell(shop, giftCard(500 * shop.unit));
    const texts = (await stack.mail()).map(({ text, subject }) => plain(`${subject} ${text ?? ''}`));
    const amount = new Intl.NumberFormat('en', {
      style: 'currency',
      currency: shop.currency,
      maximumFractionDigits: 0,
    }).format(500);
    expect(texts.some((text) => text.includes(plain(amount)))).toBe(true);
  });

  it('is claimed and restored in whole units of the smallest denomination only', async () => {
    const { order } = await sell(shop, giftCard(500 * shop.unit));
    const [item] = await itemsOf(shop, order.id);
    const code = item?.code ?? '';
    const refused = await claim<ErrorBody>(shop, code, TOO_FINE[shop.currency] ?? 0);
    expect([refused.status, Object.keys(refused.body.error.fields ?? {})]).toEqual([422, ['amount']]);
    const { body } = await claim(shop, code, fine);
    const remaining = Number((500 - fine).toFixed(decimals));
    expect(body).toMatchObject({ claimed_amount: fine, remaining_value: remaining });
    const back = await stack.post(`/v2/items/${code}/refund`, {
      key: shop.key,
      body: { type: 'amount', amount: fine },
    });
    expect(back.body).toMatchObject({ remaining_value: 500 });
    const over = await claim<ErrorBody>(shop, code, 501);
    expect(over.body.error.message).toContain(`${(500).toFixed(decimals)} ${shop.currency}`);
  });

  it('is issued directly in the decimals of the currency', async () => {
    const issue = <T>(amount: number) => stack.post<T>('/v2/items', { key: shop.key, body: { amount } });
    const { status, body } = await issue<{ items: Item[] }>(fine);
    expect([status, body.items[0]?.amount]).toEqual([201, fine]);
    const refused = await issue<ErrorBody>(TOO_FINE[shop.currency] ?? 0);
    expect([refused.status, Object.keys(refused.body.error.fields ?? {})]).toEqual([422, ['amount']]);
  });

  it('is written in decimals by promotions and reports', async () => {
    const promotions = await stack.get<{ data: object[] }>('/v2/promotions', { key: shop.key });
    expect(promotions.body.data).toMatchObject([{ amount_from: 500_000, amount_to: 600_000 }]);
    const { order } = await sell(shop, [{ product_id: 'evt_1', product_option_id: 'evto_1', quantity: 1 }]);
    expect(order.amounts.total).toBe(40 * shop.unit);
    const seats = await stack.get<{ data: object[] }>('/v2/events/concert/participants', { key: shop.key });
    expect(seats.body.data).toMatchObject([{ ticket_price: 40 }]);
    const analytics = await stack.get<{ items: Item[] }>('/v2/reports/analytics', { key: shop.key });
    expect(analytics.body.items.map(({ amount }) => amount)).toContain(40);
  });

  it('of a dormant code is validated in its currency, in both versions of the API', async () => {
    const activate = <T>(code: string, amount: number) =>
      stack.post<T>(`/v2/items/${code}/activate`, { key: shop.key, body: { amount } });
    const low = await activate<ErrorBody>('DORMANT-0001', 499_999);
    expect(low.body.error.fields?.['amount']).toEqual([`The amount must be at least ${(500_000).toFixed(decimals)}.`]);
    expect((await activate('DORMANT-0001', 500_000)).body).toMatchObject({ amount: 500_000 });
    const form = (fields: Record<string, string>, key?: string) => ({
      body: new URLSearchParams(fields).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      ...(key ? { key } : {}),
    });
    const user = { grant_type: 'password', username: `user-${slugOf(shop)}`, password: 'secret word of a shop' };
    const client = { client_id: slugOf(shop), client_secret: 'secret' };
    const { body: token } = await stack.post<{ access_token: string }>('/token', form({ ...user, ...client }));
    const legacy = (path: string, fields: Record<string, string>) =>
      stack.post<{ status: string; response: object }>(path, form(fields, token.access_token));
    const active = await legacy('/item/DORMANT-0002/activate', { amount: '500000.00' });
    expect(active.body).toMatchObject({ status: 'OK', response: { amount: 500_000 } });
    const claimed = await legacy('/item/DORMANT-0002/claim', { type: 'amount', amount: String(fine) });
    expect(claimed.body).toMatchObject({ status: 'OK', response: { claimed_amount: fine } });
  });

  it('has at most six significant digits in the total of an order', async () => {
    const create = (amount: number) =>
      stack.post<ErrorBody>('/v2/orders', { key: shop.key, idempotencyKey: true, body: orderBody(giftCard(amount)) });
    expect((await create(1_234_567)).body.error?.code).toBe('amount_precision_unsupported');
    expect((await create(1_234_560)).status).toBe(201);
    expect((await create(123_456)).status).toBe(201);
  });
});
