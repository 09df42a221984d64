import { describe, expect, test } from 'vitest';
import { publishedPriorities } from '../../../functions/domain/catalog/delivery/postage.ts';
import { parseMoment, parseTimestamp } from '../../../functions/platform/timestamps.ts';
import { addMonths } from '../../../functions/platform/zones.ts';
import type { Delivery } from '../../../functions/domain/catalog/products/cart-schema.ts';
import { NOW, price, refusal, shopOf } from '../pricing/sample.ts';
import { shop as everything, ticket } from '../pricing/shop.ts';

type Priority = { id: number; price: number; default?: boolean };

const ownPost = (priorities: Priority[]) =>
  shopOf({
    company: {
      delivery: {
        postal: {
          carrier: 'own_post',
          destinations: [{ country: 'DK', private: 3000 }],
          extra_card: 500,
          priorities: priorities.map(({ id, price: each, default: flag }) => ({
            id,
            label: `p${id}`,
            price_per_card: each,
            ...(flag === undefined ? {} : { default: flag }),
          })),
        },
      },
    },
  });

const courier = (more: object = {}, delivery: object = {}) =>
  shopOf({
    company: {
      delivery: {
        postal: {
          carrier: 'courier',
          destinations: [
            { country: 'DK', private: 4900, collection: 3900, company: 5900 },
            { country: 'SE', private: 8900 },
          ],
          extra_card: 500,
          ...more,
        },
        ...delivery,
      },
    },
    events: [
      {
        company: 'nordlys',
        id: 5,
        slug: 'e',
        name: 'e',
        starts_at: '2027-05-01T19:00:00+02:00',
        options: [{ id: 51, name: 't', amount: 1000 }],
      },
    ],
    special_offers: [
      { company: 'nordlys', id: 9, name: 's', options: [{ id: 91, name: 'v', amount: 1000, stock: 5 }] },
    ],
  });

const cards = (quantity = 1) => [{ product_id: 'gift_card_value', amount: 50_000, quantity }];
const address = { name: 'A', street: 'S 1', postcode: '2100', city: 'K', country: 'DK' };
const anna = { senderEmail: 'anna@example.com', recipientEmail: 'bo@example.com' };

const shipping = (shop: ReturnType<typeof courier>, delivery: Delivery, quantity = 1) =>
  price(shop, { items: cards(quantity), delivery }).amounts.shipping;

const refused = (delivery: Delivery, options: Partial<Parameters<typeof refusal>[1]> = {}, shop = courier()) =>
  refusal(shop, { items: cards(), delivery, ...options });

describe('postage', () => {
  test('depends on the country and the kind of address', () => {
    expect(shipping(courier(), { method: 'postal', address })).toBe(4900);
    expect(shipping(courier(), { method: 'postal', address: { ...address, kind: 'company' } })).toBe(5900);
    expect(shipping(courier(), { method: 'postal', address, pickup_point_id: 'p' })).toBe(3900);
    expect(shipping(courier(), { method: 'postal', address: { country: 'SE' } })).toBe(8900);
  });

  test('increases with each card after the first', () => {
    expect(shipping(courier(), { method: 'postal', address }, 4)).toBe(4900 + 3 * 500);
  });

  test('is 0 for other methods', () => {
    expect(shipping(courier(), { method: 'sender_email' })).toBe(0);
  });

  test('with own post includes the price of the priority for each card', () => {
    const shop = ownPost([
      { id: 1, price: 1200, default: true },
      { id: 2, price: 2000 },
    ]);
    expect(shipping(shop, { method: 'postal', address }, 3)).toBe(3000 + 2 * 500 + 3 * 1200);
    expect(shipping(shop, { method: 'postal', address, shipping_priority: 'spri_2' }, 3)).toBe(3000 + 1000 + 3 * 2000);
  });
});

describe('priorities', () => {
  const published = (priorities: Priority[]) => {
    const { postal } = ownPost(priorities).company.delivery;
    return postal ? publishedPriorities(postal).length : undefined;
  };

  test('are published when there is more than one to choose from', () => {
    expect(
      published([
        { id: 1, price: 1200, default: true },
        { id: 2, price: 2000 },
      ]),
    ).toBe(2);
    expect(
      published([
        { id: 1, price: 1200 },
        { id: 2, price: 2000 },
      ]),
    ).toBe(2);
  });

  test.each([
    ['there are fewer than two', [{ id: 1, price: 1200, default: true }]],
    [
      'two have the same price',
      [
        { id: 1, price: 1200, default: true },
        { id: 2, price: 1200 },
      ],
    ],
    [
      'the default is not the cheapest',
      [
        { id: 1, price: 1200 },
        { id: 2, price: 2000, default: true },
      ],
    ],
  ])('are not published when %s; the default is charged and any choice is refused', (_, priorities: Priority[]) => {
    const shop = ownPost(priorities);
    expect(published(priorities)).toBe(0);
    const byDefault = priorities.find((priority) => priority.default)?.price ?? 0;
    expect(shipping(shop, { method: 'postal', address })).toBe(3000 + byDefault);
    expect(refused({ method: 'postal', address, shipping_priority: 'spri_1' }, {}, shop)).toMatchObject({
      code: 'shipping_priority_unavailable',
      fields: ['delivery.shipping_priority'],
    });
  });

  test('an unpublished id is unavailable, and a courier has no priorities', () => {
    const shop = ownPost([
      { id: 1, price: 1200 },
      { id: 2, price: 2000 },
    ]);
    expect(refused({ method: 'postal', address, shipping_priority: 'spri_9' }, {}, shop).code).toBe(
      'shipping_priority_unavailable',
    );
    expect(refused({ method: 'postal', address, shipping_priority: 'spri_1' }).code).toBe(
      'shipping_priority_unsupported',
    );
  });
});

describe('methods', () => {
  test('an order without a method goes to the recipient if the two addresses differ, otherwise to the buyer', () => {
    const method = (recipientEmail: string | undefined, senderEmail = 'anna@example.com') =>
      price(courier(), { items: cards(), mode: 'order', parties: { senderEmail, recipientEmail } }).delivery.method;
    expect(method('bo@example.com')).toBe('recipient_email');
    expect(method('ANNA@example.com')).toBe('sender_email');
    expect(method('anna@xn--rdgrd-vuad.dk', 'anna@rødgrød.dk')).toBe('sender_email');
    expect(method(undefined)).toBe('sender_email');
  });

  test('a send time without a method schedules delivery to the recipient', () => {
    const delivery = { send_at: '2026-12-24T18:00:00+01:00' };
    const priced = price(courier(), { items: cards(), delivery, mode: 'order', parties: anna }).delivery;
    expect(priced).toMatchObject({ method: 'recipient_email', sendAt: delivery.send_at });
    expect(priced.sendAtMs).toBe(Date.parse(delivery.send_at));
  });

  test('an order without a recipient address may have the method recipient_email', () => {
    const parties = { senderEmail: 'anna@example.com', recipientEmail: undefined };
    const delivery = { method: 'recipient_email' as const };
    const priced = price(courier(), { items: cards(), delivery, mode: 'order', parties });
    expect(priced.delivery.method).toBe('recipient_email');
  });

  test('a method that the company does not offer is unavailable', () => {
    const noPost = shopOf({});
    expect(refused({ method: 'postal', address }, {}, noPost)).toMatchObject({
      code: 'delivery_method_unavailable',
      fields: ['delivery.method'],
    });
    const noEmail = courier({}, { sender_email: { available: false } });
    expect(refused({ method: 'sender_email' }, {}, noEmail).code).toBe('delivery_method_unavailable');
  });

  test.each([
    ['event tickets', { product_id: 'evt_5', product_option_id: 'evto_51', quantity: 1 }],
    ['special offers', { product_id: 'so_9', product_option_id: 'sov_91', quantity: 1 }],
  ])('%s cannot be posted', (_, line) => {
    expect(refused({ method: 'postal', address }, { items: [line] })).toMatchObject({
      status: 422,
      fields: ['delivery.method'],
    });
  });

  test('postal fields are refused with other methods', () => {
    expect(
      refused({ method: 'sender_email', address, pickup_point_id: 'p', shipping_priority: 'spri_1' }).fields,
    ).toEqual(['delivery.address', 'delivery.pickup_point_id', 'delivery.shipping_priority']);
  });
});

describe('addresses', () => {
  test('a country or kind of address to which the company does not post is unavailable', () => {
    for (const delivery of [
      { method: 'postal', address: { ...address, country: 'NO' } },
      { method: 'postal', address: { ...address, country: 'SE', kind: 'company', company_name: 'C' } },
      { method: 'postal', address: { ...address, country: 'SE' }, pickup_point_id: 'p' },
    ] satisfies Delivery[]) {
      expect(refused(delivery)).toMatchObject({
        code: 'delivery_destination_unavailable',
        fields: ['delivery.address.country'],
      });
    }
  });

  test('a posted order needs a complete address, a quote only its country', () => {
    expect(shipping(courier(), { method: 'postal', address: { country: 'DK' } })).toBe(4900);
    const order = { mode: 'order' as const, parties: anna };
    expect(refused({ method: 'postal', address: { country: 'DK' } }, order).fields).toEqual([
      'delivery.address.name',
      'delivery.address.street',
      'delivery.address.postcode',
      'delivery.address.city',
    ]);
    expect(refused({ method: 'postal' }, order).fields).toEqual(['delivery.address']);
    expect(refused({ method: 'postal', address: { ...address, kind: 'company' } }, order).fields).toEqual([
      'delivery.address.company_name',
    ]);
  });

  test('a phone number is required only when the carrier needs one', () => {
    const order = { mode: 'order' as const, parties: anna };
    const needsPhone = courier({ phone_required: true });
    expect(refused({ method: 'postal', address }, order, needsPhone).fields).toEqual(['delivery.address.phone']);
    expect(
      price(courier(), { items: cards(), delivery: { method: 'postal', address }, ...order }).delivery,
    ).toMatchObject({
      method: 'postal',
      shippingPriority: null,
      address: { ...address, kind: 'private' },
    });
  });
});

describe('send_at', () => {
  const at = (sendAt: string) => refused({ method: 'recipient_email', send_at: sendAt });

  test.each([
    '2026-12-24',
    '2026-12-24T18:00:00',
    '2026-13-24T18:00:00Z',
    '2027-02-29T18:00:00Z',
    'soon',
    '1798128000',
  ])('%s is not a timestamp with an offset', (text) => {
    expect(at(text)).toMatchObject({ code: 'validation_failed', fields: ['delivery.send_at'] });
  });

  test('is in the future and at most 24 months ahead', () => {
    expect(at('2026-11-21T12:00:00Z').fields).toEqual(['delivery.send_at']);
    expect(at('2028-11-21T12:00:01Z').fields).toEqual(['delivery.send_at']);
    for (const text of ['2026-11-21T12:00:01Z', '2028-11-21T12:00:00Z', '2028-11-21T13:00:00+01:00']) {
      expect(price(courier(), { items: cards(), delivery: { send_at: text } }).delivery.sendAt).toBe(text);
    }
  });

  test.each([
    ['a day', { date_precision: 'date', starts_at: '2027-05-01T00:00:00+02:00' }, '2027-05-01'],
    [
      'a start time without an end',
      { date_precision: 'date_time', starts_at: '2027-05-01T18:30:00+02:00' },
      '2027-05-01',
    ],
    [
      'several days',
      {
        date_precision: 'date_range',
        starts_at: '2027-05-01T00:00:00+02:00',
        ends_at: '2027-05-07T00:00:00+02:00',
      },
      '2027-05-07',
    ],
    [
      'an evening that ends after midnight',
      {
        date_precision: 'date_time_range',
        starts_at: '2027-05-01T20:00:00+02:00',
        ends_at: '2027-05-02T02:00:00+02:00',
      },
      '2027-05-02',
    ],
  ] as const)('is accepted for tickets until the last day of their event: %s', (_, dates, lastDay) => {
    const events = [
      { company: 'nordlys', id: 5, slug: 'e', name: 'e', options: [{ id: 51, name: 't', amount: 1000 }], ...dates },
    ];
    const send = (time: string) => ({
      items: [ticket(51)],
      delivery: { method: 'recipient_email' as const, send_at: `${lastDay}T${time}` },
    });
    for (const time of ['08:00:00+02:00', '23:59:59+02:00']) {
      expect(price(shopOf({ events }), send(time)).delivery.sendAtMs).toBe(Date.parse(`${lastDay}T${time}`));
    }
    expect(refusal(shopOf({ events }), send('22:00:00Z'))).toMatchObject({
      code: 'validation_failed',
      fields: ['delivery.send_at'],
    });
  });

  test('is compared with the day of the event in the company’s time zone', () => {
    const order = { items: [ticket(51)], delivery: { send_at: '2027-05-01T22:00:00Z' } };
    expect(refusal(everything, order).fields).toEqual(['delivery.send_at']);
    const inNewYork = { ...everything, company: { ...everything.company, time_zone: 'America/New_York' } };
    expect(price(inNewYork, order).delivery.sendAt).toBe(order.delivery.send_at);
  });

  test('cannot be combined with postal delivery', () => {
    expect(refused({ method: 'postal', address, send_at: '2026-12-24T18:00:00Z' })).toMatchObject({
      code: 'send_at_unsupported',
      fields: ['delivery.send_at'],
    });
  });
});

test('timestamps are read with millisecond precision', () => {
  expect(parseTimestamp('2026-11-21T13:00:00.5+01:00')).toBe(NOW + 500);
});

test('a valid leap second is read and shown as the last millisecond before the next minute', () => {
  for (const text of ['2026-12-31T23:59:60Z', '2027-01-01T00:59:60.5+01:00', '2026-12-31t23:59:60z']) {
    expect(parseTimestamp(text), text).toBe(Date.parse('2026-12-31T23:59:59.999Z'));
  }
  expect(parseTimestamp('2027-06-30T23:59:60Z')).toBe(Date.parse('2027-06-30T23:59:59.999Z'));
  const sendAtOf = (send_at: string) =>
    price(everything, { items: [ticket(51)], delivery: { send_at } }).delivery.sendAt;
  expect(sendAtOf('2027-01-01T00:59:60+01:00')).toBe('2026-12-31T23:59:59.999Z');
  expect(sendAtOf('2027-01-01T00:59:59+01:00')).toBe('2027-01-01T00:59:59+01:00');
});

test.each([
  '2037-06-30T12:00:60Z',
  '2027-06-30T23:58:60Z',
  '2026-12-31T23:59:60+01:00',
  '2026-11-30T23:59:60Z',
  '2026-12-30T23:59:60Z',
  '2026-12-31T23:59:61Z',
])('%s is not a valid time: a leap second ends June or December, in UTC', (text) => {
  expect(parseTimestamp(text)).toBeUndefined();
});

test('adding months keeps the day, or uses the last day of the month', () => {
  expect(new Date(addMonths(Date.parse('2026-08-31T10:00:00Z'), 6)).toISOString()).toBe('2027-02-28T10:00:00.000Z');
});

test('a time in a query is a valid date or timestamp, even if URL decoding turned its plus sign into a space', () => {
  const ten = Date.parse('2026-03-01T10:00:00+01:00');
  for (const text of ['2026-03-01T10:00:00+01:00', '2026-03-01 10:00:00 01:00', '2026-03-01T10:00+01:00']) {
    expect(parseMoment(text), text).toBe(ten);
  }
  expect(parseMoment('2026-03-01')).toBe(Date.parse('2026-03-01T00:00:00Z'));
  for (const text of [
    '2026-02-30',
    '2026-02-30T00:00:00Z',
    '2026-03-01T25:00:00Z',
    '2026-03-01T10:00:00',
    'soon',
    '',
  ]) {
    expect(parseMoment(text), text).toBeUndefined();
  }
});
