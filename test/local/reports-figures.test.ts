import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localDate } from '../../functions/platform/zones.ts';
import { ALL_SCOPES } from '../support/seed.ts';
import { EMPTY_KEY, NO_REPORTS_KEY, reportSeed } from '../support/report-shop.ts';
import { LENIENT_KEY, Till, TILL_KEY } from '../support/item-shop.ts';
import { experience, giftCard, offer, Shop, ticket, type ErrorBody, type OrderBody } from '../support/shop.ts';
import { startStack, type Answer, type RunningStack } from '../support/stack.ts';

type Row = { period: string; group: string | null } & Record<string, number>;
interface Report extends ErrorBody {
  object: string;
  currency: string;
  from: string;
  to: string;
  rows: Row[];
  totals: Record<string, number>;
}

const ZONE = 'Europe/Copenhagen';
const YEN_KEY = `lp_live_${'e'.repeat(31)}1_${'8'.repeat(64)}`;
const DINAR_KEY = `lp_live_${'e'.repeat(31)}2_${'8'.repeat(64)}`;
const company = { ...reportSeed.companies[0], vendor: undefined };
const seed = {
  ...reportSeed,
  companies: [
    ...reportSeed.companies,
    { ...company, slug: 'yen', currency: 'JPY' },
    { ...company, slug: 'dinar', currency: 'KWD' },
  ],
  api_keys: [
    ...reportSeed.api_keys,
    { company: 'yen', label: 'yen', key: YEN_KEY, scopes: ALL_SCOPES },
    { company: 'dinar', label: 'dinar', key: DINAR_KEY, scopes: ALL_SCOPES },
  ],
};

let stack: RunningStack;
let till: Till;
let shop: Shop;
beforeAll(async () => {
  stack = await startStack({ seed });
  till = new Till(stack);
  shop = new Shop(stack, TILL_KEY);
});
afterAll(() => stack.stop());

const today = async (): Promise<string> => localDate(await stack.nowMs(), ZONE);
const readReport = (name: string, query: Record<string, string>, key = TILL_KEY): Promise<Answer<Report>> =>
  stack.get(`/v2/reports/${name}`, { key, query });

const report = async (name: string, query: Record<string, string> = {}, key = TILL_KEY): Promise<Report> => {
  await stack.idle();
  const day = await today();
  const { status, body } = await readReport(name, { from: day, to: day, ...query }, key);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

const FLOWS = {
  issued: 1,
  activated: 1,
  added: 1,
  adjusted: 1,
  redeemed: -1,
  redemption_refunded: 1,
  withdrawn: -1,
  cancelled: -1,
  expired: -1,
  reinstated: 1,
};

const DECIMALS: Record<string, number> = { JPY: 0, KWD: 3 };

/** Outstanding value in the liability report of a day, in the smallest currency unit. */
const liability = async (date: string, key = TILL_KEY): Promise<number> => {
  const { body } = await stack.get<{ totals: { currency: string; outstanding_amount: number }[] }>(
    '/v2/reports/liability',
    { key, query: { date } },
  );
  const [{ currency, outstanding_amount: amount } = { currency: 'DKK', outstanding_amount: 0 }] = body.totals;
  return Math.round(amount * 10 ** (DECIMALS[currency] ?? 2));
};

/** Today's movements, after checking that their total in every group equals the liability report. */
const movements = async (key = TILL_KEY): Promise<Row> => {
  const day = await today();
  for (const group of ['none', 'item_type', 'vat_treatment']) {
    const { rows } = await report('movements', { group }, key);
    for (const row of rows) {
      const net = Object.entries(FLOWS).reduce((sum, [flow, sign]) => sum + sign * (row[flow] ?? NaN), 0);
      expect(row['closing'], JSON.stringify(row)).toBe((row['opening'] ?? NaN) + net);
    }
    expect(rows.reduce((sum, { closing = NaN }) => sum + closing, 0)).toBe(await liability(day, key));
  }
  return (await report('movements', {}, key)).rows[0]!;
};

const summary = async (key = TILL_KEY): Promise<Record<string, number>> => (await report('summary', {}, key)).totals;

/** Changes in today's figures caused by some work, without unchanged figures. */
const changeOf = async (work: () => Promise<unknown>, key = TILL_KEY): Promise<Record<string, number>> => {
  const before = { ...(await movements(key)), ...(await summary(key)) };
  await work();
  const after = { ...(await movements(key)), ...(await summary(key)) };
  const changes = Object.entries(after).flatMap(([name, value]) =>
    typeof value === 'number' ? [[name, value - (before[name] ?? 0)] as const] : [],
  );
  return Object.fromEntries(changes.filter(([name, by]) => by !== 0 && name !== 'opening'));
};

const sellCard = async (amount = 40000): Promise<{ order: OrderBody; code: string }> => {
  const order = await shop.sell(giftCard(amount));
  const { body } = await till.search({ order_id: order.id });
  return { order, code: body.data[0]!.code };
};

const gateway = async (orderId: string, event: string, amount?: number): Promise<void> => {
  await stack.control('POST', '/gateway', { order_id: orderId, event, ...(amount === undefined ? {} : { amount }) });
  await stack.idle();
};

const sold = (amount: number, more: object = {}) => ({
  orders: 1,
  items: 1,
  gross: amount,
  captured: amount,
  net: amount,
  issued: amount,
  issued_value: amount,
  closing: amount,
  ...more,
});

describe('events of orders and items', () => {
  test('a sale, a claim, an undone claim and a refund have separate figures', async () => {
    let card = { order: {} as OrderBody, code: '' };
    expect(await changeOf(async () => (card = await sellCard()))).toEqual(sold(40000));
    expect(await changeOf(() => till.claim(card.code, { type: 'amount', amount: 200 }))).toEqual({
      redeemed: 20000,
      redemptions: 1,
      closing: -20000,
    });
    expect(await changeOf(() => till.do(card.code, 'refund', { type: 'amount', amount: 50 }))).toEqual({
      redemption_refunded: 5000,
      closing: 5000,
    });
    expect(await changeOf(() => shop.refund(card.order.id, { amount: 10000 }))).toEqual({
      refunded: 10000,
      net: -10000,
      withdrawn: 10000,
      closing: -10000,
    });
  });

  test('a lost dispute counts once as a refund, and a failed refund once as a negative refund', async () => {
    const { order } = await sellCard(40000);
    await gateway(order.id, 'dispute_opened', 30000);
    expect(await changeOf(() => gateway(order.id, 'dispute_lost'))).toEqual({
      refunded: 30000,
      net: -30000,
      withdrawn: 30000,
      closing: -30000,
    });
    const failing = await sellCard(40000);
    expect(await changeOf(() => shop.refund(failing.order.id))).toMatchObject({ refunded: 40000, withdrawn: 40000 });
    expect(await changeOf(() => gateway(failing.order.id, 'refund_failed'))).toEqual({ refunded: -40000, net: 40000 });
  });

  test('a gift card that pays for an order counts as spent, and its part is not captured', async () => {
    const { code } = await sellCard(30000);
    const change = await changeOf(async () => {
      const { body } = await shop.order(experience(1));
      const path = `/v2/orders/${body.id}/gift-cards`;
      await stack.post(path, { key: TILL_KEY, idempotencyKey: true, body: { code } });
      const { body: session } = await shop.session(body.id);
      await shop.pay(session.url);
    });
    expect(change).toEqual({
      ...sold(80000),
      gift_cards: 30000,
      captured: 50000,
      net: 50000,
      redeemed: 30000,
      redemptions: 1,
      closing: 50000,
    });
  });

  test('campaigns and offers issue more value than was paid, and dormant codes count as activated', async () => {
    const added = await changeOf(() => shop.sell(giftCard(100000)));
    expect(added).toEqual(sold(100000, { issued: 120000, issued_value: 120000, closing: 120000 }));
    const regular = await changeOf(() => shop.sell(offer(1)));
    expect(regular).toEqual(sold(30000, { issued: 50000, issued_value: 50000, closing: 50000 }));
    expect(await changeOf(() => till.do('FIXED-0001', 'activate', {}))).toEqual({ activated: 25000, closing: 25000 });
  });

  test('a block, a cancellation, adjustments, a replacement and a direct issue have the right figures', async () => {
    const { body } = await till.issue({ amount: 70, capture: false });
    expect((await movements())['closing']).toBeGreaterThan(0);
    const capture = () => stack.post(`/v2/orders/${body.order_id}/capture`, { key: TILL_KEY });
    const change = await changeOf(capture);
    expect(change).toEqual({ activated: 7000, closing: 7000 });
    const code = await till.card(30);
    const state = (of: string, name: string) =>
      stack.post(`/v2/items/${of}/${name}`, { key: TILL_KEY, idempotencyKey: true, body: {} });
    expect(await changeOf(() => state(code, 'block'))).toEqual({});
    await state(code, 'unblock');
    expect(await changeOf(() => till.do(code, 'cancel'))).toEqual({ cancelled: 3000, closing: -3000 });
    const raised = await till.card(50);
    const adjust = (amount: number) =>
      stack.post(`/v2/items/${raised}/adjust`, {
        key: TILL_KEY,
        idempotencyKey: true,
        body: { amount, reason: 'Goodwill' },
      });
    expect(await changeOf(() => adjust(25))).toEqual({ adjusted: 2500, closing: 2500 });
    expect(await changeOf(() => adjust(-30))).toEqual({ adjusted: -3000, closing: -3000 });
    const replace = () =>
      stack.post(`/v2/items/${raised}/replace`, { key: TILL_KEY, idempotencyKey: true, body: { reason: 'Lost' } });
    expect(await changeOf(replace)).toEqual({});
    // An item issued directly through the API adds value but no order.
    expect(await changeOf(() => till.card(40))).toEqual({ issued: 4000, issued_value: 4000, closing: 4000 });
  });

  test('groups add up to the total, and an order counts in its family, product and channel', async () => {
    await shop.sell([ticket(2, 2, 2)]);
    const none = await report('summary');
    for (const group of ['family', 'product', 'channel']) {
      const { rows, totals } = await report('summary', { group });
      expect(totals).toEqual(none.totals);
      for (const name of Object.keys(totals)) {
        expect(
          rows.reduce((sum, row) => sum + (row[name] ?? NaN), 0),
          `${group} ${name}`,
        ).toBe(totals[name]);
      }
    }
    const { rows } = await report('summary', { group: 'product' });
    expect(rows.find(({ group }) => group === 'evt_2')).toMatchObject({ orders: 1, items: 2, gross: 20000 });
    const channels = (await report('summary', { group: 'channel' })).rows;
    expect(channels.map(({ group }) => group)).toContain('api');
  });

  test('the summary equals the sums of the listed orders', async () => {
    const orders: OrderBody[] = [];
    let cursor: string | null = null;
    do {
      const query: Record<string, string> = { limit: '100', ...(cursor === null ? {} : { starting_after: cursor }) };
      const { body }: Answer<{ data: OrderBody[]; next_cursor: string | null }> = await stack.get('/v2/orders', {
        key: TILL_KEY,
        query,
      });
      orders.push(...body.data);
      cursor = body.next_cursor;
    } while (cursor !== null);
    const paid = orders.filter(({ payment }) => payment.status !== 'pending');
    const sum = (of: (order: OrderBody) => number): number => paid.reduce((total, order) => total + of(order), 0);
    const payment = (order: OrderBody) => order.payment as unknown as Record<string, number>;
    expect(await summary()).toMatchObject({
      orders: paid.length,
      captured: sum((order) => payment(order)['captured_amount'] ?? NaN),
      refunded: sum((order) => payment(order)['refunded_amount'] ?? NaN),
    });
  });
});

describe('days', () => {
  test('value leaves the figures after its last claim date, and returns when it is claimable again', async () => {
    const lenient = new Till(stack, LENIENT_KEY);
    const end = localDate((await stack.nowMs()) + 3 * 86_400_000, ZONE);
    await till.card(10, { validity: end });
    const kept = await lenient.card(20, { validity: end });
    await stack.advance(4 * 86_400);
    await stack.idle();
    await stack.runSchedule('item-expiry');
    expect(await movements()).toMatchObject({ expired: 1000 });
    expect(await movements(LENIENT_KEY)).toMatchObject({ expired: 0, closing: 2000 });
    await stack.advance(40 * 86_400);
    await stack.idle();
    await stack.runSchedule('item-expiry');
    expect(await movements(LENIENT_KEY)).toMatchObject({ closing: 0 });
    const extend = (code: string, validity: string) =>
      stack.post(`/v2/items/${code}/extend`, { key: LENIENT_KEY, idempotencyKey: true, body: { validity } });
    const later = localDate((await stack.nowMs()) + 86_400_000 * 30, ZONE);
    expect(await changeOf(() => extend(kept, later), LENIENT_KEY)).toEqual({
      reinstated: 2000,
      closing: 2000,
    });
    const { rows } = await report('movements', { from: end }, LENIENT_KEY);
    expect(rows.filter(({ expired = 0 }) => expired > 0)).toEqual([expect.objectContaining({ expired: 2000 })]);
    for (const [at, row] of rows.entries()) {
      expect(row['closing']).toBe(await liability(row.period, LENIENT_KEY));
      if (at > 0) expect(row['opening']).toBe(rows[at - 1]?.['closing']);
    }
  });

  test('a day with a clock change includes sales before and after the change', async () => {
    await stack.moveTo('2027-03-27T22:59:00Z');
    expect(await today()).toBe('2027-03-27');
    await sellCard(10000);
    await stack.moveTo('2027-03-27T23:30:00Z');
    await sellCard(20000);
    await stack.moveTo('2027-03-28T21:58:00Z');
    await sellCard(30000);
    expect(await today()).toBe('2027-03-28');
    await stack.moveTo('2027-03-28T22:01:00Z');
    await stack.idle();
    const { rows } = await report('summary', { from: '2027-03-27', to: '2027-03-29' });
    expect(rows.map(({ period, gross, issued_value: value }) => [period, gross, value])).toEqual([
      ['2027-03-27', 10000, 10000],
      ['2027-03-28', 50000, 50000],
      ['2027-03-29', 0, 0],
    ]);
    const weeks = await report('summary', { from: '2027-03-22', to: '2027-04-04', interval: 'week' });
    expect(weeks.rows.map(({ period, orders }) => [period, orders])).toEqual([
      ['2027-W12', 3],
      ['2027-W13', 0],
    ]);
  });

  test('the nightly check merges days and changes no figure', async () => {
    const range = { from: '2026-11-01', to: '2027-03-29' };
    const read = async () => [
      (await report('movements', { ...range, group: 'item_type' })).rows,
      (await report('summary', { ...range, interval: 'month', group: 'product' })).rows,
    ];
    const before = await read();
    await stack.runSchedule('integrity-check');
    expect(await read()).toEqual(before);
    const { body } = await stack.get<{ checks: { name: string; faults: number }[] }>('/v2/reports/integrity', {
      key: TILL_KEY,
    });
    expect(body.checks).toContainEqual(expect.objectContaining({ name: 'figures', ok: true, faults: 0 }));
    await sellCard(30000);
    expect(await movements()).toMatchObject({ issued: 30000 });
  });

  test.each([
    [YEN_KEY, 'JPY', 900, 900],
    [DINAR_KEY, 'KWD', 1.25, 1250],
  ])('figures are whole numbers of the smallest unit of %s', async (key, currency, amount, minor) => {
    const code = await new Till(stack, key).card(amount);
    expect(code).toBeTruthy();
    expect(await movements(key)).toMatchObject({ issued: minor, closing: minor });
    expect((await report('summary', {}, key)).currency).toBe(currency);
  });
});

describe('parameters', () => {
  const wrong = async (name: string, query: Record<string, string>): Promise<string[]> => {
    const { status, body } = await readReport(name, query);
    expect(status, JSON.stringify(body)).toBe(422);
    return Object.keys(body.error.fields ?? {});
  };

  test.each(['summary', 'movements'])('of %s that are invalid are rejected under their names', async (name) => {
    expect(await wrong(name, {})).toEqual(['from', 'to']);
    expect(await wrong(name, { from: '2026-02-30', to: 'soon' })).toEqual(['from', 'to']);
    expect(await wrong(name, { from: '2026-02-02', to: '2026-02-01' })).toEqual(['to']);
    expect(await wrong(name, { from: '2025-01-01', to: '2026-02-05' })).toEqual(['to']);
    expect(await wrong(name, { from: '2026-01-01', to: '2026-01-02', interval: 'year', group: 'colour' })).toEqual([
      'interval',
      'group',
    ]);
    expect((await readReport(name, { from: '2025-01-01', to: '2026-02-04' })).status).toBe(200);
    const day = { from: '2026-01-01', to: '2026-01-01' };
    expect((await readReport(name, day, NO_REPORTS_KEY)).status).toBe(403);
    expect((await readReport(name, { ...day, group: 'colour' })).body.error.message).toBeTruthy();
  });

  test('movements do not support weeks', async () => {
    expect(await wrong('movements', { from: '2026-01-01', to: '2026-01-02', interval: 'week' })).toEqual(['interval']);
  });

  test('reports of a company without sales contain every period of the range, with zeros', async () => {
    const range = { from: '2026-01-30', to: '2026-02-02' };
    const { rows, totals } = await report('summary', { ...range, group: 'family' }, EMPTY_KEY);
    expect(rows.map(({ period, group }) => [period, group])).toEqual([
      ['2026-01-30', null],
      ['2026-01-31', null],
      ['2026-02-01', null],
      ['2026-02-02', null],
    ]);
    expect(new Set(Object.values(totals))).toEqual(new Set([0]));
    const { rows: months } = await report('movements', { ...range, interval: 'month' }, EMPTY_KEY);
    expect(months.map(({ period, closing }) => [period, closing])).toEqual([
      ['2026-01', 0],
      ['2026-02', 0],
    ]);
  });

  test('both reports are returned as CSV files if the header or the suffix requests it', async () => {
    const query = { from: '2027-03-27', to: '2027-03-28' };
    for (const name of ['summary', 'movements']) {
      const byHeader = await stack.get(`/v2/reports/${name}`, {
        key: TILL_KEY,
        query,
        headers: { Accept: 'text/csv' },
      });
      const bySuffix = await stack.get(`/v2/reports/${name}.csv`, { key: TILL_KEY, query });
      expect(byHeader.headers.get('content-type')).toContain('text/csv');
      expect(bySuffix.bytes.toString()).toBe(byHeader.bytes.toString());
      expect(bySuffix.bytes.toString().trim().split('\n')).toHaveLength(3);
    }
  });
});
