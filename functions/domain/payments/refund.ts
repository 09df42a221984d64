import { createHash } from 'node:crypto';
import { gatewayNamed } from '../../adapters/payments/gateways.ts';
import { GatewayUnavailable, type RefundResult } from '../../adapters/payments/port.ts';
import { nowMs } from '../../platform/clock.ts';
import { ApiError, conflict, invalid, notFound, unavailable } from '../../platform/errors.ts';
import { log } from '../../platform/log.ts';
import { findReply, recordLateReply, type Reply, type Ticket } from '../../storage/idempotency.ts';
import { getRow, pause } from '../../storage/table.ts';
import { transact, TransactionRefused, type Write } from '../../storage/transactions.ts';
import { reinstateItems, withdrawItems } from '../items/withdraw.ts';
import { orderKey, type OrderRow } from '../orders/rows.ts';
import { replaceOrder } from '../orders/write.ts';
import { fitsSixDigits } from '../pricing/precision.ts';
import { refundDue, refundRowKey, withdrawalOf, type RefundRow } from './refund-items.ts';
import { refundableMinor, refundedOrder } from './rules.ts';

export interface RefundRequest {
  company: string;
  orderId: string;
  /** Smallest unit; undefined: everything that can be given back. */
  amount: number | undefined;
  ticket: Ticket;
}

const ATTEMPTS = 10;

/**
 * Gives money back (service.md, Quotes and orders, Refund). Unspent value is withdrawn before the gateway is asked, and
 * reinstated when it refuses, so that money given back is never spendable. The gateway sees a key that follows from the
 * request: whatever is lost on the way, money is given back once, and a refund whose request died is finished by the
 * sweep.
 */
export const refundOrder = async (request: RefundRequest): Promise<Reply> => {
  const refund = await begin(request);
  return finishRefund(refund);
};

const begin = async ({ company, orderId, amount, ticket }: RefundRequest): Promise<RefundRow> => {
  const order = await getRow<OrderRow>(orderKey(company, orderId), { consistent: true });
  if (!order) throw notFound('order');
  const refundKey = createHash('sha256')
    .update(`refund\n${ticket.row.pk}\n${ticket.inputHash}`)
    .digest('hex')
    .slice(0, 40);
  if (order.refund?.key === refundKey) {
    const running = await getRow<RefundRow>(refundRowKey(company, orderId, refundKey), { consistent: true });
    if (running) return running;
  }
  assertRefundable(order);
  const refundable = refundableMinor(order);
  if (amount !== undefined && amount > refundable) throw tooLarge(refundable, order.amounts.currency);
  const startedAtMs = nowMs();
  const row: RefundRow = {
    ...refundRowKey(company, orderId, refundKey),
    type: 'refund',
    v: 1,
    company,
    orderId,
    refundKey,
    amount: amount ?? refundable,
    refundable,
    ticket,
    state: 'running',
    startedAtMs,
    ...refundDue({ refundKey, startedAtMs }),
  };
  const marked: OrderRow = { ...order, refund: { key: refundKey, amount: row.amount, startedAtMs } };
  try {
    const would = () => refundReply(refundedOrder(order, row.amount, startedAtMs), row.amount).body;
    await transact([replaceOrder(order, marked, startedAtMs), { put: row }], would);
  } catch (error) {
    if (error instanceof TransactionRefused) throw inProgress();
    throw error;
  }
  return row;
};

const inProgress = (): ApiError =>
  conflict('refund_in_progress', 'Another refund of this order is still processing. Try again.', 1);

const tooLarge = (refundable: number, currency: string): ApiError =>
  invalid(
    'amount',
    `At most ${refundable} (smallest unit of ${currency}) can still be refunded.`,
    'refund_amount_too_large',
  );

const assertRefundable = (order: OrderRow): void => {
  if (order.refund) throw inProgress();
  const { payment } = order;
  if (payment.gateway === 'settlement') {
    throw conflict(
      'order_not_refundable',
      'This order was settled outside the gateway: there is no payment to give back.',
    );
  }
  if (payment.captured === 0 && payment.status !== 'refunded') {
    throw conflict('order_not_refundable', 'No payment of this order has been captured.');
  }
  if (!fitsSixDigits(order.amounts.total)) {
    throw conflict('amount_precision_unsupported', 'The total of this order cannot be represented exactly.');
  }
  if (refundableMinor(order) === 0) throw conflict('order_fully_refunded', 'Everything has been given back already.');
};

/** Runs a begun refund to its end; safe to run again from any point. Throws 502 and 503. */
export const finishRefund = async (refund: RefundRow): Promise<Reply> => {
  const order = await getRow<OrderRow>(orderKey(refund.company, refund.orderId), { consistent: true });
  if (!order) throw notFound('order');
  if (order.refund?.key !== refund.refundKey) {
    const reply = await findReply(refund.ticket);
    if (reply) return reply;
    throw inProgress();
  }
  await withdrawIfIssued(refund, order);
  const result = await askGateway(refund, order);
  if (result.status === 'declined') {
    await undo(refund, order);
    throw new ApiError(502, 'refund_declined', `The payment gateway refused the refund: ${result.reason}`);
  }
  return complete(refund, order, result.amount);
};

/** Before fulfilment there is nothing to withdraw: what was given back is then taken off at fulfilment. */
const withdrawIfIssued = async (refund: RefundRow, order: OrderRow): Promise<void> => {
  if (order.status !== 'fulfilled') return;
  await withdrawItems(withdrawalOf(refund, order));
};

const askGateway = async (refund: RefundRow, order: OrderRow): Promise<RefundResult> => {
  const { gateway: name, reference } = order.payment;
  if ((name !== 'test' && name !== 'stripe') || reference === undefined) {
    throw conflict('order_not_refundable', 'The payment of this order cannot be read.');
  }
  const gateway = await gatewayNamed(name);
  try {
    return await gateway.refund({
      paymentReference: reference,
      amount: refund.amount,
      currency: order.amounts.currency,
      refundKey: refund.refundKey,
    });
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error;
    throw unavailable('gateway_unavailable', 'The payment gateway did not answer. Retry with the same key.', 2, error);
  }
};

const ended = (refund: RefundRow, state: RefundRow['state']): Write => {
  const { duepk: _pk, duesk: _sk, ...row } = refund;
  return { put: { ...row, state, endedAtMs: nowMs() } as RefundRow };
};

const undo = async (refund: RefundRow, order: OrderRow): Promise<void> => {
  await reinstateItems(withdrawalOf(refund, order));
  await changeOrder(refund, (latest) => {
    const { refund: _over, ...rest } = latest;
    return { after: rest, together: [ended(refund, 'declined')] };
  });
};

/** A refund that the gateway made stands, also when it cannot be recorded now: the sweep records it. */
const complete = async (refund: RefundRow, seen: OrderRow, amount: number): Promise<Reply> => {
  let reply = refundReply(refundedOrder(seen, amount, nowMs()), amount);
  try {
    await changeOrder(refund, async (order) => {
      // It may have been fulfilled while the gateway was asked.
      if (seen.status !== 'fulfilled') await withdrawIfIssued(refund, order);
      const after = refundedOrder(order, amount, nowMs());
      reply = refundReply(after, amount);
      return { after, together: [ended(refund, 'refunded'), recordLateReply(refund.ticket, reply)] };
    });
  } catch (error) {
    log.error('A refund was made and could not be recorded yet', { order_id: refund.orderId, cause: error });
  }
  return reply;
};

type OrderChange = { after: OrderRow; together: Write[] };

/** Changes the order while it is marked with this refund; when it no longer is, another run has ended the refund. */
const changeOrder = async (
  refund: RefundRow,
  change: (order: OrderRow) => OrderChange | Promise<OrderChange>,
): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    const order = await getRow<OrderRow>(orderKey(refund.company, refund.orderId), { consistent: true });
    if (order?.refund?.key !== refund.refundKey) return;
    const { after, together } = await change(order);
    try {
      await transact([replaceOrder(order, after, nowMs()), ...together]);
      return;
    } catch (error) {
      if (!(error instanceof TransactionRefused) || attempt >= ATTEMPTS) throw error;
      await pause(attempt);
    }
  }
};

const refundReply = (order: OrderRow, amount: number): Reply => ({
  status: 200,
  body: {
    object: 'refund',
    order_id: order.id,
    amount,
    refunded: order.payment.refunded,
    refundable: refundableMinor(order),
    currency: order.amounts.currency,
    payment: { status: order.payment.status },
  },
});
