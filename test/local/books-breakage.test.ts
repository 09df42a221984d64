import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACCOUNTS, BOOKS_KEY, booksSeed, YEN_KEY } from '../support/books-shop.ts';
import { Till } from '../support/item-shop.ts';
import { experience, giftCard, Shop } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

interface Entry {
  date: string;
  lines: { account: string; text: string; debit: number; credit: number; reference: string }[];
}

let stack: RunningStack;
let till: Till;
let shop: Shop;
beforeAll(async () => {
  const free = { company: 'books', code: 'ALLOFF', percent: 100 };
  stack = await startStack({ seed: { ...booksSeed, discount_codes: [...booksSeed.discount_codes, free] } });
  till = new Till(stack, BOOKS_KEY);
  shop = new Shop(stack, BOOKS_KEY);
  await put('/v2/companies/books/accounts', ACCOUNTS);
});
afterAll(() => stack.stop());

const put = async (path: string, body: object, method: 'PUT' | 'PATCH' = 'PUT', key = BOOKS_KEY): Promise<void> => {
  const tag = (await stack.get(path, { key })).headers.get('etag') ?? '';
  const answer = await stack.call(method, path, { key, body, headers: { 'If-Match': tag } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};
const setBreakageAfter = (days: number | null): Promise<void> =>
  put('/v2/companies/books/settings', { breakage_after_days: days }, 'PATCH');

/** Moves the clock and runs the nightly expiry. */
const runNightAt = async (now: string): Promise<void> => {
  await stack.moveTo(now);
  await stack.runSchedule('item-expiry');
  await stack.idle();
};
const entries = async (from: string, to = from): Promise<Entry[]> => {
  const { status, body } = await stack.get<{ data: Entry[] }>('/v2/reports/journal', {
    key: BOOKS_KEY,
    query: { from, to, limit: '100' },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  for (const { lines } of body.data) expect(lines.reduce((sum, { debit, credit }) => sum + debit - credit, 0)).toBe(0);
  return body.data;
};
const simulateEvent = async (order_id: string, event: string): Promise<void> => {
  await stack.control('POST', '/gateway', { order_id, event });
  await stack.idle();
};
/** Balances by account; debits are positive. */
const balances = (all: readonly Entry[]): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const { account, debit, credit } of all.flatMap(({ lines }) => lines))
    sums[account] = (sums[account] ?? 0) + debit - credit;
  return sums;
};
const expectBooksAgree = async (key = BOOKS_KEY): Promise<void> => {
  await stack.runSchedule('integrity-check');
  await stack.idle();
  const { body } = await stack.get<{ ok: boolean; findings: unknown[] }>('/v2/reports/integrity', { key });
  expect(body, JSON.stringify(body.findings)).toMatchObject({ ok: true });
};
const { liability, breakage } = ACCOUNTS;
const key = () => ({ 'Idempotency-Key': randomUUID() });

test('books expired value as breakage once, after the number of days set by the company', async () => {
  await setBreakageAfter(10);
  await stack.moveTo('2029-03-01T10:00:00Z');
  const card = await till.card(100, { validity: '2029-03-20' });
  await till.claim(card, { type: 'amount', amount: 25 });
  await stack.idle();
  await runNightAt('2029-03-21T10:00:00Z');
  expect(await entries('2029-03-02', '2029-03-29')).toEqual([]);
  // Clocks changed on the 25th, so the tenth day after the 21st begins an hour earlier in UTC.
  await runNightAt('2029-03-30T21:59:00Z');
  expect(await entries('2029-03-30')).toEqual([]);
  await runNightAt('2029-03-31T01:00:00Z');
  const [booked, ...more] = await entries('2029-03-31');
  expect(more).toEqual([]);
  expect(booked?.date).toBe('2029-03-31');
  expect(booked?.lines.map(({ text }) => text)).toEqual(['Breakage', 'Breakage']);
  expect(balances([booked!])).toEqual({ [liability]: 7500, [breakage]: -7500 });
  await runNightAt('2029-04-01T01:00:00Z');
  expect(await entries('2029-03-31', '2029-04-01')).toEqual([booked]);
  await expectBooksAgree();

  // Restored value is booked as breakage too; an extension reverses all bookings, and a redemption is revenue.
  await till.do(card, 'refund', { type: 'amount', amount: 5 });
  await runNightAt('2029-04-02T01:00:00Z');
  expect(balances(await entries('2029-03-31', '2029-04-02'))).toMatchObject({ [breakage]: -8000, [liability]: 7500 });
  const extended = await till.do(card, 'extend', { validity: '2029-05-20' }, key());
  expect(extended.status, JSON.stringify(extended.body)).toBe(200);
  await stack.idle();
  expect(balances(await entries('2029-03-31', '2029-04-02'))).toMatchObject({ [breakage]: 0, [liability]: -500 });
  await till.claim(card, { type: 'all' });
  await stack.idle();
  const all = await entries('2029-03-31', '2029-04-02');
  expect(balances(all)).toMatchObject({ [breakage]: 0, [liability]: 7500, '1010': -6000, '6902': -1500 });
  expect(all.flatMap(({ lines }) => lines.map(({ text }) => text))).toContain('Breakage reversed');
  await expectBooksAgree();
});

test('adjusts breakage to the remaining value after a new setting, a replacement and an extension', async () => {
  await setBreakageAfter(null);
  await stack.moveTo('2029-06-01T10:00:00Z');
  const validity = '2029-06-10';
  const [replaced, kept] = [await till.card(20, { validity }), await till.card(40, { validity })];
  await stack.idle();
  const issued = balances(await entries('2029-06-01'));
  expect(issued[liability]).toBe(-6000);
  await runNightAt('2029-06-11T10:00:00Z');
  await runNightAt('2029-07-20T10:00:00Z');
  expect(await entries('2029-06-25', '2029-07-20')).toEqual([]);
  await setBreakageAfter(0);
  await stack.runSchedule('integrity-check');
  await runNightAt('2029-07-20T11:00:00Z');
  expect(balances(await entries('2029-07-20'))).toEqual({ [liability]: 6000, [breakage]: -6000 });
  const successor = await till.do(replaced, 'replace', { reason: 'Lost' }, key());
  expect(successor.status, JSON.stringify(successor.body)).toBe(201);
  await stack.idle();
  await runNightAt('2029-07-21T11:00:00Z');
  expect(balances(await entries('2029-07-20', '2029-07-21'))[breakage]).toBe(-6000);
  await till.do(String(successor.body['code']), 'extend', { validity: '2029-09-01' }, key());
  await stack.idle();
  expect(balances(await entries('2029-07-20', '2029-07-21'))[breakage]).toBe(-4000);
  // With 0 days, value is breakage as soon as it can no longer be claimed.
  await runNightAt('2029-09-02T01:00:00Z');
  expect(balances(await entries('2029-09-02'))).toEqual({ [liability]: 2000, [breakage]: -2000 });
  expect((await till.item(kept)).remaining_amount).toBe(40);
  await expectBooksAgree();
});

test('books a lost dispute as a loss on a separate account, against the remaining value of the goods', async () => {
  await setBreakageAfter(null);
  await stack.moveTo('2029-10-01T10:00:00Z');
  const order = await shop.sell(giftCard(40_000));
  const items = await till.search({ order_id: order.id });
  await till.claim(items.body.data[0]!.code, { type: 'amount', amount: 100 });
  await stack.idle();
  const before = balances(await entries('2029-10-01'));
  for (const event of ['dispute_opened', 'dispute_lost']) await simulateEvent(order.id, event);
  const after = balances(await entries('2029-10-01'));
  const change = (account: string): number => (after[account] ?? 0) - (before[account] ?? 0);
  // 41,000 were lost, of which 30,000 were unspent value. The commission is reversed.
  expect(change(ACCOUNTS.disputes)).toBe(41_000 - 30_000);
  expect(change(ACCOUNTS.gateway)).toBe(-41_000 + 2000);
  expect(change(liability)).toBe(30_000);
  expect(after[ACCOUNTS.adjustments] ?? 0).toBe(0);
  expect(change(ACCOUNTS.fees)).toBe(0);
  const { body } = await stack.get<Record<string, number>>('/v2/reports/statement', {
    key: BOOKS_KEY,
    query: { month: '2029-10' },
  });
  expect(body).toMatchObject({ captured: 41_000, refunds: 0, disputes_lost: 41_000, disputes_won: 0, commission: 0 });
  await expectBooksAgree();
});

test('the company keeps the part paid by gift card when it loses the dispute of an experience', async () => {
  await stack.moveTo('2029-10-15T10:00:00Z');
  const code = await till.card(100);
  const { body: order } = await shop.order(experience(1));
  const body = { code, amount: 10_000 };
  await stack.post(`/v2/orders/${order.id}/gift-cards`, { key: BOOKS_KEY, idempotencyKey: true, body });
  await shop.pay((await shop.session(order.id)).body.url);
  await stack.idle();
  const before = balances(await entries('2029-10-15'));
  for (const event of ['dispute_opened', 'dispute_lost']) await simulateEvent(order.id, event);
  const after = balances(await entries('2029-10-15'));
  expect((after[ACCOUNTS.disputes] ?? 0) - (before[ACCOUNTS.disputes] ?? 0)).toBe(-10_000);
  expect(after[liability]).toBe(0);
  await expectBooksAgree();
});

test('leaves no balance in any account when an order is refunded before its items are issued', async () => {
  await stack.moveTo('2029-11-01T10:00:00Z');
  const before = balances(await entries('2029-11-01'));
  const delivery = { method: 'recipient_email', send_at: '2029-12-01T10:00:00Z' };
  const order = await shop.sell(giftCard(20_000), { delivery });
  expect(balances(await entries('2029-11-01'))[liability]).toBe((before[liability] ?? 0) - 20_000);
  const refund = await shop.refund(order.id);
  expect([refund.status, (await till.search({ order_id: order.id })).body.data]).toEqual([200, []]);
  await stack.idle();
  expect((await till.search({ order_id: order.id })).body.data).toEqual([]);
  const after = balances(await entries('2029-11-01'));
  for (const account of Object.values(ACCOUNTS).filter((name) => typeof name === 'string')) {
    expect([account, after[account] ?? 0]).toEqual([account, before[account] ?? 0]);
  }
  await expectBooksAgree();
});

test.each([
  ['2029-11-08', 'issued', {}],
  ['2029-11-09', 'not issued', { delivery: { method: 'recipient_email', send_at: '2029-12-15T10:00:00Z' } }],
])('leaves no balance after a partial refund and a lost dispute of the rest: %s %s', async (day, _issue, delivery) => {
  await stack.moveTo(`${day}T10:00:00Z`);
  const order = await shop.sell(experience(4, 2), delivery);
  await shop.refund(order.id, { amount: 50_000 });
  for (const event of ['dispute_opened', 'dispute_lost']) await simulateEvent(order.id, event);
  const after = balances(await entries(day));
  const { adjustments, disputes, gateway } = ACCOUNTS;
  expect([liability, adjustments, disputes, gateway].map((account) => after[account] ?? 0)).toEqual([0, 0, 0, 0]);
  await expectBooksAgree();
});

test('reverses the value and the discount of free cards when they are refunded in parts or lost to a dispute', async () => {
  await stack.moveTo('2029-11-10T10:00:00Z');
  const address = { kind: 'private', name: 'Bo', street: 'Gade 1', postcode: '8000', city: 'Aarhus', country: 'DK' };
  const free = { discount_code: 'ALLOFF', delivery: { method: 'postal', address } };
  const refunded = await shop.sell(giftCard(20_000, 2), free);
  const { liability: owed, discount, adjustments, disputes } = ACCOUNTS;
  const left = async (): Promise<number[]> => {
    await stack.idle();
    const sums = balances(await entries('2029-11-10'));
    return [owed, discount, adjustments, disputes].map((account) => sums[account] ?? 0);
  };
  expect(await left()).toEqual([-40_000, 40_000, 0, 0]);
  const [one] = (await till.search({ order_id: refunded.id })).body.data;
  await shop.refund(refunded.id, { items: [one!.code], shipping: true });
  expect(await left()).toEqual([-20_000, 20_000, 0, 0]);
  await shop.refund(refunded.id);
  expect(await left()).toEqual([0, 0, 0, 0]);
  const lost = await shop.sell(giftCard(30_000), free);
  for (const event of ['dispute_opened', 'dispute_lost']) await simulateEvent(lost.id, event);
  expect(await left()).toEqual([0, 0, 0, lost.amounts.total]);
  await expectBooksAgree();
});

test('leaves no liability for a refunded expired card, before and after its breakage', async () => {
  await setBreakageAfter(10);
  await stack.moveTo('2031-01-10T10:00:00Z');
  const [broken, lapsed] = [await shop.sell(giftCard(20_000)), await shop.sell(giftCard(30_000))];
  await till.card(50, { validity: '2034-01-08' });
  await stack.idle();
  expect(balances(await entries('2031-01-10'))[liability]).toBe(-55_000);
  // The cards expire on 10 January 2034. One is refunded after its value has expired, the other after the value is
  // booked as breakage.
  await runNightAt('2034-01-12T10:00:00Z');
  await shop.refund(lapsed.id);
  await stack.idle();
  await runNightAt('2034-01-25T10:00:00Z');
  const beforehand = balances(await entries('2034-01-11', '2034-01-25'));
  expect(beforehand).toMatchObject({ [liability]: 55_000, [breakage]: -25_000, [ACCOUNTS.adjustments]: 0 });
  await shop.refund(broken.id);
  await stack.idle();
  const after = balances(await entries('2034-01-11', '2034-01-25'));
  expect(after).toMatchObject({ [liability]: 55_000, [breakage]: -5000 });
  await expectBooksAgree();
});

test('value leaves liability and returns on the day on which the company changes how long it can be claimed', async () => {
  const claimableFor = (months: number): Promise<void> =>
    put('/v2/companies/yen/settings', { claim_expired: months }, 'PATCH', YEN_KEY);
  await claimableFor(-1);
  await stack.moveTo('2035-01-02T10:00:00Z');
  await new Till(stack, YEN_KEY).card(7000, { validity: '2035-01-10' });
  await runNightAt('2035-01-11T10:00:00Z');
  const changes = async (): Promise<unknown[]> => {
    const query = { from: '2035-01-10', to: '2035-03-10' };
    const { body } = await stack.get<{ rows: Record<string, number>[] }>('/v2/reports/movements', {
      key: YEN_KEY,
      query,
    });
    return body.rows.flatMap(({ period, expired, reinstated }) =>
      expired || reinstated ? [[period, expired, reinstated]] : [],
    );
  };
  await stack.moveTo('2035-03-01T10:00:00Z');
  expect(await changes()).toEqual([]);
  await claimableFor(0);
  await stack.idle();
  await stack.moveTo('2035-03-01T12:00:00Z');
  const remaining = ['2035-03-01', 7000, 0];
  expect(await changes()).toEqual([remaining]);
  await stack.moveTo('2035-03-04T10:00:00Z');
  await claimableFor(6);
  await stack.idle();
  await stack.moveTo('2035-03-04T12:00:00Z');
  expect(await changes()).toEqual([remaining, ['2035-03-04', 0, 7000]]);
  await expectBooksAgree(YEN_KEY);
});

test('books goods paid for with a single-purpose card as a liability until the order is refunded', async () => {
  await stack.moveTo('2036-06-01T10:00:00Z');
  await put('/v2/catalog/gift-card', { vat_treatment: 'single_purpose', vat_percent: 12 }, 'PATCH');
  const code = await till.card(1000);
  const { body: order } = await shop.order(experience(1));
  await stack.idle();
  const before = balances(await entries('2036-06-01'));
  await stack.post(`/v2/orders/${order.id}/gift-cards`, { key: BOOKS_KEY, idempotencyKey: true, body: { code } });
  await stack.idle();
  const paid = balances(await entries('2036-06-01'));
  expect((paid[liability] ?? 0) - (before[liability] ?? 0)).toBe(-79_900);
  expect((paid[ACCOUNTS.adjustments] ?? 0) - (before[ACCOUNTS.adjustments] ?? 0)).toBe(79_900);
  expect((await shop.refund(order.id)).status).toBe(200);
  await stack.idle();
  const refunded = balances(await entries('2036-06-01'));
  for (const account of [liability, ACCOUNTS.adjustments])
    expect([account, refunded[account] ?? 0]).toEqual([account, before[account] ?? 0]);
  await expectBooksAgree();
});
