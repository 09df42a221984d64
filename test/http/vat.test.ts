import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localDate } from '../../functions/platform/zones.ts';
import { containedVat } from '../../functions/platform/money.ts';
import { BOOKS_KEY, booksSeed } from '../support/books-shop.ts';
import { experience, giftCard, Shop, ticket } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';
import { textOfPages } from '../support/read-pdf.ts';

interface AmountsBody {
  id: string;
  amounts: {
    subtotal: number;
    discount: number;
    tax: number;
    total: number;
    included_vat: { rate: number; base: number; vat: number }[];
  };
  line_items: { vat: number; subtotal: number; discount: number }[];
}

let stack: RunningStack;
let shop: Shop;
beforeAll(async () => {
  stack = await startStack({ seed: booksSeed });
  shop = new Shop(stack, BOOKS_KEY);
});
afterAll(() => stack.stop());

const quote = async (items: object[], more: object = {}): Promise<AmountsBody> => {
  const { status, body } = await stack.post<AmountsBody>('/v2/quotes', { key: BOOKS_KEY, body: { items, ...more } });
  expect(status).toBe(200);
  return body;
};
const sold = async (items: object[], more: object = {}): Promise<AmountsBody> =>
  (await shop.sell(items, more)) as unknown as AmountsBody;
const itemsOf = async (orderId: string): Promise<Record<string, unknown>[]> => {
  const query = { order_id: orderId };
  const reply = await stack.get<{ data: { code: string }[] }>('/v2/items', { key: BOOKS_KEY, query });
  const read = reply.body.data.map(({ code }) => stack.get(`/v2/items/${code}`, { key: BOOKS_KEY }));
  return (await Promise.all(read)).map(({ body }) => body);
};
const today = async (): Promise<string> => localDate(await stack.nowMs(), 'Europe/Copenhagen');

/**
 * Checks that the VAT of lines, fees and postage sums to the total, and that every entry is the VAT included in the
 * paid amount at its rate.
 */
const addsUp = ({ amounts, line_items: lines }: AmountsBody): void => {
  const vat = amounts.included_vat.reduce((sum, entry) => sum + entry.vat, 0);
  expect(lines.reduce((sum, line) => sum + line.vat, amounts.tax)).toBe(vat);
  for (const { rate, base, vat: part } of amounts.included_vat) expect(part).toBe(containedVat(base + part, rate));
};

describe('VAT of sales', () => {
  test('multi-purpose goods contain no VAT; fees and postage do', async () => {
    const address = { name: 'A', street: 'S 1', postcode: '2100', city: 'K', country: 'DK' };
    const body = await quote(giftCard(50_000, 2), { delivery: { method: 'postal', address } });
    expect(body.amounts).toMatchObject({ tax: 1280, included_vat: [{ rate: 25, base: 5120, vat: 1280 }] });
    expect(body.line_items[0]).toMatchObject({ vat: 0 });
    const dinner = await quote(experience(4));
    expect(dinner.amounts).toMatchObject({ total: 50_000, included_vat: [] });
  });

  test('single-purpose goods have their own rate or that of the company, and discounts lower the base', async () => {
    const items = [...experience(1), ...experience(2, 3), ...experience(3, 7)];
    const body = await quote(items, { discount_code: 'TENTH' });
    addsUp(body);
    const [tasting, museum, book] = body.line_items;
    const paid = (line?: AmountsBody['line_items'][number]): number => (line?.subtotal ?? 0) - (line?.discount ?? 0);
    expect(tasting?.vat).toBe(0);
    expect(body.amounts.included_vat.map(({ rate, base, vat }) => [rate, base + vat])).toEqual([
      [6, paid(book)],
      [25, paid(museum)],
    ]);
  });

  test('the rate of an option overrides that of its event', async () => {
    const items = [ticket(1, 1, 2), ticket(1, 2, 2), ticket(1, 3)];
    const body = await quote(items);
    addsUp(body);
    expect(body.amounts.included_vat).toEqual([
      { rate: 6, base: 6289, vat: 377 },
      { rate: 25, base: 40_800, vat: 10_200 },
    ]);
    expect(body.line_items.map(({ vat }) => vat)).toEqual([10_000, 377, 0]);
    expect(body.amounts.tax).toBe(200);
  });

  test('order, items, redemptions, reports and receipt have the same VAT', async () => {
    const order = await sold([ticket(1, 1), ticket(1, 2), ticket(1, 3)]);
    addsUp(order);
    const [seat, programme, dinner] = await itemsOf(order.id);
    expect(seat).toMatchObject({ vat: 25, vat_value: 50 });
    expect(programme).toMatchObject({ vat: 6, vat_value: 1.89 });
    expect(dinner).toMatchObject({ vat: 0, vat_value: 0 });
    for (const item of [seat, dinner]) {
      const path = `/v2/items/${String(item?.['code'])}/claim`;
      expect((await stack.post(path, { key: BOOKS_KEY, body: { type: 'all' } })).status).toBe(200);
    }
    await stack.idle();
    const day = await today();
    const query = { date_from: day, date_to: day, limit: '100' };
    const { body } = await stack.get<{ items: Record<string, unknown>[] }>('/v2/reports/claimed-items', {
      key: BOOKS_KEY,
      query,
    });
    expect(body.items.map((row) => [row['amount'], row['vat_treatment']])).toEqual([
      [300, 'multi_purpose'],
      [250, 'single_purpose'],
    ]);
    const seats = await stack.get<{ data: Record<string, unknown>[] }>('/v2/events/concert/participants', {
      key: BOOKS_KEY,
    });
    const vatByTicket = new Map(
      seats.body.data.map((row) => [row['ticket_variation'], [row['vat'], row['vat_value']]]),
    );
    expect(Object.fromEntries(vatByTicket)).toEqual({ Seat: [25, 50], Programme: [6, 1.89], Dinner: [0, 0] });
    const analytics = await stack.get<{ items: Record<string, unknown>[] }>('/v2/reports/analytics', {
      key: BOOKS_KEY,
      query: { order: 'asc' },
    });
    expect(analytics.body.items.map((row) => row['vat']).sort()).toEqual([0, 25, 6]);
    const mail = (await stack.mail('anna@example.com')).find(({ attachments }) => attachments.length > 0);
    const receipt = mail?.attachments.find(({ filename }) => /receipt/i.test(filename));
    const text = (await textOfPages(Buffer.from(receipt?.content_base64 ?? '', 'base64'))).join(' ');
    for (const written of [mail?.text ?? '', text]) {
      expect(written).toMatch(/VAT 6% included in DKK\s33\.33/);
      expect(written).toMatch(/VAT 25% included in DKK\s255/);
    }
  });

  test('later changes to the catalog do not change past sales', async () => {
    const order = await sold(experience(3));
    const path = '/v2/catalog/experiences/3';
    const reply = await stack.get<{ vat_treatment: string | null }>(path, { key: BOOKS_KEY });
    expect(reply.body).toMatchObject({ vat_treatment: null, vat_percent: 6 });
    const patch = (body: object, etag: string | null) =>
      stack.call('PATCH', path, { key: BOOKS_KEY, body, headers: { 'If-Match': etag ?? '' } });
    const changed = await patch({ vat_treatment: 'multi_purpose', vat_percent: 12 }, reply.headers.get('etag'));
    expect(changed.body).toMatchObject({ vat_treatment: 'multi_purpose', vat_percent: 12 });
    const unknown = await patch({ vat_treatment: 'none' }, changed.headers.get('etag'));
    expect(unknown.status).toBe(422);
    expect(((await shop.read(order.id)) as unknown as AmountsBody).amounts).toEqual(order.amounts);
    expect((await quote(experience(3))).amounts.included_vat).toEqual([]);
  });

  test('a code of an experience has the VAT of the experience', async () => {
    const post = async <T>(path: string, body: object): Promise<T> => {
      const answer = await stack.post<T>(path, { key: BOOKS_KEY, idempotencyKey: true, body });
      expect([path, answer.status < 300]).toEqual([path, true]);
      return answer.body;
    };
    const campaign = { name: 'Museum', kind: 'added-value', value: 0, fixed_amount: 10_000 };
    const { id } = await post<{ id: number }>('/v2/campaigns', { ...campaign, applies_to: { experience: 2 } });
    await post(`/v2/campaigns/${id}/codes`, { codes: ['MUSEUM-1', 'MUSEUM-2'] });
    await post('/v2/items/MUSEUM-1/activate', {});
    await post('/v2/items/MUSEUM-2/claim', { type: 'all' });
    for (const code of ['MUSEUM-1', 'MUSEUM-2']) {
      const { body } = await stack.get(`/v2/items/${code}`, { key: BOOKS_KEY });
      expect(body).toMatchObject({ item_type_identification: 'Gift Card Variation', vat: 25, vat_value: 20 });
    }
  });
});
