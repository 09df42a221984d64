import { gatewayNamed } from '../../adapters/payments/gateways.ts';
import { nowMs } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { ConditionFailed, getRow, putRow } from '../../storage/table.ts';
import { changeOrder } from '../orders/change-order.ts';
import type { OrderRow } from '../orders/rows.ts';
import { refundCodec, refundRowKey, type RefundRow } from './rows.ts';

const BY = { system: 'refund' };

/**
 * Gives a payment back that must not count for its order, under a key of its own, and records it. Throws
 * `GatewayUnavailable`: its row stays due. Returns the order as it stands then; undefined when nothing was to be done.
 */
export const returnStray = async (
  { company, id }: Pick<OrderRow, 'company' | 'id'>,
  refundKey: string,
): Promise<OrderRow | undefined> => {
  const raw = await getRow(refundRowKey(company, id, refundKey), { consistent: true });
  const row = raw && refundCodec.read(raw);
  if (!row?.stray || row.state !== 'running') return undefined;
  const gateway = await gatewayNamed(row.stray.gateway);
  const result = await gateway.refund({
    paymentReference: row.stray.reference,
    amount: row.amount,
    currency: row.stray.currency,
    refundKey,
  });
  if (result.status === 'declined') {
    await recordDeclined(row, result.reason);
    return undefined;
  }
  const { order } = await changeOrder({ company, id }, { kind: 'stray_returned', by: BY, row });
  return order;
};

/** The gateway keeps what is not ours: only people can sort that out. */
const recordDeclined = async (row: RefundRow, reason: string): Promise<void> => {
  log.error('The gateway refused to give back a payment that does not count', {
    order_id: row.orderId,
    alarm: 'stray_capture',
  });
  try {
    const declined: RefundRow = { ...row, state: 'declined', reason, endedAtMs: nowMs(), version: row.version + 1 };
    await putRow(refundCodec.write(declined), {
      expression: '#version = :seen',
      names: { '#version': 'version' },
      values: { ':seen': row.version },
    });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
};
