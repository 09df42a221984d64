import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AGENCY_KEY, API_KEY, FOREIGN_KEY, ruleSeed } from '../support/seed.ts';
import {
  experience,
  giftCard,
  offer,
  orderBody,
  Shop,
  ticket,
  type ErrorBody,
  type OrderBody,
} from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let shop: Shop;
beforeAll(async () => {
  stack = await startStack({ seed: ruleSeed });
  shop = new Shop(stack);
});
afterAll(() => stack.stop());

const fault = (answer: { status: number; body: ErrorBody }) => ({
  status: answer.status,
  code: answer.body.error.code,
  fields: Object.keys(answer.body.error.fields ?? {}),
});

describe('creating an order', () => {
  it('returns 201 with the unpaid order, and reading it returns the same', async () => {
    const { status, body } = await shop.order(giftCard());
    expect(status).toBe(201);
    expect(body).toMatchObject({
      object: 'order',
      status: 'pending_payment',
      payment: { status: 'pending' },
      fulfillment: { status: null },
      amounts: { currency: 'DKK', subtotal: 50000, discount: 0, fees: 1000, shipping: 0, tax: 200, total: 51000 },
      delivery: { method: 'recipient_email', send_at: null },
    });
    expect(body.id).toMatch(/^po_[0-9a-f]{32}$/);
    expect(body.line_items[0]?.id).toMatch(/^poli_[0-9a-f]{32}$/);
    expect(body.reference).toMatch(/^[0-9A-Z]{10}$/);
    expect(body.line_items[0]).not.toHaveProperty('pdf');
    expect(await shop.read(body.id)).toEqual(body);
  });

  it('replays the original response and status for the same key and body', async () => {
    const first = await shop.order(giftCard(), {}, { idempotencyKey: 'replay' });
    const second = await shop.order(giftCard(), {}, { idempotencyKey: 'replay' });
    expect(second.status).toBe(201);
    expect(second.bytes.toString()).toBe(first.bytes.toString());
    expect(second.headers.get('Idempotency-Replayed')).toBe('true');
  });

  it('treats null like a member that was left out', async () => {
    const nulls = (members: readonly string[]) => Object.fromEntries(members.map((member) => [member, null]));
    const items = [{ ...experience(1)[0], ...nulls(['amount', 'ticket']) }];
    const delivery = {
      method: 'sender_email',
      ...nulls(['send_at', 'pickup_point_id', 'shipping_priority', 'address']),
    };
    const absent = nulls([
      'greeting',
      'client_reference',
      'locale',
      'return_url',
      'marketing_consent',
      'discount_code',
    ]);
    const shown = async (body: object) => {
      const answer = await shop.order<OrderBody & { discount: unknown; greeting: unknown }>([], {}, { body });
      expect([answer.status, answer.body]).toMatchObject([201, { object: 'order' }]);
      const { delivery: way, discount, amounts, greeting, line_items: lines } = answer.body;
      return { way, discount, amounts, greeting, lines: lines.map((line) => ({ ...line, id: undefined })) };
    };
    const { sender, recipient } = orderBody([]);
    const expected = await shown({ items: experience(1), sender, recipient, delivery: { method: 'sender_email' } });
    const body = { items, sender, recipient, ...absent };
    expect(await shown({ ...body, delivery })).toEqual(expected);
    expect((await shown({ ...body, delivery: null })).way).toMatchObject({ method: 'recipient_email' });
    const quote = { items, delivery: null, discount_code: null };
    const quotes = [quote, { items: experience(1) }].map((each) =>
      stack.post('/v2/quotes', { key: API_KEY, body: each }),
    );
    const [withNulls, without] = await Promise.all(quotes);
    expect(withNulls).toMatchObject({ status: 200, body: without?.body });
  });

  it('returns 409 for a used key with another body, valid or not', async () => {
    await shop.order(giftCard(), {}, { idempotencyKey: 'used' });
    const huge = { ...orderBody(giftCard()), locale: 'x'.repeat(300_000) };
    for (const body of [orderBody(giftCard(60000)), { items: 'nonsense' }, {}, huge]) {
      const answer = await shop.order<ErrorBody>([], {}, { idempotencyKey: 'used', body });
      expect(fault(answer)).toMatchObject({ status: 409, code: 'idempotency_conflict' });
    }
  });

  it('releases the key of a rejected order', async () => {
    const refused = await shop.order<ErrorBody>(giftCard(1), {}, { idempotencyKey: 'released' });
    expect(refused.status).toBe(422);
    expect((await shop.order(giftCard(), {}, { idempotencyKey: 'released' })).status).toBe(201);
  });

  it('stores a client_reference in the form that the list searches, and accepts a repeat', async () => {
    const padded = { client_reference: '\u00a0 pad 7 ' };
    const { body } = await shop.order(giftCard(), padded, { idempotencyKey: 'padded' });
    expect(body.client_reference).toBe('pad 7');
    const again = await shop.order(giftCard(), padded, { idempotencyKey: 'padded' });
    expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([201, 'true']);
    for (const reference of ['pad 7', ' pad 7 ']) {
      const query = { client_reference: reference };
      const reply = await stack.get<{ data: { id: string }[] }>('/v2/orders', { key: API_KEY, query });
      expect(reply.body.data.map(({ id }) => id)).toEqual([body.id]);
    }
    for (const blank of [' ', '\u00a0', '']) {
      const refused = await shop.refused(giftCard(), { client_reference: blank });
      expect(fault(refused)).toEqual({ status: 422, code: 'validation_failed', fields: ['client_reference'] });
    }
  });

  it('requires an Idempotency-Key', async () => {
    const answer = await stack.post<ErrorBody>('/v2/orders', { key: shop.key, body: orderBody(giftCard()) });
    expect(fault(answer)).toMatchObject({ status: 422, code: 'idempotency_key_required' });
  });

  it('separates keys of different companies', async () => {
    const mine = await shop.order(giftCard(), {}, { idempotencyKey: 'apart' });
    const theirs = await new Shop(stack, FOREIGN_KEY).order(giftCard(), {}, { idempotencyKey: 'apart' });
    expect(theirs.status).toBe(201);
    expect(theirs.body.id).not.toBe(mine.body.id);
  });

  it('creates one order for 50 identical concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => shop.order(giftCard(), {}, { idempotencyKey: 'side-by-side' })),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  });
});

describe('rules for lines', () => {
  it.each([
    ['no line', [], 'validation_failed', ['items']],
    [
      'an unknown product',
      [{ product_id: 'gcv_99', product_option_id: 'gcvo_1', quantity: 1 }],
      'validation_failed',
      ['items.0.product_id'],
    ],
    [
      'an unknown option',
      [{ product_id: 'gcv_1', product_option_id: 'gcvo_99', quantity: 1 }],
      'validation_failed',
      ['items.0.product_option_id'],
    ],
    ['a missing option', [{ product_id: 'gcv_1', quantity: 1 }], 'validation_failed', ['items.0.product_option_id']],
    ['an amount on an experience', [{ ...experience(1)[0], amount: 20000 }], 'validation_failed', ['items.0.amount']],
    [
      'a gift card without an amount',
      [{ product_id: 'gift_card_value', quantity: 1 }],
      'validation_failed',
      ['items.0.amount'],
    ],
    ['a gift card below the range', giftCard(9999), 'validation_failed', ['items.0.amount']],
    ['a gift card above the range', giftCard(500001), 'validation_failed', ['items.0.amount']],
    ['two families', [...experience(1), ...offer(1)], 'validation_failed', ['items']],
    ['two value lines', [...giftCard(), ...giftCard(60000)], 'validation_failed', ['items']],
    ['less than the minimum', experience(3, 1), 'below_minimum', ['items.0.quantity']],
    ['more than the maximum', experience(3, 5), 'above_maximum', ['items.0.quantity']],
    ['more than 100 where no maximum is set', experience(1, 101), 'above_maximum', ['items.0.quantity']],
    ['an add-on alone', [ticket(5, 8)], 'validation_failed', ['items.0.product_option_id']],
    ['an unknown ticket member', [ticket(1, 1, 1, { seat: 'A1' })], 'validation_failed', ['items.0.ticket.seat']],
    ['a ticket on another family', [{ ...experience(1)[0], ticket: {} }], 'validation_failed', ['items.0.ticket']],
    ['an unknown field', [{ ...experience(1)[0], price: 1 }], 'validation_failed', ['items.0.price']],
  ])('refuses %s', async (_, items, code, fields) => {
    const answer = await shop.refused(items);
    expect(fault(answer)).toMatchObject({ status: 422, code });
    expect(fault(answer).fields).toEqual(expect.arrayContaining(fields));
  });

  it('accepts each option once', async () => {
    expect((await shop.refused([...experience(1), ...experience(1)])).status).toBe(422);
  });

  it('accepts at most 20 lines', async () => {
    const lines = Array.from({ length: 21 }, (_, index) => experience(index + 1)[0] as object);
    expect(fault(await shop.refused(lines))).toMatchObject({ status: 422, fields: ['items'] });
  });

  it('issues at most 1000 items, and names the line that exceeds the limit', async () => {
    const answer = await shop.refused([...experience(1, 1), ...experience(5, 1000)]);
    expect(fault(answer)).toMatchObject({ status: 422, fields: ['items.1.quantity'] });
  });

  it('limits the tickets of an order across all lines of an event', async () => {
    expect((await shop.order([ticket(3, 4, 4), ticket(3, 5, 2)])).status).toBe(201);
    const answer = await shop.refused([ticket(3, 4, 4), ticket(3, 5, 3)]);
    expect(fault(answer)).toMatchObject({ status: 422, code: 'above_maximum' });
  });

  it('accepts one comment per event', async () => {
    const same = [ticket(3, 4, 1, { comment: 'nuts' }), ticket(3, 5, 1, { comment: 'nuts' })];
    expect((await shop.order(same)).status).toBe(201);
    const different = [ticket(3, 4, 1, { comment: 'nuts' }), ticket(3, 5, 1, { comment: 'milk' })];
    expect((await shop.refused(different)).status).toBe(422);
    expect((await shop.refused([ticket(3, 4, 1, { comment: 'longer than ten' })])).status).toBe(422);
  });

  it('rejects a total with more than six significant digits, and names the items', async () => {
    const answer = await shop.refused(giftCard(123456, 1), {});
    // The total with the fee of 1000 has six digits: 124456.
    expect(answer.status).toBe(201);
    const seven = await shop.refused(giftCard(123457, 9));
    expect(fault(seven)).toEqual({ status: 422, code: 'amount_precision_unsupported', fields: ['items'] });
  });
});

describe('rules for people, greeting and delivery', () => {
  const company = { name: 'Firm', vat_number: 'DK1', street: 'S 1', postcode: '1000', city: 'K', country: 'DK' };

  it.each([
    ['no sender', { sender: undefined }, 'validation_failed', 'sender'],
    ['a broken email address', { sender: { name: 'A', email: 'a' } }, 'validation_failed', 'sender.email'],
    [
      'a company without a VAT number',
      { sender: { name: 'A', email: 'a@b.dk', company: { name: 'F' } } },
      'validation_failed',
      'sender.company.vat_number',
    ],
    [
      'three of four address members',
      { sender: { name: 'A', email: 'a@b.dk', company: { ...company, city: undefined } } },
      'validation_failed',
      'sender.company.city',
    ],
    [
      'a company in an unknown country',
      { sender: { name: 'A', email: 'a@b.dk', company: { ...company, country: 'ZZ' } } },
      'validation_failed',
      'sender.company.country',
    ],
    ['a return_url on another site', { return_url: 'https://evil.example/' }, 'validation_failed', 'return_url'],
    ['a lookalike return_url', { return_url: 'https://shop.example.evil.example/' }, 'validation_failed', 'return_url'],
    ['a greeting that is too long', { greeting: { message: 'x'.repeat(21) } }, 'validation_failed', 'greeting.message'],
    [
      'an unknown design',
      { greeting: { image: { source: 'design', design_id: 'gid_8' } } },
      'greeting_image_not_found',
      'greeting.image.design_id',
    ],
    [
      'an unknown upload',
      { greeting: { image: { source: 'upload', upload_id: 'gimg_1' } } },
      'greeting_image_not_found',
      'greeting.image.upload_id',
    ],
    [
      'a consent without its wording',
      { marketing_consent: { granted: true, source: 'storefront_checkout' } },
      'validation_failed',
      'marketing_consent.consent_text',
    ],
    [
      'a consent from an unknown source',
      { marketing_consent: { granted: false, source: 'web' } },
      'validation_failed',
      'marketing_consent.source',
    ],
    [
      'a send_at without an offset',
      { delivery: { send_at: '2030-01-01T10:00:00' } },
      'validation_failed',
      'delivery.send_at',
    ],
    [
      'a send_at in the past',
      { delivery: { send_at: '2020-01-01T10:00:00Z' } },
      'validation_failed',
      'delivery.send_at',
    ],
    [
      'an unknown destination',
      {
        delivery: {
          method: 'postal',
          address: { kind: 'private', name: 'B', street: 'S', postcode: '1', city: 'C', country: 'DE' },
        },
      },
      'delivery_destination_unavailable',
      undefined,
    ],
    ['an unknown discount code', { discount_code: 'NOPE99' }, 'discount_code_not_found', 'discount_code'],
    ['a discount code that is too short', { discount_code: 'ABCD' }, 'validation_failed', 'discount_code'],
    [
      'a discount code for postage on an order without postage',
      { discount_code: 'FREEPOST' },
      'discount_code_not_applicable',
      'discount_code',
    ],
    ['an unknown member', { commission: 1 }, 'validation_failed', 'commission'],
  ])('refuses %s', async (_, more, code, field) => {
    const answer = await shop.refused(giftCard(), more);
    expect(fault(answer)).toMatchObject({ status: 422, code });
    if (field) expect(fault(answer).fields).toContain(field);
  });

  it.each(['', ' \n', '\u200B'])('treats the greeting message %j as absent', async (message) => {
    const { body } = await shop.order(giftCard(), { greeting: { message } });
    expect(body).toMatchObject({ greeting: { message: null, image: { source: 'none' } } });
  });

  it.each(['name', 'company_name', 'street', 'postcode', 'city'])(
    'rejects characters that no font supports in the %s of an address or a company',
    async (member) => {
      const seen = { kind: 'company', name: 'B', company_name: 'F', street: 'S', postcode: '1', city: 'C' };
      const address = { ...seen, country: 'DK', [member]: 'A\u0378' };
      const posted = await shop.refused(giftCard(), { delivery: { method: 'postal', address } });
      expect(fault(posted)).toEqual({ status: 422, code: 'validation_failed', fields: [`delivery.address.${member}`] });
      const printed = member === 'company_name' ? 'vat_number' : member;
      const buyer = { name: 'F', vat_number: '1', street: 'S', postcode: '1', city: 'C', country: 'DK' };
      const company = { ...buyer, [printed]: 'A\u0378' };
      const bought = await shop.refused(giftCard(), { sender: { name: 'B', email: 'b@b.example', company } });
      expect(fault(bought).fields).toEqual([`sender.company.${printed}`]);
    },
  );

  it.each(['name', 'company_name', 'street', 'postcode', 'city', 'phone'])(
    'rejects an address with an invisible %s',
    async (member) => {
      const seen = { kind: 'company', name: 'B', company_name: 'F', street: 'S', postcode: '1', city: 'C', phone: '1' };
      const address = { ...seen, country: 'DK', [member]: '\u200B\u00AD' };
      const answer = await shop.refused(giftCard(), { delivery: { method: 'postal', address } });
      expect(fault(answer)).toEqual({
        status: 422,
        code: 'validation_failed',
        fields: [`delivery.address.${member}`],
      });
    },
  );

  it('rejects an invisible VAT number or postcode of a company, and an invisible address of a ticket', async () => {
    const sender = { name: 'A', email: 'a@b.dk', company: { ...company, vat_number: '\u2060', postcode: '\u2060' } };
    expect(fault(await shop.refused(giftCard(), { sender })).fields).toEqual([
      'sender.company.vat_number',
      'sender.company.postcode',
    ]);
    const address = { name: '\u200B', street: '\u200B', city: '\u200B' };
    const items = [{ ...ticket(1, 1), ticket: { address } }];
    expect(fault(await shop.refused(items)).fields).toEqual(
      ['name', 'street', 'city'].map((member) => `items.0.ticket.address.${member}`),
    );
  });

  it('rejects characters that no font supports in the address of a ticket', async () => {
    const address = { name: 'A\u0378', street: 'B\u0378', city: 'C\u0378' };
    expect(fault(await shop.refused([{ ...ticket(1, 1), ticket: { address } }])).fields).toEqual(
      ['name', 'street', 'city'].map((member) => `items.0.ticket.address.${member}`),
    );
  });

  it('requires a company with its full address if the product is for companies', async () => {
    const bare = { name: 'A', email: 'a@b.dk' };
    expect(fault(await shop.refused(experience(4))).code).toBe('sender_company_required');
    const short = await shop.refused(experience(4), { sender: { ...bare, company: { name: 'F', vat_number: 'DK1' } } });
    expect(fault(short)).toMatchObject({ status: 422, code: 'sender_company_required', fields: ['sender.company'] });
    expect((await shop.order(experience(4), { sender: { ...bare, company } })).status).toBe(201);
  });

  it('rejects delivery by post for tickets and offers', async () => {
    const address = { kind: 'private', name: 'B', street: 'S', postcode: '1', city: 'C', country: 'DK' };
    for (const items of [[ticket(1, 1)], offer(2)]) {
      const answer = await shop.refused(items, { delivery: { method: 'postal', address } });
      expect(fault(answer)).toMatchObject({ status: 422 });
      expect(fault(answer).fields).toContain('delivery.method');
    }
  });

  it('delivers to the buyer when recipient and buyer are the same', async () => {
    const { body } = await shop.order(giftCard(), { recipient: { name: 'Anna', email: 'anna@example.com' } });
    expect(body.delivery['method']).toBe('sender_email');
  });

  it('ignores the case of a discount code and keeps it as sent', async () => {
    const { body } = await shop.order(giftCard(), { discount_code: 'tenOff' });
    expect(body).toMatchObject({
      discount: { code: 'tenOff', percent: 10 },
      amounts: { discount: 5000, total: 46000 },
    });
  });

  it('lets an agency order only for the companies that are assigned to it', async () => {
    const agency = new Shop(stack, AGENCY_KEY);
    const created = await agency.order(giftCard(), { company: 'shop' });
    expect(created.status).toBe(201);
    expect((await shop.read(created.body.id)).id).toBe(created.body.id);
    expect((await agency.refused(giftCard(), { company: 'other' })).status).toBe(404);
    const foreign = await stack.get(`/v2/orders/${created.body.id}`, { key: FOREIGN_KEY });
    expect(foreign.status).toBe(404);
  });
});

describe('stock under load', () => {
  it('sells 50 units exactly 50 times to 200 concurrent buyers', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => shop.order(experience(2))));
    const created = answers.filter(({ status }) => status === 201);
    expect(created).toHaveLength(50);
    for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
      expect([status, (body as unknown as ErrorBody).error.code]).toEqual([422, 'above_maximum']);
    }
  });

  it('returns 409 insufficient_stock for a sold-out offer', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => shop.order(offer(1))));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    const lost = answers.find(({ status }) => status !== 201) as unknown as { status: number; body: ErrorBody };
    expect(fault(lost)).toMatchObject({ status: 409, code: 'insufficient_stock' });
  });

  it('names the line that exceeds the remaining seats of its event', async () => {
    const { body } = await shop.refused([ticket(2, 2, 9), ticket(2, 3, 4)]);
    expect(body.error).toMatchObject({
      code: 'above_maximum',
      fields: { 'items.1.quantity': ['Only 12 seats of this event are left.'] },
    });
  });

  it('never sells more seats than the event has, across all options', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => shop.order([ticket(2, index % 2 === 0 ? 2 : 3)])),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(12);
  });

  it('uses a discount code no more often than allowed', async () => {
    const orders = Array.from({ length: 20 }, () => shop.order(giftCard(), { discount_code: 'ONLYFIVE' }));
    const answers = await Promise.all(orders);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
  });

  it('releases all stock and codes exactly once when unpaid orders expire', async () => {
    await stack.advance(25 * 3600);
    await stack.idle();
    const again = await Promise.all(Array.from({ length: 60 }, () => shop.order(experience(2))));
    expect(again.filter(({ status }) => status === 201)).toHaveLength(50);
    const offers = await Promise.all(Array.from({ length: 8 }, () => shop.order(offer(1))));
    expect(offers.filter(({ status }) => status === 201)).toHaveLength(5);
    const coded = await Promise.all(
      Array.from({ length: 8 }, () => shop.order<OrderBody>(giftCard(), { discount_code: 'ONLYFIVE' })),
    );
    expect(coded.filter(({ status }) => status === 201)).toHaveLength(5);
  });
});
