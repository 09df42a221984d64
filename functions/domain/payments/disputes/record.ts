import { gatewayNamed } from '../../../adapters/payments/gateways.ts';
import type { DisputeNotice } from '../../../adapters/payments/port.ts';
import { versionUnchanged } from '../../../storage/conditions.ts';
import { findRow } from '../../../storage/find-row.ts';
import { putRow } from '../../../storage/table.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import { settleItems } from '../../value/items/withdrawal/settle-items.ts';
import {
  changeOrder,
  retryOnStaleRow,
  type OrderChangeResult,
  type OrderRef,
} from '../../checkout/orders/change-order.ts';
import { findLatestOrder } from '../../checkout/orders/find-latest.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import { gatewayActor } from '../payments/record-payment.ts';
import { findRefundOfDispute, recordRefundFailure, usesOfOrder } from '../refunds/record.ts';
import { disputeCodec } from '../../checkout/orders/dispute-codec.ts';
import { disputeRowKey, type DisputeRow } from '../../checkout/orders/dispute-rows.ts';

const readDispute = ({ company, id }: OrderRef, disputeId: string): Promise<DisputeRow | undefined> =>
  findRow(disputeRowKey(company, id, disputeId), disputeCodec);

const newDispute = ({ company, id }: OrderRef, notice: DisputeNotice): DisputeRow => ({
  ...disputeRowKey(company, id, notice.disputeId),
  type: 'dispute',
  v: 1,
  version: 0,
  company,
  orderId: id,
  disputeId: notice.disputeId,
  status: 'open',
  paymentReference: notice.paymentReference,
  amount: notice.amount,
  by: gatewayActor(notice.gateway),
  openedAtMs: notice.occurredAtMs,
});

/**
 * Records a dispute of a payment, or its end. Unspent items are frozen while the dispute is open, released when it is
 * won, and withdrawn for the lost amount. If the end is reported before the beginning, the dispute is opened first.
 * Throws `GatewayUnavailable` if the gateway must decide between two reports.
 */
export const recordDispute = (ref: OrderRef, notice: DisputeNotice): Promise<void> =>
  retryOnStaleRow(() => applyNotice(ref, notice));

const applyNotice = async (ref: OrderRef, notice: DisputeNotice): Promise<void> => {
  const seen = await readDispute(ref, notice.disputeId);
  const row = seen ?? (await open(ref, notice, newDispute(ref, notice)));
  if (!row || (!seen && notice.kind === 'dispute_opened')) return;
  if (contradicts(row, notice) && !(await isCurrent(notice))) return;
  if (row.status === 'lost' && notice.kind !== 'dispute_lost') {
    // Won on appeal, or appealed: the money is returned, as after a failed refund.
    const refund = { ...notice, kind: 'refund_failed', refundId: row.disputeId, refundKey: null } as const;
    await recordRefundFailure(ref, refund);
  }
  if (notice.kind === 'dispute_opened') await open(ref, notice, row);
  else if (notice.kind === 'dispute_won') await win(ref, row);
  // The lost amount may be less than the disputed amount, because money refunded in the meantime cannot be lost again.
  else await lose(ref, { ...row, amount: notice.amount });
};

/** Reports that would change a recorded status other than `open`. */
const CONTRADICTIONS: Record<DisputeRow['status'], readonly DisputeNotice['kind'][]> = {
  open: [],
  won: ['dispute_opened', 'dispute_lost'],
  losing: ['dispute_opened', 'dispute_won'],
  lost: ['dispute_opened', 'dispute_won'],
};

const contradicts = ({ status }: DisputeRow, { kind }: DisputeNotice): boolean => CONTRADICTIONS[status].includes(kind);

const STATUS_OF = { dispute_opened: 'open', dispute_won: 'won', dispute_lost: 'lost' } as const;

/** Notices may arrive late and in any order, so only the gateway knows which of two reports is newer. */
const isCurrent = async ({ gateway, paymentReference, disputeId, kind }: DisputeNotice): Promise<boolean> => {
  const { disputes } = await (await gatewayNamed(gateway)).readPayment(paymentReference);
  return disputes.some((each) => each.disputeId === disputeId && each.status === STATUS_OF[kind]);
};

const open = async (ref: OrderRef, notice: DisputeNotice, row: DisputeRow): Promise<DisputeRow | undefined> => {
  const changed = await changeOrder(ref, async (order) => ({
    kind: 'dispute_opened',
    by: row.by,
    row,
    known: row.version > 0,
    isNewest: await isNewest(order, notice),
  }));
  await settleAfter(changed, row.disputeId);
  return readDispute(ref, notice.disputeId);
};

/**
 * Notices may arrive late and in any order, so they do not show which of two disputes is newer. If the order has
 * another dispute, the gateway's list decides. Throws `GatewayUnavailable`; the gateway then resends the notice.
 */
const isNewest = async ({ payment }: OrderRow, notice: DisputeNotice): Promise<boolean> => {
  const { gateway, paymentReference, disputeId } = notice;
  const isOfOwnPayment = payment.reference === paymentReference;
  if (!isOfOwnPayment || payment.dispute === undefined || payment.dispute.id === disputeId) return true;
  const { disputes } = await (await gatewayNamed(gateway)).readPayment(paymentReference);
  return (disputes[0]?.disputeId ?? disputeId) === disputeId;
};

const win = async (ref: OrderRef, row: DisputeRow): Promise<void> =>
  settleAfter(await changeOrder(ref, { kind: 'dispute_won', by: row.by, row }), row.disputeId);

const lose = async (ref: OrderRef, row: DisputeRow): Promise<void> => {
  const changed = await changeOrder(ref, async (order) => {
    const [uses, refund] = await Promise.all([usesOfOrder(order), findRefundOfDispute(ref, row.disputeId)]);
    return { kind: 'dispute_lost', by: row.by, row, uses, ...(refund ? { refund } : {}) };
  });
  await settleAfter(changed, row.disputeId);
};

const settleAfter = async ({ order, after }: OrderChangeResult, disputeId: string): Promise<void> => {
  if (after.length > 0) await settle(order, disputeId);
};

/**
 * Freezes, releases or withdraws the items of an order. The dispute's row stays due until every item matches the order.
 */
const settle = async (order: OrderRow, disputeId: string): Promise<void> => {
  const row = await readDispute(order, disputeId);
  if (!row?.unsettled) return;
  // The row may be newer than the given order, and items must match the current order.
  const current = (await findLatestOrder(order)) ?? order;
  await settleItems(current, { by: row.by, requestId: disputeId, stamp: 'all' });
  const { unsettled: _settled, ...settled } = row;
  await unlessRefused(putRow(disputeCodec.write({ ...settled, version: row.version + 1 }), versionUnchanged(row)));
};

/** Completes an interrupted change of a dispute. */
export const completeDispute = (due: DisputeRow): Promise<void> =>
  retryOnStaleRow(async () => {
    const ref = { company: due.company, id: due.orderId };
    const row = await readDispute(ref, due.disputeId);
    if (row?.status === 'losing') return lose(ref, row);
    const order = await findLatestOrder(ref);
    if (order) await settle(order, due.disputeId);
  });
