import { lastOfCode } from '../../catalog/codes/rules.ts';
import { randomBytes } from 'node:crypto';
import { gatewayName } from '../../../adapters/payments/gateway-names.ts';
import { gatewayFor } from '../../../adapters/payments/gateways.ts';
import {
  GatewayUnavailable,
  type CloseSession,
  type OpenedSession,
  type OpenSession,
  type PaymentGateway,
  type SessionAmounts,
} from '../../../adapters/payments/port.ts';
import type { Actor } from '../../../platform/actor.ts';
import { nowMs } from '../../../platform/clock.ts';
import { config } from '../../../platform/config.ts';
import { ApiError, conflict, notFound, unavailable } from '../../../platform/errors.ts';
import { paymentMethodsFor, type PaymentMethodType } from '../../../platform/payment-methods.ts';
import { keyedHash } from '../../../platform/secrets.ts';
import {
  findReply,
  IDEMPOTENCY_WRITE,
  recordReplyWrite,
  replyIn,
  type Reply,
  type IdempotencyRecord,
} from '../../../storage/idempotency.ts';
import { requestInProgress } from '../../../storage/repeated-key.ts';
import { getRowsWithCommon } from '../../../storage/common-rows.ts';
import { TransactionRefused } from '../../../storage/transactions.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { includedVatSum } from '../../checkout/pricing/amounts.ts';
import { changeOrder } from '../../checkout/orders/change-order.ts';
import { assertCompanyCurrency, notPayable } from '../../checkout/orders/checkout-rules.ts';
import { dueMinor, liveCards } from '../../checkout/orders/gift-cards.ts';
import { orderCodec } from '../../checkout/orders/order-codec.ts';
import { presentOrder } from '../../checkout/orders/present.ts';
import { findLatestOrder } from '../../checkout/orders/find-latest.ts';
import { orderKey, type OrderRow } from '../../checkout/orders/rows.ts';
import { asCreated } from '../../checkout/orders/rules.ts';
import { stateOf } from '../../checkout/orders/states.ts';
import { closeSessionOf, gatewaySessionOf } from './close-session.ts';
import { confirmFreeOrder } from './confirm-free-order.ts';
import { noReturnAddress, presentSession, SESSION_LIFETIME_MS } from './session-reply.ts';
import { recordLandedPayment } from './record-payment.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';

/**
 * How long concurrent requests are rejected while a request opens a session. The time is limited, because that request
 * may have crashed.
 */
const OPENING_LEASE_SECONDS = 15;

interface SessionRequest {
  company: string;
  orderId: string;
  by: Actor;
  idempotency: IdempotencyRecord;
  /** Parses the body; called only when the key is new. */
  admit: () => unknown;
}

/**
 * Opens a hosted payment page for an unpaid order (lib/reference/payments.md#sessions). The session's id is derived
 * from the idempotency key, so a retry after a lost response finds the same session. Closes an earlier session of the
 * order after it has opened the new session and before it returns the URL, so that the buyer never has two pages on
 * which the order can be paid. Uses one batch of reads, one write that excludes concurrent requests, and, after the
 * gateway's response, one transaction with the order and the recorded reply.
 */
export const openPaymentSession = async (request: SessionRequest): Promise<Reply> => {
  const { company, orderId, idempotency } = request;
  const keys = { company: companyKey(company), order: orderKey(company, orderId) };
  const rows = await getRowsWithCommon([keys.order, idempotency.row], [keys.company], { consistent: true });
  const raw = rows.get(keys.order);
  const earlier = replyIn(idempotency, rows.get(idempotency.row));
  if (earlier) return replayReply(earlier, raw && orderCodec.read(raw));
  request.admit();
  const seller = rows.get<CompanyRow>(keys.company);
  if (!seller?.contract.checkout) {
    throw new ApiError(403, 'checkout_not_enabled', 'Checkout is not part of the contract of this company.');
  }
  if (!raw) throw notFound('order');
  const order = orderCodec.read(raw);
  assertCompanyCurrency(order, seller, 'order_not_payable');
  const isFree = stateOf(order) === 'unpaid' && dueMinor(order) === 0;
  // Gateways refuse a payment of zero; the test gateway accepts it, so that its page can be tried.
  if (isFree && gatewayName(seller.contract.gateway) !== 'test') {
    return confirmFreeOrder(order, { id: sessionIdFor(idempotency, 0), by: request.by, idempotency });
  }
  const holder = randomBytes(9).toString('base64url');
  const reserved = await reserve(request, order, holder);
  try {
    return await openReserved(request, reserved, seller);
  } catch (error) {
    const lost = error instanceof TransactionRefused && error.failed(IDEMPOTENCY_WRITE) !== undefined;
    if (!lost) throw error;
    const first = await findReply(idempotency);
    if (first) return replayReply(first, await findLatestOrder({ company, id: orderId }));
    throw requestInProgress(1);
  }
};

interface SessionReservation {
  order: OrderRow;
  holder: string;
  /**
   * Requests with other keys are rejected until this time. A repeat with the same key keeps the time of the earlier
   * attempt.
   */
  heldUntilMs: number;
}

/** Acquires a lease that prevents other requests, even with the same key, from opening a session at the same time. */
const reserve = async (
  { by, idempotency }: SessionRequest,
  order: OrderRow,
  holder: string,
): Promise<SessionReservation> => {
  const untilMs = nowMs() + OPENING_LEASE_SECONDS * 1000;
  const reserved = await changeOrder(
    order,
    { kind: 'session_reserved', by, ticket: idempotency.row.pk, holder, untilMs },
    { seed: order, preview: sessionPreview },
  );
  const { opening } = order;
  const heldUntilMs = opening?.ticket === idempotency.row.pk ? opening.untilMs : untilMs;
  return { order: reserved.order, holder, heldUntilMs };
};

const sessionPreview = (order: OrderRow) => ({
  amount_due: dueMinor(order),
  currency: order.amounts.currency,
  link_lives_minutes: SESSION_LIFETIME_MS / MINUTE_MS,
  closes_earlier_session: order.session !== undefined,
  order: presentOrder(order),
});

const openReserved = async (
  { by, idempotency }: SessionRequest,
  { order, holder, heldUntilMs }: SessionReservation,
  { contract, language: companyLanguage }: CompanyRow,
): Promise<Reply> => {
  try {
    const gateway = await gatewayFor(contract.gateway);
    const due = dueMinor(order);
    const id = sessionIdFor(idempotency, due);
    const opened = await openAtGateway(gateway, order, {
      sessionId: id,
      companyLanguage,
      methods: methodsOf(order, contract),
    });
    const current = await withEarlierClosed(gateway, order, { sessionId: id, ...opened });
    const session = {
      id,
      gateway: gateway.name,
      ...(opened.gatewaySessionId === id ? {} : { gatewaySessionId: opened.gatewaySessionId }),
      openedAtMs: nowMs(),
      lapsesAtMs: opened.expiresAtMs,
    };
    const page = presentSession(id, opened.url, session.lapsesAtMs);
    const { order: after } = await changeOrder(
      current,
      { kind: 'session_opened', by, ticket: idempotency.row.pk, holder, session, due },
      { seed: current, also: (next) => [recordReplyWrite(idempotency, recordedReply(page, next))] },
    );
    return { status: 201, body: { ...page, order: presentOrder(after) } };
  } catch (error) {
    if (!(error instanceof TransactionRefused))
      await changeOrder(order, { kind: 'session_abandoned', by, holder, heldUntilMs });
    throw error;
  }
};

/**
 * The reply to a repeat, with status 200. To keep the record small, it has only the members that can change while the
 * order is unpaid; the others come from the order as created.
 */
const recordedReply = (page: object, order: OrderRow): Reply => {
  const { payment, delivery, recipient } = presentOrder(order);
  const changed = order.deliveryAsOrdered ? { delivery, recipient } : {};
  return { status: 200, body: { ...page, order: { payment, ...changed } } };
};

/** Restores the first reply from its record and the order as created. */
const replayReply = (record: Reply, order: OrderRow | undefined): Reply => {
  const body = record.body as { order: Partial<ReturnType<typeof presentOrder>> };
  if (!order) return record;
  return { ...record, body: { ...body, order: { ...presentOrder(asCreated(order)), ...body.order } } };
};

/**
 * A keyed hash, because the id is part of a link and must not be computable from company, order and idempotency key.
 * The id also depends on the amount, because gift cards may have paid a part since an attempt whose response was lost.
 */
const sessionIdFor = ({ row, inputHash }: IdempotencyRecord, due: number): string =>
  `cs_${keyedHash('checkout-session', `${row.pk}\n${inputHash}\n${due}`).toString('hex').slice(0, 32)}`;

/**
 * Closes the earlier page of the order. If a payment made there has paid for the order, closes the new page and throws
 * 409.
 */
const withEarlierClosed = async (gateway: PaymentGateway, order: OrderRow, opened: CloseSession): Promise<OrderRow> =>
  callGateway(async () => {
    if (order.session && gatewaySessionOf(order.session).gatewaySessionId === opened.gatewaySessionId) return order;
    const closed = await closeSessionOf(order);
    const current = closed.state === 'paid' ? await recordLandedPayment(order, closed.payment) : order;
    if (stateOf(current) === 'unpaid') return current;
    await gateway.closeSession(opened);
    throw notPayable();
  });

/** Payment methods for the amount due. Throws 409 `order_not_payable` when no method of the company supports it. */
const methodsOf = (order: OrderRow, { payment_methods: chosen }: CompanyRow['contract']): PaymentMethodType[] => {
  const { currency } = order.amounts;
  const methods = paymentMethodsFor(chosen, dueMinor(order), currency);
  if (methods.length > 0) return methods;
  throw conflict('order_not_payable', `No payment method of this company takes this total in ${currency}.`);
};

const openAtGateway = (
  gateway: PaymentGateway,
  order: OrderRow,
  { sessionId, companyLanguage, methods }: Pick<OpenSession, 'sessionId' | 'companyLanguage' | 'methods'>,
): Promise<OpenedSession> =>
  callGateway(() =>
    gateway.openSession({
      sessionId,
      company: order.company,
      orderId: order.id,
      reference: order.reference,
      amounts: amountsOf(order),
      due: dueMinor(order),
      methods,
      giftCards: liveCards(order.payment).map(({ code, amount }) => ({ codeLast4: lastOfCode(code), amount })),
      seller: order.seller,
      lines: order.lines.map((line) => ({
        name: line.optionName ? `${line.name}, ${line.optionName}` : line.name,
        quantity: line.quantity,
        amount: line.subtotal - line.discount,
        ...(line.discount > 0 ? { discount: line.discount } : {}),
      })),
      returnUrl: order.returnUrl ?? pageOf(gateway, sessionId),
      expiresAtMs: nowMs() + SESSION_LIFETIME_MS,
      locale: order.locale,
      companyLanguage,
    }),
  );

const amountsOf = ({ amounts }: OrderRow): SessionAmounts => {
  const { included_vat: _included, tax_percent: _rate, ...sessionAmounts } = amounts;
  return { ...sessionAmounts, vat: includedVatSum(amounts) };
};

/** Without a return URL the buyer stays on the page of the test gateway, which shows the outcome. */
const pageOf = (gateway: PaymentGateway, sessionId: string): string => {
  if (gateway.name === 'test') return `${config.baseUrl()}/pay/${sessionId}`;
  throw noReturnAddress();
};

/** Throws 503 `checkout_unavailable` when the gateway does not respond. A retry with the same key is safe. */
const callGateway = async <T>(call: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error;
    throw unavailable('checkout_unavailable', 'The payment gateway did not answer. Retry with the same key.', 2, error);
  }
};
