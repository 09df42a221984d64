import { describe, expect, it } from 'vitest';
import { calendarText } from '../../../functions/domain/notifications/mail/calendar.ts';
import { itemCancelledMail, noticesOwed } from '../../../functions/domain/notifications/mail/relay.ts';
import { mailTextsIn } from '../../../functions/domain/notifications/mail/texts.ts';
import { disputeRowKey } from '../../../functions/domain/checkout/orders/dispute-rows.ts';
import type { ItemRow, LedgerKind } from '../../../functions/domain/value/items/rows.ts';
import type { OrderRow } from '../../../functions/domain/checkout/orders/rows.ts';
import { transition } from '../../../functions/domain/checkout/orders/transitions.ts';
import { reminderAt } from '../../../functions/domain/notifications/reminders/rules.ts';
import { orderIn } from '../../support/order-life.ts';
import { anOrder, NOW } from '../../support/orders.ts';

const DAY_MS = 24 * 3_600_000;

const order = (more: object = {}, payment: object = {}): OrderRow =>
  ({
    id: 'po_1',
    company: 'shop',
    version: 4,
    status: 'paid',
    payment: { status: 'captured', captured: 500, refunded: 0, capturedAtMs: 1000, ...payment },
    delivery: { sendAtMs: 5000 },
    lines: [],
    recipient: { name: 'Bo', email: 'bo@example.com' },
    ...more,
  }) as unknown as OrderRow;

const noticesOf = (before: OrderRow | undefined, after: OrderRow) =>
  noticesOwed(before, after).map(({ mailId, what }) => [mailId, what.is]);

describe('notices to the buyer about a change to an order', () => {
  it('are not sent when no change concerns the buyer', () => {
    expect(noticesOf(undefined, order())).toEqual([]);
    expect(noticesOf(order(), order({ version: 5 }))).toEqual([]);
  });

  it('include the receipt when payment is before the scheduled delivery, and not when delivery is immediate', () => {
    const unpaid = order({ status: 'pending_payment' }, { capturedAtMs: undefined, captured: 0 });
    expect(noticesOf(unpaid, order())).toEqual([['po_1-receipt', 'receipt']]);
    expect(noticesOf(unpaid, order({ delivery: {} }))).toEqual([]);
  });

  it('contain each refund separately, with its amount and the total', () => {
    const [mail] = noticesOwed(order({}, { refunded: 100 }), order({ version: 9 }, { refunded: 350 }));
    expect(mail).toMatchObject({
      mailId: 'po_1-refund-9',
      what: { is: 'refund', amount: 250, inAll: 350, endsOrder: false },
    });
  });

  it('do not include the amount of a lost dispute, which the bank has returned', () => {
    const lost = { refunded: 500, dispute: { status: 'lost' } };
    expect(noticesOf(order({}, { dispute: { status: 'open' } }), order({}, lost))).toEqual([]);
  });

  it('omit the amount of an older lost dispute while a newer one is open or won, and include later refunds', () => {
    const lost = (taken: OrderRow, disputeId: string): OrderRow => {
      const { id, company } = taken;
      const dispute = { disputeId, paymentReference: 'pi', amount: 100, status: 'open', openedAtMs: NOW } as const;
      const by = { system: 'stripe' };
      const row = { ...disputeRowKey(company, id, disputeId), type: 'dispute', v: 1, version: 1, company } as const;
      const outcome = transition(
        taken,
        { kind: 'dispute_lost', by, uses: [], row: { ...row, orderId: id, ...dispute, by } },
        NOW,
      );
      return outcome.kind === 'changed' ? outcome.order : taken;
    };
    for (const status of ['open', 'won'] as const) {
      const paid = anOrder({
        status: 'fulfilled',
        fulfillment: { status: 'fulfilled' },
        payment: {
          status: 'captured',
          reference: 'pi',
          captured: 51_000,
          refunded: 0,
          failedAttempts: [],
          capturedAtMs: NOW,
          dispute: { id: 'newest', status, amount: 200, openedAtMs: NOW },
        },
      });
      const once = lost(paid, 'first');
      const twice = lost(once, 'second');
      expect([once.payment.refunded, twice.payment.refunded]).toEqual([100, 200]);
      expect([...noticesOf(paid, once), ...noticesOf(once, twice)]).toEqual([]);
      const input = { ...twice, version: 9, payment: { ...twice.payment, refunded: 300 } };
      expect(noticesOf(twice, input)).toEqual([[`${paid.id}-refund-9`, 'refund']]);
    }
  });

  it('include a released payment, and a late payment that was refunded', () => {
    const stray = { reference: 'a', amount: 500, atMs: 1 };
    const cancelled = order({ status: 'cancelled' }, { status: 'cancelled', strayCaptures: [stray] });
    expect(noticesOf(order(), cancelled)).toEqual([['po_1-cancelled', 'cancelled']]);
    const back = order(
      { status: 'cancelled' },
      { status: 'cancelled', strayCaptures: [{ ...stray, refundedAtMs: 2 }] },
    );
    expect(noticesOf(cancelled, back)).toEqual([['po_1-returned-0', 'returned']]);
    expect(noticesOf(back, back)).toEqual([]);
    const nothing = order({}, { strayCaptures: [{ ...stray, amount: 0, refundedAtMs: 2 }] });
    expect(noticesOf(order({}, { strayCaptures: [{ ...stray, amount: 0 }] }), nothing)).toEqual([]);
  });

  it.each(['DKK', 'EUR'])('show a late payment in its original currency, %s', (currency) => {
    const by = { system: 'test-gateway' };
    const paid = orderIn.fulfilled();
    const payment = { gateway: 'test' as const, paymentReference: 'late', amount: 500, currency, occurredAtMs: NOW };
    const outcome = transition(paid, { kind: 'payment_captured', by, payment }, NOW);
    if (outcome.kind !== 'changed') throw new Error(outcome.kind);
    const [stray] = outcome.order.payment.strayCaptures ?? [];
    expect(stray).toMatchObject({ amount: 500, atMs: NOW });
    const back = {
      ...outcome.order,
      payment: { ...outcome.order.payment, strayCaptures: [{ ...stray!, refundedAtMs: NOW }] },
    };
    expect(noticesOwed(outcome.order, back).map(({ what }) => what)).toEqual([
      { is: 'returned', amount: 500, ...(currency === 'DKK' ? {} : { currency }) },
    ]);
  });

  it('include a delivery that was rescheduled before it was sent', () => {
    const moved = order({ version: 7, delivery: { sendAtMs: 9000 } });
    expect(noticesOf(order(), moved)).toEqual([['po_1-moved-7', 'moved']]);
    expect(noticesOf(order({ status: 'fulfilled' }), { ...moved, status: 'fulfilled' })).toEqual([]);
  });
});

describe('an item that is cancelled', () => {
  const item = (status: number, kind: LedgerKind = 'issue'): ItemRow =>
    ({ company: 'shop', code: 'A', status, latest: [[1, kind, 0, status, 0]] }) as unknown as ItemRow;

  it('is reported when staff cancelled it, not when it was withdrawn, replaced or not delivered yet', () => {
    expect(itemCancelledMail(item(6), item(4, 'cancel'))?.mailId).toMatch(/^cancelled-[0-9a-f]{24}$/);
    expect(itemCancelledMail(item(6), item(4, 'withdraw'))).toBeUndefined();
    expect(itemCancelledMail(item(6), item(4, 'replace'))).toBeUndefined();
    expect(itemCancelledMail(item(10), item(4, 'cancel'))).toBeUndefined();
    expect(itemCancelledMail(item(4, 'cancel'), item(4, 'refund'))).toBeUndefined();
  });
});

describe('reminders', () => {
  const end = Date.parse('2030-01-01T22:59:59.999Z');

  it('are due 60 and 14 days before the end, in the morning, and at no later time', () => {
    expect(reminderAt(end, end - 61 * DAY_MS)).toBeUndefined();
    expect(reminderAt(end, end - 60 * DAY_MS)?.days).toBe(60);
    expect(new Date(reminderAt(end, end)?.atMs ?? 0).toISOString()).toBe('2029-12-18T08:59:59.999Z');
  });

  it.each([
    ['da', 'et kort, der', '3 kort, der', 'kortet', 'kortene'],
    ['sv', 'ett kort som', '3 kort som', 'kortet', 'korten '],
    ['de', 'einen Gutschein, der', '3 Gutscheine, die', 'der Gutschein', 'die Gutscheine'],
    ['en', 'a card with value left', '3 cards with value left', 'the card was', 'the cards were'],
    ['nb', 'et kort som', '3 kort som', 'kortet', 'kortene'],
    ['nn', 'eit kort som', '3 kort som', 'kortet', 'korta'],
  ] as const)('in %s mention one card, or the number of cards', (language, one, several, why, whySeveral) => {
    const { reminderIntro, whyReminded, linked, severalLinked } = mailTextsIn(language);
    expect(reminderIntro('…', 1)).toContain(one);
    expect(reminderIntro('…', 3)).toContain(several);
    expect(whyReminded(1)).toContain(why);
    expect(whyReminded(3)).toContain(whySeveral);
    expect(severalLinked).not.toBe(linked);
  });

  it('that were missed are skipped when the next one is due', () => {
    expect(reminderAt(end, end - 10 * DAY_MS)?.days).toBe(14);
  });
});

describe('a file for the calendar', () => {
  const event = {
    slug: 'jazz',
    title: 'Jazz; with, commas',
    startsAt: '2027-06-12T19:00:00+02:00',
    endsAt: null,
    datePrecision: 'date_time',
    venue: { name: 'Hall', address: 'Street 1', postcode: '8000' },
  };
  const context = { company: 'shop', organizer: 'Shop', language: 'en', zone: 'Europe/Copenhagen', issuedAtMs: 0 };

  it('has the place and the start time in UTC, and escapes input', () => {
    const text = calendarText(event, context);
    expect(text).toContain('DTSTART:20270612T170000Z');
    expect(text).toContain('SUMMARY:Jazz\\; with\\, commas');
    expect(text).toContain('LOCATION:Hall\\, Street 1\\, 8000');
    expect(text).toContain('UID:jazz@shop');
    expect(calendarText(event, context)).toBe(text);
  });

  it('ends with a line break, has short lines, and no separator in the name of its shop', () => {
    const text = calendarText(
      { ...event, title: 'Jazz på havnen 🎷 '.repeat(12) },
      { ...context, organizer: 'A, B; C//D\\' },
    );
    const lines = text.split('\r\n');
    expect(lines.at(-1)).toBe('');
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect(text).toContain('PRODID:-//A  B  C D //Tickets//EN');
  });

  it('uses whole days for an event without a time, including the last one', () => {
    const days = { ...event, datePrecision: 'date_range', endsAt: '2027-06-13T16:00:00+02:00' };
    const text = calendarText(days, context);
    expect(text).toContain('DTSTART;VALUE=DATE:20270612');
    expect(text).toContain('DTEND;VALUE=DATE:20270614');
    // For a time in UTC, the day is that in the company's time zone, as on the card.
    const inUtc = { ...days, startsAt: '2027-06-11T22:00:00Z', endsAt: '2027-06-12T22:00:00Z' };
    expect(calendarText(inUtc, context)).toBe(text);
  });
});
