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
import { recordRefundFailure, usesOfOrder } from '../refunds/record.ts';
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
 */
export const recordDispute = (ref: OrderRef, notice: DisputeNotice): Promise<void> =>
  retryOnStaleRow(() => applyNotice(ref, notice));

const applyNotice = async (ref: OrderRef, notice: DisputeNotice): Promise<void> => {
  const known = await readDispute(ref, notice.disputeId);
  const mayOpen = known === undefined || (known.status === 'open' && notice.kind === 'dispute_opened');
  const row = mayOpen ? await open(ref, notice, known) : known;
  if (!row || notice.kind === 'dispute_opened') return;
  if (notice.kind === 'dispute_won' && row.status === 'lost') {
    // Won on appeal: the money is returned, as after a failed refund.
    const refund = { ...notice, kind: 'refund_failed', refundId: row.disputeId, refundKey: null } as const;
    await recordRefundFailure(ref, refund);
  }
  // The lost amount may be less than the disputed amount, because money refunded in the meantime cannot be lost again.
  await (notice.kind === 'dispute_won' ? win(ref, row) : lose(ref, { ...row, amount: notice.amount }));
};

const open = async (
  ref: OrderRef,
  notice: DisputeNotice,
  known: DisputeRow | undefined,
): Promise<DisputeRow | undefined> => {
  const row = known ?? newDispute(ref, notice);
  const changed = await changeOrder(ref, async (order) => ({
    kind: 'dispute_opened',
    by: row.by,
    row,
    known: known !== undefined,
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
  const changed = await changeOrder(ref, async (order) => ({
    kind: 'dispute_lost',
    by: row.by,
    row,
    uses: await usesOfOrder(order),
  }));
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
