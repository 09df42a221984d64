import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DESK_KEY, deskSeed } from '../support/desk-shop.ts';
import { signInStaff } from '../support/desk.ts';
import type { FoundPage } from '../support/page-visitor.ts';
import { openSession, pay, sell } from '../support/sales.ts';
import { Shop, ticket } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

/** More items than a desk page shows. */
const MANY = 130;
const SHOWN = 100;

let stack: RunningStack;
const stackOf = (): RunningStack => stack;

const DAY_MS = 86_400_000;
const event = (id: number, startsAt: string | null, more: object = {}) => ({
  company: 'nordlys',
  id,
  slug: `evening-${id}`,
  name: `Evening ${id}`,
  starts_at: startsAt,
  options: [{ id, name: 'Seat', amount: 10000, stock: 20 }],
  ...more,
});
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

/** More events than a page of a list shows. The order of their numbers differs from that of their days. */
const EVENTS = [
  ...Array.from({ length: 104 }, (_, at) => event(at + 1, inDays(100 - at / 10))),
  event(105, inDays(-3)),
  event(106, inDays(-2), { public: false }),
  event(107, inDays(1), { public: false }),
  event(108, null),
  event(109, inDays(-1), { date_precision: 'date_range', ends_at: inDays(1) }),
  event(110, '2100-05-01T19:00:00+02:00', { date_precision: 'date' }),
  event(111, '2100-05-02T19:00:00+02:00', { date_precision: 'date_time' }),
];

beforeAll(async () => {
  stack = await startStack({ seed: { ...deskSeed, events: EVENTS } });
});
afterAll(() => stack.stop());

/** A paid and issued order with more items than a page shows. */
const soldMany = async (): Promise<string> => {
  const id = await sell(stack, { key: DESK_KEY, name: randomUUID(), quantity: MANY });
  await stack.idle();
  return id;
};

interface ItemListBody {
  data: { code: string; status_name: string }[];
  next_cursor: string | null;
}

const itemsOf = async (orderId: string): Promise<ItemListBody['data']> => {
  const results: ItemListBody['data'] = [];
  let query: Record<string, string> = { order_id: orderId, limit: '100' };
  for (;;) {
    const { body } = await stack.get<ItemListBody>('/v2/items', { key: DESK_KEY, query });
    results.push(...body.data);
    if (body.next_cursor === null) return results;
    query = { ...query, starting_after: body.next_cursor };
  }
};
const usedOf = async (orderId: string): Promise<number> =>
  (await itemsOf(orderId)).filter(({ status_name: state }) => state === 'Used').length;

describe('the counter with an order that has more items than it lists', () => {
  const GROUP = 'form[action="/desk/redeem-group"]';

  test('shows the number of items, and redeems exactly that number', async () => {
    const id = await soldMany();
    const [first] = await itemsOf(id);
    const sille = await signInStaff(stackOf, 'sille');
    const page = await sille.open(`/desk?code=${first!.code}`);
    const listed = page.root.querySelectorAll('ul.plain li');
    expect([listed.length, listed.at(-1)?.text]).toEqual([SHOWN + 1, 'and 30 more']);
    expect(page.textOf(`${GROUP} button`)).toBe('Redeem all 130 of the order');
    const done = await sille.send(page, GROUP);
    expect(done.textOf('.verdict')).toContain('No balance left');
    expect(await usedOf(id)).toBe(MANY);
  });

  test.each([
    ['en', 'The order has other items than were shown. Nothing was redeemed; check them again.'],
    ['de', 'Die Bestellung hat andere Codes als die gezeigten. Nichts wurde eingelöst; bitte noch einmal ansehen.'],
  ])('shows the order again when its items have changed (%s)', async (language, text) => {
    const id = await soldMany();
    const [first] = await itemsOf(id);
    const sille = await signInStaff(stackOf, 'sille', language);
    const page = await sille.open(`/desk?code=${first!.code}`);
    const refused: FoundPage[] = [];
    for (const other of ['100', '']) {
      refused.push(await sille.submit(page, { seen: other, guid: randomUUID() }, { form: GROUP }));
    }
    for (const page of refused) {
      expect([page.status, page.textOf('[role=alert]')]).toEqual([422, text]);
      expect(page.textOf(`${GROUP} button`)).toContain('130');
    }
    expect(await usedOf(id)).toBe(0);
    await sille.send(refused[0]!, GROUP);
    expect(await usedOf(id)).toBe(MANY);
  });
});

describe('the page of an order that has more items than it lists', () => {
  const REFUND = 'form[action$="/refund"]';
  const codesOn = (page: FoundPage): string[] => page.textsOf('td a.code');

  test('links to all items', async () => {
    const id = await soldMany();
    const codes = (await itemsOf(id)).map(({ code }) => code);
    const mads = await signInStaff(stackOf, 'mads');
    const first = await mads.open(`/desk/orders/${id}`);
    expect(codesOn(first)).toEqual(codes.slice(0, SHOWN));
    expect(first.text).toContain('1 to 100 of 130');
    expect(first.textsOf('main .links a')).toEqual(['Next page']);
    const second = await mads.open(first.attribute('main .links a', 'href')!.replace('#items', ''));
    expect(codesOn(second)).toEqual(codes.slice(SHOWN));
    expect(second.text).toContain('101 to 130 of 130');
    expect(second.textsOf('main .links a')).toEqual(['Previous page']);
    expect(second.root.querySelectorAll(`${REFUND} input[name^="item."]`)).toHaveLength(MANY - SHOWN);
    for (const [path, shown] of [
      ['0', first],
      ['no', first],
      ['9999', second],
    ] as const) {
      expect(codesOn(await mads.open(`/desk/orders/${id}?page=${path}`))).toEqual(codesOn(shown));
    }
  });

  test('refunds items by their codes, and lists emails about each of them', async () => {
    const id = await soldMany();
    const codes = (await itemsOf(id)).map(({ code }) => code);
    const mads = await signInStaff(stackOf, 'mads');
    const order = await mads.open(`/desk/orders/${id}`);
    const typed = `${codes[110]!.toLowerCase()}\r\n ${codes[120]}, ${codes[1]}\r\n`;
    const filling = { [`item.${codes[1]}`]: 'yes', codes: typed };
    const wrong = { ...filling, codes: `${codes[110]}\nAAAA-BBBB-CCCC-DDDD`, fees: 'yes', amount: '12.50' };
    const refused = await mads.submit(order, wrong, { form: REFUND, step: 'preview' });
    expect([refused.status, refused.textOf('[role=alert]')]).toEqual([
      422,
      'AAAA-BBBB-CCCC-DDDD: No item of this order has been issued under this code. (and 1 more)',
    ]);
    expect(refused.textOf('[name=codes]')).toBe(`${codes[110]} AAAA-BBBB-CCCC-DDDD`);
    expect(refused.attribute(`${REFUND} [name=amount]`, 'value')).toBe('12.50');
    const ticked = refused.root.querySelectorAll(`${REFUND} [checked]`).map((each) => each.getAttribute('name'));
    expect(ticked).toEqual(['scope', `item.${codes[1]}`]);
    const preview = await mads.submit(order, filling, { form: REFUND, step: 'preview' });
    expect(preview.textsOf('li .code')).toEqual([codes[1], codes[110], codes[120]]);
    expect(preview.textOf('.worth')).toBe('DKK 600.00');
    const done = await mads.follow(await mads.submit(preview, {}, { form: REFUND, step: 'confirm' }));
    expect(done.textOf('.done')).toBe('DKK 600.00 was refunded.');
    const states = (await itemsOf(id)).map(({ status_name: state }) => state);
    expect([1, 110, 120, 121].map((at) => states[at])).toEqual(['Cancelled', 'Cancelled', 'Cancelled', 'Paid']);

    await stack.post(`/v2/items/${codes[125]}/cancel`, { key: DESK_KEY, idempotencyKey: true });
    await stack.idle();
    expect((await mads.open(`/desk/orders/${id}`)).text).toContain('Card cancelled');
  });

  test('shows a rejected refund on its page, with the selected and typed values', async () => {
    const id = await soldMany();
    const codes = (await itemsOf(id)).map(({ code }) => code);
    const mads = await signInStaff(stackOf, 'mads');
    const second = await mads.open(`/desk/orders/${id}?page=2`);
    const ticked = { [`item.${codes[110]}`]: 'yes', [`item.${codes[120]}`]: 'yes' };
    const tooMuch = { ...ticked, codes: `${codes[1]}`, amount: '9999' };
    const refused = await mads.submit(second, tooMuch, { form: REFUND, step: 'preview' });
    expect([refused.status, codesOn(refused)]).toEqual([422, codes.slice(SHOWN)]);
    expect(refused.values(REFUND)).toMatchObject({ ...tooMuch, page: '2' });

    // Without the page number, the first page is shown again, and items on other pages are listed by code.
    const sent = { ...tooMuch, codes: `${codes[120]}, ${codes[1]}`, page: undefined };
    const first = await mads.submit(second, sent, { form: REFUND, step: 'preview' });
    expect(codesOn(first)).toEqual(codes.slice(0, SHOWN));
    expect(first.textOf('[name=codes]')).toBe(`${codes[120]}, ${codes[1]} ${codes[110]}`);
    const preview = await mads.submit(first, { amount: '' }, { form: REFUND, step: 'preview' });
    expect(preview.textsOf('li .code')).toEqual([codes[1], codes[110], codes[120]]);

    const shown = await mads.submit(refused, { amount: '' }, { form: REFUND, step: 'preview' });
    expect(shown.textsOf('li .code')).toEqual([codes[1], codes[110], codes[120]]);
    expect(shown.attribute('main p:last-child a', 'href')).toBe(`/desk/orders/${id}?page=2`);
  });

  test('requires no codes when it shows all items', async () => {
    const id = await sell(stack, { key: DESK_KEY, name: randomUUID(), quantity: 2 });
    await stack.idle();
    const page = await (await signInStaff(stackOf, 'mads')).open(`/desk/orders/${id}`);
    expect(codesOn(page)).toHaveLength(2);
    expect([page.root.querySelector('[name=codes]'), page.textsOf('main .links a')]).toEqual([null, []]);
  });
});

describe('the door list of a company with many events', () => {
  test('lists every event: future ones by day, then those without a date, then past ones', async () => {
    const page = await (await signInStaff(stackOf, 'sille')).open('/desk/door');
    const names = page.textsOf('main tbody a');
    expect(names).toHaveLength(EVENTS.length);
    const rows = page.root
      .querySelectorAll('main tbody tr')
      .map((each) => each.querySelectorAll('td').map((cell) => cell.text.trim()));
    expect(rows).toContainEqual(['Evening 110', '1 May 2100', '0 of 20']);
    expect(rows).toContainEqual(['Evening 111', '2 May 2100, 19:00', '0 of 20']);
    expect(names.slice(0, 3)).toEqual(['Evening 109', 'Evening 107', 'Evening 104']);
    expect(names.slice(-6)).toEqual([
      'Evening 1',
      'Evening 110',
      'Evening 111',
      'Evening 108',
      'Evening 106',
      'Evening 105',
    ]);
    const [ahead, over] = page.root.querySelectorAll('main tbody').map((list) => list.querySelectorAll('a').length);
    expect([page.textsOf('main h2'), ahead, over]).toEqual([['Past events'], EVENTS.length - 2, 2]);
  });

  test('has the same past events as the page of events, in which an event of several days is not past yet', async () => {
    const page = await (await signInStaff(stackOf, 'mads')).open('/desk/events');
    const [upcoming = [], past] = page.root
      .querySelectorAll('main tbody')
      .map((list) => list.querySelectorAll('a:not([href$="/cancel"])').map(({ text }) => text.trim()));
    expect([upcoming[0], past]).toEqual(['Evening 109', ['Evening 106', 'Evening 105']]);
  });

  test('has the name of its event in its title', async () => {
    const sille = await signInStaff(stackOf, 'sille');
    const titles = [];
    for (const { slug } of EVENTS.slice(-5, -2))
      titles.push((await sille.open(`/desk/door?event=${slug}`)).textOf('h1'));
    expect(titles).toEqual(['Evening 107', 'Evening 108', 'Evening 109']);
  });

  test('leads from the name of a guest who has no code to the ticket, which the counter admits', async () => {
    const sender = { name: 'Guest of Evening', email: 'guest@example.com' };
    const more = { sender, return_url: 'http://127.0.0.1/thanks' };
    await new Shop(stack, DESK_KEY).sell([ticket(104, 104)], more);
    const sille = await signInStaff(stackOf, 'sille');
    const list = await sille.open('/desk/door?event=evening-104');
    expect(list.textOf('tbody a')).toBe(sender.name);
    const counter = await sille.open(list.attribute('tbody a', 'href') ?? '');
    expect(counter.textOf('.worth')).toBe('DKK 100.00');
    const admitted = await sille.send(counter, 'form[action="/desk/redeem"]');
    expect([admitted.textOf('.outcome strong'), admitted.textOf('#verdict'), admitted.textsOf('.worth')]).toEqual([
      'Evening 104, Seat redeemed',
      'Admitted',
      [],
    ]);
    const back = admitted.attribute('.links a[href^="/desk/door"]', 'href') ?? '';
    const after = await sille.open(back);
    expect(after.textOf('tbody tr')).toContain('☑');
    expect([list.textOf('h1 + p'), after.textOf('h1 + p')]).toEqual([
      expect.stringContaining('Arrived: 0'),
      expect.stringContaining('Arrived: 1'),
    ]);
  });

  test('is filtered by name, ticket and state, and leads from a code to the counter', async () => {
    const shop = new Shop(stack, DESK_KEY);
    const more = { return_url: 'http://127.0.0.1/thanks' };
    await shop.sell([ticket(103, 103)], { ...more, sender: { name: 'Anne Krogh', email: 'anne@example.com' } });
    const order = await shop.sell([ticket(103, 103)], { ...more, sender: { name: 'Karl', email: 'k@example.com' } });
    const query = { order_id: order.id };
    const { body } = await stack.get<{ data: { code: string }[] }>('/v2/items', { key: DESK_KEY, query });
    const code = body.data[0]?.code ?? '';
    await stack.post(`/v2/items/${code}/claim`, { key: DESK_KEY, body: { type: 'all' } });
    const sille = await signInStaff(stackOf, 'sille');
    const list = await sille.open('/desk/door?event=evening-103');
    const namesFor = async (input: Record<string, string>): Promise<string[]> =>
      (await sille.submit(list, input, { form: 'form.filters' })).textsOf('tbody a');
    expect(await namesFor({})).toEqual(['Anne Krogh', 'Karl']);
    expect(await namesFor({ q: 'krogh' })).toEqual(['Anne Krogh']);
    expect(await namesFor({ q: 'seat', state: 'came' })).toEqual(['Karl']);
    expect(await namesFor({ state: 'open' })).toEqual(['Anne Krogh']);
    expect([list.textOf('.back a'), list.attribute('.back a', 'href')]).toEqual(['Door list', '/desk/door']);
    const waiting = await sille.submit(list, { state: 'open' }, { form: 'form.filters' });
    // A printed list has the filter as text.
    expect(waiting.textOf('h1 + p')).toMatch(/1 seat · Not here yet$/);
    const unknown = await sille.open('/desk/door?event=evening-103&state=constructor');
    expect(unknown.textOf('h1 + p')).toMatch(/1 seat$/);
    const none = await sille.open('/desk/door?event=evening-103&q=nobody');
    expect([none.textOf('[role=status]'), none.attribute('#q', 'value')]).toEqual(['Nothing was found.', 'nobody']);
    const scanned = await sille.open(`/desk/door?event=evening-103&q=${code}`);
    expect([scanned.status, scanned.location]).toEqual([303, `/desk?code=${code}`]);
  });

  test('opens by a link with a former slug, as a page and as a file', async () => {
    await new Shop(stack, DESK_KEY).sell([ticket(102, 102)], { return_url: 'http://127.0.0.1/thanks' });
    const path = '/v2/catalog/events/102';
    const tag = (await stack.get(path, { key: DESK_KEY })).headers.get('etag') ?? '';
    const headers = { 'If-Match': tag };
    expect((await stack.call('PATCH', path, { key: DESK_KEY, headers, body: { slug: 'late-night' } })).status).toBe(
      200,
    );
    const sille = await signInStaff(stackOf, 'sille');
    const list = await sille.open('/desk/door?event=evening-102');
    expect([list.status, list.textOf('h1'), list.textsOf('tbody a').length]).toEqual([200, 'Evening 102', 1]);
    expect(list.attribute('.links a[href$="format=csv"]', 'href')).toBe('/desk/door?event=late-night&format=csv');
    expect((await sille.open('/desk/door?event=evening-102&format=csv')).status).toBe(200);
  });
});

describe('the search at the desk', () => {
  /** A paid order that is issued tomorrow; `at` names its buyer and recipient. */
  const scheduled = async (at: string, more: object = {}): Promise<{ id: string; reference: string }> => {
    const sale = { key: DESK_KEY, name: randomUUID() };
    const { body } = await stack.post<{ id: string; reference: string }>('/v2/orders', {
      key: DESK_KEY,
      idempotencyKey: true,
      body: {
        items: [{ product_id: 'gift_card_value', amount: 20000, quantity: 1 }],
        sender: { name: `Buyer ${at}`, email: `buyer@example.test` },
        recipient: { name: `Recipient ${at}`, email: `recipient@example.test` },
        delivery: { method: 'recipient_email', send_at: inDays(1) },
        return_url: 'http://127.0.0.1/thanks',
        ...more,
      },
    });
    await pay(stack, await openSession(stack, sale, body.id));
    await stack.idle();
    return body;
  };
  const ordersOn = (page: FoundPage): string[] => page.textsOf('section:has(#orders) td a');

  test('finds a paid order before its items are issued, by its number and by names', async () => {
    const { reference } = await scheduled('Åkesson');
    await scheduled('Someone');
    const sille = await signInStaff(stackOf, 'sille');
    for (const text of [reference, reference.toLowerCase(), 'buyer åkes', 'Recipient Åkesson']) {
      const page = await sille.open(`/desk/search?q=${encodeURIComponent(text)}`);
      expect([text, ordersOn(page)]).toEqual([text, [reference]]);
    }
    const byAddress = await sille.open('/desk/search?q=buyer%40example.test');
    expect(ordersOn(byAddress)).toHaveLength(2);
    const none = await sille.open('/desk/search?q=nobody-at-all');
    expect([ordersOn(none), none.textOf('[role=status]')]).toEqual([[], 'Nothing was found.']);
  });

  test('searches for text with commas as a single term', async () => {
    const { reference } = await scheduled('Nygård', { client_reference: 'PO 12,5' });
    await scheduled('Nygård', { client_reference: '5' });
    const sille = await signInStaff(stackOf, 'sille');
    const page = await sille.open('/desk/search?q=PO+12%2C5');
    expect(ordersOn(page)).toEqual([reference]);
    const path = page.attribute('a[href^="/desk/orders/"]', 'href') ?? '';
    expect((await sille.open(path)).attribute('.back a', 'href')).toBe('/desk/search?q=PO+12%2C5');
    for (const text of [',', ', ,', 'a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u,v']) {
      const page = await sille.open(`/desk/search?q=${encodeURIComponent(text)}`);
      expect([text, page.status, ordersOn(page)]).toEqual([text, 200, []]);
    }
  });
});
