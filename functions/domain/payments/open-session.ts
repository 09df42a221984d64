import { currentGateway } from '../../adapters/payments/gateways.ts';
import { GatewayUnavailable, type OpenedSession, type PaymentGateway } from '../../adapters/payments/port.ts';
import { nowMs, toTimestamp } from '../../platform/clock.ts';
import { config } from '../../platform/config.ts';
import { ApiError, conflict, notFound, unavailable } from '../../platform/errors.ts';
import { keyedHash } from '../../platform/secrets.ts';
import { recordReply, type Reply, type Ticket } from '../../storage/idempotency.ts';
import { getRows } from '../../storage/table.ts';
import { transact, TransactionRefused } from '../../storage/transactions.ts';
import { companyKey, type CompanyRow } from '../companies/rows.ts';
import { orderKey, type OrderRow } from '../orders/rows.ts';
import { presentOrder } from '../orders/present.ts';
import { ORDER_WRITE, replaceOrder } from '../orders/write.ts';
import { closeSessionOf } from './close-session.ts';

/** A payment link lives this long. */
const SESSION_LIFETIME_MS = 30 * 60 * 1000;
/** How long others wait for somebody who opens a session and dies. */
export const OPENING_LEASE_SECONDS = 15;
const OPENING_LEASE_MS = OPENING_LEASE_SECONDS * 1000;
/** How often a notice may change the order under our hands before the caller is asked to come again. */
const ROUNDS = 4;

export interface SessionRequest {
  company: string;
  orderId: string;
  ticket: Ticket;
  /** Who holds the ticket's lease. */
  holder: string;
}

/**
 * Opens a hosted payment page for an unpaid order (service.md, Quotes and orders). The session's id follows from the
 * idempotency key, so an attempt whose answer was lost finds the same session. An earlier session of the order is
 * closed first: there is never more than one page on which an order can be paid.
 */
export const openSession = async (request: SessionRequest): Promise<Reply> => {
  let order = await reserve(request);
  const gateway = await currentGateway();
  const id = sessionIdFor(request.ticket);
  const opened = await openAtGateway(gateway, order, id);
  const session = {
    id,
    gateway: gateway.name,
    gatewaySessionId: opened.gatewaySessionId,
    url: opened.url,
    openedAtMs: nowMs(),
    lapsesAtMs: opened.expiresAtMs,
  };
  for (let round = 1; round <= ROUNDS; round++) {
    const reply = await recordSession(request, order, session);
    if (reply) return reply;
    const latest = await readOrder(request);
    // A notice about an earlier page changes the order without taking it from us.
    if (latest?.status !== 'pending_payment' || latest.opening?.ticket !== request.ticket.row.pk) break;
    order = latest;
  }
  throw conflict('checkout_in_progress', 'The order changed while its session was opened. Retry with the same key.', 1);
};

/** Writes the session and the recorded answer; undefined when the order has changed since it was read. */
const recordSession = async (
  { ticket, holder }: SessionRequest,
  order: OrderRow,
  session: NonNullable<OrderRow['session']>,
): Promise<Reply | undefined> => {
  const { opening: _over, ...rest } = order;
  const after: OrderRow = { ...rest, session };
  const reply: Reply = {
    status: 201,
    body: {
      id: session.id,
      object: 'checkout_session',
      url: session.url,
      expires_at: toTimestamp(session.lapsesAtMs),
      order: presentOrder(after),
    },
  };
  try {
    // A repeat is told apart by its status: 200.
    await transact([replaceOrder(order, after, nowMs()), recordReply(ticket, { ...reply, status: 200 }, holder)]);
    return reply;
  } catch (error) {
    if (error instanceof TransactionRefused && error.failed(ORDER_WRITE)) return undefined;
    throw error;
  }
};

const readOrder = async ({ company, orderId }: SessionRequest): Promise<OrderRow | undefined> =>
  (await getRows([orderKey(company, orderId)], { consistent: true })).get<OrderRow>(orderKey(company, orderId));

/** Keyed, because the id stands in a link: who knows company, order and idempotency key must not be able to guess it. */
const sessionIdFor = (ticket: Ticket): string =>
  `cs_${keyedHash('checkout-session', `${ticket.row.pk}\n${ticket.inputHash}`).toString('hex').slice(0, 32)}`;

/** Checks that the order can be paid, closes its earlier session, and keeps others from opening one meanwhile. */
const reserve = async (request: SessionRequest): Promise<OrderRow> => {
  for (let round = 1; round <= ROUNDS; round++) {
    const order = await payableOrder(request);
    const now = nowMs();
    const reserved: OrderRow = {
      ...order,
      opening: { ticket: request.ticket.row.pk, untilMs: now + OPENING_LEASE_MS },
    };
    try {
      await transact([replaceOrder(order, reserved, now)], () => sessionPreview(order));
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      // Somebody else opens a session, or a notice came in: the order as it stands now tells which.
      continue;
    }
    await closeEarlier(order);
    return { ...reserved, version: order.version + 1 };
  }
  throw beingOpened(1);
};

const sessionPreview = (order: OrderRow) => ({
  amount_due: order.amounts.total,
  currency: order.amounts.currency,
  link_lives_minutes: SESSION_LIFETIME_MS / 60_000,
  closes_earlier_session: order.session !== undefined,
  order: presentOrder(order),
});

/** The order, when it can be paid and nobody else is opening a session of it. */
const payableOrder = async ({ company, orderId, ticket }: SessionRequest): Promise<OrderRow> => {
  const rows = await getRows([companyKey(company), orderKey(company, orderId)], { consistent: true });
  if (!rows.get<CompanyRow>(companyKey(company))?.contract.checkout) {
    throw new ApiError(403, 'checkout_not_enabled', 'Checkout is not part of the contract of this company.');
  }
  const order = rows.get<OrderRow>(orderKey(company, orderId));
  if (!order) throw notFound('order');
  if (order.status !== 'pending_payment') throw notPayable();
  const waitMs = (order.opening?.untilMs ?? 0) - nowMs();
  if (order.opening && order.opening.ticket !== ticket.row.pk && waitMs > 0) throw beingOpened(waitMs / 1000);
  return order;
};

const beingOpened = (waitSeconds: number): ApiError =>
  conflict(
    'checkout_in_progress',
    'Another session of this order is being opened. Retry with the same key.',
    waitSeconds,
  );

const notPayable = (): ApiError =>
  conflict('order_not_payable', 'This order is not waiting for a payment: read it to see its state.');

const closeEarlier = async (order: OrderRow): Promise<void> => {
  if ((await asked(() => closeSessionOf(order))) === 'paid') throw notPayable();
};

const openAtGateway = (gateway: PaymentGateway, order: OrderRow, sessionId: string): Promise<OpenedSession> =>
  asked(() =>
    gateway.openSession({
      sessionId,
      company: order.company,
      orderId: order.id,
      reference: order.reference,
      amounts: order.amounts,
      seller: order.seller,
      lines: order.lines.map((line) => ({
        name: line.optionName ? `${line.name}, ${line.optionName}` : line.name,
        quantity: line.quantity,
        amount: line.subtotal - line.discount,
      })),
      returnUrl: order.returnUrl ?? pageOf(gateway, sessionId),
      expiresAtMs: nowMs() + SESSION_LIFETIME_MS,
      locale: order.locale,
    }),
  );

/** Without an address of the shop the buyer stays on the page of the test gateway, which tells what came of it. */
const pageOf = (gateway: PaymentGateway, sessionId: string): string => {
  if (gateway.name === 'test') return `${config.baseUrl()}/pay/${sessionId}`;
  const message =
    'This company has no approved address for the buyer to return to: have one approved, and order again.';
  throw conflict('order_not_payable', message);
};

/** A gateway that does not answer is 503 `checkout_unavailable`, safe to retry with the same key. */
const asked = async <T>(call: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error;
    throw unavailable('checkout_unavailable', 'The payment gateway did not answer. Retry with the same key.', 2, error);
  }
};
