import type { EventKind, OrderEvent, PaymentFact } from '../../functions/domain/checkout/orders/events.ts';
import { GIFT_CARDS_MAX } from '../../functions/domain/checkout/orders/gift-cards.ts';
import type { OrderGiftCard, OrderRow } from '../../functions/domain/checkout/orders/rows.ts';
import { STATE_NAMES, type State } from '../../functions/domain/checkout/orders/states.ts';
import { ruleFor, TRANSITIONS } from '../../functions/domain/checkout/orders/transitions.ts';
import type { DisputeRow } from '../../functions/domain/checkout/orders/dispute-rows.ts';
import type { RefundRow } from '../../functions/domain/checkout/orders/refund-rows.ts';
import { anOrder, NOW } from './orders.ts';

export const OWN = 'tp_own';
const OTHER = 'tp_other';
const TOTAL = 51_000;
/** Amount that gift cards pay. */
const BY_CARDS = 400;

const paid = (changes: Partial<OrderRow['payment']> = {}): OrderRow['payment'] => ({
  status: 'captured',
  gateway: 'test',
  reference: OWN,
  authorizedAtMs: NOW,
  capturedAtMs: NOW,
  captured: TOTAL,
  refunded: 0,
  failedAttempts: [],
  ...changes,
});

/** A typical order in each state. */
export const orderIn: Record<State, () => OrderRow> = {
  unpaid: () => anOrder(),
  authorized: () =>
    anOrder({
      status: 'paid',
      fulfillment: { status: 'processing' },
      payment: paid({ status: 'authorized', captured: 0 }),
    }),
  captured: () => anOrder({ status: 'paid', fulfillment: { status: 'processing' }, payment: paid() }),
  fulfillment_failed: () =>
    anOrder({ status: 'paid', fulfillment: { status: 'failed', failedAtMs: NOW }, payment: paid() }),
  fulfilled: () => anOrder({ status: 'fulfilled', fulfillment: { status: 'fulfilled' }, payment: paid() }),
  cancelled: () =>
    anOrder({
      status: 'cancelled',
      returned: true,
      fulfillment: { status: 'processing' },
      payment: paid({ status: 'refunded', refunded: TOTAL }),
      allocated: { shipping: 0, fees: 1000, rest: 0, items: [{ from: 0, to: 0, minor: 50_000, whole: true }] },
    }),
  expired: () =>
    anOrder({ status: 'expired', payment: { status: 'cancelled', captured: 0, refunded: 0, failedAttempts: [] } }),
};

const BY = { system: 'test' };
const KEY = 'refund-1';

export const refundRow = (changes: Partial<RefundRow> = {}): RefundRow => ({
  pk: 'x',
  sk: `refund#${KEY}`,
  type: 'refund',
  v: 1,
  version: 1,
  company: 'nordlys',
  orderId: anOrder().id,
  refundKey: KEY,
  kind: 'ours',
  state: 'running',
  amount: 1000,
  plan: { portions: [{ part: 'fees', minor: 1000 }], rest: 0 },
  by: BY,
  startedAtMs: NOW,
  ...changes,
});

const disputeRow = (changes: Partial<DisputeRow> = {}): DisputeRow => ({
  pk: 'x',
  sk: 'dispute#d',
  type: 'dispute',
  v: 1,
  version: 1,
  company: 'nordlys',
  orderId: anOrder().id,
  disputeId: 'd',
  status: 'open',
  paymentReference: OWN,
  amount: TOTAL,
  by: BY,
  openedAtMs: NOW,
  ...changes,
});

/** The refund of a dispute that was lost and won since. */
const lossOf = (state: 'failed' | 'failing'): RefundRow =>
  refundRow({ kind: 'dispute', refundKey: 'd', sk: 'refund#d', paymentReference: OWN, state, counted: 1000 });

const payment = (paymentReference: string, amount = TOTAL): PaymentFact => ({
  gateway: 'test',
  paymentReference,
  amount,
  currency: 'DKK',
  occurredAtMs: NOW,
});

export const giftCard = (amount: number, changes: Partial<OrderGiftCard> = {}): OrderGiftCard => ({
  id: `ogc_${'1'.repeat(32)}`,
  redemptionId: `rdm_${'1'.repeat(32)}`,
  itemId: `itm_${'1'.repeat(32)}`,
  code: 'AAAABBBBCCCC',
  amount,
  status: 'held',
  refunded: 0,
  ...changes,
});

const session = {
  id: 'cs_1',
  gateway: 'test' as const,
  openedAtMs: NOW,
  lapsesAtMs: NOW + 1_800_000,
};

const EVENT = { slug: 'jazz', startsAt: '2030-05-01T19:00:00+02:00', endsAt: null, datePrecision: 'date_time' };
const MOVED = {
  event: { ...EVENT, startsAt: '2030-06-01T19:00:00+02:00' },
  validity: { type: 'fixed_date', from: '2030-06-01T19:00:00+02:00', until: '2030-06-01T19:00:00+02:00' },
} as const;

/** Events of every kind and form: of the service's own payments and of others, valid and invalid, early and late. */
const SAMPLES: { [K in EventKind]: Omit<Extract<OrderEvent, { kind: K }>, 'kind' | 'by'>[] } = {
  session_reserved: [
    { ticket: 't', holder: 'h', untilMs: NOW + 15_000 },
    { ticket: 'foreign', holder: 'other', untilMs: NOW + 15_000 },
  ],
  session_opened: [
    { ticket: 't', holder: 'h', session, due: TOTAL },
    { ticket: 't', holder: 'h', session, due: TOTAL - BY_CARDS },
    { ticket: 't', holder: 'other', session, due: TOTAL },
    { ticket: 'foreign', holder: 'other', session, due: TOTAL },
  ],
  session_abandoned: [
    { holder: 'h', heldUntilMs: NOW + 15_000 },
    { holder: 'other', heldUntilMs: NOW + 15_000 },
  ],
  payment_declined: [{ paymentReference: 'a' }],
  payment_authorized: [
    { payment: payment(OWN) },
    { payment: payment(OTHER) },
    { payment: payment(OWN, TOTAL - 1) },
    { payment: { ...payment(OTHER), currency: 'SEK' } },
    { payment: payment(OWN, TOTAL - BY_CARDS) },
  ],
  payment_captured: [
    { payment: payment(OWN) },
    { payment: payment(OTHER) },
    { payment: payment(OWN, TOTAL - 1) },
    { payment: payment(OWN, TOTAL - BY_CARDS) },
  ],
  payment_released: [{ paymentReference: OWN }, { paymentReference: OTHER }],
  stray_refund_failed: [
    {
      row: refundRow({
        kind: 'stray',
        state: 'refunded',
        stray: { gateway: 'test', reference: OTHER, currency: 'DKK' },
      }),
    },
  ],
  stray_returned: [
    {
      row: refundRow({ kind: 'stray', stray: { gateway: 'test', reference: OTHER, currency: 'DKK' } }),
      as: 'refunded',
    },
  ],
  expired: [{ closed: undefined }, { isEventCancelled: true, closed: undefined }],
  settled: [
    { mode: 'invoice', externalReference: 'i', closed: undefined },
    { mode: 'invoice', externalReference: 'i', closed: 'cs_other' },
  ],
  fulfillment_started: [{}],
  fulfilled: [
    { epoch: 0, lines: new Map() },
    { epoch: 1, lines: new Map() },
  ],
  fulfillment_failed: [{ reason: 'x' }],
  fulfillment_retried: [{}],
  tickets_cancelled: [
    { productId: anOrder().lines[0]?.productId ?? '', cancellation: { id: 'evc_1', refund: true } },
    { productId: 'evt_other', cancellation: { id: 'evc_2', refund: false } },
  ],
  event_moved: [
    { atMs: NOW, lines: new Map() },
    { atMs: NOW, lines: new Map([[anOrder().lines[0]?.id ?? '', MOVED]]) },
    {
      atMs: NOW,
      lines: new Map([[anOrder().lines[0]?.id ?? '', MOVED]]),
      sendAt: { text: new Date(NOW + 3_600_000).toISOString(), ms: NOW + 3_600_000 },
    },
  ],
  documents_outdated: [{ lines: [anOrder().lines[0]?.id ?? ''], atMs: NOW }],
  documents_redrawn: [{ atMs: NOW }, { atMs: NOW - 1 }],
  delivery_changed: [
    { to: { sendAt: { text: new Date(NOW + 72 * 3_600_000).toISOString(), ms: NOW + 72 * 3_600_000 } } },
    { to: { recipientEmail: 'another@example.com' } },
    { to: {} },
  ],
  gift_card_applied: [
    { card: giftCard(400), closed: undefined },
    { card: giftCard(TOTAL), closed: undefined },
    { card: giftCard(TOTAL + 1), closed: undefined },
    { card: giftCard(400), closed: 'cs_another' },
    { card: giftCard(TOTAL - BY_CARDS), closed: undefined },
    { card: giftCard(0), closed: undefined },
  ],
  gift_card_removed: [
    { id: giftCard(400).id, closed: undefined },
    { id: 'ogc_unknown', closed: undefined },
    { id: giftCard(400).id, closed: 'cs_another' },
  ],
  free_order_confirmed: [{ closed: undefined }, { closed: 'cs_another' }],
  refund_begun: [
    { row: refundRow(), refused: undefined },
    { row: refundRow({ amount: TOTAL }), refused: undefined },
    { row: refundRow({ amount: TOTAL + 1 }), refused: undefined },
  ],
  refund_refused: [{ row: refundRow(), fields: { 'items.0': ['spent'] } }],
  refund_answered: [
    { row: refundRow(), amount: 1000, cards: [] },
    { row: refundRow(), amount: 400, cards: [] },
    { row: refundRow({ refundKey: 'another' }), amount: 1000, cards: [] },
  ],
  refund_declined: [{ row: refundRow(), reason: 'no' }],
  refund_returned: [{ row: refundRow({ state: 'returning' }) }],
  gateway_refunded: [
    { row: refundRow({ kind: 'gateway', state: 'waiting', paymentReference: OWN }), known: false, uses: [] },
    {
      row: refundRow({ kind: 'gateway', state: 'waiting', paymentReference: OWN, amount: TOTAL }),
      known: true,
      uses: [],
    },
    { row: refundRow({ kind: 'gateway', state: 'waiting', paymentReference: OTHER }), known: false, uses: [] },
    {
      row: refundRow({ kind: 'gateway', state: 'refunded', paymentReference: OWN, counted: 1000 }),
      known: true,
      uses: [],
    },
  ],
  refund_failed: [
    { row: refundRow({ state: 'refunded', counted: 1000 }) },
    { row: refundRow({ state: 'failing', counted: 1000 }) },
  ],
  dispute_opened: [
    { row: disputeRow({ disputeId: 'd2' }), known: false, isNewest: true },
    { row: disputeRow({ disputeId: 'd2', paymentReference: OTHER }), known: false, isNewest: true },
    { row: disputeRow({ disputeId: 'd2' }), known: false, isNewest: false },
    { row: disputeRow({ disputeId: 'd2' }), known: true, isNewest: true },
    { row: disputeRow({ disputeId: 'd2' }), known: true, isNewest: false },
    { row: disputeRow(), known: true, isNewest: true },
    { row: disputeRow({ status: 'won', closedAtMs: NOW }), known: true, isNewest: true },
  ],
  dispute_won: [{ row: disputeRow() }, { row: disputeRow({ status: 'won' }) }],
  dispute_lost: [
    { row: disputeRow(), uses: [] },
    { row: disputeRow({ status: 'losing' }), uses: [] },
    { row: disputeRow({ paymentReference: OTHER }), uses: [] },
    { row: disputeRow({ status: 'lost' }), uses: [] },
    { row: disputeRow({ status: 'won' }), uses: [] },
    { row: disputeRow({ status: 'won' }), uses: [], refund: lossOf('failed') },
    { row: disputeRow({ status: 'won' }), uses: [], refund: lossOf('failing') },
    { row: disputeRow({ status: 'lost' }), uses: [], refund: lossOf('failed') },
  ],
};

export const eventsOf = (kind: EventKind): OrderEvent[] =>
  SAMPLES[kind].map((details) => ({ kind, by: BY, ...details }) as OrderEvent);

export const EVENT_KINDS = Object.keys(SAMPLES) as EventKind[];

const dispute = (status: 'open' | 'won' | 'lost') => ({ id: 'd', status, amount: TOTAL, openedAtMs: NOW });
const running = (state: 'running' | 'returning') => ({
  key: KEY,
  amount: 1000,
  startedAtMs: NOW,
  state,
  plan: { portions: [{ part: 'fees' as const, minor: 1000 }], rest: 0 },
});

const withAttemptsUsedUp = (order: OrderRow): OrderRow => ({
  ...order,
  fulfillment: { ...order.fulfillment, tries: 4 },
});
const scheduled = (order: OrderRow): OrderRow => ({
  ...order,
  delivery: { ...order.delivery, sendAtMs: NOW + 24 * 3_600_000 },
});

/** Only documents of fulfilled orders are rendered again. */
const withRedraw =
  (changes: Partial<NonNullable<OrderRow['redraw']>>) =>
  (order: OrderRow): OrderRow =>
    order.status === 'fulfilled'
      ? { ...order, redraw: { lines: order.lines.map(({ id }) => id), atMs: NOW, ...changes } }
      : order;

/** Adds gift cards in the status that matches the state of the order; the gateway has captured the rest. */
const withCards = (order: OrderRow, cards: readonly OrderGiftCard[]): OrderRow => {
  const { status, payment } = order;
  const isOver = status === 'expired' || status === 'cancelled';
  const isHeld = status === 'pending_payment' || payment.status === 'authorized';
  const giftCards = cards.map(
    (card) => ({ ...card, status: isOver ? 'released' : isHeld ? 'held' : 'captured' }) as const,
  );
  const captured = isOver || isHeld ? payment.captured : payment.captured - BY_CARDS;
  return { ...order, payment: { ...payment, captured, giftCards } };
};

/** Variants of a state, by name. */
export const FACETS: Record<string, (order: OrderRow) => OrderRow> = {
  'as it is': (order) => order,
  'refund running': (order) => ({ ...order, epoch: order.epoch + 1, refund: running('running') }),
  'refund returning': (order) => ({ ...order, epoch: order.epoch + 2, refund: running('returning') }),
  'dispute open': (order) => ({ ...order, epoch: 1, payment: { ...order.payment, dispute: dispute('open') } }),
  'dispute won': (order) => ({ ...order, payment: { ...order.payment, dispute: dispute('won') } }),
  'dispute lost': (order) => ({ ...order, payment: { ...order.payment, dispute: dispute('lost') } }),
  'known stray': (order) => ({
    ...order,
    payment: {
      ...order.payment,
      strayCaptures: [{ reference: OTHER, gateway: 'test', amount: TOTAL, atMs: NOW }],
    },
  }),
  'stray refunded': (order) => ({
    ...order,
    payment: {
      ...order.payment,
      strayCaptures: [{ reference: OTHER, gateway: 'test', amount: TOTAL, atMs: NOW, refundedAtMs: NOW }],
    },
  }),
  'attempts used up': withAttemptsUsedUp,
  scheduled,
  'attempts used up, scheduled': (order) => withAttemptsUsedUp(scheduled(order)),
  'attempts used up, refund running': (order) => withAttemptsUsedUp({ ...order, refund: running('running') }),
  'attempts used up, dispute open': (order) =>
    withAttemptsUsedUp({ ...order, payment: { ...order.payment, dispute: dispute('open') } }),
  'released before its capture': (order) =>
    order.status === 'cancelled'
      ? { ...order, payment: { ...order.payment, status: 'cancelled', captured: 0, refunded: 0 } }
      : order,
  'session being opened': (order) => ({ ...order, opening: { ticket: 't', holder: 'h', untilMs: NOW + 15_000 } }),
  'with a discount code': (order) => ({
    ...order,
    discount: { code: 'TENOFF', percent: 10, appliesTo: 'goods' },
    lines: order.lines.map((line) => ({ ...line, productId: 'evt_5', event: EVENT })),
  }),
  'with documents of another date': (order) => ({
    ...order,
    redraw: { lines: order.lines.map(({ id }) => id), atMs: NOW },
  }),
  'with a gift card': (order) => withCards(order, [giftCard(BY_CARDS)]),
  'with the maximum number of gift cards': (order) =>
    withCards(
      order,
      Array.from({ length: GIFT_CARDS_MAX }, (_, at) => {
        const digits = String(at + 2).repeat(32);
        const ids = { id: `ogc_${digits}`, redemptionId: `rdm_${digits}`, itemId: `itm_${digits}` };
        return giftCard(BY_CARDS / GIFT_CARDS_MAX, { ...ids, code: `AAAABBBBCCC${at}` });
      }),
    ),
  'held by gift cards alone': (order) =>
    order.status === 'pending_payment' ? withCards(order, [giftCard(TOTAL, { itemId: 'itm_of_all' })]) : order,
  'opening released': (order) => ({ ...order, opening: { ticket: 't', untilMs: NOW + 15_000 } }),
  'outdated documents, attempts used up': withRedraw({ tries: 4 }),
  'outdated documents that were not rendered': withRedraw({ tries: 3, failedAtMs: NOW, error: 'x' }),
  free: (order) => ({ ...order, amounts: { ...order.amounts, total: 0 } }),
};

export const LATER = NOW + 48 * 3_600_000;

interface Encounter {
  name: string;
  order: OrderRow;
  event: OrderEvent;
  atMs: number;
}

const encountersOf = (kind: EventKind, form: number, event: OrderEvent, atMs: number): Encounter[] =>
  STATE_NAMES.flatMap((state) =>
    Object.entries(FACETS).map(([facet, add]) => ({
      name: `${state}, ${facet}, receives ${kind} ${form}${atMs === NOW ? '' : ' later'}`,
      order: add(orderIn[state]()),
      event,
      atMs,
    })),
  );

const eachEvent = <T>(see: (kind: EventKind, form: number, event: OrderEvent, atMs: number) => T[]): T[] =>
  EVENT_KINDS.flatMap((kind) =>
    eventsOf(kind).flatMap((event, form) => [NOW, LATER].flatMap((atMs) => see(kind, form, event, atMs))),
  );

/** Every state with every facet, at both times, and every form of each event. */
export const stateEventPairs = (): Encounter[] => eachEvent(encountersOf);

/** A line for each event, with the number of the matching rule for each state and variant; `-` if no rule matches. */
export const matchingRules = (): string => {
  const facets = Object.keys(FACETS);
  const lines = eachEvent((kind, form, event, atMs) => {
    const { rules } = TRANSITIONS[kind] as { rules: readonly unknown[] };
    const met = encountersOf(kind, form, event, atMs).map(({ order }) => {
      const rule = ruleFor(order, event, atMs);
      return rule ? String(rules.indexOf(rule) + 1) : '-';
    });
    const columns = STATE_NAMES.map(
      (state, at) => `${state} ${met.slice(at * facets.length, (at + 1) * facets.length).join('')}`,
    );
    return [`${kind} ${form}${atMs === NOW ? '' : ' later'}: ${columns.join(' | ')}`];
  });
  return [`Facets: ${facets.join(', ')}`, ...lines, ''].join('\n');
};
