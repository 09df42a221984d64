import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GIFT, OWN, type Visitor, type FormInput, type FoundPage } from '../support/page-visitor.ts';
import { offer, Shop, ticket } from '../support/shop.ts';
import { SHOP_KEY, shopSeed } from '../support/shop-seed.ts';
import { shopVisits } from '../support/shop-visits.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

/** Campaigns that each apply to gift cards of one amount only. */
const CAMPAIGNS = [
  { id: 1, name: 'Cheaper', kind: 'reduced-price', amount: 77_700 },
  { id: 2, name: 'Worth more', kind: 'added-value', amount: 88_800 },
].map(({ amount, ...campaign }) => ({
  company: 'shop',
  ...campaign,
  applies_to: 'gift_card',
  value: 10,
  amount_from: amount,
  amount_to: amount,
}));

let stack: RunningStack;
let shop: Shop;
beforeAll(async () => {
  stack = await startStack({
    seed: { ...shopSeed, campaigns: CAMPAIGNS },
    env: { TRUSTED_PROXIES: '1' },
  });
  shop = new Shop(stack, SHOP_KEY);
});
afterAll(() => stack.stop());

const { someone, orders, reviewed, press } = shopVisits(() => stack);

const orderId = (receipt: string): string => /\/orders\/(po_[0-9a-f]{32})\//.exec(receipt)?.[1] ?? '';

/** Fills in a form, reviews it, orders, and reads the order as partners do. */
const ordered = async (visitor: Visitor, link: string, filling: FormInput) => {
  const summary = await reviewed(visitor, link, filling);
  const confirmed = await press(visitor, summary);
  expect(confirmed.status, confirmed.text).toBe(303);
  const [newest] = await orders();
  const order = await shop.read(newest?.id ?? '');
  return { summary, order, paymentUrl: confirmed.location };
};
const quoted = async (items: object[], more: object = {}): Promise<number> => {
  const { body } = await stack.post<{ amounts: { total: number } }>('/v2/quotes', {
    key: SHOP_KEY,
    body: { items, ...more },
  });
  return body.amounts.total;
};
const totalOf = (page: FoundPage): string => page.textOf('.sums .total dd');

describe('an order from the page', () => {
  test('of a gift card equals an order created by the API, with the same price', async () => {
    const { summary, order } = await ordered(someone(), 'item=gift_card_value:2:50000', {
      ...GIFT,
      'greeting.message': 'Hurra!\n\nWe love you',
      picture: 'gid_7',
      discount_code: 'tenoff',
      consent: 'on',
    });
    expect(order).toMatchObject({
      status: 'pending_payment',
      sender: { name: 'Anna Holm', email: 'anna@example.com' },
      recipient: { name: 'Bo Lind', email: 'bo@example.com' },
      locale: 'en',
      greeting: { message: 'Hurra!\n\nWe love you', image: { source: 'design', design_id: 'gid_7' } },
      delivery: { method: 'recipient_email' },
      marketing_consent: { granted: true, source: 'storefront_checkout', consent_text: 'Yes, send me news.' },
    });
    const items = [{ product_id: 'gift_card_value', amount: 50000, quantity: 2 }];
    expect(order.amounts.total).toBe(await quoted(items, { discount_code: 'TENOFF' }));
    expect(totalOf(summary)).toBe('DKK 910');
    expect(summary.root.querySelectorAll('dd').map(({ text }) => text)).toContain('Hurra!\n\nWe love you');
    expect(summary.text).toContain('All sales are final.');
    expect(summary.text).toContain('Order and pay DKK 910');
  });

  test('shows the total and the unit price of each line on the summary, the payment page and the receipt', async () => {
    const filling = { ...GIFT, discount_code: 'tenoff' };
    const { summary, order, paymentUrl } = await ordered(someone(), 'item=gift_card_value:2:50000', filling);
    const payment = await someone().open(new URL(paymentUrl).pathname);
    expect(payment.textsOf('dl div')).toEqual([
      '2 × Gift card DKK 1,000.00',
      'Discount −DKK 100.00',
      'Fees DKK 10.00',
      'Total DKK 910.00',
    ]);
    expect(summary.textOf('.line-item .title')).toBe('2 × Gift card');
    expect(summary.textsOf('.line-item .hint')).toEqual(['DKK 500 each', 'Valid for 3 years']);
    expect(summary.textOf('.line-item > p')).toBe('DKK 1,000');
    const receipt = await someone().open(new URL(order.return_url ?? '').pathname);
    expect(receipt.textOf('.line-item')).toBe('2 × Gift card DKK 500 each DKK 1,000');
    const { summary: other } = await ordered(someone(), 'item=evt_5:evto_7:2&item=evt_5:evto_8:1', OWN);
    expect(other.textsOf('.line-item > p')).toEqual(['DKK 500', 'DKK 90']);
    expect(other.textsOf('.line-item')[0]).toContain('DKK 250 each');
    expect(other.textsOf('.line-item')[1]).not.toContain('each');
  });

  test.each([
    ['777', ['DKK 699.30 each', 'Amount on the card: DKK 777'], 'DKK 1,398.60'],
    ['888', ['DKK 888 each', 'Amount on the card: DKK 976.80'], 'DKK 1,776'],
  ])('of gift cards of %s in a campaign shows their price and their value', async (amount, hints, cost) => {
    const { summary } = await ordered(someone(), `item=gift_card_value:2:${amount}00`, GIFT);
    expect(summary.textsOf('.line-item .hint')).toEqual([...hints, 'Valid for 3 years']);
    expect(summary.textOf('.line-item > p')).toBe(cost);
    expect(summary.textOf('.sums dd')).toBe(cost);
  });

  test('of an experience is sent to the buyer by email', async () => {
    const { order } = await ordered(someone(), 'item=gcv_1:gcvo_1:3', OWN);
    expect(order).toMatchObject({
      line_items: [{ product_id: 'gcv_1', quantity: 3 }],
      recipient: { name: 'Anna Holm', email: 'anna@example.com' },
      delivery: { method: 'sender_email' },
    });
  });

  test('of an event includes several tickets and an extra, with a comment', async () => {
    const { order } = await ordered(someone(), 'item=evt_5:evto_7:2&item=evt_5:evto_8:1', OWN);
    expect(order.line_items).toMatchObject([{ quantity: 2 }, { quantity: 1 }]);
    expect(order.amounts.total).toBe(await quoted([ticket(5, 7, 2), ticket(5, 8)]));
  });

  test('of a ticket includes its code and its comment', async () => {
    const { summary } = await ordered(someone(), 'item=evt_20:evto_20:1', {
      ...OWN,
      'items.0.ticket.code': 'M-1',
      'items.0.ticket.comment': 'No nuts',
    });
    expect(summary.text).toContain('Code: M-1');
    expect(summary.text).toContain('Comment: No nuts');
  });

  test('of a ticket is collected where the buyer chooses', async () => {
    const { summary } = await ordered(someone(), 'item=evt_21:evto_21:1', {
      ...OWN,
      'items.0.ticket.collection_point_id': 'epp_2',
    });
    expect(summary.text).toContain('Collect at Library');
  });

  test('of a ticket is sent to an address if the event requires it', async () => {
    const address = { name: 'Anna', street: 'Torvet 1', city: 'Aarhus' };
    const { summary } = await ordered(someone(), 'item=evt_23:evto_23:1', {
      ...OWN,
      'items.0.ticket.address.name': address.name,
      'items.0.ticket.address.street': address.street,
      'items.0.ticket.address.city': address.city,
    });
    expect(summary.text).toContain('Anna, Torvet 1, Aarhus');
  });

  test('of a special offer has the price of its quote', async () => {
    const { order } = await ordered(someone(), 'item=so_2:sov_2:2', GIFT);
    expect(order.amounts.total).toBe(await quoted(offer(2, 2)));
  });

  test('is sent by post with the selected priority', async () => {
    const { order, summary } = await ordered(someone(), 'item=gcv_1:gcvo_1:1', {
      ...GIFT,
      'delivery.method': 'postal',
      shape: 'private',
      'delivery.address.street': 'Havnegade 1',
      'delivery.address.postcode': '8000',
      'delivery.address.city': 'Aarhus',
      'delivery.address.country': 'DK',
      'delivery.shipping_priority': 'spri_2',
    });
    expect(order.delivery).toMatchObject({
      method: 'postal',
      shipping_priority: 'spri_2',
      address: { kind: 'private', name: 'Bo Lind', street: 'Havnegade 1', postcode: '8000', country: 'DK' },
    });
    expect(order.amounts.shipping).toBe(6100);
    expect(summary.text).toContain('Havnegade 1');
    expect(summary.text).toContain('Denmark');
  });

  test('is delivered on the selected day and hour in the time zone of the shop', async () => {
    const year = new Date(await stack.nowMs()).getUTCFullYear() + 1;
    const { order, summary } = await ordered(someone(), 'item=gift_card_value:1:20000', {
      ...GIFT,
      when: 'day',
      send_on: `${year}-01-15`,
      send_time: '09:30',
    });
    expect(order.delivery).toMatchObject({ send_at: `${year}-01-15T08:30:00+00:00` });
    expect(summary.text).toContain(`will be sent on 15 January ${year} at 09:30`);
  });

  test('accepts a time with seconds, which some browsers send', async () => {
    const year = new Date(await stack.nowMs()).getUTCFullYear() + 1;
    const moment = { when: 'day', send_on: `${year}-01-15`, send_time: '18:00:13' };
    const { order } = await ordered(someone(), 'item=gift_card_value:1:20000', { ...GIFT, ...moment });
    expect(order.delivery).toMatchObject({ send_at: `${year}-01-15T17:00:13+00:00` });
  });

  test('by a company includes its name and VAT number', async () => {
    const company = { name: 'Holm ApS', vat_number: 'DK87654321' };
    const address = { street: 'Torvet 1', postcode: '8000', city: 'Aarhus', country: 'DK' };
    const fields = Object.entries({ ...company, ...address }).map(([name, value]) => [`sender.company.${name}`, value]);
    const { order } = await ordered(someone(), 'item=gcv_4:gcvo_4:1', {
      ...GIFT,
      company: 'on',
      ...(Object.fromEntries(fields) as FormInput),
    });
    expect((order as unknown as { sender: object }).sender).toMatchObject({ company: { ...company, ...address } });
  });

  test('records that the newsletter was declined', async () => {
    const { order } = await ordered(someone(), 'item=gcv_1:gcvo_1:1', GIFT);
    expect(order).toMatchObject({ marketing_consent: { granted: false } });
  });
});

describe('an invalid form', () => {
  const sent = async (link: string, filling: FormInput): Promise<FoundPage> => {
    const visitor = someone();
    return visitor.submit(await visitor.open(`/shop/shop/en/buy?${link}`), filling);
  };

  test('reports every empty field at once, at the field and at the top with a link to it', async () => {
    const page = await sent('item=gift_card_value:1:20000', {});
    expect(page.status).toBe(422);
    expect(page.faults).toEqual({
      'recipient.name': 'Fill in this field.',
      'recipient.email': 'Fill in this field.',
      'sender.name': 'Fill in this field.',
      'sender.email': 'Fill in this field.',
    });
    const links = page.root.querySelectorAll('#faults a').map((each) => each.getAttribute('href') ?? '');
    const invalid = page.root.querySelectorAll('[aria-invalid]').map((each) => `#${each.id}`);
    expect(links, 'in the order of the page').toEqual(invalid);
    expect(links).toHaveLength(4);
    expect(page.attribute('#f-sender-name', 'aria-invalid')).toBe('true');
    expect(page.attribute('#f-sender-name', 'aria-describedby')).toBe('f-sender-name-fault');
    expect(page.textOf('title')).toContain('Please check your details');
  });

  test('treats invisible names as empty, and keeps other names unchanged', async () => {
    const page = await sent('item=gift_card_value:1:20000', {
      ...GIFT,
      'sender.name': '\u202A\u2069',
      'recipient.name': '\u200B\u00AD',
    });
    expect([page.status, page.faults]).toEqual([
      422,
      { 'sender.name': 'Fill in this field.', 'recipient.name': 'Fill in this field.' },
    ]);
    const summary = await sent('item=gift_card_value:1:20000', { ...GIFT, 'recipient.name': 'Bo\u200D' });
    expect(summary.textOf('h1')).toBe('Check your order');
  });

  test('keeps all input unchanged', async () => {
    const typed = {
      'items.0.amount': '12,34',
      'items.0.quantity': '2',
      'greeting.message': 'Line one\n\n  <b>line</b> "three" &amp; more',
      'sender.name': '"><img src=x>',
      'sender.email': 'not an address',
      'recipient.name': 'Bo',
      'recipient.email': 'bo@',
      discount_code: 'NOSUCH',
      consent: 'on',
      when: 'day',
      send_on: '2001-01-01',
    };
    const page = await sent('item=gift_card_value:1:20000', typed);
    expect([page.status, page.textOf('#price')]).toEqual([422, 'Choose an amount from DKK 100 to DKK 5,000.']);
    expect(page.values('form')).toMatchObject({ ...typed, 'greeting.message': typed['greeting.message'] });
    expect(page.answer.bytes.toString()).not.toContain('<img src=x');
  });

  test.each<[string, string, FormInput, Record<string, string>]>([
    [
      'an amount below the minimum',
      'item=gift_card_value:1:20000',
      { 'items.0.amount': '99' },
      { 'items.0.amount': 'Choose an amount from DKK 100 to DKK 5,000.' },
    ],
    ['no amount', 'item=gift_card_value:1', {}, { 'items.0.amount': 'Choose an amount from DKK 100 to DKK 5,000.' }],
    [
      'text for an amount',
      'item=gift_card_value:1',
      { 'items.0.amount': 'much' },
      { 'items.0.amount': 'Choose an amount from DKK 100 to DKK 5,000.' },
    ],
    [
      'too many',
      'item=gcv_3:gcvo_3:2',
      { 'items.0.quantity': '5' },
      { 'items.0.quantity': 'At most 4 can be bought.' },
    ],
    [
      'too few',
      'item=gcv_3:gcvo_3:2',
      { 'items.0.quantity': '1' },
      { 'items.0.quantity': 'At least 2 must be bought.' },
    ],
    ['no number', 'item=gcv_3:gcvo_3:2', { 'items.0.quantity': 'two' }, { 'items.0.quantity': 'Enter a number.' }],
    ['none', 'item=gcv_1:gcvo_1:1', { 'items.0.quantity': '0' }, { 'items.0.quantity': 'At least 1 must be bought.' }],
    [
      'an unknown code',
      'item=gcv_1:gcvo_1:1',
      { discount_code: 'NOSUCH' },
      { discount_code: 'This discount code does not exist, or can no longer be used.' },
    ],
    [
      'a code on tickets',
      'item=evt_1:evto_1:1',
      { discount_code: 'TENOFF' },
      { discount_code: 'This discount code does not apply to what you are buying.' },
    ],
    [
      'a greeting that is too long',
      'item=gcv_1:gcvo_1:1',
      { 'greeting.message': 'x'.repeat(21) },
      { 'greeting.message': 'Enter at most 20 characters.' },
    ],
    [
      'a day that has passed',
      'item=gcv_1:gcvo_1:1',
      { when: 'day', send_on: '2001-01-01' },
      { send_on: 'This time has passed. Choose a later one.' },
    ],
    ['no day', 'item=gcv_1:gcvo_1:1', { when: 'day', send_on: '' }, { send_on: 'Choose a day and a time.' }],
    [
      'a ticket without its code',
      'item=evt_20:evto_20:1',
      {},
      { 'items.0.ticket.code': 'Enter the code that you have been given.' },
    ],
    [
      'an extra without a ticket',
      'item=evt_5:evto_8:1',
      {},
      { 'items.0.quantity': 'Extras are bought together with a ticket.' },
    ],
    ['a picture that was not chosen', 'item=gcv_1:gcvo_1:1', { picture: 'upload' }, { picture: 'Fill in this field.' }],
    [
      'a parcel without an address',
      'item=gcv_1:gcvo_1:1',
      { 'delivery.method': 'postal' },
      {
        'delivery.address.street': 'This is required for the parcel.',
        'delivery.address.postcode': 'This is required for the parcel.',
        'delivery.address.city': 'This is required for the parcel.',
      },
    ],
    [
      'a company without its number',
      'item=gcv_1:gcvo_1:1',
      { company: 'on', 'sender.company.name': 'X' },
      { 'sender.company.vat_number': 'Fill in this field.' },
    ],
  ])('is reported in the buyer’s words: %s', async (_what, link, filling, faults) => {
    const page = await sent(link, { ...GIFT, ...filling });
    expect(page.status).toBe(422);
    expect(page.faults).toEqual(faults);
  });

  test.each([
    ['more than are left', 'item=gcv_6:gcvo_6:4', 'Only 3 left.'],
    ['more offers than are left', 'item=so_1:sov_1:6', 'Only 5 left.'],
  ])('reports hidden stock only when the order is placed: %s', async (_what, link, fault) => {
    const visitor = someone();
    const summary = await visitor.submit(await visitor.open(`/shop/shop/en/buy?${link}`), GIFT);
    expect(summary.status).toBe(200);
    const page = await visitor.submit(summary, {}, { step: 'confirm' });
    expect([page.status, page.faults]).toEqual([422, { 'items.0.quantity': fault }]);
    expect(page.values('form')).toMatchObject(GIFT);
  });

  test('reports hidden stock in the language of the page', async () => {
    const visitor = someone();
    for (const [language, sentence] of [
      ['da', 'Udfyld dette felt.'],
      ['de', 'Füllen Sie dieses Feld aus.'],
      ['sv', 'Fyll i det här fältet.'],
      ['no', 'Fyll ut dette feltet.'],
    ]) {
      const form = await visitor.open(`/shop/shop/${language}/buy?item=gcv_1:gcvo_1:1`);
      expect(Object.values((await visitor.submit(form)).faults)).toContain(sentence);
    }
  });

  test('with random fields returns a helpful page and never a server error', async () => {
    const visitor = someone();
    const bodies: [string, string][][] = [
      [],
      [['step', 'confirm']],
      [['items.0.product_id', 'gcv_1']],
      [
        ['items.0.product_id', '__proto__'],
        ['items.0.quantity', '1'],
      ],
      [
        ['form', 'x'.repeat(10_000)],
        ['items.0.product_id', 'gcv_1'],
        ['items.0.product_option_id', 'gcvo_1'],
        ['items.0.quantity', '-1'],
        ['step', 'confirm'],
      ],
      Array.from({ length: 3000 }, (_, at): [string, string] => [`items.${at}.product_id`, 'gcv_1']),
      [
        ['items.0.product_id', 'gcv_1\u0000'],
        ['sender.name', '\uD800'],
        ['total', '1e9'],
        ['step', 'constructor'],
      ],
    ];
    for (const body of bodies) {
      for (const isMultipart of [true, false]) {
        const page = await visitor.post('/shop/shop/en/buy', body, { isMultipart });
        expect([200, 422]).toContain(page.status);
        expect(page.header('content-type')).toContain('text/html');
      }
    }
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    const broken = await stack.post('/shop/shop/en/buy', { body: '--x\r\nContent-Disp', headers });
    expect(broken.status).toBe(422);
  });
});

describe('a link that fills the form', () => {
  test('sets products, options, quantities, amount, code and reference', async () => {
    const page = await someone().open(
      '/shop/shop/en/buy?item=gift_card_value:2:75000&discount_code=TENOFF&client_reference=cart-7',
    );
    expect(page.values('form')).toMatchObject({
      'items.0.product_id': 'gift_card_value',
      'items.0.quantity': '2',
      'items.0.amount': '750',
      discount_code: 'TENOFF',
      client_reference: 'cart-7',
    });
    expect(totalOf(page)).toBe('DKK 1,360');
  });

  test('reports unavailable parts, and keeps the rest', async () => {
    const page = await someone().open(
      '/shop/shop/en/buy?item=evt_1:evto_1:2&item=evt_999:evto_1:1&item=gcv_1:gcvo_1:1&item=nonsense:::1',
    );
    expect(page.status).toBe(200);
    expect(page.values('form')).toMatchObject({ 'items.0.product_id': 'evt_1', 'items.0.quantity': '2' });
    expect(page.values('form')).not.toHaveProperty(['items.1.product_id']);
    const notice = page.textOf('.notice');
    expect(notice).toContain('“evt_999 evto_1” is not sold here.');
    expect(notice).toContain('“Experience 1” must be ordered by itself');
    expect(notice).toContain('“nonsense:::1” is not sold here.');
  });

  test('reports a duplicate product', async () => {
    const page = await someone().open('/shop/shop/en/buy?item=gcv_1:gcvo_1:1&item=gcv_1:gcvo_1:2');
    expect(page.values('form')).toMatchObject({ 'items.0.quantity': '1' });
    expect(page.textOf('.notice')).toContain('“Experience 1” is named twice');
  });

  test('reports sold-out products, values out of range and unknown codes at their fields', async () => {
    const visitor = someone();
    const soldOut = await visitor.open('/shop/shop/en/buy?item=evt_22:evto_22:1');
    expect([soldOut.status, soldOut.faults]).toEqual([200, { 'items.0.quantity': 'This is sold out.' }]);
    const small = await visitor.open('/shop/shop/en/buy?item=gift_card_value:1:100&discount_code=NOSUCH');
    expect(Object.keys(small.faults)).toEqual(['items.0.amount', 'discount_code']);
    const noCode = await visitor.open('/shop/shop/en/buy?item=gcv_1:gcvo_1:1&discount_code=NOSUCH');
    expect(Object.keys(noCode.faults)).toEqual(['discount_code']);
    expect((await visitor.open('/shop/shop/en/buy?item=evt_20:evto_20:1')).faults).toEqual({});
    expect((await visitor.open('/shop/shop/en/buy?product=gift_card_value')).faults).toEqual({});
  });

  test('works without a language, and leads to the shop when it names no product', async () => {
    const page = await someone().open('/shop/shop/buy?item=gcv_1:gcvo_1:1', { 'Accept-Language': 'sv' });
    expect([page.status, page.attribute('html', 'lang')]).toEqual([200, 'sv']);
    const nothing = await someone().open('/shop/shop/buy');
    expect([nothing.status, nothing.location]).toEqual([303, '/shop/shop/en']);
  });

  test('adds its reference to the order', async () => {
    const { order } = await ordered(someone(), 'item=gcv_1:gcvo_1:1&client_reference=cart-8', GIFT);
    expect(order.client_reference).toBe('cart-8');
  });
});

describe('the return URL of the buyer', () => {
  test('is the receipt of the order', async () => {
    const visitor = someone();
    const { order, paymentUrl } = await ordered(visitor, 'item=gcv_1:gcvo_1:1', GIFT);
    const paid = await shop.pay(paymentUrl);
    expect(paid.status).toBe(303);
    const receipt = paid.headers.get('location') ?? '';
    expect(orderId(receipt)).toBe(order.id);
    await stack.idle();
    const { pathname, search } = new URL(receipt);
    const complete = await visitor.open(`${pathname}${search}`);
    expect(complete.textOf('h1')).toBe('Thank you, your order is complete');
    expect(complete.attribute('a.button[href="https://shop.example/"]', 'class')).toBe('button');
  });
});
