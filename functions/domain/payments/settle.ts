import { GatewayUnavailable } from '../../adapters/payments/port.ts';
import { isRehearsal } from '../../platform/agent-call.ts';
import { nowMs } from '../../platform/clock.ts';
import { ApiError, conflict, notFound, unavailable } from '../../platform/errors.ts';
import { recordReply, type Reply, type Ticket } from '../../storage/idempotency.ts';
import { getRows, pause, type Key, type Row } from '../../storage/table.ts';
import { transact, TransactionRefused } from '../../storage/transactions.ts';
import { companyKey, type CompanyRow } from '../companies/rows.ts';
import { orderKey, type OrderRow } from '../orders/rows.ts';
import { presentOrder } from '../orders/present.ts';
import { withEvent } from '../orders/rules.ts';
import { replaceOrder } from '../orders/write.ts';
import { moveStock } from '../stock/counters.ts';
import { subscriberOf } from '../subscribers/rows.ts';
import { closeSessionOf } from './close-session.ts';

interface SettlementRow extends Row {
  type: 'settlement';
  orderId: string;
}

/** An external reference settles one order of a company. */
const settlementKey = (company: string, reference: string): Key => ({
  pk: `SETTLEMENT#${company}#${reference}`,
  sk: 'settlement',
});

export interface Settlement {
  company: string;
  orderId: string;
  mode: string;
  externalReference: string;
  ticket: Ticket;
}

/** How often the order may change under our hands before the caller is asked to come again. */
const ROUNDS = 5;

/**
 * Settles an unpaid order outside the gateway, under a negotiated mode (service.md, Authentication 9). The order is
 * paid by one transaction; an order or a reference is settled once. Whoever loses a race is told what he would be told
 * a moment later.
 */
export const settleOrder = async (settlement: Settlement): Promise<Reply> => {
  for (let round = 1; round <= ROUNDS; round++) {
    try {
      return await settleAsItStands(settlement);
    } catch (error) {
      if (!(error instanceof TransactionRefused) || error.failed('idempotency')) throw error;
      if (error.failed('settlement')) throw alreadySettled();
      await pause(round);
    }
  }
  throw conflict('order_not_settleable', 'The order changed at the same moment. Read it and try again.');
};

const settleAsItStands = async (settlement: Settlement): Promise<Reply> => {
  const { company, orderId, mode, externalReference } = settlement;
  const reference = settlementKey(company, externalReference);
  const rows = await getRows([companyKey(company), orderKey(company, orderId), reference], { consistent: true });
  assertContracted(rows.get<CompanyRow>(companyKey(company)), mode);
  const order = rows.get<OrderRow>(orderKey(company, orderId));
  if (!order) throw notFound('order');
  assertSettleable(order, rows.get<SettlementRow>(reference));
  if (!isRehearsal()) await closePage(order);
  const now = nowMs();
  const after = settled(order, mode, externalReference, now);
  const reply: Reply = { status: 200, body: presentOrder(after) };
  const settlementRow: SettlementRow = { ...reference, type: 'settlement', v: 1, orderId };
  await transact([
    replaceOrder(order, after, now),
    { put: settlementRow, condition: { expression: 'attribute_not_exists(pk)' }, name: 'settlement' },
    ...moveStock(
      company,
      order.lines.flatMap((line) => line.holds),
      'sell',
    ),
    ...subscriberOf(after, now),
    recordReply(settlement.ticket, reply),
  ]);
  return reply;
};

const assertContracted = (company: CompanyRow | undefined, mode: string): void => {
  const modes = company?.contract.settlement_modes ?? [];
  if (modes.includes(mode)) return;
  throw new ApiError(
    403,
    'settlement_not_enabled',
    `Settlement by ${mode} is not part of the contract of this company.`,
  );
};

const alreadySettled = (): ApiError =>
  conflict('settlement_reference_conflict', 'This order or this external_reference has been settled already.');

const assertSettleable = (order: OrderRow, reference: SettlementRow | undefined): void => {
  if (order.payment.settlement || reference) throw alreadySettled();
  if (order.status !== 'pending_payment') {
    throw conflict('order_not_settleable', 'Only an order that waits for its payment can be settled.');
  }
};

/** A buyer could pay on an open page at the same moment, and the order would be paid twice. */
const closePage = async (order: OrderRow): Promise<void> => {
  try {
    if ((await closeSessionOf(order)) !== 'paid') return;
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error;
    throw unavailable(
      'gateway_unavailable',
      'The payment page of this order could not be closed. Try again.',
      2,
      error,
    );
  }
  throw conflict('order_not_settleable', 'A payment of this order has just landed.');
};

const settled = (order: OrderRow, mode: string, externalReference: string, atMs: number): OrderRow =>
  withEvent(
    {
      ...order,
      status: 'paid',
      fulfillment: { status: 'processing' },
      payment: {
        ...order.payment,
        status: 'captured',
        gateway: 'settlement',
        captured: order.amounts.total,
        authorizedAtMs: atMs,
        capturedAtMs: atMs,
        settlement: { mode, externalReference, atMs },
      },
    },
    'order.payment_authorized',
    atMs,
  );
