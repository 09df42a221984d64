import { queryAll } from '../../../storage/table.ts';
import { refundCodec, refundRowKey, type RefundRow } from './refund-rows.ts';

/** Every movement of money of an order back to its buyer, newest first, unsuccessful ones included. */
export const listRefundsOfOrder = async (company: string, orderId: string): Promise<RefundRow[]> => {
  const { pk: partition, sk: prefix } = refundRowKey(company, orderId, '');
  const rows = await queryAll({ partition, prefix, consistent: true });
  return rows.map((raw) => refundCodec.read(raw)).toSorted((a, b) => b.startedAtMs - a.startedAtMs);
};
