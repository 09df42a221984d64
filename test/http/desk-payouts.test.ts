import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DESK_KEY, deskSeed } from '../support/desk-shop.ts';
import { signInStaff, type Clerk } from '../support/desk.ts';
import type { FoundPage } from '../support/page-visitor.ts';
import { opsWithInput, ops } from '../support/ops.ts';
import { experience, giftCard, Shop } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';
import { STRIPE_TEST_KEY, STRIPE_WEBHOOK_SECRET, StripeServer } from '../support/stripe-server.ts';

const seed = {
  ...deskSeed,
  experiences: [
    {
      company: 'nordlys',
      id: 7,
      name: 'Sailing',
      options: [{ id: 7, name: 'A day', amount: 30_000, quantity: { minimum: 1, maximum: 10 } }],
    },
  ],
  users: [
    ...deskSeed.users,
    { username: 'sys', password: 'demo-password-sys', company: 'nordlys', role: 'system_admin' },
    { username: 'admin', password: 'demo-password-admin', company: 'nordlys', role: 'super_admin' },
  ],
};

let stripe: StripeServer;
let stack: RunningStack;
let sys: Clerk;
let shop: Shop;
beforeAll(async () => {
  stripe = await StripeServer.start();
  const env = { PAYMENT_GATEWAY: 'stripe', STRIPE_API_BASE: stripe.url };
  stack = await startStack({ seed, env });
  const secret = { secret_key: STRIPE_TEST_KEY, webhook_secret: STRIPE_WEBHOOK_SECRET };
  expect(await opsWithInput(stack, JSON.stringify(secret), 'secrets', 'set', 'payments')).toMatchObject({ status: 0 });
  shop = new Shop(stack, DESK_KEY);
  sys = await signInStaff(() => stack, 'sys');
});
afterAll(async () => {
  await stack.stop();
  await stripe.stop();
});

/** Sends Stripe's pending events, until there are no more. */
const notify = async (): Promise<void> => {
  while (stripe.books.events.length > 0) {
    for (const event of stripe.books.events.splice(0)) {
      const { body, signature } = stripe.notification(event, Math.floor((await stack.nowMs()) / 1000));
      const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature };
      expect((await stack.post('/payments/stripe/notifications', { body, headers })).status).toBe(204);
    }
    await stack.idle();
  }
};

/** Sells a gift card of 200 DKK that is paid at Stripe. */
const paidOrder = async () => {
  const { body: order } = await shop.order(giftCard(20_000), { return_url: 'http://127.0.0.1/thanks' });
  const { body: session } = await shop.session(order.id);
  const { id } = stripe.books.pay(session.url.split('/').at(-1) ?? '', 'authorized');
  await notify();
  const charge = [...stripe.books.charges.values()].find(({ payment_intent: intent }) => intent === id)!;
  const payment = { source: charge, amount: charge.amount_captured, fee: 300, type: 'charge' };
  return { orderId: order.id, reference: order.reference, intent: id, charge, payment };
};

/** Cells of a table's rows. */
const rowsOf = (page: FoundPage, table = '#content'): string[] =>
  page.root.querySelectorAll(`${table} tbody tr`).map((row) =>
    row
      .querySelectorAll('td')
      .map((cell) => cell.text.replaceAll(/\s+/g, ' ').trim())
      .join(' | '),
  );

const NOON = 12 * 3600;
/** The current day and month in UTC, and the day's noon in seconds. */
const today = async (): Promise<{ seconds: number; day: string; month: string }> => {
  const day = new Date(await stack.nowMs()).toISOString().slice(0, 10);
  return { seconds: Date.parse(day) / 1000 + NOON, day, month: day.slice(0, 7) };
};

describe('payouts', () => {
  test('are matched to their orders, at the desk and by the command', async () => {
    const { seconds, month } = await today();
    expect((await sys.open('/desk/payouts')).text).toContain('paid out nothing in this month');

    const [kept, given] = [await paidOrder(), await paidOrder()];
    const refund = stripe.books.refundInDashboard(given.intent, 5000);
    await notify();
    const agreeing = stripe.books.payouts.payOut(seconds, [
      kept.payment,
      given.payment,
      { source: refund, amount: -5000, type: 'refund' },
      { source: null, amount: -100, type: 'stripe_fee', description: 'Billing' },
    ]);
    const list = await sys.open(`/desk/payouts?month=${month}`);
    expect(rowsOf(list)).toEqual([expect.stringMatching(/\| po_local1 \| Paid out \| DKK 343\.00$/)]);
    const page = await sys.open(`/desk/payouts/${agreeing.id}`);
    expect(page.text).toContain('Every transaction agrees with its order.');
    expect(page.textsOf('.facts dd').slice(3)).toEqual(
      ['400.00', '-50.00', '0.00', '-1.00', '-6.00', '343.00'].map((amount) =>
        amount.startsWith('-') ? `−DKK ${amount.slice(1)}` : `DKK ${amount}`,
      ),
    );
    expect(rowsOf(page)).toEqual([
      expect.stringContaining(`Payment | ${kept.reference}, nordlys | DKK 200.00 | −DKK 3.00 | DKK 197.00`),
      expect.stringContaining(`Payment | ${given.reference}, nordlys`),
      expect.stringContaining(`Refund | ${given.reference}, nordlys | −DKK 50.00 | DKK 0.00 | −DKK 50.00`),
      expect.stringContaining('Other: Billing'),
      'Total |  | DKK 349.00 | −DKK 6.00 | DKK 343.00',
    ]);
    expect(page.attribute('#content tbody a', 'href')).toBe(`/desk/orders/${kept.orderId}`);
    const { status, stdout, stderr } = await ops(stack, 'payouts');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`  payment 200.00 DKK, fee 3.00 DKK: order ${kept.orderId} of nordlys\n`);
  });

  test('are compared with the books, and differences are listed', async () => {
    const { seconds, day } = await today();
    const kept = await paidOrder();
    // Stripe made a refund that is not in the books, received a payment of another shop, and pays out more than it
    // lists.
    const unreported = stripe.books.refundInDashboard(kept.intent, 1000);
    stripe.books.events.length = 0;
    const foreign = await paidOrder();
    foreign.charge.metadata = {};
    const differing = stripe.books.payouts.payOut(seconds, [
      { source: unreported, amount: -1000, type: 'refund' },
      foreign.payment,
    ]);
    differing.amount += 7;
    const shown = await sys.open(`/desk/payouts/${differing.id}`);
    expect(shown.text).toContain('3 differences.');
    expect(shown.text).toContain('DKK 0.07 of this payout is in none of its transactions.');
    expect(rowsOf(shown, '[aria-labelledby=differences]')).toEqual([
      `Refund ${unreported.id} | ${kept.reference}, nordlys | Refunded, DKK 10.00 | Unknown`,
      `Payment ${foreign.intent} | No order | Paid, DKK 200.00 | Unknown`,
    ]);
    const byHand = stripe.books.payouts.payOut(seconds, [], { amount: 500, automatic: false, status: 'in_transit' });
    expect((await sys.open(`/desk/payouts/${byHand.id}`)).text).toContain('made manually');

    const { status, stdout, stderr } = await ops(stack, 'payouts', '--day', day, '--until', day);
    expect(status).toBe(1);
    expect(stderr).toContain('4 differences');
    const lines = stdout.split('\n');
    expect(lines).toContain(
      `${day} payout po_local1: paid, 343.00 DKK (payments 400.00 DKK, refunds -50.00 DKK, disputes 0.00 DKK, fees -6.00 DKK, other -1.00 DKK)`,
    );
    expect(
      lines.filter((line) => line.startsWith(`${day} `) && !line.startsWith(`${day} payout po_local1: paid`)),
    ).toEqual([
      expect.stringContaining(`payout ${differing.id}: paid`),
      `${day} refund ${unreported.id}: refunded 10.00 DKK at the gateway; unknown, order fulfilled in order ${kept.orderId} of nordlys`,
      `${day} payment ${foreign.intent}: captured 200.00 DKK at the gateway; its payment ${foreign.intent} names no order of ours`,
      `${day} payout ${differing.id}: 0.07 DKK is in none of its transactions`,
      expect.stringContaining(`payout ${byHand.id}: in_transit, 5.00 DKK`),
      `${day} payout ${byHand.id}: made by hand; the gateway does not list what it pays out`,
    ]);
    expect(lines).toContain('3 payouts, 4 differences');
    expect((await ops(stack, 'payouts', '--day', '2020-01-01', '--until', '2020-01-31')).stdout).toBe(
      '0 payouts, 0 differences\n',
    );
  });

  test('agree with an order paid in part with a gift card, and with its refunds', async () => {
    const { seconds, day } = await today();
    const { orderId: ofCard } = await paidOrder();
    const { body: items } = await stack.get<{ data: { code: string }[] }>('/v2/items', {
      key: DESK_KEY,
      query: { order_id: ofCard },
    });
    const { body: order } = await shop.order(experience(7), { return_url: 'http://127.0.0.1/thanks' });
    const applied = await stack.post(`/v2/orders/${order.id}/gift-cards`, {
      key: DESK_KEY,
      idempotencyKey: true,
      body: { code: items.data[0]?.code },
    });
    expect(applied.status).toBe(201);
    const { body: session } = await shop.session(order.id);
    const { id: intent } = stripe.books.pay(session.url.split('/').at(-1) ?? '', 'authorized');
    await notify();
    const charge = [...stripe.books.charges.values()].find(({ payment_intent: of }) => of === intent)!;
    // Refunds 150 DKK to the gift card, then 50 DKK to the gift card and 20 DKK at Stripe.
    for (const [amount, atGateway] of [
      [15_000, 0],
      [7000, 2000],
    ] as const) {
      expect((await shop.refund(order.id, { amount })).body).toMatchObject({ amount, gateway_amount: atGateway });
    }
    const refund = stripe.books.refunds.at(-1)!;
    await notify();
    const payout = stripe.books.payouts.payOut(seconds, [
      { source: charge, amount: 10_000, fee: 0, type: 'charge' },
      { source: refund, amount: -2000, type: 'refund' },
    ]);
    expect((await sys.open(`/desk/payouts/${payout.id}`)).text).toContain('Every transaction agrees with its order.');
    const { stdout } = await ops(stack, 'reconcile', '--day', day);
    expect(stdout.split('\n').filter((line) => line.includes(order.id))).toEqual([]);
  });

  test('that failed or were cancelled are listed, and have no bar in the chart', async () => {
    const noonOf = (day: number): number => Date.UTC(2020, 4, day) / 1000 + NOON;
    for (const [at, status] of (['paid', 'in_transit', 'failed', 'canceled'] as const).entries())
      stripe.books.payouts.payOut(noonOf(at + 1), [], { amount: 1000 * (at + 1), status });
    const page = await sys.open('/desk/payouts?month=2020-05');
    expect(rowsOf(page, 'section:has(#payouts)').map((row) => row.split(' | ').slice(2))).toEqual([
      ['Cancelled', 'DKK 40.00'],
      ['Failed', 'DKK 30.00'],
      ['On its way', 'DKK 20.00'],
      ['Paid out', 'DKK 10.00'],
    ]);
    expect(page.textsOf('section:has(#payouts) .state.wrong')).toEqual(['Failed']);
    expect(page.textOf('.chart .hint')).toBe('Highest: 2 May 2020, DKK 20.00');
    expect(page.root.querySelectorAll('.chart rect')).toHaveLength(2);
  });

  test('are visible to system administrators only: 404 for an unknown id, 503 when Stripe does not respond', async () => {
    const admin = await signInStaff(() => stack, 'admin');
    expect((await admin.open('/desk/payouts')).status).toBe(403);
    expect((await admin.open('/desk/payouts/po_local1')).status).toBe(403);
    expect((await admin.open('/desk')).text).not.toContain('Payouts');
    expect((await sys.open('/desk')).text).toContain('Payouts');
    expect((await stack.get('/v2/reports/payouts', { key: DESK_KEY })).status).toBe(404);
    for (const id of ['po_unknown', 'x', 'po_%2e%2e']) expect((await sys.open(`/desk/payouts/${id}`)).status).toBe(404);
    for (const path of ['/desk/payouts', '/desk/payouts/po_local1']) {
      stripe.faults.push('unavailable', 'unavailable', 'unavailable');
      const page = await sys.open(path);
      expect([page.status, page.text.includes('did not answer')]).toEqual([503, true]);
      stripe.faults.length = 0;
    }
  });
});
