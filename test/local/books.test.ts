import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCOUNTS, BOOKS_KEY, booksSeed, DINAR_KEY, YEN_KEY } from '../support/books-shop.ts';
import { readSpreadsheet } from '../support/spreadsheet.ts';
import { readSie } from '../support/read-sie.ts';
import { textOfPages } from '../support/read-pdf.ts';
import { experience, giftCard, Shop, ticket } from '../support/shop.ts';
import { startStack, type Answer, type RunningStack } from '../support/stack.ts';

interface Entry {
  date: string;
  voucher: number;
  lines: { account: string; text: string; debit: number; credit: number; vat_rate: number | null; reference: string }[];
}
interface List<T> {
  data: T[];
  has_more: boolean;
  next_cursor: string | null;
  error: { code: string; message: string; fields: Record<string, string[]> };
}
interface Line {
  order_id: string;
  event: string;
  day: string;
  captured: number;
  refunded: number;
  commission: number;
}
type Statement = Record<string, number | string | null>;

let stack: RunningStack;
let shop: Shop;
beforeAll(async () => {
  stack = await startStack({ seed: booksSeed });
  shop = new Shop(stack, BOOKS_KEY);
});
afterAll(() => stack.stop());

const journal = (query: Record<string, string>, key = BOOKS_KEY): Promise<Answer<List<Entry>>> =>
  stack.get<List<Entry>>('/v2/reports/journal', { key, query: { limit: '100', ...query } });
const entries = async (from: string, to: string, key = BOOKS_KEY): Promise<Entry[]> => {
  const { status, body } = await journal({ from, to }, key);
  expect(status, JSON.stringify(body.error)).toBe(200);
  return body.data;
};
const statement = async (month: string, key = BOOKS_KEY): Promise<Statement> =>
  (await stack.get<Statement>('/v2/reports/statement', { key, query: { month } })).body;
const lines = async (month: string): Promise<Line[]> =>
  (await stack.get<List<Line>>(`/v2/reports/statement/${month}/lines`, { key: BOOKS_KEY })).body.data;
const putAccounts = async (slug: string, accounts: object, key = BOOKS_KEY): Promise<Answer> => {
  const path = `/v2/companies/${slug}/accounts`;
  const tag = (await stack.get(path, { key })).headers.get('etag') ?? '';
  return stack.call('PUT', path, { key, body: accounts, headers: { 'If-Match': tag } });
};
const moveTo = async (time_zone: string): Promise<void> => {
  const path = '/v2/companies/books/settings';
  const tag = (await stack.get(path, { key: BOOKS_KEY })).headers.get('etag') ?? '';
  const moved = await stack.call('PATCH', path, { key: BOOKS_KEY, body: { time_zone }, headers: { 'If-Match': tag } });
  expect(moved.status, JSON.stringify(moved.body)).toBe(200);
};
const at = (now: string): Promise<void> => stack.moveTo(now);
const simulateEvent = async (order_id: string, event: string): Promise<void> => {
  expect((await stack.call('POST', '/_local/gateway', { body: { order_id, event } })).status).toBe(200);
  await stack.idle();
};

/** Balances by account; debits are positive. */
const balances = (all: readonly Entry[]): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const { lines: own } of all) {
    for (const { account, debit, credit } of own) sums[account] = (sums[account] ?? 0) + debit - credit;
  }
  return sums;
};
const isBalanced = (all: readonly Entry[]): boolean =>
  all.every(({ lines: own }) => own.reduce((sum, { debit, credit }) => sum + debit - credit, 0) === 0);

describe('the books', () => {
  test('accounts are replaced as a whole, and only with the current tag', async () => {
    const path = '/v2/companies/books/accounts';
    const none = await stack.get<Record<string, unknown>>(path, { key: BOOKS_KEY });
    expect(none.body).toMatchObject({ object: 'accounts', gateway: null, revenue: [], vat: [] });
    expect((await stack.call('PUT', path, { key: BOOKS_KEY, body: ACCOUNTS })).status).toBe(428);
    const wrong = await putAccounts('books', {
      ...ACCOUNTS,
      gateway: 'x'.repeat(21),
      colour: '1',
      vat: [...ACCOUNTS.vat, ACCOUNTS.vat[0]],
    });
    expect(wrong.status).toBe(422);
    expect((await putAccounts('books', { ...ACCOUNTS, liability: null })).body).toMatchObject({ liability: null });
    const stale = await stack.call('PUT', path, {
      key: BOOKS_KEY,
      body: ACCOUNTS,
      headers: { 'If-Match': none.headers.get('etag') ?? '' },
    });
    expect(stale.status).toBe(412);
  });

  test('sales, redemptions and refunds are booked in balanced vouchers without gaps', async () => {
    await at('2029-01-10T09:00:00Z');
    const sale = await shop.sell(giftCard(100_000, 2), { discount_code: 'TENTH' });
    const missing = await journal({ from: '2029-01-10', to: '2029-01-10' });
    expect([missing.status, missing.body.error.code]).toEqual([422, 'accounts_missing']);
    expect(missing.body.error.message).toContain('liability');
    await putAccounts('books', ACCOUNTS);
    const [booked, ...more] = await entries('2029-01-10', '2029-01-10');
    expect(more).toEqual([]);
    expect(booked).toMatchObject({ date: '2029-01-10', voucher: 1 });
    const of = (all: Entry[]): Record<string, number> => balances(all);
    expect(of([booked!])).toEqual({
      '5830': 181_000 - 9000,
      '6900': -200_000,
      '1090': 20_000,
      '1050': -800,
      '6902': -200,
      '1310': 9000,
    });
    const tickets = await shop.sell([ticket(1, 1), ticket(1, 2), ticket(1, 3)]);
    const dinner = await shop.sell(experience(4));
    const items = await stack.get<{ data: { code: string }[] }>('/v2/items', {
      key: BOOKS_KEY,
      query: { order_id: dinner.id },
    });
    await stack.post(`/v2/items/${items.body.data[0]?.code}/claim`, { key: BOOKS_KEY, body: { type: 'all' } });
    await shop.refund(sale.id, { amount: 91_000 });
    await stack.idle();
    const all = await entries('2029-01-10', '2029-01-10');
    expect(isBalanced(all)).toBe(true);
    expect(all.map(({ voucher }) => voucher)).toEqual(all.map((_, index) => index + 1));
    const redeemed = all.filter(({ lines: own }) => own[0]?.text === 'Redemption');
    expect(of(redeemed)).toEqual({ '6900': 50_000, '1011': -44_643, '6903': -5357 });
    // One of two cards is left, one dinner ticket is open, everything else is revenue, liability or refunded.
    expect(of(all)['6900']).toBe(-100_000 - 30_000);
    expect(of(all)['1095']).toBe(0);
    const order = all.find(({ lines: own }) => own[0]?.reference === tickets.reference);
    expect(of([order!])).toMatchObject({ '1010': -20_000, '1012': -3144, '6900': -30_000 });
  });

  test('a closed day never changes; late entries have their own vouchers', async () => {
    const before = await entries('2029-01-10', '2029-01-10');
    await at('2029-01-12T12:00:00Z');
    await stack.runSchedule('integrity-check');
    expect(await entries('2029-01-10', '2029-01-10')).toEqual(before);
    await putAccounts('books', { ...ACCOUNTS, liability: '9999' });
    expect(await entries('2029-01-10', '2029-01-10')).toEqual(before);
    const order = await shop.sell(giftCard(10_000));
    const [booked] = await entries('2029-01-11', '2029-01-12');
    expect(booked).toMatchObject({ date: '2029-01-12', voucher: before.length + 1 });
    expect(booked?.lines.map(({ account }) => account)).toContain('9999');
    await putAccounts('books', ACCOUNTS);
    await simulateEvent(order.id, 'dispute_opened');
    await simulateEvent(order.id, 'dispute_won');
    await at('2030-01-02T12:00:00Z');
    await stack.runSchedule('integrity-check');
    await shop.sell(giftCard(10_000));
    expect((await entries('2030-01-01', '2030-01-02')).map(({ voucher }) => voucher)).toEqual([1]);
  });

  test('files have the same content: CSV, SIE 4 in code page 437, e-conomic', async () => {
    const query = { from: '2029-01-10', to: '2029-01-20' };
    const all = await entries(query.from, query.to);
    const csv = await stack.get('/v2/reports/journal.csv', { key: BOOKS_KEY, query });
    expect(csv.bytes.toString()).toMatch(/^\uFEFFdate,voucher,account,text,debit,credit,vat_rate,reference\r\n/);
    expect(readSpreadsheet(csv.bytes)).toEqual(
      all.flatMap(({ date, voucher, lines: own }) =>
        own.map(({ vat_rate: rate, debit, credit, ...line }) => ({
          date,
          voucher: String(voucher),
          ...line,
          debit: String(debit),
          credit: String(credit),
          vat_rate: rate === null ? '' : String(rate),
        })),
      ),
    );
    const sie = await stack.get('/v2/reports/journal', { key: BOOKS_KEY, query: { ...query, format: 'sie' } });
    expect(sie.headers.get('content-type')).toBe('application/x-sie; charset=ibm437');
    const { records, accounts, vouchers } = readSie(sie.bytes);
    expect(records.get('#FORMAT')).toEqual(['PC8']);
    expect(records.get('#SIETYP')).toEqual(['4']);
    expect(records.get('#FNAMN')).toEqual(['Books ApS, Århus']);
    expect(vouchers.map(({ number, date }) => [Number(number), date])).toEqual(
      all.map(({ voucher, date }) => [voucher, date.replaceAll('-', '')]),
    );
    for (const [index, { lines: own }] of vouchers.entries()) {
      expect(own.map(({ account, amount }) => [account, Math.round(Number(amount) * 100)])).toEqual(
        all[index]?.lines.map(({ account, debit, credit }) => [account, debit - credit]),
      );
      for (const { account } of own) expect(accounts.has(account)).toBe(true);
    }
    expect([...accounts.values()]).toEqual(
      expect.arrayContaining(['Payment gateway', 'Outstanding value', 'VAT 25 %']),
    );
    const economic = await stack.get('/v2/reports/journal', {
      key: BOOKS_KEY,
      query: { ...query, format: 'economic' },
    });
    const [head, first] = economic.bytes.toString().replace('\uFEFF', '').split('\r\n');
    expect(head).toBe('Dato;Bilagsnr.;Konto;Tekst;Beløb;Valuta');
    expect(first).toMatch(/^10-01-2029;1;\d{4};Sale [A-Z0-9]{10};-?\d+(,\d+)?;DKK$/);
    const unknown = await journal({ ...query, format: 'xml' });
    expect(Object.keys(unknown.body.error.fields)).toEqual(['format']);
    expect((await journal({ from: '2029-01-01', to: '2029-02-01' })).body.error.fields).toHaveProperty('to');
  });

  test('pages of the journal contain each entry once', async () => {
    const query = { from: '2029-01-10', to: '2029-01-20' };
    const all = await entries(query.from, query.to);
    const results: Entry[] = [];
    let cursor: string | null = null;
    do {
      const { body }: Answer<List<Entry>> = await journal({
        ...query,
        limit: '2',
        ...(cursor === null ? {} : { starting_after: cursor }),
      });
      results.push(...body.data);
      cursor = body.next_cursor;
    } while (cursor !== null);
    expect(results).toEqual(all);
  });

  test('a statement adds up, is issued on the second of the next month, is numbered and never changes', async () => {
    const january = await statement('2029-01');
    expect(january).toMatchObject({
      status: 'issued',
      number: 1,
      settled: 0,
      disputes_won: 11_000,
      carried_forward: 0,
    });
    const own = await lines('2029-01');
    const sum = (name: 'captured' | 'refunded' | 'commission'): number =>
      own.reduce((total, line) => total + line[name], 0);
    expect(sum('captured')).toBe(january['captured']);
    expect(sum('refunded')).toBe(january['refunds']);
    expect(sum('commission')).toBe(january['commission']);
    expect(own.map(({ event }) => event)).toEqual(expect.arrayContaining(['captured', 'refunded', 'dispute_won']));
    const vat = Math.round(Number(january['commission']) * 0.25);
    expect(january['commission_vat']).toBe(vat);
    expect(january['net']).toBe(Number(january['captured']) - 91_000 - Number(january['commission']) - vat);
    const summary = await stack.get<{ totals: Record<string, number> }>('/v2/reports/summary', {
      key: BOOKS_KEY,
      query: { from: '2029-01-01', to: '2029-01-31' },
    });
    expect(summary.body.totals).toMatchObject({
      gross: january['gross'],
      captured: january['captured'],
      commission: january['commission'],
      refunded: 91_000,
    });
    expect(await statement('2029-12')).toMatchObject({ status: 'issued', number: 12, captured: 0 });
    expect(await statement('2030-01')).toMatchObject({ status: 'open', number: null, captured: 11_000 });
    expect((await stack.get('/v2/reports/statement', { key: BOOKS_KEY, query: { month: '2030-13' } })).status).toBe(
      422,
    );
  });

  test('a balance below 0 is carried forward, and later changes go into the next statement', async () => {
    await at('2030-01-15T12:00:00Z');
    const order = await shop.sell(giftCard(40_000));
    await at('2030-02-10T12:00:00Z');
    await stack.runSchedule('integrity-check');
    const issued = await statement('2030-01');
    expect(issued['status']).toBe('issued');
    await shop.refund(order.id);
    await stack.idle();
    expect(await statement('2030-01')).toEqual(issued);
    const open = await statement('2030-02');
    expect(open).toMatchObject({ captured: 0, refunds: 41_000, commission: -2000, commission_vat: -500, net: -38_500 });
    await at('2030-03-02T12:00:00Z');
    await stack.runSchedule('integrity-check');
    expect(await statement('2030-02')).toMatchObject({ status: 'issued', net: -38_500 });
    expect(await statement('2030-03')).toMatchObject({ carried_forward: -38_500, net: -38_500 });
    const numbers = await Promise.all(['2029-12', '2030-01', '2030-02'].map((month) => statement(month)));
    expect(numbers.map(({ number }) => number)).toEqual([12, 13, 14]);
    const pdf = await stack.get('/v2/reports/statement.pdf', { key: BOOKS_KEY, query: { month: '2030-02' } });
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect((await textOfPages(pdf.bytes)).join(' ')).toMatch(/Statement[^]*February 2030[^]*−DKK\s385/);
    const csv = await stack.get('/v2/reports/statement/2030-02/lines', {
      key: BOOKS_KEY,
      headers: { Accept: 'text/csv' },
    });
    expect(csv.bytes.toString()).toContain(order.id);
    expect((await stack.get('/v2/reports/statement/2030/lines', { key: BOOKS_KEY })).status).toBe(404);
  });

  test('days and amounts use the time zone, the decimals and the rates of the company', async () => {
    const own = (rate: number) => ({
      ...ACCOUNTS,
      revenue: [{ vat_rate: rate, account: '1' }],
      vat: [{ vat_rate: rate, account: '2' }],
    });
    await putAccounts('yen', own(10), YEN_KEY);
    await putAccounts('dinar', own(15), DINAR_KEY);
    // This is 03:30 on the fourth in Tokyo and 21:30 on the third in Kuwait.
    await at('2030-04-03T18:30:00Z');
    await new Shop(stack, YEN_KEY).sell(giftCard(1010));
    const settled = await new Shop(stack, DINAR_KEY).order(giftCard(12_345));
    await stack.post(`/v2/orders/${settled.body.id}/settle`, {
      key: DINAR_KEY,
      idempotencyKey: true,
      body: { mode: 'invoice', external_reference: 'K-1' },
    });
    await stack.idle();
    const yen = await entries('2030-04-04', '2030-04-04', YEN_KEY);
    expect(balances(yen)).toEqual({ '5830': 1109 - 51, '6900': -1010, '1050': -90, '2': -9, '1310': 51 });
    const dinar = await entries('2030-04-03', '2030-04-03', DINAR_KEY);
    expect(balances(dinar)).toMatchObject({ '5600': 13_346, '5830': -617, '6900': -12_345 });
    const query = { from: '2030-04-03', to: '2030-04-04', format: 'sie' };
    const [first] = readSie((await stack.get('/v2/reports/journal', { key: DINAR_KEY, query })).bytes).vouchers;
    expect(first?.lines.map(({ amount }) => amount)).toContain('13.346');
    expect(await statement('2030-04', DINAR_KEY)).toMatchObject({ captured: 0, settled: 13_346, commission: 617 });
    const pdf = await stack.get('/v2/reports/statement.pdf', { key: DINAR_KEY, query: { month: '2030-04' } });
    expect(pdf.headers.get('content-disposition')).toBe(
      `inline; filename="Avrakning dinar-2030-04.pdf"; filename*=UTF-8''Avr%C3%A4kning%20dinar-2030-04.pdf`,
    );
  });

  test('a partial refund reverses no more of an account than the sale booked', async () => {
    await at('2031-06-10T09:00:00Z');
    await putAccounts('books', ACCOUNTS);
    const { id, reference } = await shop.sell([ticket(1, 1), ticket(1, 2)]);
    const { total } = (await stack.get<{ amounts: { total: number } }>(`/v2/orders/${id}`, { key: BOOKS_KEY })).body
      .amounts;
    const left = async (): Promise<Record<string, number>> => {
      await stack.idle();
      return balances(
        (await entries('2031-06-10', '2031-06-10')).filter(({ lines: own }) => own[0]?.reference === reference),
      );
    };
    const sold = await left();
    await shop.refund(id, { amount: total - 1000 });
    for (const [account, balance] of Object.entries(await left())) {
      expect(Math.abs(balance)).toBeLessThanOrEqual(Math.abs(sold[account] ?? 0));
      expect(balance * (sold[account] ?? 0)).toBeGreaterThanOrEqual(0);
    }
    await shop.refund(id);
    expect(Object.values(await left()).every((balance) => balance === 0)).toBe(true);
  });

  test.each([
    ['2031-07-10', 'dispute_lost'],
    ['2031-07-11', 'refund'],
  ])('value not returned to a card whose own purchase was refunded is not a liability: %s %s', async (day, repaid) => {
    await at(`${day}T09:00:00Z`);
    await putAccounts('books', ACCOUNTS);
    const card = await shop.sell(giftCard(50_000));
    const { data } = (
      await stack.get<List<{ code: string }>>('/v2/items', { key: BOOKS_KEY, query: { order_id: card.id } })
    ).body;
    const { body: dinner } = await shop.order(experience(4));
    await stack.call('POST', `/v2/orders/${dinner.id}/gift-cards`, {
      key: BOOKS_KEY,
      idempotencyKey: true,
      body: { code: data[0]?.code },
    });
    await stack.idle();
    if (repaid === 'dispute_lost') await simulateEvent(card.id, 'dispute_opened');
    await simulateEvent(card.id, repaid);
    const { body } = await shop.refund(dinner.id);
    expect(body).toMatchObject({ gift_cards: [{ amount: 50_000, given_back: false }] });
    await stack.idle();
    const all = await entries(day, day);
    expect(isBalanced(all)).toBe(true);
    expect(balances(all)[ACCOUNTS.liability]).toBe(0);
  });

  test.each([
    ['2031-09', 'east', 'Pacific/Auckland', ['2031-09-01T20:30:00Z', '2031-09-02T20:30:00Z', '2031-09-03T05:00:00Z']],
    [
      '2031-10',
      'west',
      'America/Los_Angeles',
      ['2031-10-01T20:30:00Z', '2031-10-02T22:30:00Z', '2031-10-03T23:00:00Z'],
    ],
  ])('a company that moves to another time zone books each sale once: %s %s', async (month, _, zone, times) => {
    await putAccounts('books', ACCOUNTS);
    await moveTo('Europe/Copenhagen');
    const sold: string[] = [];
    for (const time of times) {
      await at(time);
      sold.push((await shop.sell(giftCard(10_000))).reference);
    }
    await stack.idle();
    const assertBookedOnce = async (): Promise<void> => {
      const all = await entries(`${month}-01`, `${month}-28`);
      expect(all.map(({ lines: own }) => own[0]?.reference)).toEqual(sold);
      expect(all.map(({ voucher }) => voucher)).toEqual(sold.map((__, index) => (all[0]?.voucher ?? 0) + index));
      const { captured } = await statement(month);
      expect(captured).toBe((await lines(month)).reduce((sum, line) => sum + line.captured, 0));
      expect(captured).toBe(sold.length * ((await lines(month))[0]?.captured ?? 0));
    };
    await assertBookedOnce();
    await moveTo(zone);
    await assertBookedOnce();
    await at(`${month}-08T12:00:00Z`);
    await assertBookedOnce();
  });
});
