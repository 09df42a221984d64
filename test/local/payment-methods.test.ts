import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { METHODS, PAYMENT_METHODS, type PaymentMethodType } from '../../functions/platform/payment-methods.ts';
import { API_KEY, ruleSeed } from '../support/seed.ts';
import { giftCard, Shop, ticket } from '../support/shop.ts';
import { startStack, type Answer, type RunningStack } from '../support/stack.ts';

interface PaidOrder {
  id: string;
  status: string;
  fulfillment: { status: string | null };
  payment: {
    status: string;
    method: { type: string; brand?: string; last4?: string } | null;
    captured_amount: number;
    refunded_amount: number;
    authorized_at: string | null;
    returned_captures: { amount: number; refunded_at: string | null }[];
  };
}

/** A company in each currency, so that every method can be used. */
const CURRENCIES = ['DKK', 'NOK', 'SEK', 'EUR', 'CHF', 'PLN'] as const;
const keyOf = (currency: string): string =>
  `lp_live_${Buffer.from(currency).toString('hex').padEnd(32, '0')}_${'e'.repeat(64)}`;
const [shopSeed] = ruleSeed.companies;
const seed = {
  ...ruleSeed,
  companies: [
    ...ruleSeed.companies,
    ...CURRENCIES.map((currency) => ({
      ...shopSeed,
      slug: `shop-${currency.toLowerCase()}`,
      currency,
      contract: { checkout: true, payment_methods: [...PAYMENT_METHODS] },
    })),
  ],
  api_keys: [
    ...ruleSeed.api_keys,
    ...CURRENCIES.map((currency) => ({
      company: `shop-${currency.toLowerCase()}`,
      label: 'all',
      key: keyOf(currency),
      scopes: ruleSeed.api_keys[0]?.scopes ?? [],
    })),
  ],
};

let stack: RunningStack;
beforeAll(async () => {
  stack = await startStack({ seed });
});
afterAll(() => stack.stop());

const currencyOf = (type: PaymentMethodType): string =>
  CURRENCIES.find((each) => METHODS[type].currencies?.includes(each) ?? true) ?? 'DKK';
const shopOf = (type: PaymentMethodType): Shop => new Shop(stack, keyOf(currencyOf(type)));

const submit = (url: string, form: Record<string, string>): Promise<Answer> =>
  stack.post(url, {
    body: new URLSearchParams(form).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });

class Sale {
  readonly type: PaymentMethodType;
  readonly shop: Shop;
  id = '';
  url = '';

  constructor(type: PaymentMethodType) {
    this.type = type;
    this.shop = shopOf(type);
  }

  static async open(type: PaymentMethodType): Promise<Sale> {
    const sale = new Sale(type);
    sale.id = (await sale.shop.order(giftCard(20_000))).body.id;
    sale.url = (await sale.shop.session(sale.id)).body.url;
    return sale;
  }

  pay(outcome: string): Promise<Answer> {
    return submit(this.url, { method: this.type, outcome });
  }

  /** Simulates an event at the gateway; throws if the gateway does not support it. */
  async gateway(event: string): Promise<void> {
    await stack.control('POST', '/gateway', { order_id: this.id, event });
  }

  async read(): Promise<PaidOrder> {
    return (await stack.get<PaidOrder>(`/v2/orders/${this.id}`, { key: this.shop.key })).body;
  }
}

const OTHERS = PAYMENT_METHODS.filter((type) => type !== 'card');
const BY_HAND = OTHERS.filter((type) => METHODS[type].capture === 'manual');

describe.each(OTHERS)('%s', (type) => {
  test('is declined, retried, paid once and refunded in parts, and again after a failed refund', async () => {
    const sale = await Sale.open(type);
    const declined = await sale.pay('declined');
    expect([declined.status, declined.headers.get('location')]).toEqual([
      303,
      expect.stringContaining('status=declined'),
    ]);
    await stack.idle();
    expect(await sale.read()).toMatchObject({ status: 'pending_payment', payment: { status: 'failed', method: null } });
    expect((await stack.get(sale.url)).bytes.toString()).toContain('role="alert"');
    for (let times = 0; times < 2; times++) {
      expect((await sale.pay('approved')).headers.get('location')).toContain('status=authorized');
    }
    await stack.idle();
    const paid = await sale.read();
    expect(paid).toMatchObject({ status: 'fulfilled', payment: { status: 'captured', captured_amount: 21_000 } });
    expect(paid.payment.method).toEqual({ type });
    expect((await sale.shop.refund(sale.id, { amount: 5_000 })).status).toBe(200);
    await sale.gateway('refund_failed');
    await stack.idle();
    expect((await sale.read()).payment).toMatchObject({ status: 'captured', refunded_amount: 0 });
    expect((await sale.shop.refund(sale.id)).status).toBe(200);
    expect((await sale.read()).payment).toMatchObject({ status: 'refunded', refunded_amount: 21_000 });
  });

  test('that is approved late pays for the order at that time, even without a notice', async () => {
    const [notified, silent] = [await Sale.open(type), await Sale.open(type)];
    await silent.gateway('silent');
    for (const sale of [notified, silent]) expect((await sale.pay('approved_late')).status).toBe(303);
    await stack.idle();
    expect((await notified.read()).payment).toMatchObject({ status: 'pending', method: null });
    const page = await stack.get(notified.url);
    expect([page.status, page.bytes.toString()]).toEqual([409, expect.stringMatching(/<h2>[^<]+<\/h2>/)]);
    await stack.advance(60);
    await stack.idle();
    expect(await notified.read()).toMatchObject({ status: 'fulfilled', payment: { method: { type } } });
    await stack.advance(15 * 60);
    await stack.idle();
    expect(await silent.read()).toMatchObject({ status: 'fulfilled', payment: { method: { type } } });
  });

  test('that awaits approval is withdrawn when the page is replaced, and pays only on the new page', async () => {
    const sale = await Sale.open(type);
    await sale.pay('approved_late');
    const { body: again } = await sale.shop.session(sale.id);
    await stack.advance(60);
    await stack.idle();
    expect((await sale.read()).payment).toMatchObject({ status: 'pending', returned_captures: [] });
    expect((await sale.pay('approved')).status).toBe(410);
    await submit(again.url, { method: type, outcome: 'approved' });
    await stack.idle();
    expect((await sale.read()).status).toBe('fulfilled');
  });

  test('has a page that rejects outcomes and methods that it does not offer', async () => {
    const sale = await Sale.open(type);
    expect((await sale.pay('unknown')).status).toBe(422);
    expect((await submit(sale.url, { method: 'sepa_debit', outcome: 'approved' })).status).toBe(422);
    if (METHODS[type].capture === 'at_once') expect((await sale.pay('expired')).status).toBe(422);
    expect((await sale.read()).payment.status).toBe('pending');
  });
});

describe.each(BY_HAND)('an authorization of %s', (type) => {
  test('that ends without capture cancels the order, and a later capture is refunded', async () => {
    const [notified, silent] = [await Sale.open(type), await Sale.open(type)];
    for (const sale of [notified, silent]) await sale.pay('expired');
    await stack.idle();
    expect(await notified.read()).toMatchObject({
      status: 'paid',
      payment: { status: 'authorized', method: { type } },
    });
    await silent.gateway('silent');
    await stack.advance(15 * 60);
    await stack.idle();
    for (const sale of [notified, silent]) {
      expect(await sale.read()).toMatchObject({
        status: 'cancelled',
        payment: { status: 'cancelled', captured_amount: 0 },
        fulfillment: { status: 'processing' },
      });
    }
    await notified.gateway('captured');
    await stack.idle();
    expect(await notified.read()).toMatchObject({
      status: 'cancelled',
      payment: { status: 'cancelled', returned_captures: [{ amount: 21_000, refunded_at: expect.any(String) }] },
    });
  });
});

describe('cards', () => {
  test('show their brand and last digits on orders, in the receipt and for participants', async () => {
    const shop = new Shop(stack);
    const { body: order } = await shop.order([ticket(1, 1)]);
    const { body: session } = await shop.session(order.id);
    await shop.pay(session.url, 'noisy');
    await stack.idle();
    const read = await stack.get<PaidOrder>(`/v2/orders/${order.id}`, { key: API_KEY });
    expect(read.body.payment.method).toEqual({ type: 'card', brand: 'visa', last4: '0259' });
    const rows = await stack.get<{ data: { payment_type: string }[] }>('/v2/events/event-1/participants', {
      key: API_KEY,
    });
    expect(rows.body.data.map(({ payment_type }) => payment_type)).toEqual(['card']);
    const mails = await stack.mail();
    expect(mails.some(({ text }) => text?.includes('Visa •••• 0259'))).toBe(true);
  });

  test('cancel the order when their authorization ends', async () => {
    const shop = new Shop(stack);
    const { body: order } = await shop.order(giftCard(20_000));
    const { body: session } = await shop.session(order.id);
    await submit(session.url, { card_number: '4000 0000 0000 0218', expiry: '12/40', cvc: '123' });
    await stack.idle();
    await stack.advance(15 * 60);
    await stack.idle();
    expect((await shop.read(order.id)).status).toBe('cancelled');
  });
});

describe('a payment page', () => {
  const offered = async (currency: string, amount = 20_000): Promise<string[]> => {
    const shop = new Shop(stack, keyOf(currency));
    const { body: order } = await shop.order(giftCard(amount));
    const { body: session } = await shop.session(order.id);
    const page = (await stack.get(session.url)).bytes.toString();
    const others = [...page.matchAll(/name="method" value="([a-z]+)"/g)].map(([, type = '']) => type);
    return [...(page.includes('name="card_number"') ? ['card'] : []), ...others];
  };

  test('offers the methods that the currency and the total allow, in the order set by the company', async () => {
    expect(await offered('DKK')).toEqual(['card', 'link', 'mobilepay', 'klarna', 'paypal']);
    expect(await offered('NOK')).toEqual(['card', 'link', 'mobilepay', 'vipps', 'klarna', 'paypal']);
    expect(await offered('SEK')).toEqual(['card', 'link', 'mobilepay', 'swish', 'klarna', 'paypal']);
    expect(await offered('EUR')).toEqual(['card', 'link', 'mobilepay', 'klarna', 'paypal', 'ideal', 'bancontact']);
    // The fee is 10.00, and the maximum of Klarna and TWINT in Switzerland 5,000.00.
    expect(await offered('CHF', 499_000)).toEqual(['card', 'link', 'klarna', 'paypal', 'twint']);
    expect(await offered('CHF', 499_001)).toEqual(['card', 'link', 'paypal']);
  });

  test('has a form for each in the language of the buyer', async () => {
    const shop = new Shop(stack, keyOf('NOK'));
    for (const [locale, text] of [
      ['da', 'Du godkender betalingen i Vipps-appen.'],
      ['sv', 'Du godkänner betalningen i Vipps-appen.'],
      ['de', 'Sie geben die Zahlung in der Vipps-App frei.'],
      ['nb', 'Du godkjenner betalingen i Vipps-appen.'],
      ['nn', 'Du godkjenner betalinga i Vipps-appen.'],
      ['en', 'You approve the payment in the Vipps app.'],
    ] as const) {
      const { body: order } = await shop.order(giftCard(20_000), { locale });
      const { body: session } = await shop.session(order.id);
      expect((await stack.get(session.url)).bytes.toString()).toContain(text);
    }
  });
});

describe('contract.payment_methods', () => {
  test('defaults to card and link, and is shown with the settings', async () => {
    const settings = (slug: string, key: string) =>
      stack.get<{ contract: { payment_methods: string[] } }>(`/v2/companies/${slug}/settings`, { key });
    expect((await settings('shop', API_KEY)).body.contract.payment_methods).toEqual(['card', 'link']);
    expect((await settings('shop-dkk', keyOf('DKK'))).body.contract.payment_methods).toEqual([...PAYMENT_METHODS]);
    expect((await settings('shop', API_KEY)).body.contract).toMatchObject({ gateway: 'stripe' });
  });
});
