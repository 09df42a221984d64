import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACCOUNTS, BOOKS_KEY, booksSeed, NO_REPORTS_KEY, YEN_KEY } from '../support/books-shop.ts';
import { giftCard, experience, Shop } from '../support/shop.ts';
import { startStack, type Answer, type RunningStack } from '../support/stack.ts';

interface Body {
  data: { date: string; voucher: number }[];
  rows: Record<string, number | string | null>[];
  error: { code: string; message: string; fields: Record<string, string[]> };
}

let stack: RunningStack;
let shop: Shop;
beforeAll(async () => {
  stack = await startStack({ seed: booksSeed });
  await stack.moveTo('2029-01-10T09:00:00Z');
  shop = new Shop(stack, BOOKS_KEY);
  await shop.sell(giftCard(100_000));
  await shop.sell(experience(2));
});
afterAll(() => stack.stop());

const get = (name: string, query: Record<string, string> = {}, key = BOOKS_KEY): Promise<Answer<Body>> =>
  stack.get<Body>(`/v2/reports/${name}`, { key, query });
/** Parameters that cause a request to be rejected. */
const refused = async (name: string, query: Record<string, string>): Promise<string[]> => {
  const { status, body } = await get(name, query);
  expect(status, `${name} ${JSON.stringify(query)}`).toBe(422);
  return Object.keys(body.error.fields);
};
const DAY = { from: '2029-01-10', to: '2029-01-10' };

test.each(['journal', 'summary', 'movements'])(
  '%s requires a range with valid dates, in order and within the limit',
  async (name) => {
    expect(await refused(name, {})).toEqual(['from', 'to']);
    expect(await refused(name, { from: '2029-02-29', to: 'tomorrow' })).toEqual(['from', 'to']);
    expect(await refused(name, { from: '2029-02-02', to: '2029-02-01' })).toEqual(['to']);
    expect(await refused(name, { from: '2000-01-01', to: '2029-02-01' })).toEqual(['to']);
    // The last day of the calendar has no next day.
    expect(await refused(name, { from: '9999-12-31', to: '9999-12-31' })).toEqual(['from', 'to']);
    expect((await get(name, DAY, NO_REPORTS_KEY)).body.error.code).toBe('insufficient_scope');
  },
);

test('returns reports without movements for days in the future and in the distant past', async () => {
  const ahead = { from: '2040-01-01', to: '2040-01-31' };
  expect((await get('journal', ahead)).body.data).toEqual([]);
  const { rows } = (await get('summary', ahead)).body;
  expect([rows.length, rows.every(({ orders }) => orders === 0)]).toEqual([31, true]);
  const moved = (await get('movements', { ...ahead, interval: 'month' })).body.rows;
  expect(moved).toMatchObject([{ period: '2040-01', opening: 109_999, issued: 0, closing: 109_999 }]);
  expect((await get('movements', { from: '0001-01-01', to: '0001-01-02' })).body.rows).toHaveLength(2);
  expect((await get('liability', { date: '9999-12-31' })).status).toBe(200);
  for (const month of ['1990-01', '2040-12', '9999-12']) expect((await get('statement', { month })).status).toBe(200);
});

test('rejects unknown values with a list of the known ones, and rejects malformed months', async () => {
  const { fields } = (await get('summary', { ...DAY, interval: 'year', group: 'colour' })).body.error;
  expect(fields['interval']?.[0]).toMatch(/day, week, month/);
  expect(fields['group']?.[0]).toMatch(/family, product, channel, none/);
  expect((await get('movements', { ...DAY, interval: 'week' })).body.error.fields['interval']?.[0]).toMatch(
    /day, month/,
  );
  expect(await refused('journal', { ...DAY, format: 'csv' })).toEqual(['format']);
  expect((await get('journal', { from: '2029-01-01', to: '2029-02-01' })).body.error.message).toMatch(/31 days/);
  for (const month of ['', '2029', '2029-1', '2029-13', '0000-01'])
    for (const name of ['statement', 'statement.pdf']) expect(await refused(name, { month })).toEqual(['month']);
});

test('returns the accounts of the company, and rejects a journal whose entries lack an account', async () => {
  const path = '/v2/companies/books/accounts';
  const put = (body: object, tag: string, key = BOOKS_KEY): Promise<Answer<Body>> =>
    stack.call('PUT', path, { key, body, headers: { 'If-Match': tag } });
  const tag = async (): Promise<string> => (await stack.get(path, { key: BOOKS_KEY })).headers.get('etag') ?? '';
  expect((await stack.get(path, { key: YEN_KEY })).status).toBe(404);
  expect((await put(ACCOUNTS, await tag(), YEN_KEY)).status).toBe(404);
  for (const wrong of [{ gateway: 5 }, { gateway: '' }, { colour: '1' }, { vat: [{ vat_rate: 101, account: '1' }] }])
    expect((await put(wrong, await tag())).status).toBe(422);
  expect((await put({ gateway: '1', liability: '2' }, await tag())).status).toBe(200);
  for (const query of [DAY, { ...DAY, format: 'sie' }, { ...DAY, format: 'economic' }]) {
    const { status, body } = await get('journal', query);
    expect([status, body.error.code]).toEqual([422, 'accounts_missing']);
    expect(body.error.message).toContain('commission, fees, revenue 25, vat 25');
  }
  expect((await put(ACCOUNTS, await tag())).status).toBe(200);
});

test('lists the vouchers of the first days of a company in the same order for every range', async () => {
  await stack.moveTo('2029-01-11T09:00:00Z');
  await shop.sell(giftCard(20_000));
  const numbers = async (from: string): Promise<number[]> =>
    (await get('journal', { from, to: '2029-01-11' })).body.data.map(({ voucher }) => voucher);
  expect(await numbers('2029-01-10')).toEqual([1, 2, 3]);
  expect(await numbers('2029-01-11')).toEqual([3]);
});

test('returns a statement as a file with one row, requested by header or by suffix', async () => {
  const month = '2029-01';
  const { body } = await get('statement', { month });
  for (const [path, headers] of [
    ['/v2/reports/statement.csv', {}],
    ['/v2/reports/statement', { Accept: 'text/csv' }],
  ] as const) {
    const file = await stack.get(path, { key: BOOKS_KEY, query: { month }, headers });
    expect(file.headers.get('content-type')).toMatch(/^text\/csv/);
    const [head = '', row = '', ...more] = file.bytes.toString().replace('\uFEFF', '').trim().split('\r\n');
    expect(more).toEqual([]);
    const values = row.split(',');
    const read = Object.fromEntries(head.split(',').map((name, at) => [name, values[at]]));
    const { captured, commission, net } = body as unknown as Record<string, number>;
    expect(read).toMatchObject({
      month,
      status: 'open',
      captured: `${captured}`,
      commission: `${commission}`,
      net: `${net}`,
    });
  }
});
