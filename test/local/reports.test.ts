import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localDate } from '../../functions/platform/zones.ts';
import { ALWAYS_KEY, LENIENT_KEY, READ_KEY, Till, TILL_KEY } from '../support/item-shop.ts';
import { CHILD_KEY, MANY_ITEMS_KEY, EMPTY_KEY, NO_REPORTS_KEY, reportSeed, ROOT_KEY } from '../support/report-shop.ts';
import { importOperatorFile } from '../support/ops.ts';
import { experience, giftCard, Shop, ticket, type ErrorBody } from '../support/shop.ts';
import { startStack, type Answer, type RunningStack } from '../support/stack.ts';

interface Report<T> {
  items: T[];
  itemsCount: number;
}

type Row = Record<string, unknown>;
type Query = Record<string, string>;

const ZONE = 'Europe/Copenhagen';

let stack: RunningStack;
beforeAll(async () => {
  stack = await startStack({ seed: reportSeed });
});
afterAll(() => stack.stop());

const today = async (): Promise<string> => localDate(await stack.nowMs(), ZONE);
const dayBefore = (date: string): string => new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);

const report = async (name: string, query: Query, key: string): Promise<Answer<Report<Row> & ErrorBody>> =>
  stack.get(`/v2/reports/${name}`, { key, query });

describe('analytics', () => {
  const analytics = (query: Query = {}, key = TILL_KEY) => report('analytics', query, key);
  const amounts = async (query: Query): Promise<unknown[]> =>
    (await analytics(query)).body.items.map(({ amount }) => amount);

  let till: Till;
  beforeAll(async () => {
    till = new Till(stack);
    for (const amount of [101, 102, 103]) await till.card(amount, { receiver_name: `Receiver ${amount}` });
    const used = await till.card(104);
    await till.claim(used);
    await till.bought(experience(1), { sender: { name: 'Xenia', email: 'xenia@mail.example' } });
  });

  test('without filters the ten newest items are returned, with the total count', async () => {
    for (let at = 0; at < 8; at++) await till.card(90);
    const { status, body } = await analytics();
    expect(status).toBe(200);
    expect(body.items).toHaveLength(10);
    expect(body.itemsCount).toBe(13);
    expect(body.items.map(({ amount }) => amount)).toEqual([90, 90, 90, 90, 90, 90, 90, 90, 800, 104]);
  });

  test('a row has exactly the columns of the report, without codes or personal data', async () => {
    const { body } = await analytics({ search: 'xenia' });
    expect(body).toEqual({
      items: [
        {
          item_type: 'GIFTCARD VARIATION',
          item_type_identification: 'Gift Card Variation',
          item_title: 'Tasting',
          event_title: null,
          ticket_title: null,
          is_token: false,
          item_info: 'Tasting, For two',
          status: 6,
          status_name: 'Paid',
          amount: 800,
          vat: 0,
          vat_value: 0,
          currency: 'DKK',
          remaining_amount: 800,
          remaining_pieces: 1,
          company_name: 'Till ApS',
          validity: expect.stringMatching(/^\d{4}-\d\d-\d\d 23:59:59$/),
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
          language: 'da',
        },
      ],
      itemsCount: 1,
    });
  });

  test('offset, limit and order select a page, and the count includes all items', async () => {
    expect(await amounts({ order: 'asc', limit: '3' })).toEqual([101, 102, 103]);
    expect(await amounts({ order: 'asc', offset: '2', limit: '3' })).toEqual([103, 104, 800]);
    expect(await amounts({ order: 'desc', offset: '8', limit: '2' })).toEqual([800, 104]);
    expect((await analytics({ offset: '12', limit: '5' })).body.items).toHaveLength(1);
    expect((await analytics({ offset: '500' })).body).toEqual({ items: [], itemsCount: 13 });
    expect((await analytics({ offset: '99999999' })).body.itemsCount).toBe(13);
  });

  test('invalid paging is ignored or clamped', async () => {
    const first = (await analytics()).body;
    for (const query of [{ offset: '-5' }, { offset: 'x' }, { limit: 'x' }, { order: 'sideways' }]) {
      expect((await analytics(query as unknown as Query)).body).toEqual(first);
    }
    expect((await analytics({ limit: '0' })).body.items).toHaveLength(1);
    expect((await analytics({ limit: '1000' })).body.items).toHaveLength(13);
  });

  test('status filters by the current state of items, and may be repeated', async () => {
    expect((await analytics({ status: '3' })).body).toMatchObject({ itemsCount: 1, items: [{ amount: 104 }] });
    expect((await analytics({ status: '6' })).body.itemsCount).toBe(12);
    expect((await analytics({ status: '3,6' })).body.itemsCount).toBe(13);
    expect((await analytics({ status: '3,3' })).body.itemsCount).toBe(1);
    expect((await analytics({ status: '4' })).body).toEqual({ items: [], itemsCount: 0 });
  });

  test('an unknown status is 422 on status', async () => {
    for (const status of ['7', 'Paid']) {
      const refused = await analytics({ status });
      expect(refused.status).toBe(422);
      expect(Object.keys(refused.body.error.fields ?? {})).toEqual(['status']);
    }
  });

  test('search has no minimum length', async () => {
    expect((await analytics({ search: 'x' })).body.itemsCount).toBeGreaterThanOrEqual(1);
    expect(await amounts({ search: 'r 102' })).toEqual([102]);
    expect(await amounts({ search: 'tast' })).toEqual([800]);
    expect((await analytics({ search: 'nothing like this' })).body).toEqual({ items: [], itemsCount: 0 });
  });

  test('search finds by a part of a code', async () => {
    const code = await till.card(77);
    expect(await amounts({ search: code.slice(0, 12) })).toEqual([77]);
    expect(await amounts({ search: code.replaceAll('-', '').slice(2, 14).toLowerCase() })).toEqual([77]);
    await till.do(code, 'cancel');
    expect(await amounts({ search: code, status: '4' })).toEqual([77]);
    expect(await amounts({ search: code, status: '6' })).toEqual([]);
  });

  test('the count includes all matches, for any number of items', async () => {
    const many = new Till(stack, MANY_ITEMS_KEY);
    for (const piece of [900, 600]) await many.issue({ amount: 5, piece, receiver_name: 'Quentin' });
    const [card] = (await many.issue({ amount: 6, receiver_name: 'Quentin Two' })).body.items;
    await many.claim(card?.code ?? '');
    const counts = async (query: Query) => (await analytics(query, MANY_ITEMS_KEY)).body.itemsCount;
    expect(await counts({})).toBe(1501);
    for (const search of ['q', 'Quentin', 'QUENTIN', 'uent', 'gift']) expect(await counts({ search })).toBe(1501);
    expect(await counts({ search: 'quentin t' })).toBe(1);
    expect(await counts({ search: 'quentin', status: '3' })).toBe(1);
    expect(await counts({ search: 'quentin', status: '6' })).toBe(1500);
    expect(await counts({ search: 'quentin', date_from: await today(), date_to: await today() })).toBe(1501);
    const page = await analytics({ search: 'quentin', offset: '1499', limit: '10' }, MANY_ITEMS_KEY);
    expect(page.body.items).toHaveLength(2);
  }, 120_000);

  test('the response takes two sequential table calls, including authentication', async () => {
    for (const query of [{}, { search: 'x' }, { status: '3' }, { date_from: await today() }]) {
      await analytics(query as unknown as Query);
      await stack.resetUsage();
      await analytics(query as unknown as Query);
      expect((await stack.usage())['read-analytics']?.sequential).toBeLessThanOrEqual(2);
    }
  });

  test('dates are inclusive days of issue, each is optional, and invalid ones are ignored', async () => {
    const all = (await analytics()).body.itemsCount;
    const date = await today();
    const yesterday = dayBefore(date);
    const count = async (query: Query) => (await analytics(query)).body.itemsCount;
    expect(await count({ date_from: date, date_to: date })).toBe(all);
    expect(await count({ date_from: date })).toBe(all);
    expect(await count({ date_to: yesterday })).toBe(0);
    expect(await count({ date_from: '2020-01-01', date_to: yesterday })).toBe(0);
    expect(await count({ date_from: date, date_to: yesterday })).toBe(0);
    expect(await count({ date_from: '2050-02-30', date_to: 'yesterday' })).toBe(all);
  });

  test('an item past its validity counts as expired immediately', async () => {
    const lenient = new Till(stack, LENIENT_KEY);
    await lenient.card(50, { validity: await today() });
    const count = async (status: string) => (await analytics({ status }, LENIENT_KEY)).body.itemsCount;
    expect([await count('5'), await count('6')]).toEqual([0, 1]);
    await stack.advance(25 * 3600);
    expect([await count('5'), await count('6')]).toEqual([1, 0]);
  });

  test('a company without items has an empty report, and other companies are not in it', async () => {
    expect((await analytics({}, EMPTY_KEY)).body).toEqual({ items: [], itemsCount: 0 });
  });

  test('requires reports:read', async () => {
    for (const key of [NO_REPORTS_KEY, READ_KEY]) expect((await analytics({}, key)).status).toBe(403);
  });
});

describe('claimed items', () => {
  const days = async (): Promise<Query> => ({ date_from: '2020-01-01', date_to: await today() });
  const claimed = (query: Query, key = ALWAYS_KEY) => report('claimed-items', query, key);

  let till: Till;
  let code: string;
  beforeAll(async () => {
    till = new Till(stack, ALWAYS_KEY);
    code = await till.card(100);
    await till.claim(code, { type: 'amount', amount: 30, claim_note: 'Table 4' });
    await till.claim(code, { type: 'all' });
    await till.do(code, 'refund', { type: 'amount', amount: 20 });
    const cancelled = await till.card(50);
    await till.do(cancelled, 'cancel');
  });

  test('each claim, refund and change of state is a row, newest first; the issue of an item is not', async () => {
    const { status, body } = await claimed(await days());
    expect(status).toBe(200);
    expect(body.itemsCount).toBe(4);
    expect(body.items.map((row) => [row['amount'], row['status'], row['status_name']])).toEqual([
      [50, 4, 'Cancelled'],
      [-20, 6, 'Paid'],
      [70, 3, 'Used'],
      [30, 6, 'Paid'],
    ]);
  });

  test('a row has exactly the columns of the report', async () => {
    const { body } = await claimed({ ...(await days()), order: 'asc', limit: '1' });
    expect(body.items).toEqual([
      {
        transaction_id: expect.stringMatching(/^[0-9a-f]{24}$/),
        kind: 'claim',
        status: 6,
        status_name: 'Paid',
        date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        time: expect.stringMatching(/^\d\d:\d\d:\d\d$/),
        item_type: 'GIFTCARD',
        item_type_identification: 'Gift Card',
        code,
        amount: 30,
        claim_note: 'Table 4',
        reference: null,
        location: null,
        redemption_id: null,
        paid_order_id: null,
        claimed_by_username: null,
        claimed_by_company_name: 'Till ApS',
        currency: 'DKK',
        vat_treatment: 'multi_purpose',
        company_name: 'Till ApS',
      },
    ]);
    expect(body.itemsCount).toBe(4);
  });

  test('offset, limit and order select a page', async () => {
    const all = (await claimed(await days())).body.items;
    expect((await claimed({ ...(await days()), order: 'asc' })).body.items).toEqual(all.toReversed());
    expect((await claimed({ ...(await days()), offset: '1', limit: '2' })).body.items).toEqual(all.slice(1, 3));
    expect((await claimed({ ...(await days()), offset: '4' })).body).toEqual({ items: [], itemsCount: 4 });
  });

  test('the page is empty with only one date', async () => {
    const date = await today();
    for (const query of [{ date_from: date }, { date_to: date }, { date_from: 'soon', date_to: date }]) {
      const { status, body } = await claimed(query as unknown as Query);
      expect([status, body]).toEqual([200, { items: [], itemsCount: 0 }]);
    }
  });

  test('the response takes two sequential table calls, including authentication', async () => {
    await claimed(await days());
    await stack.resetUsage();
    await claimed(await days());
    expect((await stack.usage())['list-claimed-items']?.sequential).toBeLessThanOrEqual(2);
  });

  test('the response is 422 on both dates if they are missing', async () => {
    for (const query of [{}, { date_from: 'soon' }, { date_from: '2026-02-30', date_to: 'later' }]) {
      const { status, body } = await claimed(query as unknown as Query);
      expect(status).toBe(422);
      expect(body.error.code).toBe('validation_failed');
      expect(Object.keys(body.error.fields ?? {})).toEqual(['date_from', 'date_to']);
    }
  });

  test('both days are included, in the time zone of the company', async () => {
    const date = localDate(await stack.nowMs(), ZONE);
    const other = new Till(stack, CHILD_KEY);
    await other.claim(await other.card(100));
    const count = async (from: string, to: string) =>
      (await claimed({ date_from: from, date_to: to }, CHILD_KEY)).body.itemsCount;
    expect(await count(date, date)).toBe(1);
    expect(await count('2020-01-01', dayBefore(date))).toBe(0);
    expect(await count(date, dayBefore(date))).toBe(0);
  });

  test('requires reports:read', async () => {
    for (const key of [NO_REPORTS_KEY, READ_KEY]) expect((await claimed(await days(), key)).status).toBe(403);
  });
});

interface Liability {
  date: string;
  items: Row[];
  totals: Row[];
}

describe('liability', () => {
  const liability = async (query: Query = {}, key = ROOT_KEY): Promise<Liability> =>
    (await stack.get<Liability>('/v2/reports/liability', { key, query })).body;

  test('the outstanding value is reported by currency, type and month of expiry, at the end of any day', async () => {
    const till = new Till(stack, ROOT_KEY);
    const first = await today();
    const code = await till.card(100, { validity: '2035-03-31' });
    await till.card(40, { validity: '2035-03-01' });
    await till.card(10, { validity: '2036-01-01' });
    const { body: waiting } = await till.issue({ amount: 25, validity: '2036-01-01', capture: false });
    await stack.advance(24 * 3600);
    const second = await today();
    await till.claim(code, { type: 'amount', amount: 30 });
    await stack.idle();
    const row = (month: string, outstanding: number, awaiting = 0) => ({
      currency: 'DKK',
      item_type: 'GIFTCARD',
      item_type_identification: 'Gift Card',
      expiry_month: month,
      outstanding_amount: outstanding,
      awaiting_payment_amount: awaiting,
    });
    const total = (outstanding: number) => [
      { currency: 'DKK', outstanding_amount: outstanding, awaiting_payment_amount: 25 },
    ];
    expect(await liability()).toEqual({
      date: second,
      items: [row('2035-03', 110), row('2036-01', 10, 25)],
      totals: total(120),
    });
    expect(await liability({ date: first })).toEqual({
      date: first,
      items: [row('2035-03', 140), row('2036-01', 10, 25)],
      totals: total(150),
    });
    expect(await liability({ date: dayBefore(first) })).toEqual({ date: dayBefore(first), items: [], totals: [] });
    expect((await liability({ date: 'never' })).date).toBe(second);
    await stack.post(`/v2/orders/${waiting.order_id}/capture`, { key: ROOT_KEY });
    expect((await liability()).items[1]).toEqual(row('2036-01', 35));
  });

  test('is the sum of the ledgers of all items', async () => {
    await new Till(stack).card(12.34);
    await stack.advance(24 * 3600);
    await stack.idle();
    const date = dayBefore(await today());
    const { totals } = await liability({ date }, TILL_KEY);
    const analytics = await report('analytics', { limit: '100' }, TILL_KEY);
    const left = analytics.body.items.reduce((sum, row) => sum + Math.round(Number(row['remaining_amount']) * 100), 0);
    expect(totals).toEqual([{ currency: 'DKK', outstanding_amount: left / 100, awaiting_payment_amount: 0 }]);
  });

  test('each change counts once when the counting function crashes before or after its commit', async () => {
    const till = new Till(stack, CHILD_KEY);
    await stack.idle();
    await stack.advance(24 * 3600);
    const before = dayBefore(await today());
    const known = (await liability({ date: before }, CHILD_KEY)).totals[0]?.['outstanding_amount'] ?? 0;
    await stack.crash('report-counts', 'after-commit', 2);
    await stack.crash('report-counts', 'before-commit', 1);
    const code = await till.card(100);
    await till.claim(code, { type: 'amount', amount: 45 });
    await till.card(10);
    await stack.idle();
    const date = await today();
    await stack.advance(24 * 3600);
    const { totals } = await liability({ date }, CHILD_KEY);
    expect(totals[0]?.['outstanding_amount']).toBe(Number(known) + 65);
  });

  test('requires reports:read', async () => {
    expect((await stack.get('/v2/reports/liability', { key: NO_REPORTS_KEY })).status).toBe(403);
  });
});

interface Integrity {
  checked_at: string | null;
  proven_since: string | null;
  ok: boolean | null;
  checks: { name: string; ok: boolean; checked: number; faults: number }[];
  findings: Row[];
}

describe('integrity', () => {
  const integrity = async (on: RunningStack, key = TILL_KEY): Promise<Integrity> =>
    (await on.get<Integrity>('/v2/reports/integrity', { key })).body;

  test('there is no result before the first nightly check', async () => {
    const fresh = await startStack({ seed: reportSeed });
    try {
      expect(await integrity(fresh)).toEqual({
        checked_at: null,
        proven_since: null,
        ok: null,
        checks: [],
        findings: [],
      });
      const till = new Till(fresh);
      const code = await till.card(100);
      await till.claim(code, { type: 'amount', amount: 1 });
      const shop = new Shop(fresh, TILL_KEY);
      await shop.sell([ticket(1, 1, 4), ticket(3, 30, 2)]);
      await shop.order(giftCard());
      await shop.order([ticket(3, 31, 1)]);
      await fresh.idle();
      await fresh.advance(24 * 3600 + 60);
      const { checked_at, proven_since, ...result } = await integrity(fresh);
      expect(checked_at).toMatch(/^\d{4}-\d\d-\d\dT/);
      expect(Date.parse(checked_at!) - Date.parse(proven_since!)).toBeGreaterThanOrEqual(0);
      expect(result.ok).toBe(true);
      expect(result.findings).toEqual([]);
      expect(result.checks).toEqual([
        { name: 'ledger', ok: true, checked: 4, faults: 0 },
        { name: 'seats', ok: true, checked: 2, faults: 0 },
        { name: 'stock', ok: true, checked: 17, faults: 0 },
        { name: 'money', ok: true, checked: expect.any(Number), faults: 0 },
        { name: 'codes', ok: true, checked: expect.any(Number), faults: 0 },
        { name: 'payments', ok: true, checked: expect.any(Number), faults: 0 },
        { name: 'figures', ok: true, checked: expect.any(Number), faults: 0 },
      ]);
      expect(fresh.output.stderr).not.toContain('integrity_failed');
    } finally {
      await fresh.stop();
    }
  });

  test('can be run at any time, and its result requires reports:read', async () => {
    await stack.idle();
    await stack.runSchedule('integrity-check');
    expect(await integrity(stack)).toMatchObject({ ok: true });
    expect((await stack.get('/v2/reports/integrity', { key: NO_REPORTS_KEY })).status).toBe(403);
  });
});

describe('events whose slugs are changed by the operator', () => {
  const rename = (slugs: Record<number, string>) =>
    importOperatorFile(stack, {
      events: reportSeed.events
        .filter(({ id }) => slugs[id] !== undefined)
        .map((entry) => ({ ...entry, slug: slugs[entry.id] })),
    });
  const guests = async (slug: string, query: Query = {}): Promise<unknown[]> => {
    const { body } = await stack.get<{ data: Row[] }>(`/v2/events/${slug}/participants`, { key: TILL_KEY, query });
    return body.data.map(({ sender_name: name }) => name);
  };

  test('keep their guests, including those whose tickets are issued later', async () => {
    const shop = new Shop(stack, TILL_KEY);
    const sell = (line: object, name: string) => shop.sell([line], { sender: { name, email: 'guest@mail.example' } });
    await sell(ticket(3, 30, 2), 'Jazz');
    await sell(ticket(1, 1, 1), 'Jul');
    const [jazz, jul] = [await guests('event-3'), await guests('concert')];
    expect([jazz.slice(-2), jul.at(-1)]).toEqual([['Jazz', 'Jazz'], 'Jul']);
    await rename({ 1: 'event-3', 3: 'concert' });
    expect([await guests('concert'), await guests('event-3')]).toEqual([jazz, jul]);
    await sell(ticket(3, 30, 1), 'Later');
    expect(await guests('concert')).toEqual([...jazz, 'Later']);
    expect(await guests('concert', { search: 'jul' })).toEqual([]);
    await rename({ 1: 'winter', 3: 'concert' });
    expect([await guests('concert'), await guests('winter')]).toEqual([[...jazz, 'Later'], jul]);
    expect((await rename({ 1: 'winter', 3: 'concert' })).stdout).toContain('Nothing changed');
  });
});
