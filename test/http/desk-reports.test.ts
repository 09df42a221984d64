import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESK_KEY, deskSeed } from '../support/desk-shop.ts';
import { signInStaff } from '../support/desk.ts';
import { pageEditor } from '../support/order-page.ts';
import { PAGE_KEY } from '../support/page-seed.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
beforeAll(async () => {
  const page = { company: 'nordlys', label: 'page', key: PAGE_KEY, scopes: ['orderpage:read', 'orderpage:write'] };
  stack = await startStack({ seed: { ...deskSeed, api_keys: [...deskSeed.api_keys, page] } });
});
afterAll(() => stack.stop());

const issued = async (body: object): Promise<string> => {
  const answer = await stack.post<{ items: { code: string }[] }>('/v2/items', { key: DESK_KEY, body });
  return answer.body.items[0]!.code;
};

test('a company without sales gets advice, and a link to its shop once the shop is open', async () => {
  const mads = await signInStaff(() => stack, 'mads');
  expect((await mads.open('/desk/reports/liability')).text).toContain('There is no outstanding value on this day.');
  expect((await mads.open('/desk/reports/analytics')).text).toContain('Choose a longer period.');
  const shop = 'main a[href="/shop/nordlys"]';
  expect((await mads.open('/desk/orders')).root.querySelectorAll(shop)).toHaveLength(0);
  expect((await mads.open('/shop/nordlys')).status).toBe(404);
  const inShop = async (): Promise<string | undefined> =>
    (await mads.open('/desk/products/gift-card/value')).attribute('[aria-labelledby=preview] a', 'href');
  const before = await inShop();
  const editor = pageEditor(() => stack);
  await editor.set({ open: true });
  expect((await mads.open('/desk/orders')).root.querySelectorAll(shop)).toHaveLength(1);
  expect([before, await inShop()]).toEqual([undefined, '/shop/nordlys/en/products/gift_card_value']);
  await editor.set({ families: [] });
  expect(await inShop()).toBeUndefined();
});

test('the check of the books offers a file after its first run', async () => {
  const mads = await signInStaff(() => stack, 'mads');
  const csv = 'button[value=csv]';
  const before = await mads.open('/desk/reports/integrity');
  expect(before.textOf('h1')).toBe('Check of the books');
  expect([before.text.includes('not been checked'), before.root.querySelectorAll(csv).length]).toEqual([true, 0]);
  await stack.runSchedule('integrity-check');
  const after = await mads.open('/desk/reports/integrity');
  expect(after.textOf(csv)).toBe('Save as CSV');
  expect(after.textsOf('tbody td:first-child').slice(0, 2)).toEqual([
    'Values and histories of cards',
    'Seats sold and tickets issued',
  ]);
});

test('a report has its total, its periods, and a chart above its table with a label on the highest bar', async () => {
  const day = (days: number, nowMs: number): string => new Date(nowMs + days * 86_400_000).toISOString().slice(0, 10);
  const code = await issued({ amount: 500 });
  await issued({ amount: 120.5, validity: '2035-03-31' });
  await issued({ amount: 50, validity: day(1, await stack.nowMs()) });
  const claim = { type: 'amount', amount: 200 };
  await stack.post(`/v2/items/${code}/claim`, { key: DESK_KEY, body: claim });
  await stack.post(`/v2/items/${code}/refund`, { key: DESK_KEY, body: { type: 'amount', amount: 30 } });
  await stack.idle();
  const mads = await signInStaff(() => stack, 'mads');
  const totals = 'section[aria-labelledby=totals] .facts';

  const liability = await mads.open('/desk/reports/liability');
  expect(liability.textOf(totals)).toContain('Balance left DKK 500.50 Expired DKK 0.00');
  expect(liability.textOf('table.rows tbody tr.total:last-child')).toMatch(/^Total.*DKK 500\.50/);
  const movements = await mads.open('/desk/reports/movements');
  const closing =
    movements
      .textsOf(`${totals} div`)
      .at(-1)
      ?.replace(/^.*DKK.?/, '') ?? '';
  expect(movements.textsOf('table.dense .total td').at(-1)).toBe(closing);
  expect(liability.textOf('.chart .hint')).toMatch(/^Highest: \w+ \d{4}, DKK 330\.00/);
  expect(liability.textOf('.chart .axis')).toMatch(/^(\w+ \d{4} ?)+$/);
  // A month without value is shown as a gap, not omitted.
  const heights = liability.root.querySelectorAll('.plot rect').map((bar) => Number(bar.getAttribute('height')));
  const [earliest = '', latest = ''] = [day(1, await stack.nowMs()), '2035-03'].map((each) => each.slice(0, 7));
  const monthsUntil = (at: string): number => Number(at.slice(0, 4)) * 12 + Number(at.slice(5, 7));
  expect(heights).toHaveLength(monthsUntil(latest) - monthsUntil(earliest) + 1);
  expect(heights.filter((height) => height > 0)).toHaveLength(3);
  expect(liability.textsOf('.behind tbody tr')).toHaveLength(3);
  const body = liability.root.toString();
  expect(body.indexOf('id="totals"')).toBeLessThan(body.indexOf('class="plot"'));
  expect(body.indexOf('class="plot"')).toBeLessThan(body.indexOf('<table'));

  const redeemed = await mads.open('/desk/reports/claimed-items');
  expect(redeemed.textOf(totals)).toContain('Amount, redeemed DKK 200.00');
  expect(redeemed.textOf(totals)).toContain('Amount, undone −DKK 30.00');
  expect((await mads.open('/desk/reports/analytics')).textOf(totals)).toContain('Amount DKK 670.50');

  const periods = 'nav[aria-label=Periods] a';
  expect(redeemed.textsOf(periods)).toEqual(['Today', 'This week', 'Last week', 'Last month', 'This year']);
  expect((await mads.open('/desk/reports/liability')).textsOf(periods)).toEqual([
    'Today',
    'End of last week',
    'End of last month',
    'End of last year',
  ]);
  const today = await mads.open(redeemed.root.querySelector(periods)?.getAttribute('href') ?? '');
  expect([today.status, today.textsOf(`${periods}[aria-current]`)[0]]).toEqual([200, 'Today']);
  expect(today.textsOf('nav[aria-label=Reports] a[aria-current=page]')).toEqual(['Redemptions']);

  await stack.advance(62 * 24 * 3600);
  await stack.idle();
  const signedIn = await (await signInStaff(() => stack, 'mads')).open('/desk/reports/liability');
  // Expired value can no longer be claimed, so it is not a liability.
  expect(signedIn.textOf(totals)).toContain('Balance left DKK 450.50 Expired DKK 0.00');
});

test('reports and orders accept the first and the last possible day', async () => {
  const mads = await signInStaff(() => stack, 'mads');
  for (const day of ['9999-12-31', '0001-01-01']) {
    const days = `date_from=${day}&date_to=${day}&date=${day}`;
    for (const name of ['summary', 'movements', 'analytics', 'claimed-items', 'subscribers', 'liability'])
      expect([200, 422], `${name} ${day}`).toContain((await mads.open(`/desk/reports/${name}?${days}`)).status);
    expect((await mads.open(`/desk/orders?from=${day}&to=${day}`)).status).toBe(200);
  }
  expect((await mads.open('/desk/reports/summary?date_from=0001-01-01&date_to=9999-12-31')).status).toBe(422);
});

test('reports show thirty days, even across the change to summer time', async () => {
  const year = new Date(await stack.nowMs()).getUTCFullYear() + 1;
  // This is half past midnight on 10 April in Copenhagen.
  await stack.advance((Date.UTC(year, 3, 9, 22, 30) - (await stack.nowMs())) / 1000);
  const mads = await signInStaff(() => stack, 'mads');
  const page = await mads.open('/desk/reports/analytics');
  expect(['date_from', 'date_to'].map((name) => page.attribute(`[name=${name}]`, 'value'))).toEqual([
    `${year}-03-12`,
    `${year}-04-10`,
  ]);
});
