import { gatewayNamed } from '../../../adapters/payments/gateways.ts';
import type { PaymentState } from '../../../adapters/payments/port.ts';
import { nowMs } from '../../../platform/clock.ts';
import { log } from '../../../platform/log.ts';
import { ABSENT, versionUnchanged } from '../../../storage/conditions.ts';
import { findRow } from '../../../storage/find-row.ts';
import { transact, type Write } from '../../../storage/transactions.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import { changeOrder, StaleRow } from '../../checkout/orders/change-order.ts';
import type { EventOf } from '../../checkout/orders/events.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import { listRefundsOfOrder } from '../../checkout/orders/refunds-of-order.ts';
import { refundCodec, refundRowKey, strayRestKey, type RefundRow } from '../../checkout/orders/refund-rows.ts';

type Ref = Pick<OrderRow, 'company' | 'id'>;
type Stray = NonNullable<RefundRow['stray']>;

const BY = { system: 'refund' };

/**
 * Refunds a stray payment with a separate refund key, and records the refund. Parts that the gateway has refunded
 * already are not refunded again. Throws `GatewayUnavailable`; the row of the refund stays due. Returns the resulting
 * order, or undefined when this call has not changed the order.
 */
export const returnStray = async (ref: Ref, refundKey: string): Promise<OrderRow | undefined> => {
  const row = await findRow(refundRowKey(ref.company, ref.id, refundKey), refundCodec);
  if (!row?.stray || row.state !== 'running') return undefined;
  // A gateway rejects a refund of nothing.
  if (row.amount === 0) return recordReturned(ref, row, 'refunded');
  const { gateway: name, reference, currency } = row.stray;
  const gateway = await gatewayNamed(name);
  const result = await gateway.refund({ paymentReference: reference, amount: row.amount, currency, refundKey });
  if (result.status === 'refunded') return recordReturned(ref, row, 'refunded');
  const remaining = leftOf(await gateway.readPayment(reference));
  const declined: RefundRow = { ...row, state: 'declined', reason: result.reason, endedAtMs: nowMs() };
  if (remaining === 0) return recordReturned(ref, declined, 'declined');
  if (remaining !== undefined && remaining < row.amount) return returnRest(ref, declined, row.stray, remaining);
  // The gateway refuses to refund the payment; only staff can resolve that.
  log.error('The gateway refused to refund a stray payment', {
    order_id: row.orderId,
    alarm: 'stray_capture',
  });
  await unlessRefused(transact([refundWrite(declined)]));
  return undefined;
};

/**
 * Records that a payment was returned. `as`: by our own refund (`refunded`), or at the gateway after our refund was
 * declined or failed. If another process has changed the row, that process finishes the refund.
 */
const recordReturned = async (
  ref: Ref,
  row: RefundRow,
  as: EventOf<'stray_returned'>['as'],
): Promise<OrderRow | undefined> => {
  try {
    return (await changeOrder(ref, { kind: 'stray_returned', by: BY, row, as })).order;
  } catch (error) {
    if (!(error instanceof StaleRow)) throw error;
    return undefined;
  }
};

/** The part of a payment that the gateway still holds, in the smallest currency unit; undefined if unknown. */
const leftOf = ({ status, amount, captured, refunded, lost }: PaymentState): number | undefined => {
  if (status === 'cancelled') return 0;
  if (status !== 'captured' && status !== 'authorized') return undefined;
  const held = status === 'captured' ? captured : amount;
  return Math.max(0, held - refunded - lost);
};

/** Refunds the rest of a partly refunded payment. A refund has one key and one amount, so the rest is a new refund. */
const returnRest = async (
  ref: Ref,
  declined: RefundRow,
  stray: Stray,
  amount: number,
): Promise<OrderRow | undefined> => {
  const refundKey = strayRestKey(ref.id, stray.reference, amount);
  const { reason: _reason, endedAtMs: _endedAtMs, ...before } = declined;
  const restRow: RefundRow = {
    ...before,
    ...refundRowKey(ref.company, ref.id, refundKey),
    refundKey,
    state: 'running',
    amount,
    startedAtMs: nowMs(),
    version: 1,
  };
  const rest = { put: refundCodec.write(restRow), condition: ABSENT, name: 'rest' };
  const isOurs = await unlessRefused(transact([refundWrite(declined), rest]));
  return isOurs ? returnStray(ref, refundKey) : undefined;
};

const refundWrite = (row: RefundRow): Write => ({
  put: refundCodec.write({ ...row, version: row.version + 1 }),
  condition: versionUnchanged(row),
  name: 'stray',
});

/**
 * Checks a payment whose refund the gateway declined, or whose refund failed later. When the gateway no longer holds
 * any part of the payment, operators have resolved it, and it is recorded as returned. Throws `GatewayUnavailable`.
 */
export const recheckDeclined = async (ref: Ref, reference: string): Promise<void> => {
  const rows = (await listRefundsOfOrder(ref.company, ref.id)).filter(({ stray }) => stray?.reference === reference);
  const [row] = rows;
  if (!row?.stray || rows.some(({ state }) => state !== 'declined' && state !== 'failed')) return;
  const gateway = await gatewayNamed(row.stray.gateway);
  const remaining = leftOf(await gateway.readPayment(reference));
  if (remaining === 0) await recordReturned(ref, row, row.state === 'failed' ? 'failed' : 'declined');
};
