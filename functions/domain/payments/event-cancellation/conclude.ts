import { nowMs } from '../../../platform/clock.ts';
import { ApiError } from '../../../platform/errors.ts';
import { log } from '../../../platform/log.ts';
import { storedReason } from '../../../platform/messages/stored.ts';
import { PRESENT } from '../../../storage/conditions.ts';
import { findReply, idempotencyRecordFor, type IdempotencyRecord } from '../../../storage/idempotency.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { transact, type Write } from '../../../storage/transactions.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import { changeOrder } from '../../checkout/orders/change-order.ts';
import { findLatestOrder } from '../../checkout/orders/find-latest.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import { stateOf } from '../../checkout/orders/states.ts';
import { ticketMoney } from '../../checkout/orders/ticket-money.ts';
import { settleItems } from '../../value/items/withdrawal/settle-items.ts';
import { refundOrder } from '../refunds/refund.ts';
import { cancellationKey, markKey, markRow, type CancelledOrderRow, type EventCancellationRow } from './rows.ts';
import { HOUR_MS } from '../../../platform/durations.ts';

/** Outcome for an order. Amounts are in the smallest currency unit. */
export interface ConcludedOrder {
  orderId: string;
  refundedMinor: number;
  /** Why staff must act. */
  failure?: Required<Pick<CancelledOrderRow, 'code' | 'message'>> & Pick<CancelledOrderRow, 'reason'>;
}

/**
 * `busy`: another process is changing the order. `later`: a dependency does not respond, or the order's payment is not
 * captured yet.
 */
type ConcludeResult = ConcludedOrder | 'busy' | 'later';

/** How long an order is retried after unexpected errors, which a release may fix. After that, staff must act. */
const UNEXPECTED_FOR_MS = HOUR_MS;
/** The idempotency record of the refund is kept as long as the order. */
const KEPT_SECONDS = 10 * 365 * 24 * 3600;
const SOON_CAPTURED_MS = 10_000;
const BUSY = new Set(['refund_in_progress', 'request_in_progress']);

/**
 * Withdraws the tickets of one order, notifies its buyer in the same change, and refunds the amount paid for them. May
 * be interrupted and repeated: the refund has a fixed idempotency key, so a repeat gets the recorded reply.
 */
export const concludeOrder = async (row: EventCancellationRow, orderId: string): Promise<ConcludeResult> => {
  const { company, id, productId, by } = row;
  try {
    const cancellation = { id, refund: row.refund === 'all' };
    const { order } = await changeOrder(
      { company, id: orderId },
      { kind: 'tickets_cancelled', by, productId, cancellation },
    );
    await settleItems(order, { by, requestId: id, stamp: 'all' });
    if (row.refund === 'none') return { orderId, refundedMinor: 0 };
    return await refundTickets(row, orderId);
  } catch (error) {
    return resultOfError(error, row, orderId);
  }
};

const refundKeyOf = ({ company, id }: EventCancellationRow, orderId: string): IdempotencyRecord =>
  idempotencyRecordFor({
    company,
    operation: 'refund-cancelled-event',
    key: `${id}/${orderId}`,
    input: { id, orderId },
    keptForSeconds: KEPT_SECONDS,
  });

const refundTickets = async (row: EventCancellationRow, orderId: string): Promise<ConcludeResult> => {
  const { company, id, productId, by } = row;
  const idempotency = refundKeyOf(row, orderId);
  const earlier = await findReply(idempotency);
  let refundedMinor = amountIn(earlier?.body);
  if (!earlier) {
    const order = await findLatestOrder({ company, id: orderId });
    if (order && stateOf(order) === 'authorized') return whileAuthorized(order);
    if (!order || isUnpaid(order) || ticketMoney(order, productId).openMinor <= 0) return { orderId, refundedMinor };
    const event = { productId, cancellation: id };
    refundedMinor = amountIn((await refundOrder({ company, orderId, by, idempotency, input: () => ({ event }) })).body);
  }
  const after = await findLatestOrder({ company, id: orderId });
  const leftMinor = after ? ticketMoney(after, productId).openMinor : 0;
  if (leftMinor <= 0) return { orderId, refundedMinor };
  const message = `${leftMinor} (smallest unit) of what was paid for the tickets cannot be refunded by the gateway.`;
  return { orderId, refundedMinor, failure: { code: 'order_not_refundable', message } };
};

/** A card is captured within seconds of its authorization; another method may take days. */
const whileAuthorized = ({ payment }: OrderRow): 'busy' | 'later' =>
  nowMs() - (payment.authorizedAtMs ?? 0) < SOON_CAPTURED_MS ? 'busy' : 'later';

/** Whether the authorization ended without a capture. */
const isUnpaid = ({ payment }: OrderRow): boolean => payment.status === 'cancelled';

const amountIn = (body: unknown): number => (body as { amount?: number } | undefined)?.amount ?? 0;

const resultOfError = (error: unknown, row: EventCancellationRow, orderId: string): ConcludeResult => {
  if (!(error instanceof ApiError)) {
    log.error('An order of a cancelled event could not be concluded', { order_id: orderId, cause: error });
    if (nowMs() - row.createdAtMs < UNEXPECTED_FOR_MS) return 'later';
    return {
      orderId,
      refundedMinor: 0,
      failure: { code: 'internal_error', message: 'The refund failed unexpectedly.' },
    };
  }
  const { status, code, message, reason } = error;
  if (code === 'order_fully_refunded') return { orderId, refundedMinor: 0 };
  if (BUSY.has(code)) return 'busy';
  if (status === 503 || status === 429) return 'later';
  const stored = storedReason(reason);
  return { orderId, refundedMinor: 0, failure: { code, message, ...(stored ? { reason: stored } : {}) } };
};

/** Counts concluded orders exactly once, in one transaction with their removal from the list. */
export const recordConcluded = async (row: EventCancellationRow, all: readonly ConcludedOrder[]): Promise<void> => {
  if (all.length === 0) return;
  if (await unlessRefused(transact(writesFor(row, all)))) return;
  // Another run has concluded the order.
  if (all.length === 1) return;
  for (const each of all) await recordConcluded(row, [each]);
};

const writesFor = ({ company, id, refund }: EventCancellationRow, all: readonly ConcludedOrder[]): Write[] => {
  const failed = all.filter(({ failure }) => failure !== undefined);
  const add = {
    settled: all.length,
    refunded: refund === 'all' ? all.length - failed.length : 0,
    failed: failed.length,
    refundedMinor: all.reduce((sum, { refundedMinor }) => sum + refundedMinor, 0),
  };
  return [
    ...all.map(({ orderId }) => ({ remove: markKey(company, id, 'todo', orderId), condition: PRESENT })),
    ...failed.map(({ orderId, failure }) => ({
      put: markRow(markKey(company, id, 'failed', orderId), orderId, failure),
    })),
    { update: rowUpdate({ key: cancellationKey(company, id), add }) },
  ];
};
