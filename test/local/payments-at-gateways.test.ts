import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { METHODS, PAYMENT_METHODS, type PaymentMethodType } from '../../functions/platform/payment-methods.ts';
import { methodsAtMollie } from '../../functions/adapters/payments/mollie-payment.ts';
import { methodsAtStripe } from '../../functions/adapters/payments/stripe-session.ts';
import { startMollie, startStripe, type GatewayDouble, type PostedNotice } from '../support/gateway-doubles.ts';
import { ruleSeed } from '../support/seed.ts';
import { giftCard, Shop } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

interface PaidOrder {
  status: string;
  fulfillment: { status: string | null };
  payment: {
    status: string;
    method: { type: string } | null;
    captured_amount: number;
    refunded_amount: number;
    dispute: { status: string; amount: number } | null;
    returned_captures: { amount: number; refunded_at: string | null }[];
  };
}

/** A company in each currency, so that every method can be used. */
const CURRENCIES = ['DKK', 'NOK', 'SEK', 'EUR', 'CHF', 'PLN'] as const;
const keyOf = (currency: string): string =>
  `lp_live_${Buffer.from(currency).toString('hex').padEnd(32, '0')}_${'e'.repeat(64)}`;
/** A company without fees. */
const FREE = 'shop-free';
const [shopSeed] = ruleSeed.companies;
const seedFor = (gateway: string) => ({
  ...ruleSeed,
  companies: [
    ...ruleSeed.companies,
    ...CURRENCIES.map((currency) => ({
      ...shopSeed,
      slug: `shop-${currency.toLowerCase()}`,
      currency,
      contract: { checkout: true, payment_methods: [...PAYMENT_METHODS], gateway },
    })),
    {
      ...shopSeed,
      slug: FREE,
      gift_card: { ...shopSeed?.gift_card, order_fee: 0 },
      contract: { checkout: true, gateway },
    },
  ],
  discount_codes: [...ruleSeed.discount_codes, { company: FREE, code: 'ALLFREE', percent: 100 }],
  api_keys: [
    ...ruleSeed.api_keys,
    { company: FREE, label: 'all', key: keyOf(FREE), scopes: ruleSeed.api_keys[0]?.scopes ?? [] },
    ...CURRENCIES.map((currency) => ({
      company: `shop-${currency.toLowerCase()}`,
      label: 'all',
      key: keyOf(currency),
      scopes: ruleSeed.api_keys[0]?.scopes ?? [],
    })),
  ],
});

const GATEWAYS = [
  {
    name: 'Stripe',
    slug: 'stripe',
    start: startStripe,
    methods: methodsAtStripe(PAYMENT_METHODS),
    disputes: ['card', 'klarna'],
  },
  {
    name: 'Mollie',
    slug: 'mollie',
    start: startMollie,
    methods: methodsAtMollie(PAYMENT_METHODS),
    disputes: ['card', 'paypal'],
  },
] as const;

describe.each(GATEWAYS)('at $name', ({ slug, start, methods, disputes }) => {
  let gateway: GatewayDouble;
  let stack: RunningStack;
  let aheadSeconds = 0;
  beforeAll(async () => {
    gateway = await start();
    stack = await startStack({ seed: seedFor(slug), env: gateway.env });
  });
  afterAll(async () => {
    await stack.stop();
    await gateway.stop();
  });
  beforeEach(() => gateway.setCaptures(true));

  const advance = async (seconds: number): Promise<void> => {
    aheadSeconds += seconds;
    gateway.setAhead(aheadSeconds);
    await stack.advance(seconds);
    await stack.idle();
  };

  const post = async (notices: readonly PostedNotice[], expected = 2): Promise<void> => {
    for (const { path, body, headers } of notices) {
      const { status } = await stack.post(path, { body, headers });
      expect(Math.floor(status / 100)).toBe(expected);
    }
    await stack.idle();
  };

  /** Sends the gateway's pending events, until there are no more. */
  const deliver = async (): Promise<PostedNotice[]> => {
    const sent: PostedNotice[] = [];
    for (;;) {
      const notices = gateway.takeNotices(await stack.nowMs());
      if (notices.length === 0) return sent;
      sent.push(...notices);
      await post(notices);
    }
  };

  const drop = async (): Promise<void> => void gateway.takeNotices(await stack.nowMs());

  class Sale {
    readonly type: PaymentMethodType;
    readonly shop: Shop;
    id = '';
    page = '';

    constructor(type: PaymentMethodType) {
      this.type = type;
      const currency = CURRENCIES.find((each) => METHODS[type].currencies?.includes(each) ?? true) ?? 'DKK';
      this.shop = new Shop(stack, keyOf(currency));
    }

    static async open(type: PaymentMethodType): Promise<Sale> {
      const sale = new Sale(type);
      sale.id = (await sale.shop.order(giftCard(20_000))).body.id;
      await sale.openPage();
      return sale;
    }

    async openPage(): Promise<void> {
      const { status, body } = await this.shop.session(this.id);
      expect(status).toBe(201);
      this.page = body.url.split('/').at(-1) ?? '';
    }

    pay(outcome: 'approved' | 'declined' | 'pending' = 'approved'): void {
      gateway.pay(this.page, outcome, this.type);
    }

    async paid(): Promise<this> {
      this.pay();
      await deliver();
      expect(await this.read()).toMatchObject({ status: 'fulfilled', payment: { captured_amount: 21_000 } });
      return this;
    }

    async read(): Promise<PaidOrder> {
      return (await stack.get<PaidOrder>(`/v2/orders/${this.id}`, { key: this.shop.key })).body;
    }
  }

  const BY_HAND = methods.filter(
    (type) => METHODS[type].capture === 'manual' && !(slug === 'mollie' && type === 'paypal'),
  );

  describe.each(methods)('%s', (type) => {
    test('is declined, retried and paid once, with repeated and reordered notices', async () => {
      const sale = await Sale.open(type);
      sale.pay('declined');
      await deliver();
      expect(await sale.read()).toMatchObject({ status: 'pending_payment', payment: { status: 'failed' } });
      if (!gateway.retriesOnPage) await sale.openPage();
      sale.pay();
      const notices = await deliver();
      const paid = await sale.read();
      expect(paid).toMatchObject({ status: 'fulfilled', payment: { status: 'captured', method: { type } } });
      await post([...notices, ...notices.toReversed()]);
      expect(await sale.read()).toEqual(paid);
    });

    test('is refunded in parts, in full and from the dashboard, and again after a failed refund', async () => {
      const sale = await (await Sale.open(type)).paid();
      expect((await sale.shop.refund(sale.id, { amount: 5_000 })).status).toBe(200);
      await deliver();
      expect((await sale.read()).payment).toMatchObject({ status: 'partially_refunded', refunded_amount: 5_000 });
      gateway.failRefund(sale.page);
      await deliver();
      expect((await sale.read()).payment).toMatchObject({ status: 'captured', refunded_amount: 0 });
      gateway.refundInDashboard(sale.page, 1_000);
      await deliver();
      expect((await sale.shop.refund(sale.id)).status).toBe(200);
      await deliver();
      expect((await sale.read()).payment).toMatchObject({ status: 'refunded', refunded_amount: 21_000 });
      expect(gateway.refundedOf(sale.page)).toBe(21_000);
    });

    test('that is approved late pays for the order at that time, even if the gateway never reports it', async () => {
      const [late, silent] = [await Sale.open(type), await Sale.open(type)];
      late.pay('pending');
      await deliver();
      expect((await late.read()).payment.status).toBe('pending');
      gateway.answer(late.page);
      await deliver();
      silent.pay();
      await drop();
      await advance(6 * 60);
      for (const sale of [late, silent]) {
        expect(await sale.read()).toMatchObject({ status: 'fulfilled', payment: { method: { type } } });
      }
      await drop();
    });
  });

  test.each(BY_HAND)(
    'an expired authorization of %s cancels its order, and a later capture is refunded',
    async (type) => {
      gateway.setCaptures(false);
      const sale = await Sale.open(type);
      sale.pay();
      await post(gateway.takeNotices(await stack.nowMs()), slug === 'stripe' ? 5 : 2);
      expect(await sale.read()).toMatchObject({ status: 'paid', payment: { status: 'authorized' } });
      gateway.endAuthorization(sale.page);
      await deliver();
      expect(await sale.read()).toMatchObject({
        status: 'cancelled',
        payment: { status: 'cancelled', captured_amount: 0 },
      });
      gateway.captureAfterAll(sale.page);
      await deliver();
      expect(await sale.read()).toMatchObject({
        status: 'cancelled',
        payment: { returned_captures: [{ amount: 21_000, refunded_at: expect.any(String) }] },
      });
      expect(gateway.refundedOf(sale.page)).toBe(21_000);
    },
  );

  test.each(disputes)('a dispute of %s withdraws the money, and returns it when it is won', async (type) => {
    const sale = await (await Sale.open(type)).paid();
    if (gateway.opensDisputes) {
      gateway.dispute(sale.page, 'open');
      await deliver();
      expect((await sale.read()).payment.dispute).toMatchObject({ status: 'open', amount: 21_000 });
    }
    gateway.dispute(sale.page, 'lost');
    const notices = await deliver();
    await post(notices);
    expect((await sale.read()).payment).toMatchObject({ refunded_amount: 21_000, dispute: { status: 'lost' } });
    gateway.dispute(sale.page, 'won');
    await deliver();
    expect((await sale.read()).payment.refunded_amount).toBe(0);
  });

  test('an order with nothing due needs no payment: its session leads back to the shop, once', async () => {
    const shop = new Shop(stack, keyOf(FREE));
    const { body: order } = await shop.order(giftCard(20_000), { discount_code: 'ALLFREE' });
    expect([order.status, order.amounts.total]).toEqual(['pending_payment', 0]);
    const idempotencyKey = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => shop.session(order.id, { idempotencyKey })));
    expect(answers.filter(({ status }) => status === 201).length).toBe(1);
    for (const { status } of answers) expect([200, 201, 409]).toContain(status);
    const { status, body } = await shop.session(order.id, { idempotencyKey });
    expect(status).toBe(200);
    expect(body.url).toBe(`https://shop.example/thanks?cart=7&order_id=${order.id}&status=authorized`);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^cs_[0-9a-f]{32}$/),
      order: { status: 'paid', payment: { status: 'captured', captured_amount: 0, due: 0 } },
    });
    await stack.idle();
    const done = await shop.read(order.id);
    expect(done).toMatchObject({ status: 'fulfilled', payment: { status: 'captured', method: null } });
    const another = await shop.session<{ error: { code: string } }>(order.id);
    expect([another.status, another.body.error.code]).toEqual([409, 'order_not_payable']);
    expect(gateway.takeNotices(await stack.nowMs())).toEqual([]);
  });

  test('a new page replaces the earlier one', async () => {
    const sale = await Sale.open('card');
    const first = sale.page;
    await sale.openPage();
    expect(() => gateway.pay(first, 'approved', 'card')).toThrow('not open');
    await sale.paid();
  });

  test('a page that the gateway cannot close may still be paid: a second payment is refunded', async () => {
    if (!gateway.keepPagesOpen) return;
    gateway.keepPagesOpen();
    const sale = await Sale.open('card');
    const first = sale.page;
    await sale.openPage();
    gateway.pay(first, 'approved', 'card');
    await sale.paid();
    expect((await sale.read()).payment.returned_captures).toEqual([
      expect.objectContaining({ amount: 21_000, refunded_at: expect.any(String) }),
    ]);
  });

  test('an order without notices after its authorization is cancelled at the time limit of the method', async () => {
    gateway.setCaptures(false);
    const sale = await Sale.open('card');
    sale.pay();
    await post(gateway.takeNotices(await stack.nowMs()), slug === 'stripe' ? 5 : 2);
    await advance(4 * 24 * 3600 + 3600);
    expect((await sale.read()).status).toBe('paid');
    await advance(24 * 3600);
    expect(await sale.read()).toMatchObject({ status: 'cancelled', payment: { captured_amount: 0 } });
  });
});
