import { nowMs } from '../../../platform/clock.ts';
import { queryAll } from '../../../storage/table.ts';
import { pause } from '../../../storage/retry.ts';
import { itemsIfIssued } from '../../payments/refunds/issued-items.ts';
import { refundCodec, refundRowKey, type RefundRow } from '../../checkout/orders/refund-rows.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import { findLatestOrder } from '../../checkout/orders/find-latest.ts';
import { hasRefundOrDispute, isBeingSettled, moneyFaults, stuckFaults, valueFaults } from './order-faults.ts';
import type { IntegrityFinding } from './rows.ts';

/** Orders in progress appear wrong for a moment; a real fault persists. */
const ROUNDS = 4;

/** Compares the money of an order with its refunds and items. */
export const checkMoney = async (order: OrderRow): Promise<IntegrityFinding[]> => {
  if (!hasRefundOrDispute(order)) return findingsOf(order, moneyFaults(order, []));
  let current: OrderRow | undefined = order;
  for (let round = 1; ; round++) {
    const faults: string[] = current ? await moneyFaultsOf(current) : [];
    if (faults.length === 0 || round >= ROUNDS) return findingsOf(order, faults);
    await pause(round + 3);
    current = await findLatestOrder(order);
  }
};

const moneyFaultsOf = async (order: OrderRow): Promise<string[]> => {
  const refunds = await refundsOf(order);
  const faults = [...moneyFaults(order, refunds), ...stuckFaults(refunds, nowMs())];
  if (isBeingSettled(order, refunds)) return faults;
  return [...faults, ...valueFaults(order, [...(await itemsIfIssued(order)).values()], nowMs())];
};

const refundsOf = async ({ company, id }: OrderRow): Promise<RefundRow[]> => {
  const { pk: partition, sk: prefix } = refundRowKey(company, id, '');
  const rows = await queryAll({ partition, prefix, consistent: true });
  return rows.map((raw) => refundCodec.read(raw));
};

const findingsOf = ({ id }: OrderRow, faults: readonly string[]): IntegrityFinding[] =>
  faults.map((message) => ({ check: 'money', subject: id, message }));
