import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_KEY, ruleSeed } from '../support/seed.ts';
import { experience, giftCard, Shop, ticket, type OrderBody } from '../support/shop.ts';
import { startStack, type MailMessage, type RunningStack } from '../support/stack.ts';

const DAY_SECONDS = 24 * 3600;
const QUIET_KEY = `lp_live_${'7'.repeat(32)}_${'7'.repeat(64)}`;
const contact = { email: 'hello@shop.example', phone: '+45 86 00 00 00', web: 'https://shop.example' };
const scopes = ruleSeed.api_keys[0]?.scopes ?? [];
const [shopSeed, ...others] = ruleSeed.companies;

/** A day in the future, for deliveries, which can be scheduled up to 24 months ahead. */
const dayAhead = (days: number): string => new Date(Date.now() + days * DAY_SECONDS * 1000).toISOString().slice(0, 10);
const [SOONER_DAY, SOON_DAY] = [dayAhead(490), dayAhead(500)];
const [SOONER, SOON] = [`${SOONER_DAY}T17:00:00Z`, `${SOON_DAY}T17:00:00Z`];

/** A shop with a reply address and an open page, and one without reminders. */
const seed = {
  ...ruleSeed,
  events: [
    ...ruleSeed.events,
    {
      company: 'shop',
      id: 90,
      slug: 'soon',
      name: 'Soon',
      starts_at: SOON,
      options: [{ id: 900, name: 'Seat', amount: 1000 }],
    },
    {
      company: 'shop',
      id: 91,
      slug: 'sooner',
      name: 'Sooner',
      starts_at: SOONER,
      options: [{ id: 910, name: 'Seat', amount: 3000 }],
    },
  ],
  companies: [
    {
      ...shopSeed,
      contact,
      address: { street: 'Gade 1', postcode: '8000', city: 'Aarhus', country: 'DK' },
      order_page: { values: { open: true } },
    },
    ...others,
    { ...shopSeed, slug: 'quiet', name: 'Quiet ApS', reminders: false },
  ],
  api_keys: [...ruleSeed.api_keys, { company: 'quiet', label: 'all', key: QUIET_KEY, scopes }],
};

let stack: RunningStack;
let shop: Shop;
beforeAll(async () => {
  stack = await startStack({ seed });
  shop = new Shop(stack);
}, 60_000);
afterAll(() => stack.stop());

let people = 0;
const pair = (locale = 'en') => {
  people++;
  return {
    sender: { name: 'Anna', email: `anna${people}@example.com` },
    recipient: { name: 'Bo', email: `bo${people}@example.com` },
    locale,
  };
};

const subjects = async (to: string): Promise<string[]> => (await stack.mail(to)).map(({ subject }) => subject);
const names = (mail: MailMessage | undefined): string[] => (mail?.attachments ?? []).map(({ filename }) => filename);
const codesOf = async (orderId: string, key = API_KEY): Promise<string[]> => {
  const { body } = await stack.get<{ data: { code: string }[] }>(`/v2/items?order_id=${orderId}`, { key });
  return body.data.map(({ code }) => code);
};

describe('the confirmation', () => {
  it('is a receipt with date, lines, fees, VAT by rate, both companies and payment method, in HTML and plain text', async () => {
    const { sender, ...rest } = pair();
    const company = { name: 'Buyer A/S', vat_number: 'DK22222222' };
    const order = await shop.sell(experience(1, 2), { ...rest, sender: { ...sender, company } });
    const [mail] = await stack.mail(sender.email);
    for (const content of [mail?.text, mail?.html]) {
      for (const part of [
        order.reference,
        '2 × Experience 1, Option',
        'DKK 200 each',
        'Total',
        'Without VAT at purchase',
        'Visa •••• 4242 (test payment)',
        '8000 Aarhus, Denmark',
        'VAT no. DK11111111',
        'Buyer A/S',
        'VAT no. DK22222222',
      ]) {
        expect(content?.replaceAll('\u00a0', ' ')).toContain(part);
      }
    }
    expect(names(mail)).toEqual([`Receipt ${order.reference}.pdf`]);
    const link = /http\S+\/shop\/shop\/en\/orders\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    expect((await stack.get(link)).status).toBe(200);
    expect(mail?.reply_to).toBe(contact.email);
    expect(mail?.list_unsubscribe).toBeNull();
  });

  it('lists the VAT included in fees, with its rate', async () => {
    const { sender, ...rest } = pair();
    await shop.sell(giftCard(), { sender, ...rest });
    const [mail] = await stack.mail(sender.email);
    expect(mail?.text?.replaceAll('\u00a0', ' ')).toContain('VAT 25% included in fees and postage of DKK 10: DKK 2');
  });

  it('is sent when a scheduled order is paid, and a second email links the documents when they are sent', async () => {
    const { sender, recipient, locale } = pair();
    const sendAt = new Date((await stack.nowMs()) + 3 * DAY_SECONDS * 1000).toISOString();
    const delivery = { method: 'recipient_email', send_at: sendAt };
    const order = await shop.sell(giftCard(), { sender, recipient, locale, delivery });
    expect(await subjects(sender.email)).toEqual([`Confirmation of order ${order.reference} at Shop ApS`]);
    await stack.advance(3 * DAY_SECONDS + 60);
    await stack.idle();
    const [receipt, sent, ...more] = await stack.mail(sender.email);
    expect(more).toEqual([]);
    expect([names(receipt), names(sent)]).toEqual([[`Receipt ${order.reference}.pdf`], []]);
    expect(sent?.text).toContain(`${stack.url}/documents/`);
  });
});

describe('a change to a scheduled delivery', () => {
  const HOURS = 3600;
  const inHours = async (hours: number) => new Date((await stack.nowMs()) + hours * HOURS * 1000).toISOString();
  const change = (orderId: string, body: object, idempotencyKey: string | true = true) =>
    stack.post<OrderBody & { error?: { code: string; fields?: object } }>(`/v2/orders/${orderId}/delivery`, {
      key: API_KEY,
      idempotencyKey,
      body,
    });
  const waiting = async () => {
    const { sender, recipient, locale } = pair();
    const delivery = { method: 'recipient_email', send_at: await inHours(2) };
    const order = await shop.sell(giftCard(), { sender, recipient, locale, delivery });
    return { order, buyer: sender.email, friend: recipient.email };
  };

  it('delivers tickets by the end of the day of their event, or is rejected', async () => {
    const delivery = { method: 'recipient_email', send_at: await inHours(2) };
    const { id } = await shop.sell([ticket(90, 900)], { ...pair(), delivery });
    const refused = await change(id, { send_at: `${SOON_DAY}T23:30:00Z` });
    expect([refused.status, Object.keys(refused.body.error?.fields ?? {})]).toEqual([422, ['send_at']]);
    expect((await change(id, { send_at: `${SOON_DAY}T21:30:00Z` })).status).toBe(200);
  });

  it('ignores events whose tickets were refunded', async () => {
    const delivery = { method: 'recipient_email', send_at: await inHours(2) };
    const { id } = await shop.sell([ticket(90, 900), ticket(91, 910)], { ...pair(), delivery });
    const later = { send_at: `${SOON_DAY}T12:00:00Z` };
    expect((await change(id, later)).status).toBe(422);
    expect((await shop.refund(id, { amount: 3000 })).status).toBe(200);
    expect((await change(id, later)).status).toBe(200);
  });

  it('moves the delivery to the new address and time, and notifies the buyer', async () => {
    const { order, buyer, friend } = await waiting();
    const sendAt = await inHours(4);
    const body = { send_at: sendAt, recipient_email: `right-${friend}` };
    const changed = await change(order.id, body, 'change-1');
    expect(changed.body).toMatchObject({
      status: 'paid',
      delivery: { send_at: sendAt },
      recipient: { name: 'Bo', email: `right-${friend}` },
    });
    const again = await change(order.id, body, 'change-1');
    expect([again.body, again.headers.get('idempotency-replayed')]).toEqual([changed.body, 'true']);
    await stack.idle();
    const [, notices] = await stack.mail(buyer);
    expect(notices?.subject).toBe(`New delivery for order ${order.reference} at Shop ApS`);
    expect(notices?.text).toContain(`right-${friend}`);
    await stack.advance(3 * HOURS);
    await stack.idle();
    expect((await stack.mail(`right-${friend}`)).length).toBe(0);
    const { body: events } = await stack.get<{ data: { type: string }[] }>(`/v2/orders/${order.id}/events`, {
      key: API_KEY,
    });
    expect(events.data.map(({ type }) => type)).toEqual([
      'order.created',
      'order.payment_authorized',
      'order.delivery_changed',
    ]);
    await stack.advance(2 * HOURS);
    await stack.idle();
    expect((await stack.mail(`right-${friend}`)).length).toBe(1);
    expect((await stack.mail(friend)).length).toBe(0);
    const late = await change(order.id, { send_at: await inHours(1) });
    expect([late.status, late.body.error?.code]).toEqual([409, 'delivery_not_changeable']);
  });

  it('is rejected without a change, for an invalid time or address, and for an unknown order', async () => {
    const { order } = await waiting();
    const fields = async (body: object) => Object.keys((await change(order.id, body)).body.error?.fields ?? {});
    expect(await fields({})).toEqual(['send_at']);
    expect(await fields({ send_at: '2027-05-01T09:00:00' })).toEqual(['send_at']);
    expect(await fields({ send_at: await inHours(-1) })).toEqual(['send_at']);
    expect(await fields({ send_at: await inHours(26 * 31 * 24) })).toEqual(['send_at']);
    expect(await fields({ recipient_email: 'bo' })).toEqual(['recipient_email']);
    expect(await fields({ address: {} })).toEqual(['address']);
    expect((await change(`po_${'0'.repeat(32)}`, { send_at: await inHours(1) })).status).toBe(404);
    const { body } = await stack.get<OrderBody & { delivery: { send_at: string } }>(`/v2/orders/${order.id}`, {
      key: API_KEY,
    });
    expect(body.delivery.send_at).toBe(order.delivery.send_at);
  });

  it('does not change the recorded response to the creation', async () => {
    const delivery = { method: 'recipient_email', send_at: await inHours(10) };
    const order = { items: giftCard(), ...pair(), delivery };
    const create = () =>
      stack.post<OrderBody>('/v2/orders', { key: API_KEY, idempotencyKey: 'as-ordered', body: order });
    const first = await create();
    expect(
      (await change(first.body.id, { send_at: await inHours(2), recipient_email: 'else@example.com' })).status,
    ).toBe(200);
    expect((await create()).body).toEqual(first.body);
  });
});

describe('tickets', () => {
  it('are sent with their date and a calendar file', async () => {
    const { recipient, ...rest } = pair();
    await shop.sell([ticket(1, 1, 2)], { recipient, ...rest });
    const [gift] = await stack.mail(recipient.email);
    expect(gift?.text).toContain('Wednesday, 1 May 2030 at 19:00');
    const file = gift?.attachments.find(({ mime }) => mime === 'text/calendar');
    expect(file?.filename).toBe('event-1.ics');
    const text = atob(file?.content_base64 ?? '');
    const lines = text.split('\r\n');
    expect(lines.at(0)).toBe('BEGIN:VCALENDAR');
    expect(lines).toEqual(expect.arrayContaining(['DTSTART:20300501T170000Z', 'SUMMARY:Event 1']));
    expect([text.length, lines.at(-1)]).toEqual([file?.bytes, '']);
  });
});

describe('a later change to an order', () => {
  const sold = async (): Promise<{ order: OrderBody; buyer: string }> => {
    const both = pair();
    const order = await shop.sell(giftCard(20000, 2), both);
    return { order, buyer: both.sender.email };
  };

  it('sends one email for each refund, with its amount and the total', async () => {
    const { order, buyer } = await sold();
    await shop.refund(order.id, { amount: 5000 });
    await shop.refund(order.id, { amount: 7000 });
    await stack.idle();
    const notices = (await stack.mail(buyer)).filter(({ subject }) => subject.startsWith('Refund for order'));
    expect(notices.map(({ text }) => /refunded (DKK\s\d+) to you/.exec(text ?? '')?.[1])).toEqual([
      'DKK\u00a050',
      'DKK\u00a070',
    ]);
    expect(notices[1]?.text).toMatch(/Total refunded: DKK\s120/);
  });

  it('sends one email even when the worker crashes', async () => {
    const { order, buyer } = await sold();
    await stack.crash('send-mail', 'after-commit', 2);
    await shop.refund(order.id);
    await stack.idle();
    expect((await subjects(buyer)).filter((subject) => subject.startsWith('Refund'))).toHaveLength(1);
  });

  it('sends an email when a sale is refunded before delivery', async () => {
    const both = pair();
    const sendAt = new Date((await stack.nowMs()) + 30 * DAY_SECONDS * 1000).toISOString();
    const order = await shop.sell(giftCard(), { ...both, delivery: { method: 'recipient_email', send_at: sendAt } });
    await shop.refund(order.id);
    await stack.idle();
    const mails = await stack.mail(both.sender.email);
    expect(mails.at(-1)?.text).toContain('The order is cancelled, and nothing in it will be sent.');
    expect(await stack.mail(both.recipient.email)).toEqual([]);
  });

  it('sends an email when staff cancels an item, but not when a refund withdraws one', async () => {
    const { order, buyer } = await sold();
    const [first] = await codesOf(order.id);
    await stack.post(`/v2/items/${first}/cancel`, { key: API_KEY });
    await stack.idle();
    expect(await subjects(buyer)).toContain('A card from Shop ApS is cancelled');
    await shop.refund(order.id);
    await stack.idle();
    expect((await subjects(buyer)).filter((subject) => subject.includes('is cancelled'))).toHaveLength(1);
  });
});

describe('a reminder', () => {
  const REMINDED = / use it by /;
  const reminders = async (to: string): Promise<MailMessage[]> =>
    (await stack.mail(to)).filter(({ subject }) => REMINDED.test(subject));
  /** Moves the clock to N days before the items expire. */
  const moveToDaysBefore = async (orderId: string, days: number, key = API_KEY) => {
    const [code] = await codesOf(orderId, key);
    const { body } = await stack.get<{ validity: string }>(`/v2/items/${code}`, { key });
    const atMs = Date.parse(`${body.validity.replace(' ', 'T')}Z`) - days * DAY_SECONDS * 1000;
    await stack.moveTo(new Date(atMs).toISOString());
    await stack.idle();
  };

  it('is sent 60 and 14 days before a card expires, unless it is used or reminders are off', async () => {
    const [kept, used, ended, quietPair] = [pair(), pair(), pair(), pair()];
    const order = await shop.sell(giftCard(30000, 2), kept);
    const spent = await shop.sell(giftCard(), used);
    await shop.sell(giftCard(), ended);
    await new Shop(stack, QUIET_KEY).sell(giftCard(), quietPair);
    const [code] = await codesOf(spent.id);
    await stack.post(`/v2/items/${code}/claim`, { key: API_KEY, body: { type: 'all' } });
    await moveToDaysBefore(order.id, 60);
    const [first, ...more] = await reminders(kept.recipient.email);
    expect(more).toEqual([]);
    expect(first?.text).toContain('You have 2 cards with value left. They are valid until');
    expect(first?.text).toContain('You can open them here:');
    expect(first?.text?.match(/\d of 2: DKK\s300\n {2}Valid until/g)).toHaveLength(2);
    expect(await reminders(used.recipient.email)).toEqual([]);
    expect(await reminders(quietPair.recipient.email)).toEqual([]);

    const [other] = await reminders(ended.recipient.email);
    expect(other?.text).toContain('You have a card with value left. It is valid until');
    expect(other?.text).toContain('You can open it here:');
    const link = /<(.+)>/.exec(other?.list_unsubscribe ?? '')?.[1] ?? '';
    expect((await stack.get(link)).status).toBe(200);
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const oneClick = await stack.post(link, { body: 'List-Unsubscribe=One-Click', headers: form });
    expect(oneClick.status).toBe(200);
    const unknown = await stack.post(`${link}x`, { body: '', headers: { ...form, 'Accept-Language': 'da' } });
    expect([unknown.status, unknown.bytes.toString().includes('Linket er ukendt')]).toEqual([404, true]);

    await moveToDaysBefore(order.id, 14);
    expect(await reminders(kept.recipient.email)).toHaveLength(2);
    expect(await reminders(ended.recipient.email)).toHaveLength(1);
    await moveToDaysBefore(order.id, 1);
    expect(await reminders(kept.recipient.email)).toHaveLength(2);
    expect(await stack.mail(kept.sender.email).then((mails) => mails.filter((m) => REMINDED.test(m.subject)))).toEqual(
      [],
    );
  });
});

describe('a gift whose email bounces', () => {
  it('is reported to its buyer once, with a link to pass on', async () => {
    const both = pair();
    const order = await shop.sell(giftCard(), both);
    await stack.control('POST', '/bounce', { to: both.recipient.email });
    await stack.control('POST', '/bounce', { to: both.recipient.email });
    await stack.idle();
    const notices = (await stack.mail(both.sender.email)).filter(({ subject }) =>
      subject.startsWith('Your gift did not'),
    );
    expect(notices.map(({ subject }) => subject)).toEqual([
      `Your gift did not arrive: order ${order.reference} at Shop ApS`,
    ]);
    expect(notices[0]?.text).toContain(both.recipient.email);
    expect(notices[0]?.text).toContain(`${stack.url}/documents/`);
    await stack.control('POST', '/bounce', { to: both.sender.email });
    await stack.idle();
    expect(await stack.mail(both.sender.email)).toHaveLength(2);
  });
});
