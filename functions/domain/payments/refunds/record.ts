import { refunds } from '../../../platform/messages/refunds.ts';
import { gatewayNamed } from '../../../adapters/payments/gateways.ts';
import type { RefundNotice } from '../../../adapters/payments/port.ts';
import type { Actor } from '../../../platform/actor.ts';
import { ApiError, conflict } from '../../../platform/errors.ts';
import { log } from '../../../platform/log.ts';
import { nowMs } from '../../../platform/clock.ts';
import { versionUnchanged } from '../../../storage/conditions.ts';
import { findRow } from '../../../storage/find-row.ts';
import { ABSENT, putRow, queryAll } from '../../../storage/table.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import { settleItems, itemUses } from '../../value/items/withdrawal/settle-items.ts';
import { changeOrder, StaleRow, retryOnStaleRow, type OrderRef } from '../../checkout/orders/change-order.ts';
import { findLatestOrder } from '../../checkout/orders/find-latest.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import { gatewayActor } from '../payments/record-payment.ts';
import { booksOf } from './plan.ts';
import { itemsIfIssued } from './issued-items.ts';
import { returnStray } from '../payments/return-stray.ts';
import { finishRefund } from './refund.ts';
import { refundCodec, refundRowKey, type RefundRow } from '../../checkout/orders/refund-rows.ts';

const readRefund = ({ company, id }: OrderRef, refundKey: string): Promise<RefundRow | undefined> =>
  findRow(refundRowKey(company, id, refundKey), refundCodec);

/** The refund that an earlier loss of a dispute was counted as. */
export const findRefundOfDispute = async (ref: OrderRef, disputeId: string): Promise<RefundRow | undefined> => {
  const row = await readRefund(ref, disputeId);
  return row?.kind === 'dispute' ? row : undefined;
};

const keyOf = ({ refundKey, refundId }: RefundNotice): string => refundKey ?? refundId;

const atGateway = (ref: OrderRef, notice: RefundNotice, state: RefundRow['state']): RefundRow => ({
  ...refundRowKey(ref.company, ref.id, keyOf(notice)),
  type: 'refund',
  v: 1,
  version: 0,
  company: ref.company,
  orderId: ref.id,
  refundKey: keyOf(notice),
  kind: 'gateway',
  paymentReference: notice.paymentReference,
  state,
  amount: notice.amount,
  by: gatewayActor(notice.gateway),
  startedAtMs: nowMs(),
});

/** State of each item, for the allocation of money refunded at the gateway. */
export const usesOfOrder = async (order: OrderRow) =>
  booksOf(order, itemUses(await itemsIfIssued(order), nowMs(), 'spent')).uses;

/**
 * Counts money that was refunded at the gateway, as a refund without named parts. A refund that this service made is
 * counted by its own request, except one that the gateway declined and made nevertheless, and one whose row is missing
 * because the table was restored from a backup. Throws `GatewayUnavailable` if the gateway must decide between two
 * reports.
 */
export const recordGatewayRefund = (ref: OrderRef, notice: RefundNotice): Promise<void> =>
  retryOnStaleRow(async () => {
    const known = await readRefund(ref, keyOf(notice));
    const isMadeNevertheless = known?.kind === 'ours' && known.state === 'declined' && (await isRefunded(notice));
    if (known && isMadeNevertheless) return countDeclined(ref, known, notice);
    if (known && known.state !== 'waiting') return;
    await count(ref, known ?? atGateway(ref, notice, 'waiting'), { known: known !== undefined });
  });

/** A refund may be reported as made before it is declined, so a late report counts only if the gateway confirms it. */
const isRefunded = async ({ gateway, paymentReference, refundId }: RefundNotice): Promise<boolean> => {
  const { refunds: listed } = await (await gatewayNamed(gateway)).readPayment(paymentReference);
  return listed.some((each) => each.refundId === refundId && each.status === 'refunded');
};

/** Its items were restored when it was declined, so it is counted like a refund made at the gateway, under its key. */
const countDeclined = async (ref: OrderRef, declined: RefundRow, notice: RefundNotice): Promise<void> => {
  const { reason: _reason, plan: _plan, gatewayMinor: _gatewayMinor, endedAtMs: _endedAtMs, ...row } = declined;
  const { amount, paymentReference } = notice;
  await replace({ ...row, kind: 'gateway', state: 'waiting', amount, paymentReference });
  log.error('The gateway made a refund that it had declined', { order_id: ref.id, alarm: 'refund_mismatch' });
  await countAgain(ref, row.refundKey);
};

const count = async (ref: OrderRef, row: RefundRow, { known }: { known: boolean }): Promise<void> => {
  const { order, changed, after } = await changeOrder(ref, async (current) => ({
    kind: 'gateway_refunded',
    by: row.by,
    row,
    known,
    uses: await usesOfOrder(current),
  }));
  if (!changed && !known) {
    const message = 'Money was refunded at the gateway for an order without such a payment';
    log.error(message, { order_id: ref.id, alarm: 'refund_mismatch' });
  }
  if (after.length > 0) await settleCounted(order, row.refundKey);
};

/** Makes the items match a counted refund. Until they do, the row of the refund stays due. */
const settleCounted = async (order: OrderRow, refundKey: string): Promise<void> => {
  const row = await readRefund(order, refundKey);
  if (!row?.unsettled) return;
  await settleItems(order, { by: row.by, requestId: row.refundKey, stamp: 'plan' });
  const { unsettled: _settled, ...settled } = row;
  // A row that another process changed stays due.
  await replace(settled).catch((error: unknown) => {
    if (!(error instanceof StaleRow)) throw error;
  });
};

/** Replaces a row, if its version is still the one that was read. */
const replace = async (row: RefundRow): Promise<void> => {
  const next = refundCodec.write({ ...row, version: row.version + 1 });
  if (!(await unlessRefused(putRow(next, versionUnchanged(row))))) throw new StaleRow();
};

/** Records that a refund failed after the gateway had accepted it. Its amount is refundable again. */
export const recordRefundFailure = (ref: OrderRef, notice: RefundNotice): Promise<void> =>
  retryOnStaleRow(async () => {
    const row = await readRefund(ref, keyOf(notice));
    if (row) return failRow(ref, row);
    // The failure was reported before the refund itself. The refund must not count when it is reported.
    await putOnce(atGateway(ref, notice, 'failed'));
    const order = await findLatestOrder(ref);
    const strays = order?.payment.strayCaptures ?? [];
    if (strays.some(({ reference }) => reference === notice.paymentReference))
      logStrayRefund(ref, notice.paymentReference);
  });

const putOnce = async (row: RefundRow): Promise<void> => {
  if (!(await unlessRefused(putRow(refundCodec.write({ ...row, version: 1 }), ABSENT)))) throw new StaleRow();
};

const failRow = async (ref: OrderRef, row: RefundRow): Promise<void> => {
  if (row.state === 'waiting') return replace({ ...row, state: 'failed', endedAtMs: nowMs() });
  // Our request may still be waiting for the response, so the gateway must resend the notice.
  if (row.state === 'running') throw conflict('refund_in_progress', refunds('refund_not_recorded'), 5);
  if (row.state !== 'refunded' && row.state !== 'failing') return;
  if (row.kind === 'stray') return recordFailedStrayRefund(row);
  const by: Actor = { system: 'gateway' };
  const { after } = await changeOrder(ref, { kind: 'refund_failed', by, row });
  if (after.length > 0) await countUncountedRefunds(ref);
};

/**
 * Records that the refund of a stray payment has failed. The money is back and belongs to no order, so only a person
 * can find its owner.
 */
const recordFailedStrayRefund = async (row: RefundRow): Promise<void> => {
  const ref = { company: row.company, id: row.orderId };
  await changeOrder(ref, { kind: 'stray_refund_failed', by: { system: 'gateway' }, row });
  logStrayRefund(ref, row.stray?.reference);
};

const logStrayRefund = ({ id }: OrderRef, reference: string | undefined): void => {
  const message = 'The refund of a payment that cannot count toward its order failed';
  log.error(message, { order_id: id, payment_reference: reference, alarm: 'refund_failed' });
};

/** Counts money that the gateway refunded beyond the refundable amount, now that more is refundable. */
export const countUncountedRefunds = async (ref: OrderRef): Promise<void> => {
  const { pk: partition, sk: prefix } = refundRowKey(ref.company, ref.id, '');
  const rows = await queryAll({ partition, prefix, consistent: true });
  for (const raw of rows) {
    const row = refundCodec.read(raw);
    if (row.state !== 'refunded' || row.kind === 'ours' || row.kind === 'stray') continue;
    if (row.amount > (row.counted ?? 0)) await retryOnStaleRow(() => countAgain(ref, row.refundKey));
  }
};

const countAgain = async (ref: OrderRef, refundKey: string): Promise<void> => {
  const row = await readRefund(ref, refundKey);
  if (row?.state === 'refunded' || row?.state === 'waiting') await count(ref, row, { known: true });
};

/** Completes a refund whose request or notification did not finish. */
export const completeRefund = (due: RefundRow): Promise<void> =>
  retryOnStaleRow(async () => {
    const ref = { company: due.company, id: due.orderId };
    const row = await readRefund(ref, due.refundKey);
    if (!row) return;
    if (row.state === 'failing') return failRow(ref, row);
    if (row.state === 'waiting') return count(ref, row, { known: true });
    if (row.kind === 'stray') await returnStray(ref, row.refundKey);
    else if (row.unsettled) await settleNow(ref, row.refundKey);
    else if (row.kind === 'ours') await finishRefund(row).catch(ignoreRefusal);
  });

/** A refund that the gateway refuses has ended, so its error is ignored. A refund without a response is still open. */
const ignoreRefusal = (error: unknown): void => {
  if (!(error instanceof ApiError) || error.status === 503) throw error;
};

const settleNow = async (ref: OrderRef, refundKey: string): Promise<void> => {
  const order = await findLatestOrder(ref);
  if (order) await settleCounted(order, refundKey);
};
