import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BOOKS_KEY } from '../support/books-shop.ts';
import { signInStaff, type Clerk } from '../support/desk.ts';
import { HOME_TODAY, homeSeed, sellMonths } from '../support/home-shop.ts';
import type { FoundPage } from '../support/page-visitor.ts';
import { giftCard, Shop } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

interface Figures {
  orders: number;
  captured: number;
  redeemed: number;
}

let stack: RunningStack;
let mona: Clerk;
let home: FoundPage;
beforeAll(async () => {
  stack = await startStack({ seed: homeSeed });
  await sellMonths(stack);
  const { items } = (
    await stack.post<{ items: { code: string }[] }>('/v2/items', { key: BOOKS_KEY, body: { amount: 90 } })
  ).body;
  const claim = { type: 'amount', amount: 40 };
  await stack.post(`/v2/items/${items[0]!.code}/claim`, { key: BOOKS_KEY, body: claim });
  await stack.idle();
  mona = await signInStaff(() => stack, 'mona');
  home = await mona.open('/desk');
}, 120_000);
afterAll(() => stack.stop());

const dkk = (minor: number): string =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'DKK' }).format(minor / 100).replaceAll(/\s/g, ' ');
const report = async <T>(name: string, query: Record<string, string>): Promise<T> =>
  (await stack.get<T>(`/v2/reports/${name}`, { key: BOOKS_KEY, query })).body;
const summary = async (from: string, to: string): Promise<Figures> =>
  (await report<{ totals: Figures }>('summary', { from, to })).totals;
const closing = async (day: string): Promise<number> =>
  (await report<{ rows: { closing: number }[] }>('movements', { from: day, to: day })).rows[0]!.closing;
const figure = (period: string, name: string): string =>
  home.textOf(`section[aria-labelledby=${period}] [data-figure=${name}] dd`).replaceAll(/\s+/g, ' ');

describe('Home', () => {
  test.each([
    ['today', HOME_TODAY, HOME_TODAY, '2027-04-07', '2027-04-07'],
    ['week', '2027-04-12', HOME_TODAY, '2027-04-05', '2027-04-07'],
    ['month', '2027-04-01', HOME_TODAY, '2027-03-01', '2027-03-14'],
  ])('shows the figures of summary and movements: %s', async (period, from, to, beforeFrom, beforeTo) => {
    const [now, before] = [await summary(from, to), await summary(beforeFrom, beforeTo)];
    expect(figure(period, 'orders')).toMatch(new RegExp(`^${now.orders} .*was ${before.orders}$`));
    expect(figure(period, 'captured').startsWith(dkk(now.captured))).toBe(true);
    expect(figure(period, 'captured').endsWith(`was ${dkk(before.captured)}`)).toBe(true);
    expect(figure(period, 'redeemed').startsWith(dkk(now.redeemed))).toBe(true);
    expect(figure(period, 'outstanding').startsWith(dkk(await closing(to)))).toBe(true);
    expect(figure(period, 'outstanding').endsWith(`was ${dkk(await closing(beforeTo))}`)).toBe(true);
    expect(now.orders).toBeGreaterThan(0);
    expect(home.textOf(`section[aria-labelledby=${period}] dt`)).toBe('Paid');
  });

  test('shows charts of the last 30 days, the year, families and channels, each with a table', async () => {
    const charts = (id: string, selector: string) => home.textsOf(`[data-chart=${id}] ${selector}`);
    expect(charts('days', 'rect').length).toBe(30);
    expect(charts('year', 'rect').length).toBe(12);
    const { rows } = await report<{ rows: { period: string; captured: number }[] }>('summary', {
      from: '2026-05-01',
      to: HOME_TODAY,
      interval: 'month',
    });
    expect(charts('year', 'details td.figure')).toEqual(rows.map(({ captured }) => dkk(captured)));
    const families = await report<{ rows: { group: string; captured: number }[] }>('summary', {
      from: '2027-03-16',
      to: HOME_TODAY,
      interval: 'month',
      group: 'family',
    });
    const cards = families.rows
      .filter(({ group }) => group === 'gift_card')
      .reduce((sum, { captured }) => sum + captured, 0);
    expect(charts('families', 'details tr').join(' ')).toContain(`Gift cards${dkk(cards)}`);
    expect(charts('families', '.shares .hint')).toContain(dkk(cards));
    expect(charts('channels', 'details tr').join(' ')).toContain('API');
    expect(home.root.querySelectorAll('main script').length).toBe(0);
  });

  test('links to sales, liability and the statement', async () => {
    const answers = home.root.querySelectorAll('nav[aria-label=Shortcuts] a');
    const [sold, owed, books] = await Promise.all(answers.map((link) => mona.open(link.getAttribute('href') ?? '')));
    const lastWeek = await summary('2027-04-05', '2027-04-11');
    expect(sold!.textOf('section[aria-labelledby=totals]')).toContain(`Paid ${dkk(lastWeek.captured)}`);
    expect(sold!.textsOf('nav[aria-label=Periods] a[aria-current]')).toEqual(['Last week']);
    expect(owed!.textOf('section[aria-labelledby=totals]')).toContain(dkk(await closing(HOME_TODAY)));
    expect(books!.textOf('#statement')).toContain('March 2027');
    expect(books!.textsOf('nav[aria-label=Reports] a[aria-current=page]')).toEqual(['Statement and journal']);
  });

  test('lists issues that need attention, with links', async () => {
    const attention = (page: FoundPage, name: string) => page.textOf(`[data-attention=${name}]`);
    expect(attention(home, 'lowStock')).toContain('Concert, 3 left');
    expect(home.root.querySelector('[data-attention=steps]')).toBeNull();
    const order = await new Shop(stack, BOOKS_KEY).sell(giftCard(10_000));
    await stack.control('POST', '/gateway', { order_id: order.id, event: 'dispute_opened' });
    await stack.control('POST', '/bounce', { to: 'bo@example.com' });
    await stack.idle();
    const sue = await signInStaff(() => stack, 'sue');
    const page = await sue.open('/desk');
    expect(attention(page, 'disputes')).toContain(`Open disputes: 1 ${order.reference}`);
    const disputed = await sue.open(`/desk/orders/${order.id}`);
    expect(disputed.textOf('.facts .state.off')).toBe('Open');
    expect(disputed.textOf('#items + .scroll .state')).toBe('Dispute');
    expect(attention(page, 'bounces')).toContain(`Bounced emails: 1 ${order.reference}`);
    expect(attention(page, 'steps')).toMatch(/Open set-up steps: \d/);
    expect(page.textOf('section:has(#newest)')).toContain(order.reference);
  });

  test('is for managers, and redirects staff and scanned codes to the counter', async () => {
    const sten = await signInStaff(() => stack, 'sten');
    const counter = await sten.open('/desk');
    expect(counter.textOf('h1')).toBe('Counter');
    expect(counter.textsOf('header nav a')).not.toContain('Home');
    for (const path of ['/desk/reports/summary', '/desk/reports/movements', '/desk/books'])
      expect((await sten.open(path)).status).toBe(403);
    expect((await mona.open('/desk/counter')).textOf('h1')).toBe('Counter');
    expect((await mona.open('/desk?code=NOTHING-HERE')).status).toBe(404);
    expect(home.textsOf('header nav a[aria-current=page]')).toEqual(['Home']);
  });

  test('lists no orders for a user who may not list items, because orders show full codes', async () => {
    const maja = await signInStaff(() => stack, 'maja');
    const page = await maja.open('/desk');
    expect([page.status, page.textOf('h1')]).toEqual([200, 'Home']);
    expect(home.root.querySelector('#newest')).not.toBeNull();
    expect(page.root.querySelector('#newest')).toBeNull();
    expect((await maja.open('/desk/orders')).status).toBe(403);
  });

  test('leads to the orders, with filters by state, day, name, number and family', async () => {
    const { data } = (
      await stack.get<{
        data: { id: string; reference: string; status: string; payment: { status: string } }[];
      }>('/v2/orders', { key: BOOKS_KEY })
    ).body;
    const listed = async (query: string): Promise<string[]> =>
      (await mona.open(`/desk/orders?${query}`)).textsOf('tbody td:first-child a');
    const all = await mona.open('/desk/orders');
    expect([all.status, all.textOf('h1'), all.attribute('nav a[aria-current]', 'href')]).toEqual([
      200,
      'Orders',
      '/desk/orders',
    ]);
    expect(all.textsOf('tbody td:first-child a')).toEqual(data.map(({ reference }) => reference));
    expect(all.attribute('tbody td:first-child a', 'href')).toBe(`/desk/orders/${data[0]!.id}`);
    const refunded = data.at(-1)!;
    await new Shop(stack, BOOKS_KEY).refund(refunded.id, { amount: 10_000 });
    const before = data.filter(({ payment }) => payment.status === 'refunded').map(({ reference }) => reference);
    expect(before).toHaveLength(1);
    expect(await listed('state=refunded')).toEqual([...before, refunded.reference]);
    expect(await listed('state=fulfilled')).toHaveLength(data.filter(({ status }) => status === 'fulfilled').length);
    expect(await listed('state=pending_payment')).toEqual([]);
    expect(await listed('from=2027-04-07&to=2027-04-07')).toHaveLength(2);
    expect(await listed('family=event_ticket')).toHaveLength(1);
    expect(await listed('family=gift_card_variant&from=2027-04-01')).toHaveLength(1);
    expect(await listed(`q=${refunded.reference.toLowerCase()}`)).toEqual([refunded.reference]);
    const none = await mona.open('/desk/orders?q=no-one&from=nonsense&state=x&starting_after=');
    expect([none.status, none.textOf('[role=status]'), none.attribute('#from', 'value')]).toEqual([
      200,
      'Nothing was found.',
      '',
    ]);
    const sten = await signInStaff(() => stack, 'sten');
    expect((await sten.open('/desk/orders?q=bo')).status).toBe(200);
  });

  test('of a company without sales shows its open steps, in five languages', async () => {
    const titles = { en: 'Home', da: 'Overblik', de: 'Übersicht', sv: 'Översikt', no: 'Oversikt' };
    for (const [language, title] of Object.entries(titles)) {
      const page = await (await signInStaff(() => stack, 'yuki', language)).open('/desk');
      expect([page.status, page.textOf('h1')]).toEqual([200, title]);
      expect(page.root.querySelectorAll('[data-chart]').length).toBe(0);
      expect(page.root.querySelector('[data-attention=steps] a')).not.toBeNull();
    }
  });
});

describe('reports of the books at the desk', () => {
  test('have the totals of the API, a chart above the table, and a download', async () => {
    const from = '2027-04-01';
    const days = `date_from=${from}&date_to=${HOME_TODAY}`;
    const page = await mona.open(`/desk/reports/summary?${days}&interval=day&group=family`);
    const totals = await summary(from, HOME_TODAY);
    expect(page.textOf('section[aria-labelledby=totals]')).toContain(`Paid ${dkk(totals.captured)}`);
    const body = page.root.toString();
    expect(body.indexOf('id="totals"')).toBeLessThan(body.indexOf('class="plot"'));
    expect(body.indexOf('class="plot"')).toBeLessThan(body.indexOf('id="report"'));
    expect(page.textOf('section:has(#report)')).toContain('Gift cards');
    const file = await mona.open(`/desk/reports/summary?${days}&format=csv`);
    expect(file.root.toString()).toContain('2027-04-07');

    const moved = await mona.open('/desk/reports/movements?date_from=2027-02-01&date_to=2027-04-14&group=item_type');
    expect(moved.textOf('section[aria-labelledby=totals]')).toContain(`Closing ${dkk(await closing(HOME_TODAY))}`);
    expect(moved.textOf('section:has(#report)')).toContain('February 2027');
    expect(moved.textsOf('.plot rect').length).toBe(3);
    expect((await mona.open('/desk/reports/summary?date_from=2027-04-14&date_to=2027-04-01&interval=x')).status).toBe(
      200,
    );
    expect((await mona.open('/desk/reports')).textsOf('nav[aria-label=Reports] a[aria-current=page]')).toEqual([
      'Sales',
    ]);
  });
});
