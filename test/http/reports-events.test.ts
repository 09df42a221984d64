import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localDate } from '../../functions/platform/zones.ts';
import { Till, READ_KEY, TILL_KEY, UNCONTRACTED_KEY } from '../support/item-shop.ts';
import { CHILD_KEY, NO_REPORTS_KEY, reportSeed, ROOT_KEY } from '../support/report-shop.ts';
import { giftCard, Shop, ticket, type ErrorBody } from '../support/shop.ts';
import { startStack, type Answer, type RunningStack } from '../support/stack.ts';

interface List<T> {
  object: string;
  data: T[];
  has_more: boolean;
  next_cursor: string | null;
}

type Row = Record<string, unknown>;

let stack: RunningStack;
let till: Till;
beforeAll(async () => {
  stack = await startStack({ seed: reportSeed });
  till = new Till(stack);
});
afterAll(() => stack.stop());

const list = (
  path: string,
  query: Record<string, string> = {},
  key = TILL_KEY,
): Promise<Answer<List<Row> & ErrorBody>> => stack.get(path, { key, query });

/** Every row, page by page. */
const pages = async (path: string, query: Record<string, string>, key = TILL_KEY): Promise<Row[]> => {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const { body }: Answer<List<Row>> = await list(
      path,
      cursor === null ? query : { ...query, starting_after: cursor },
      key,
    );
    expect(body.data.length).toBeLessThanOrEqual(Number(query['limit']));
    rows.push(...body.data);
    cursor = body.next_cursor;
    expect(body.has_more).toBe(cursor !== null);
  } while (cursor !== null);
  return rows;
};

const event = async (slug: string, query: Record<string, string> = {}): Promise<Row | undefined> =>
  (await list('/v2/events', query)).body.data.find((row) => row['slug'] === slug);

const slugs = async (query: Record<string, string>): Promise<unknown[]> =>
  (await list('/v2/events', query)).body.data.map(({ slug }) => slug);

describe('events', () => {
  test('public events are listed, with undated ones and those outside the order form', async () => {
    expect(await slugs({})).toEqual(['concert', 'fair', 'event-3', 'event-5', 'event-6']);
  });

  test('private=true lists the private events instead', async () => {
    expect(await slugs({ private: 'true' })).toEqual(['event-4', 'event-7']);
  });

  test('online=true lists only events that the order form shows', async () => {
    expect(await slugs({ online: 'true' })).toEqual(['concert', 'fair', 'event-3', 'event-6']);
    expect(await slugs({ online: 'true', private: 'true' })).toEqual(['event-4']);
  });

  test('a row has the place and the ordering period, in the time zone of the company', async () => {
    expect(await event('event-3')).toMatchObject({
      name: 'Event 3',
      private: false,
      online: true,
      venue: 'Hall',
      venue_address: 'Street 1',
      venue_postcode: '2100',
      date_activate: '2020-01-01 13:00:00',
      date_deactivate: '2040-07-01 14:00:00',
    });
    expect(await event('event-6')).toMatchObject({ venue: null, date_activate: null, date_deactivate: null });
  });

  test('seats are sold after payment and blocked while they are held, and add-ons use no seat', async () => {
    const shop = new Shop(stack, TILL_KEY);
    const before = await event('event-3');
    expect(before).toMatchObject({ sold: 0, blocked: 0, all: 12 });
    await shop.order([ticket(3, 31, 3), ticket(3, 32, 2)]);
    expect(await event('event-3')).toMatchObject({ sold: 0, blocked: 3, all: 12 });
    await shop.sell([ticket(3, 30, 2)]);
    expect(await event('event-3')).toMatchObject({ sold: 2, blocked: 3, all: 12 });
    await stack.advance(25 * 3600);
    await stack.idle();
    expect(await event('event-3')).toMatchObject({ sold: 2, blocked: 0, all: 12 });
  });

  test('pages show every event once, in one order', async () => {
    const all = await pages('/v2/events', { limit: '2' });
    expect(all.map(({ slug }) => slug)).toEqual(await slugs({}));
  });

  test('a limit outside 1 to 100 is clamped, and an invalid limit is ignored', async () => {
    expect((await list('/v2/events', { limit: '0' })).body.data).toHaveLength(1);
    expect((await list('/v2/events', { limit: '1000' })).body.data).toHaveLength(5);
    expect((await list('/v2/events', { limit: 'many' })).body.data).toHaveLength(5);
  });

  test('an unknown cursor returns 422 on starting_after', async () => {
    const refused = await list('/v2/events', { starting_after: 'event-3' });
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.error.fields ?? {})).toEqual(['starting_after']);
    const { body } = await list('/v2/events', { limit: '1' });
    const elsewhere = await list('/v2/subscribers', { starting_after: body.next_cursor ?? '' });
    expect(elsewhere.status).toBe(422);
  });

  test('require items:read', async () => {
    expect((await list('/v2/events', {}, READ_KEY)).status).toBe(200);
    expect((await list('/v2/events', {}, NO_REPORTS_KEY)).status).toBe(200);
  });
});

const participants = async (slug: string, query: Record<string, string> = {}): Promise<Row[]> =>
  (await list(`/v2/events/${slug}/participants`, query)).body.data;

describe('participants', () => {
  test('each seat is a row, even of a ticket for several people, and add-ons have no row', async () => {
    const shop = new Shop(stack, TILL_KEY);
    await shop.sell([ticket(1, 1, 4)], { sender: { name: 'Group Leader', email: 'group@mail.example' } });
    await shop.sell([ticket(1, 1, 1)], { sender: { name: 'Single Person', email: 'single@mail.example' } });
    const rows = await participants('concert');
    expect(rows.map((row) => row['sender_name'])).toEqual([
      'Group Leader',
      'Group Leader',
      'Group Leader',
      'Group Leader',
      'Single Person',
    ]);
    expect((await event('concert'))?.['sold']).toBe(rows.length);
    await shop.sell([ticket(3, 30, 1, { comment: 'No nuts' }), ticket(3, 32, 2, { comment: 'No nuts' })]);
    const [row, ...others] = await participants('event-3', { search: 'no nuts' });
    expect(others).toEqual([]);
    expect(row).toEqual({
      sender_name: 'Anna',
      sender_email: 'anna@example.com',
      sender_phone: null,
      sender_comment: 'No nuts',
      sender_code: null,
      ticket_variation: 'Stalls',
      ticket_price: 200,
      vat: 0,
      vat_value: 0,
      created_at: expect.any(String),
      payment_type: 'card',
      payment_OTH: false,
      claimed_at: null,
      status: 6,
      status_name: 'Paid',
    });
  });

  test('each claimed seat has its own time', async () => {
    const { items } = await till.bought([ticket(1, 1, 3)], {
      sender: { name: 'Late Comers', email: 'late@mail.example' },
    });
    await till.claim(items[0]?.code ?? '', { type: 'piece', number: 2 });
    const rows = await participants('concert', { search: 'late comers' });
    expect(rows.map((row) => row['claimed_at'] !== null)).toEqual([true, true, false]);
  });

  test('a cancelled seat keeps its row with its state, so that the rows match the sold seats', async () => {
    const { items } = await till.bought([ticket(2, 2, 3)], {
      sender: { name: 'Half Gone', email: 'half@mail.example' },
    });
    await till.do(items[0]?.code ?? '', 'cancel');
    await till.claim(items[1]?.code ?? '');
    const rows = await participants('fair', { search: 'half gone' });
    expect(rows.map((row) => row['status']).toSorted()).toEqual([3, 4, 6]);
    expect(rows.map((row) => row['status_name']).toSorted()).toEqual(['Cancelled', 'Paid', 'Used']);
    expect(await participants('fair')).toHaveLength(Number((await event('fair'))?.['sold']));
  });

  test('seats withdrawn by a refund from a ticket for several people keep their rows', async () => {
    const shop = new Shop(stack, TILL_KEY);
    const order = await shop.sell([ticket(1, 1, 2)], { sender: { name: 'Refunded Pair', email: 'pair@mail.example' } });
    await shop.refund(order.id);
    await stack.idle();
    const rows = await participants('concert', { search: 'refunded pair' });
    expect(rows.map((row) => row['status'])).toEqual([4, 4]);
    expect(await participants('concert')).toHaveLength(Number((await event('concert'))?.['sold']));
  });

  test('search finds parts of any length, regardless of case, and returns an empty list without matches', async () => {
    expect(await participants('concert', { search: 'SINGLE' })).toHaveLength(1);
    expect(await participants('concert', { search: 'le' })).not.toHaveLength(0);
    expect(await participants('concert', { search: 'nobody at all' })).toEqual([]);
  });

  test('pages show every seat once, in one stable order, and split a ticket if necessary', async () => {
    const all = await participants('concert');
    expect(all.length).toBeGreaterThan(5);
    for (const limit of ['1', '3', '5']) {
      expect(await pages('/v2/events/concert/participants', { limit })).toEqual(all);
    }
    expect(await pages('/v2/events/concert/participants', { limit: '2', search: 'group' })).toHaveLength(4);
  });

  test('an event without participants is an empty list, and an unknown event returns 404', async () => {
    const empty = await list('/v2/events/event-5/participants');
    expect(empty.status).toBe(200);
    expect(empty.body).toEqual({ object: 'list', data: [], has_more: false, next_cursor: null });
    expect((await list('/v2/events/no-such-event/participants')).status).toBe(404);
    expect((await list('/v2/events/concert/participants', {}, ROOT_KEY)).status).toBe(404);
  });

  test('require reports:read, not items:read', async () => {
    const refused = await list('/v2/events/concert/participants', {}, NO_REPORTS_KEY);
    expect(refused.status).toBe(403);
    expect(refused.body.error).toMatchObject({
      code: 'insufficient_scope',
      message: expect.stringContaining('reports:read'),
    });
    expect((await list('/v2/events/concert/participants', {}, READ_KEY)).status).toBe(403);
  });
});

const consent = (name: string) => ({
  sender: { name, email: `${name.toLowerCase()}@news.example` },
  marketing_consent: { granted: true, source: 'storefront_checkout', consent_text: 'Send me news' },
});

const names = async (query: Record<string, string> = {}, key = ROOT_KEY): Promise<unknown[]> =>
  (await list('/v2/subscribers', query, key)).body.data.map(({ name }) => name);

describe('subscribers', () => {
  test('a row appears after the order is paid, and only with consent', async () => {
    const shop = new Shop(stack, CHILD_KEY);
    const { body: order } = await shop.order(giftCard(), consent('Clara'));
    expect(await names({}, CHILD_KEY)).toEqual([]);
    const { body: session } = await shop.session(order.id);
    await shop.pay(session.url);
    await stack.idle();
    expect((await list('/v2/subscribers', {}, CHILD_KEY)).body.data).toEqual([
      { id: expect.any(String), company: 'child', email: 'clara@news.example', name: 'Clara' },
    ]);
    await shop.sell(giftCard(), {
      sender: { name: 'Declan', email: 'declan@news.example' },
      marketing_consent: { granted: false, source: 'storefront_checkout' },
    });
    await shop.sell(giftCard(), { sender: { name: 'Silas', email: 'silas@news.example' } });
    expect(await names({}, CHILD_KEY)).toEqual(['Clara']);
  });

  test('only a root company sees the subscribers of its children', async () => {
    await new Shop(stack, ROOT_KEY).sell(giftCard(), consent('Rosa'));
    await new Shop(stack, ROOT_KEY).sell(giftCard(), consent('Rolf'));
    expect(await names()).toEqual(['Rosa', 'Rolf', 'Clara']);
    expect(await names({}, CHILD_KEY)).toEqual(['Clara']);
    expect(await names({}, UNCONTRACTED_KEY)).toEqual([]);
  });

  test('pages show every subscriber once, in one stable order', async () => {
    const rows = await pages('/v2/subscribers', { limit: '1' }, ROOT_KEY);
    expect(rows.map(({ name }) => name)).toEqual(['Rosa', 'Rolf', 'Clara']);
  });

  test('repeated consent counts once', async () => {
    await new Shop(stack, ROOT_KEY).sell(giftCard(), consent('Rosa'));
    expect((await names()).toSorted()).toEqual(['Clara', 'Rolf', 'Rosa']);
  });

  test('declining at a later purchase does not revoke consent', async () => {
    const declined = { granted: false, source: 'storefront_checkout' };
    await new Shop(stack, ROOT_KEY).sell(giftCard(), { ...consent('Rolf'), marketing_consent: declined });
    expect((await names()).toSorted()).toEqual(['Clara', 'Rolf', 'Rosa']);
  });

  test('dates apply only when both are given and valid, and include both days', async () => {
    const today = localDate(await stack.nowMs(), 'Europe/Copenhagen');
    expect(await names({ date_from: today, date_to: today })).toHaveLength(3);
    expect(await names({ date_from: '2020-01-01', date_to: '2020-12-31' })).toEqual([]);
    expect(await names({ date_from: '2050-01-01' })).toHaveLength(3);
    expect(await names({ date_to: '2020-01-01' })).toHaveLength(3);
    expect(await names({ date_from: '2020-13-01', date_to: '2020-01-01' })).toHaveLength(3);
    expect(await names({ date_from: '2020-12-31', date_to: '2020-01-01' })).toEqual([]);
  });

  test('require reports:read', async () => {
    expect((await list('/v2/subscribers', {}, NO_REPORTS_KEY)).status).toBe(403);
  });
});
