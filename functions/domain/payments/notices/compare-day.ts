import type { GatewayFact, GatewayName, PaymentState } from '../../../adapters/payments/port.ts';
import { nowMs, toTimestamp } from '../../../platform/clock.ts';
import { decimalText } from '../../../platform/decimals.ts';
import { getRows, queryPages, type Key } from '../../../storage/table.ts';
import { sortable } from '../../../storage/sortable.ts';
import { listDisputesOfOrder } from '../../checkout/orders/disputes-of-order.ts';
import type { DisputeRow } from '../../checkout/orders/dispute-rows.ts';
import { orderCodec } from '../../checkout/orders/order-codec.ts';
import { gatewayShare } from '../../checkout/orders/gift-cards.ts';
import { findLatestOrder } from '../../checkout/orders/find-latest.ts';
import { ordersOf, type OrderRow } from '../../checkout/orders/rows.ts';
import { authorizationEndsAtMs } from '../../checkout/orders/rules.ts';
import { listRefundsOfOrder } from '../../checkout/orders/refunds-of-order.ts';
import type { RefundRow } from '../../checkout/orders/refund-rows.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts';

const shown = (amount: number, currency: string): string => `${decimalText(amount, currency)} ${currency}`;

/** An entry in the gateway's books, and its counterpart in ours. */
export interface ComparedFact {
  fact: GatewayFact;
  order: OrderRow | undefined;
  ours: PaymentFigure | undefined;
  agrees: boolean;
}

export const compareFact = async (fact: GatewayFact): Promise<ComparedFact> => {
  const order = fact.order && (await findLatestOrder(fact.order));
  if (!order) return { fact, order: undefined, ours: undefined, agrees: false };
  const ours = await oursOf(fact, order);
  const isSame = ours?.status === fact.status && ours.amount === fact.amount && ours.currency === fact.currency;
  // A refund that failed and was never recorded moved no money, so the books agree.
  const isUnrecordedFailure = fact.kind === 'refund' && fact.status === 'failed' && ours === undefined;
  return { fact, order, ours, agrees: (isSame || isUnrecordedFailure) && !isUncaptured(fact, order) };
};

/** The difference between the gateway's entry and our books, as a sentence; undefined when they agree. */
export const differenceOf = ({ fact, order, ours, agrees }: ComparedFact): string | undefined => {
  if (agrees) return undefined;
  const theirs = `${fact.kind} ${fact.id}: ${fact.status} ${shown(fact.amount, fact.currency)} at the gateway`;
  if (!fact.order) return `${theirs}; its payment ${fact.paymentReference} names no order of ours`;
  if (!order) return `${theirs}; there is no order ${fact.order.id} of ${fact.order.company}`;
  if (isUncaptured(fact, order)) {
    return `${theirs}; not captured for order ${order.id} of ${order.company}, which is cancelled ${limitOf(order)}`;
  }
  const state = ours ? `${ours.status} ${shown(ours.amount, ours.currency)}` : `unknown, order ${order.status}`;
  return `${theirs}; ${state} in order ${order.id} of ${order.company}`;
};

/**
 * A capture follows its authorization within minutes. If a payment is still uncaptured an hour after its authorization,
 * staff must act.
 */
const CAPTURED_WITHIN_MS = HOUR_MS;

const isUncaptured = ({ kind, status, paymentReference }: GatewayFact, order: OrderRow): boolean =>
  kind === 'payment' &&
  status === 'authorized' &&
  order.payment.status === 'authorized' &&
  order.payment.reference === paymentReference &&
  (order.payment.authorizedAtMs ?? order.updatedAtMs) + CAPTURED_WITHIN_MS <= nowMs();

const limitOf = (order: OrderRow): string => `at ${toTimestamp(authorizationEndsAtMs(order))}`;

/** Status and amount (smallest unit) that the gateway should have according to our books. */
interface PaymentFigure {
  status: GatewayFact['status'];
  amount: number;
  currency: string;
}

const oursOf = async (fact: GatewayFact, order: OrderRow): Promise<PaymentFigure | undefined> => {
  if (fact.kind === 'payment') return paymentIn(order, fact.paymentReference);
  if (fact.kind === 'refund') {
    const row = (await listRefundsOfOrder(order.company, order.id)).find(
      ({ refundKey }) => refundKey === (fact.refundKey ?? fact.id),
    );
    return row && refundIn(row, order);
  }
  const row = (await listDisputesOfOrder(order.company, order.id)).find(({ disputeId }) => disputeId === fact.id);
  return row && disputeIn(row, order);
};

const paymentIn = (order: OrderRow, reference: string): PaymentFigure | undefined => {
  const { payment, amounts } = order;
  const { currency } = amounts;
  const stray = payment.strayCaptures?.find((each) => each.reference === reference);
  if (stray) return { status: 'captured', amount: stray.amount, currency: stray.currency ?? currency };
  if (payment.reference !== reference) return undefined;
  if (payment.capturedAtMs !== undefined) return { status: 'captured', amount: payment.captured, currency };
  return payment.status === 'authorized' ? { status: 'authorized', amount: gatewayShare(order), currency } : undefined;
};

/** The part of a refund that the gateway pays; gift cards receive the rest. */
const gatewayPart = ({ gatewayMinor, amount }: RefundRow): number => gatewayMinor ?? amount;

const currencyOfRefund = ({ stray }: RefundRow, { amounts }: OrderRow): string => stray?.currency ?? amounts.currency;

const refundIn = (row: RefundRow, order: OrderRow): PaymentFigure | undefined => {
  const figure = { amount: gatewayPart(row), currency: currencyOfRefund(row, order) };
  if (row.state === 'refunded') return { status: 'refunded', ...figure };
  return row.state === 'failed' || row.state === 'failing' ? { status: 'failed', ...figure } : undefined;
};

const disputeIn = ({ status, amount }: DisputeRow, { amounts: { currency } }: OrderRow): PaymentFigure => ({
  status: status === 'losing' ? 'lost' : status,
  amount,
  currency,
});

/** A day of our books that is compared with the gateway's. */
interface ComparedDay {
  gateway: GatewayName;
  fromMs: number;
  toMs: number;
  /** Ids in the gateway's report of the day. Their entries were already compared. */
  knownIds: ReadonlySet<string>;
  readPayment: (reference: string) => Promise<PaymentState>;
}

/** Maximum age of an order to check: banks accept no refunds or disputes of older payments. */
const LOOK_BACK_MS = 540 * DAY_MS;
const ORDERS_PER_READ = 500;

/**
 * Entries of a day in our books that the gateway does not have, or has with another status or amount, one sentence
 * each. Part of the nightly check: reads the orders of the last year and a half, page by page, and queries the gateway
 * only about entries that its report of the day does not contain.
 */
export const missingAtGateway = async function* (company: string, day: ComparedDay): AsyncGenerator<string> {
  const range = { from: sortable(day.fromMs - LOOK_BACK_MS), to: sortable(day.toMs) };
  for await (const keys of queryPages<Key>({ ...ordersOf(company), ...range, limit: ORDERS_PER_READ })) {
    const rows = await getRows(keys);
    for (const key of keys) {
      const raw = rows.get(key);
      const order = raw && orderCodec.read(raw);
      if (order && order.updatedAtMs >= day.fromMs) yield* missingOf(order, day);
    }
  }
};

const missingOf = async function* (order: OrderRow, day: ComparedDay): AsyncGenerator<string> {
  const { payment, amounts } = order;
  const isOfDay = (atMs: number | undefined): boolean => atMs !== undefined && atMs >= day.fromMs && atMs < day.toMs;
  const place = `order ${order.id} of ${order.company}`;
  if (payment.gateway === day.gateway && isOfDay(payment.capturedAtMs)) {
    yield* await paymentMissing(order, day);
  }
  if (payment.refunded > 0 || payment.strayCaptures) {
    for (const row of await listRefundsOfOrder(order.company, order.id)) {
      const reference = row.stray?.reference ?? row.paymentReference ?? payment.reference;
      const isTheirs = (row.stray?.gateway ?? payment.gateway) === day.gateway && row.kind !== 'dispute';
      if (!isTheirs || !reference || row.state !== 'refunded' || !isOfDay(row.endedAtMs)) continue;
      if (await isRefundMissing(row, reference, day)) {
        const amount = shown(gatewayPart(row), currencyOfRefund(row, order));
        yield `refund ${row.refundKey}: refunded ${amount} in ${place}; not at the gateway`;
      }
    }
  }
  if (payment.dispute && payment.gateway === day.gateway) {
    for (const row of await listDisputesOfOrder(order.company, order.id)) {
      if (day.knownIds.has(row.disputeId) || !isOfDay(row.openedAtMs)) continue;
      const { disputes } = await day.readPayment(row.paymentReference);
      if (disputes.some(({ disputeId }) => disputeId === row.disputeId)) continue;
      yield `dispute ${row.disputeId}: ${row.status} ${shown(row.amount, amounts.currency)} in ${place}; not at the gateway`;
    }
  }
};

/**
 * An order on which nothing was due at the gateway has no payment there. A payment in the gateway's report of the day
 * was already compared.
 */
const paymentMissing = async ({ payment, amounts, id, company }: OrderRow, day: ComparedDay): Promise<string[]> => {
  const { reference, captured } = payment;
  if (!reference || captured === 0 || day.knownIds.has(reference)) return [];
  const theirs = await day.readPayment(reference);
  if (theirs.status === 'captured' && theirs.captured === captured && theirs.currency === amounts.currency) return [];
  const state = theirs.status === 'unknown' ? 'unknown' : `${theirs.status} ${shown(theirs.captured, theirs.currency)}`;
  const ours = `captured ${shown(captured, amounts.currency)} in order ${id} of ${company}`;
  return [`payment ${reference}: ${ours}; ${state} at the gateway`];
};

/**
 * The gateway has no refund for an authorization released before its capture, or for a refund that only gift cards
 * received.
 */
const isRefundMissing = async (row: RefundRow, reference: string, day: ComparedDay): Promise<boolean> => {
  if (gatewayPart(row) === 0 || day.knownIds.has(row.refundKey)) return false;
  const { status, refunds } = await day.readPayment(reference);
  if (status === 'cancelled') return false;
  return !refunds.some(
    (refund) =>
      (refund.refundKey ?? refund.refundId) === row.refundKey &&
      refund.status === 'refunded' &&
      refund.amount === gatewayPart(row),
  );
};
