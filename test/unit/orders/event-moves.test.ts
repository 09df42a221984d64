import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { companyKey, type CompanyRow } from '../../../functions/domain/company/companies/rows.ts';
import { carryOutMove } from '../../../functions/domain/fulfillment/event-reschedule/apply.ts';
import { eventMoveKey, type EventMoveRow } from '../../../functions/domain/fulfillment/event-reschedule/rows.ts';
import { orderItemCode } from '../../../functions/domain/value/items/issuance/of-order.ts';
import { issuancesOf } from '../../../functions/domain/value/items/issuance/issue-order.ts';
import { expireItem } from '../../../functions/domain/value/items/ledger/expire.ts';
import { itemKey, type ItemRow, type LedgerRow } from '../../../functions/domain/value/items/rows.ts';
import { isChainUnbroken } from '../../../functions/domain/value/items/ledger/chain.ts';
import { importOperatorData } from '../../../functions/domain/administration/operator-data/import.ts';
import { fulfillOrder } from '../../../functions/domain/fulfillment/issuing/fulfill.ts';
import { orderCodec } from '../../../functions/domain/checkout/orders/order-codec.ts';
import { orderKey, type OrderRow } from '../../../functions/domain/checkout/orders/rows.ts';
import type { OrderLine } from '../../../functions/domain/catalog/products/line-shape.ts';
import { calendarFiles } from '../../../functions/domain/notifications/mail/calendar.ts';
import { rememberedEvents } from '../../../functions/domain/checkout/orders/rules.ts';
import { itemEntries } from '../../../functions/domain/reporting/book/item-entries.ts';
import { clock, toTimestamp } from '../../../functions/platform/clock.ts';
import { log } from '../../../functions/platform/log.ts';
import { documents } from '../../../functions/storage/client.ts';
import { getRow, putRow, queryAll } from '../../../functions/storage/table.ts';
import { transact } from '../../../functions/storage/transactions.ts';
import { isNewer } from '../../support/calendar.ts';
import { ledgerOf } from '../../support/ledger.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';
import { orderIn } from '../../support/order-life.ts';
import { company, event, option } from '../operator-data/samples.ts';

const { send } = documents;
const { nowMs: realNowMs } = clock;
const BOUGHT = Date.parse('2027-03-01T12:00:00Z');
const FROM = '2027-05-01T19:00:00+02:00';
const TO = '2027-06-01T19:00:00+02:00';
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
let now = BOUGHT;
let table: MemoryTable;
beforeAll(() => {
  table = new MemoryTable();
  table.install();
  clock.nowMs = () => now;
});
afterAll(() => {
  Object.assign(documents, { send });
  clock.nowMs = realNowMs;
});

let serial = 0;
let slug: string;
beforeEach(async () => {
  slug = `moved-${++serial}`;
  now = BOUGHT;
  await importOperatorData(file(FROM));
});

const file = (startsAt: string | null, more: object = {}) => ({
  companies: [company(slug)],
  events: [event(slug, 1, [option(1)], { starts_at: startsAt, ...more })],
});

const validUntil = (day: string) => Date.parse(`${day}T23:59:59.999+02:00`);

let orders = 0;
const order = async (state: 'unpaid' | 'captured' | 'fulfilled'): Promise<OrderRow> => {
  const id = `po_${String(++orders).padStart(32, '0')}`;
  const base = orderIn[state]();
  const lines = base.lines.map((line): OrderLine => ({
    ...line,
    productId: 'evt_1',
    optionId: 'evto_1',
    family: 'event_ticket',
    quantity: 2,
    itemCount: 2,
    validity: { type: 'fixed_date', from: FROM, until: FROM },
    event: { slug: 'event-1', startsAt: FROM, endsAt: null, datePrecision: 'date_time' },
    addOn: false,
    holds: [{ productId: 'evt_1', optionId: 'seats', quantity: 2 }],
  }));
  const row = orderCodec.write({
    ...base,
    ...orderKey(slug, id),
    id,
    company: slug,
    lines,
    codeSeed: `seed-${orders}`,
  });
  await putRow(row);
  return row;
};

const sold = async (): Promise<OrderRow> => {
  const row = await order('fulfilled');
  const seller = (await getRow<CompanyRow>(companyKey(slug)))!;
  for (const { writes } of issuancesOf(row, seller)) await transact(writes);
  return row;
};

const codeOf = ({ codeSeed, lines }: OrderRow, index = 0): string => orderItemCode(codeSeed, lines[0]!.id, index);
const ticket = async (of: OrderRow, index = 0): Promise<ItemRow> =>
  (await getRow<ItemRow>(itemKey(slug, codeOf(of, index)), { consistent: true }))!;
const reread = async ({ id }: OrderRow): Promise<OrderRow> =>
  orderCodec.read((await getRow(orderKey(slug, id), { consistent: true }))!);
const carryOut = (stopAt = Infinity) => carryOutMove(eventMoveKey(slug, 'evt_1'), stopAt);
const carryOutKilledAfter = async (calls: number): Promise<void> => {
  let remaining = calls;
  table.carry = async ({ effect }) => {
    if (remaining-- > 0) return effect();
    throw new Error('killed');
  };
  await carryOut().catch(() => undefined);
  table.carry = async ({ effect }) => effect();
};
const moveRow = () => getRow<EventMoveRow>(eventMoveKey(slug, 'evt_1'), { consistent: true });
const set = (item: ItemRow, changes: Partial<ItemRow>) => putRow({ ...item, ...changes });

const HALL = { name: 'Hall', address: 'Street 1', postcode: '2100' };

describe('an event whose venue changes but not its date', () => {
  test('updates completed and concurrent orders, and of a ticket only the time of the move', async () => {
    const [bought, waiting] = [await sold(), await order('captured')];
    const before = await ticket(bought);
    now += MINUTE_MS;
    await importOperatorData(file(FROM, { venue: HALL }));
    await importOperatorData(file(FROM, { venue: HALL }));
    expect(await carryOut()).toBe('done');
    for (const each of [bought, waiting]) {
      const event = { startsAt: FROM, venue: HALL, movedAtMs: now };
      expect((await reread(each)).lines[0]).toMatchObject({ event, validity: each.lines[0]?.validity });
    }
    expect((await reread(bought)).redraw?.lines).toEqual([bought.lines[0]?.id]);
    expect((await reread(waiting)).epoch).toBe(waiting.epoch + 1);
    expect(await ticket(bought)).toEqual({ ...before, placedAtMs: now, version: before.version + 1 });
  });

  test('is applied to orders placed during the first pass, and to no order twice', async () => {
    const bought = await sold();
    await importOperatorData(file(FROM, { venue: HALL }));
    await carryOut();
    const late = await sold();
    const followed = await reread(bought);
    now += 20 * MINUTE_MS;
    expect(await carryOut()).toBe('done');
    expect((await reread(late)).lines[0]?.event?.venue).toEqual(HALL);
    expect(await reread(bought)).toEqual(followed);
    expect(await moveRow()).toBeUndefined();
    await importOperatorData(file(FROM, { venue: HALL }));
    expect(await moveRow()).toBeUndefined();
  });

  test('removes the venue when it no longer has a date', async () => {
    const bought = await sold();
    await importOperatorData(file(FROM, { venue: HALL }));
    await carryOut();
    expect((await reread(bought)).lines[0]?.event).toHaveProperty('venue', HALL);
    await importOperatorData(file(FROM));
    await carryOut();
    expect((await reread(bought)).lines[0]?.event).not.toHaveProperty('venue');
  });

  test('is applied when its date returns, if the venue changed in between', async () => {
    const bought = await sold();
    await importOperatorData(file(null));
    await importOperatorData(file(null, { venue: HALL }));
    expect((await reread(bought)).lines[0]?.event).not.toHaveProperty('venue');
    await importOperatorData(file(FROM, { venue: HALL }));
    await carryOut();
    expect((await reread(bought)).lines[0]?.event).toMatchObject({ startsAt: FROM, venue: HALL });
  });

  test('is applied completely after a crash at any step', { timeout: 60_000 }, async () => {
    const bought = await sold();
    for (let calls = 0; calls <= 12; calls++) {
      const venue = { ...HALL, name: `Hall ${calls}` };
      await importOperatorData(file(FROM, { venue }));
      await carryOutKilledAfter(calls);
      expect(await carryOut()).toBe('done');
      expect((await reread(bought)).lines[0]?.event?.venue).toEqual(venue);
    }
  });
});

describe('an event that gets another date', () => {
  test('updates its sold tickets: their validity, their date, and their due times', async () => {
    const bought = await sold();
    expect(await ticket(bought)).toMatchObject({ validUntilMs: validUntil('2027-05-01') });
    await importOperatorData(file(TO, { venue: { name: 'Hall', address: 'Street 1', postcode: '2100' } }));
    expect(await carryOut()).toBe('done');
    for (const index of [0, 1]) {
      expect(await ticket(bought, index)).toMatchObject({
        validUntilMs: validUntil('2027-06-01'),
        orderValidUntilMs: validUntil('2027-06-01'),
        event: { startsAt: TO, endsAt: null, slug: 'event-1' },
        duesk: expect.stringContaining(String(validUntil('2027-06-01') + 1)),
        status: 6,
      });
    }
    const after = await reread(bought);
    expect(after.lines[0]).toMatchObject({
      event: { startsAt: TO, datePrecision: 'date_time', venue: { name: 'Hall' } },
      validity: { type: 'fixed_date', from: TO, until: TO },
    });
    expect(after.event).toEqual(bought.event);
  });

  test('has a newer calendar file in emails from then on, even when an order was issued after the event was moved', async () => {
    const fileOf = async (of: OrderRow): Promise<string> => {
      const { lines, ...base } = await reread(of);
      const [only] = calendarFiles({ ...base, lines }, lines, {
        organizer: 'Shop',
        language: 'en',
        zone: 'Europe/Copenhagen',
      });
      return Buffer.from(only?.bytes ?? '').toString();
    };
    await importOperatorData(file(TO));
    now += MINUTE_MS;
    const base = await sold();
    const bought = orderCodec.write({ ...base, fulfillment: { ...base.fulfillment, fulfilledAtMs: now } });
    await putRow(bought);
    const before = await fileOf(bought);
    expect(await fileOf(bought)).toBe(before);
    now += MINUTE_MS;
    await carryOut();
    const after = await fileOf(bought);
    expect(after).toContain('DTSTART:20270601T170000Z');
    expect([isNewer(after, before), isNewer(before, after)]).toEqual([true, false]);
    now += MINUTE_MS;
    await carryOut();
    expect(await fileOf(bought)).toBe(after);
  });

  test('renders the documents of issued orders once more', async () => {
    const bought = await sold();
    await importOperatorData(file(TO));
    await carryOut();
    expect(await reread(bought)).toMatchObject({ duepk: expect.stringContaining('order-fulfillment') });
    const render = vi.fn<Parameters<typeof fulfillOrder>[1]>(async () => {});
    const message = { company: slug, orderId: bought.id };
    expect(await fulfillOrder(message, render)).toBe('redrawn');
    const [[drawn, , items] = []] = render.mock.calls;
    expect(drawn?.lines[0]?.event?.startsAt).toBe(TO);
    expect([...(items?.values() ?? [])].flat().map(({ validUntilMs }) => validUntilMs)).toEqual([
      validUntil('2027-06-01'),
      validUntil('2027-06-01'),
    ]);
    expect((await reread(bought)).duepk).toBeUndefined();
    expect(await fulfillOrder(message, render)).toBe('skipped');
    expect(render).toHaveBeenCalledTimes(1);
  });

  test('updates orders that are not issued yet, and repeats an issue in progress for the former date', async () => {
    const [scheduled, unpaid] = [await order('captured'), await order('unpaid')];
    await importOperatorData(file(TO));
    const overtaken = vi.fn<Parameters<typeof fulfillOrder>[1]>(async () => {
      if (overtaken.mock.calls.length === 1) await carryOut();
    });
    expect(await fulfillOrder({ company: slug, orderId: scheduled.id }, overtaken)).toBe('fulfilled');
    expect(overtaken).toHaveBeenCalledTimes(2);
    expect(await ticket(scheduled)).toMatchObject({ validUntilMs: validUntil('2027-06-01'), event: { startsAt: TO } });
    expect((await reread(unpaid)).lines[0]?.validity).toEqual({ type: 'fixed_date', from: TO, until: TO });
  });

  test.each([
    ['a day before the event', 15, 10, 9],
    ['in a minute', 15, 0.5, 1 / 1440],
    ['at their send time before the event', 5, 10, 5],
    ['at their send time when the event is over', 15, -2, 15],
  ])('sends waiting deliveries %s', async (_, sendInDays, startsInDays, goesInDays) => {
    const at = (days: number) => new Date(BOUGHT + days * DAY_MS).toISOString();
    const row = await order('captured');
    const delivery = { ...row.delivery, sendAt: at(sendInDays), sendAtMs: Date.parse(at(sendInDays)) };
    await putRow(orderCodec.write({ ...row, delivery }));
    await importOperatorData(file(at(startsInDays)));
    await carryOut();
    const after = await reread(row);
    expect(after.lines[0]?.event?.startsAt).toBe(at(startsInDays));
    expect(after.delivery.sendAt).toBe(
      sendInDays === goesInDays ? at(sendInDays) : toTimestamp(Date.parse(at(goesInDays))),
    );
    expect(after.duesk).toContain(String(Date.parse(at(goesInDays))));
    const deliveryChanges = rememberedEvents(after.event).filter(({ type }) => type === 'order.delivery_changed');
    expect(deliveryChanges).toHaveLength(sendInDays === goesInDays ? 0 : 1);
  });

  test('is processed once more after concurrent work, and not after that', async () => {
    await importOperatorData(file(TO));
    expect(await carryOut()).toBe('done');
    const late = await sold();
    expect(await moveRow()).toMatchObject({ pass: 'last', dueAtMs: now + 20 * MINUTE_MS });
    now += 20 * MINUTE_MS;
    await carryOut();
    expect((await ticket(late)).validUntilMs).toBe(validUntil('2027-06-01'));
    expect(await moveRow()).toBeUndefined();
    expect(await carryOut()).toBe('done');
  });

  test('is processed to the end after any number of interruptions, with the latest date', async () => {
    const all = [await sold(), await sold(), await sold()];
    await importOperatorData(file(TO));
    expect(await carryOut(0)).toBe('kept');
    for (const calls of [2, 5, 8, 11, 14, 17]) await carryOutKilledAfter(calls);
    expect(await carryOut()).toBe('done');
    for (const each of all) expect((await ticket(each, 1)).validUntilMs).toBe(validUntil('2027-06-01'));
    await importOperatorData(file('2027-07-01T19:00:00+02:00'));
    expect(await carryOut()).toBe('done');
    for (const each of all) expect((await ticket(each)).validUntilMs).toBe(validUntil('2027-07-01'));
  });

  test('that fails for one order is applied to the others, and raises an alarm after two hours', async () => {
    const [stuck, other] = [await sold(), await sold()];
    await importOperatorData(file(TO));
    await putRow({ ...stuck, lines: 'no lines' } as never);
    const warn = vi.spyOn(log, 'warn').mockImplementation(() => undefined);
    const error = vi.spyOn(log, 'error').mockImplementation(() => undefined);
    expect(await carryOut()).toBe('kept');
    expect((await ticket(other)).validUntilMs).toBe(validUntil('2027-06-01'));
    expect([warn.mock.calls.length, error.mock.calls.length]).toEqual([1, 0]);
    now += 2 * 60 * MINUTE_MS;
    expect(await carryOut()).toBe('kept');
    const alarmed = expect.objectContaining({ order_id: stuck.id, alarm: 'event_not_followed' }) as object;
    expect(error.mock.calls).toEqual([[expect.any(String), alarmed]]);
    await putRow(stuck);
    expect(await carryOut()).toBe('done');
    expect((await ticket(stuck)).validUntilMs).toBe(validUntil('2027-06-01'));
    vi.restoreAllMocks();
  });

  test('that returns to its former date returns all orders to it, at any interruption of the first move', async () => {
    const bought = await sold();
    for (let calls = 2; calls <= 40; calls++) {
      await importOperatorData(file(TO));
      await carryOutKilledAfter(calls);
      await importOperatorData(file(FROM));
      await carryOut();
      await fulfillOrder({ company: slug, orderId: bought.id }, async () => {});
      now += 20 * MINUTE_MS;
      await carryOut();
      await fulfillOrder({ company: slug, orderId: bought.id }, async () => {});
      const { lines, redraw } = await reread(bought);
      expect([calls, lines[0]?.event?.startsAt, redraw]).toEqual([calls, FROM, undefined]);
      for (const index of [0, 1]) expect((await ticket(bought, index)).validUntilMs).toBe(validUntil('2027-05-01'));
    }
  });

  test('moves used, cancelled and frozen tickets, without making any of them usable', async () => {
    const bought = await sold();
    await set(await ticket(bought, 0), { status: 3, remainingPieces: 0, remainingMinor: 0, claimedMinor: 50_000 });
    await set(await ticket(bought, 1), { status: 4, remainingPieces: 0, remainingMinor: 0, frozenBy: 'd' });
    await importOperatorData(file(TO));
    await carryOut();
    const figures = { remainingPieces: 0, remainingMinor: 0, validUntilMs: validUntil('2027-06-01') };
    expect(await ticket(bought, 0)).toMatchObject({ ...figures, status: 3, claimedMinor: 50_000 });
    expect(await ticket(bought, 1)).toMatchObject({ ...figures, status: 4, frozenBy: 'd' });
  });

  test('days after its former date makes expired tickets valid again, with a ledger entry', async () => {
    const bought = await sold();
    now = validUntil('2027-05-01') + 4 * DAY_MS;
    await expireItem(itemKey(slug, codeOf(bought)));
    expect((await ticket(bought)).status).toBe(5);
    await importOperatorData(file(TO));
    await carryOut();
    const item = await ticket(bought);
    const entries = await queryAll<LedgerRow>(ledgerOf(slug, item.code));
    expect(item).toMatchObject({ status: 6, remainingPieces: 1, ledgerSeq: 3 });
    expect(entries.map(({ kind, status, deltaMinor }) => [kind, status, deltaMinor]).at(-1)).toEqual([
      'reinstate',
      6,
      0,
    ]);
    expect(isChainUnbroken(entries)).toBe(true);
  });

  test('long after it took place does not change unused tickets', async () => {
    const bought = await sold();
    now = validUntil('2027-05-01') + 6 * DAY_MS;
    await importOperatorData(file('2028-05-01T19:00:00+02:00'));
    await carryOut();
    expect((await ticket(bought)).validUntilMs).toBe(validUntil('2027-05-01'));
    expect((await reread(bought)).lines[0]?.event?.startsAt).toBe(FROM);
  });

  test('after months without a date moves the tickets that were valid when it lost its date', async () => {
    const bought = await sold();
    now = validUntil('2027-04-20');
    await importOperatorData(file(null));
    const { sinceMs } = (await moveRow())!;
    for (now += MINUTE_MS; now < validUntil('2027-08-01'); now += 20 * DAY_MS) {
      expect(await carryOut()).toBe('done');
      expect(await moveRow()).toMatchObject({ pass: 'undated', sinceMs, dueAtMs: now + 60 * MINUTE_MS });
    }
    await importOperatorData(file('2027-09-01T19:00:00+02:00'));
    await carryOut();
    expect((await ticket(bought)).validUntilMs).toBe(validUntil('2027-09-01'));
  });

  test('moves the liability of its tickets to the month of their new end, on the day of the move', async () => {
    const bought = await sold();
    const before = await ticket(bought);
    now = Date.parse('2027-04-10T12:00:00Z');
    await importOperatorData(file(TO));
    await carryOut();
    const entries = itemEntries(before, await ticket(bought), 'Europe/Copenhagen');
    expect(entries.map(({ atMs, outstanding }) => [atMs, outstanding])).toEqual([
      [
        now,
        [
          ['DKK#TICKET#2027-05', -50_000, 0],
          ['DKK#TICKET#2027-06', 50_000, 0],
        ],
      ],
    ]);
  });

  test('has a stored move, unlike one that is only renamed', async () => {
    await sold();
    await importOperatorData(file(FROM, { name: 'Renamed' }));
    expect(await moveRow()).toBeUndefined();
  });
});

describe('an import that was interrupted before its rows were written', () => {
  const breakOff = async (startsAt: string | null, more: object = {}): Promise<void> => {
    table.carry = async ({ name, what, effect }) => {
      if (name === 'TransactWrite' && what.includes('product')) throw new Error('killed');
      return effect();
    };
    await expect(importOperatorData(file(startsAt, more))).rejects.toThrow('killed');
    table.carry = async ({ effect }) => effect();
  };

  test('leaves the tickets unchanged, and its repeat moves them', async () => {
    const bought = await sold();
    await breakOff(TO);
    expect(await moveRow()).toMatchObject({ pass: 'first', dueAtMs: now + MINUTE_MS });
    await carryOut();
    expect((await ticket(bought)).validUntilMs).toBe(validUntil('2027-05-01'));
    await importOperatorData(file(TO));
    await carryOut();
    expect((await ticket(bought)).validUntilMs).toBe(validUntil('2027-06-01'));
  });

  test('does not change an event without a date, and its tickets follow the next date at any later time', async () => {
    const bought = await sold();
    now = validUntil('2027-04-30');
    await importOperatorData(file(null));
    const { sinceMs } = (await moveRow())!;
    now += 12 * DAY_MS;
    await breakOff(TO);
    for (let passes = 0; passes < 3; passes++) {
      expect(await carryOut()).toBe('done');
      expect(await moveRow()).toMatchObject({ pass: 'undated', sinceMs });
      now += 60 * MINUTE_MS;
    }
    await importOperatorData(file(TO));
    await carryOut();
    expect((await ticket(bought)).validUntilMs).toBe(validUntil('2027-06-01'));
  });

  test('that would have removed the date does not change the tickets, and leaves no rows behind', async () => {
    const bought = await sold();
    const before = await ticket(bought);
    await breakOff(null);
    expect(await moveRow()).toMatchObject({ pass: 'undated' });
    now += MINUTE_MS;
    expect(await carryOut()).toBe('done');
    expect(await moveRow()).toMatchObject({ pass: 'last', dueAtMs: now + 20 * MINUTE_MS });
    now += 20 * MINUTE_MS;
    expect(await carryOut()).toBe('done');
    expect(await moveRow()).toBeUndefined();
    expect([await ticket(bought), await reread(bought)]).toEqual([before, bought]);
  });
});

describe('an event that gets a more precise date', () => {
  test.each([
    ['an unchanged start', FROM],
    ['another start', '2027-05-01T20:00:00+02:00'],
  ])('applies it to existing and concurrent orders, with %s', async (_, startsAt) => {
    await importOperatorData(file(FROM, { date_precision: 'date' }));
    const [bought, waiting] = [await sold(), await order('captured')];
    for (const each of [bought, waiting]) {
      const lines = each.lines.map((line) => ({ ...line, event: { ...line.event!, datePrecision: 'date' as const } }));
      await putRow(orderCodec.write({ ...each, lines }));
    }
    const before = await ticket(bought);
    await importOperatorData(file(startsAt, { date_precision: 'date_time' }));
    expect(await carryOut()).toBe('done');
    for (const each of [bought, waiting]) {
      expect((await reread(each)).lines[0]?.event).toMatchObject({
        startsAt,
        datePrecision: 'date_time',
        movedAtMs: now,
      });
    }
    expect((await reread(bought)).redraw?.lines).toEqual([bought.lines[0]?.id]);
    expect((await ticket(bought)).validUntilMs).toBe(before.validUntilMs);
    if (startsAt === FROM) expect(await ticket(bought)).toEqual(before);
  });
});
