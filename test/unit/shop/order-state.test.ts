import { beforeEach, describe, expect, it } from 'vitest';
import type { OrderRow, PaymentStatus } from '../../../functions/domain/checkout/orders/rows.ts';
import { STATES, STATE_NAMES, type State } from '../../../functions/domain/checkout/orders/states.ts';
import { PAGE_LANGUAGES, type PageLanguage } from '../../../functions/platform/page-languages.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { textsOf } from '../../../functions/pages/kit/language.ts';
import { orderStateOf, paymentProblemOf } from '../../../functions/pages/shop/pages/order-state.ts';
import type { Visit } from '../../../functions/pages/shop/visit.ts';
import { orderIn } from '../../support/order-life.ts';
import { NOW } from '../../support/orders.ts';
import { shopOf } from '../pricing/sample.ts';

const TOTAL = 51_000;
const AMOUNTS: Partial<Record<PaymentStatus, { captured: number; refunded: number }>> = {
  captured: { captured: TOTAL, refunded: 0 },
  partially_refunded: { captured: TOTAL, refunded: 1000 },
  refunded: { captured: TOTAL, refunded: TOTAL },
};
const NOTHING = { captured: 0, refunded: 0 };

const visitIn = (language: PageLanguage, query: Record<string, string> = {}): Visit =>
  ({ t: textsOf(language), language, shop: shopOf({}), request: { query } }) as unknown as Visit;

/** An order in a state, with a possible payment, disputed or not. */
const orderWith = (state: State, status: PaymentStatus, isDisputed = false): OrderRow => {
  const order = orderIn[state]();
  const dispute = { id: 'd', status: 'open' as const, amount: TOTAL, openedAtMs: NOW };
  const payment = { ...order.payment, status, ...(AMOUNTS[status] ?? NOTHING), ...(isDisputed ? { dispute } : {}) };
  return { ...order, payment };
};

const PARTLY = 'DKK 10 of this order has been refunded.';
const REFUNDED = ['This order has been refunded', 'DKK 510 has been refunded.'];
const EXPIRED = ['This order has expired', 'It was not paid in time. Nothing was charged, and nothing will be sent.'];
const PAID = ['Thank you, your payment has arrived', 'It will be sent to bo@example.com in a few minutes.'];
const FAILED = ['Something is keeping us from completing your order', 'Your payment is safe'];
const FULFILLED = ['Thank you, your order is complete', 'It has been sent by email to bo@example.com.'];
const DISPUTED = 'The payment of this order is disputed';
const WAITS = [DISPUTED, 'nothing in this order is sent'];
const FROZEN = [DISPUTED, 'the cards of this order cannot be used'];
const NEVER = [DISPUTED, 'The order was cancelled, and nothing in it will be sent.'];
const CANCELLED = 'This order was cancelled';

/** The receipt in each state, for each possible payment. */
const EXPECTED: readonly (readonly [State, PaymentStatus, 'disputed' | '', readonly string[]])[] = [
  ['unpaid', 'pending', '', ['Your order is not paid yet', 'Nothing has been charged.']],
  ['unpaid', 'failed', '', ['Your order is not paid yet', 'The payment did not go through, and nothing was charged.']],
  ['authorized', 'authorized', '', PAID],
  ['captured', 'captured', '', PAID],
  ['captured', 'captured', 'disputed', WAITS],
  ['captured', 'partially_refunded', '', [...PAID, PARTLY]],
  ['captured', 'partially_refunded', 'disputed', [...WAITS, PARTLY]],
  ['fulfillment_failed', 'captured', '', FAILED],
  ['fulfillment_failed', 'captured', 'disputed', WAITS],
  ['fulfillment_failed', 'partially_refunded', '', [...FAILED, PARTLY]],
  ['fulfillment_failed', 'partially_refunded', 'disputed', [...WAITS, PARTLY]],
  ['fulfilled', 'captured', '', FULFILLED],
  ['fulfilled', 'captured', 'disputed', FROZEN],
  ['fulfilled', 'partially_refunded', '', [...FULFILLED, PARTLY]],
  ['fulfilled', 'partially_refunded', 'disputed', [...FROZEN, PARTLY]],
  ['fulfilled', 'refunded', '', REFUNDED],
  ['fulfilled', 'refunded', 'disputed', REFUNDED],
  ['cancelled', 'cancelled', '', [`${CANCELLED} Nothing was charged, and nothing will be sent.`]],
  ['cancelled', 'refunded', '', REFUNDED],
  ['cancelled', 'refunded', 'disputed', REFUNDED],
  ['cancelled', 'captured', '', [CANCELLED, 'DKK 510 of what you paid has not been refunded yet.']],
  ['cancelled', 'captured', 'disputed', NEVER],
  ['cancelled', 'partially_refunded', '', [CANCELLED, 'DKK 500 of what you paid has not been refunded', PARTLY]],
  ['cancelled', 'partially_refunded', 'disputed', [...NEVER, PARTLY]],
  ['expired', 'cancelled', '', EXPIRED],
];

const textOf = (order: OrderRow, visit = visitIn('en')): string => {
  const { heading, text } = orderStateOf(visit, order, order.lines);
  return [heading, ...text].join(' ').replaceAll('\u00A0', ' ');
};

describe('a receipt', () => {
  it.each(EXPECTED)('shows the texts for an order that is %s with payment %s %s', (state, payment, disputed, texts) => {
    const text = textOf(orderWith(state, payment, disputed !== ''));
    for (const sentence of texts) expect(text).toContain(sentence);
    expect(text.includes('has been refunded')).toBe(texts === REFUNDED || texts.includes(PARTLY));
  });

  it('covers every state and payment, and disputes of captured payments', () => {
    const states = EXPECTED.map(([state, payment, disputed]) => `${state} ${payment} ${disputed}`);
    const all = STATE_NAMES.flatMap((state) =>
      STATES[state].payment.flatMap((payment) =>
        payment in AMOUNTS ? [`${state} ${payment} `, `${state} ${payment} disputed`] : [`${state} ${payment} `],
      ),
    );
    expect(states.toSorted()).toEqual(all.toSorted());
  });

  it.each(PAGE_LANGUAGES)('never reports a captured payment as not charged in %s', (language) => {
    const visit = visitIn(language);
    const shown = orderIn.fulfilled().lines;
    const { expiredText, unpaidText, declined } = visit.t.receipt;
    for (const [state, payment, disputed] of EXPECTED.filter(([, status]) => status in AMOUNTS)) {
      const { text } = orderStateOf(visit, orderWith(state, payment, disputed !== ''), shown);
      for (const untrue of [expiredText, unpaidText, declined]) expect(text).not.toContain(untrue);
    }
  });

  it('shows the contact of the shop when only the shop can help', () => {
    expect(orderStateOf(visitIn('en'), orderWith('cancelled', 'captured'), []).isForShop).toBe(true);
    expect(orderStateOf(visitIn('en'), orderWith('expired', 'cancelled'), []).isForShop).toBeUndefined();
  });

  it.each(['captured', 'partially_refunded'] as const)(
    'shows that all cards of a fulfilled order were withdrawn, %s',
    (status) => {
      const { sign, heading, text, isForShop } = orderStateOf(visitIn('en'), orderWith('fulfilled', status), []);
      expect([sign, heading, isForShop]).toEqual(['!', 'The cards of this order can no longer be used', true]);
      expect(text[0]).toBe('They were withdrawn. If you did not expect that, please ask us.');
      expect(text.length).toBe(status === 'captured' ? 1 : 2);
    },
  );

  it('writes amounts in the currency of the order, even when the company has changed its currency', () => {
    const order = orderWith('fulfilled', 'refunded');
    expect(textOf({ ...order, amounts: { ...order.amounts, currency: 'EUR' } })).toContain('€510 has been refunded');
  });
});

describe('the receipt of an unpaid order whose payment page reported a payment', () => {
  const OPENED = NOW + 60_000;
  const session = {
    id: 'cs_1',
    gateway: 'test' as const,
    openedAtMs: OPENED,
    lapsesAtMs: NOW,
  };
  const strayAt = (atMs: number, refundedAtMs?: number): NonNullable<OrderRow['payment']['strayCaptures']> => [
    {
      reference: 'tp_1',
      gateway: 'test',
      amount: 50_999,
      atMs,
      ...(refundedAtMs === undefined ? {} : { refundedAtMs }),
    },
  ];
  const states = (order: OrderRow) => orderStateOf(visitIn('en', { status: 'authorized' }), order, []);
  const unpaid = (strayCaptures: OrderRow['payment']['strayCaptures'] = []): OrderRow => {
    const order = orderIn.unpaid();
    return { ...order, session, payment: { ...order.payment, strayCaptures } };
  };
  beforeEach(() => {
    clock.nowMs = () => OPENED;
  });

  it('waits for the bank, and allows another payment when there is no result for minutes', () => {
    expect(states(unpaid())).toMatchObject({
      heading: 'We are waiting for your payment',
      isMoving: true,
      isPayable: false,
    });
    clock.nowMs = () => OPENED + 3 * 60_000 + 1;
    const late = states(unpaid());
    expect(late).toMatchObject({ heading: 'We are waiting for your payment', isMoving: true, isPayable: true });
    expect(late.text.join(' ')).toContain('The bank has not confirmed your payment yet. You can pay again');
    const declined = unpaid();
    expect(states({ ...declined, event: { ...declined.event, atMs: OPENED + 30_000 } }).isPayable).toBe(false);
  });

  it('does not wait when there was no payment page', () => {
    const { session: _none, ...order } = unpaid();
    expect(states(order)).toMatchObject({ heading: 'Your order is not paid yet', isPayable: true });
  });

  it('reports a late payment as refunded, and waits again for one on a newer page', () => {
    const { heading, text, isPayable, isMoving } = states(unpaid(strayAt(OPENED + 1000, OPENED + 2000)));
    expect([heading, isPayable, isMoving]).toEqual(['Your order is not paid yet', true, undefined]);
    expect(text.join(' ').replaceAll('\u00A0', ' ')).toBe(
      'DKK 509.99 that you paid could not be used for this order. We have refunded it. You can pay again now.',
    );
    expect(states(unpaid(strayAt(OPENED + 1000))).text[0]).toContain('We are refunding it.');
    expect(states(unpaid(strayAt(OPENED - 1000, OPENED))).heading).toBe('We are waiting for your payment');
  });

  it('does not report a payment of nothing', () => {
    const [stray] = strayAt(OPENED + 1000, OPENED + 2000);
    expect(states(unpaid([{ ...stray!, amount: 0 }])).text.join(' ')).not.toContain('could not be used');
  });

  it('uses the currency of each payment', () => {
    const [stray] = strayAt(OPENED + 1000);
    const yen = { ...stray!, reference: 'tp_2', amount: 5000, currency: 'JPY' };
    expect(states(unpaid([stray!, yen, { ...stray!, reference: 'tp_3' }])).text[0]?.replaceAll('\u00A0', ' ')).toMatch(
      /^DKK 1,019\.98 \+ JP¥5,000 that you paid could not be used/,
    );
  });

  it('reports the refund of an order that ended unpaid, and not that nothing was charged', () => {
    const order = orderIn.expired();
    const strayCaptures = strayAt(NOW, NOW);
    const text = textOf({ ...order, payment: { ...order.payment, strayCaptures } });
    expect(text).toContain('We have refunded it. Nothing in this order will be sent.');
    expect(text).not.toContain('Nothing was charged');
  });
});

it.each([
  ['DKK', 'None of our payment methods takes this amount: it is too small or too large.'],
  ['EUR', 'The shop has changed its currency. Please place a new order.'],
])('the page explains why an order in %s has no payment page', (currency, text) => {
  const { amounts, ...order } = orderIn.unpaid();
  const visit = visitIn('en', { payment: 'no_method' });
  expect(paymentProblemOf(visit, { ...order, amounts: { ...amounts, currency } })?.text).toBe(text);
});
