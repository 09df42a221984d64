import { queryAll } from '../../../storage/table.ts';
import { refundCodec, refundRowKey, type RefundRow } from './refund-rows.ts';

/** All movements of money back to the buyer of an order, newest first, including unsuccessful ones. */
export const listRefundsOfOrder = async (company: string, orderId: string): Promise<RefundRow[]> => {
  const { pk: partition, sk: prefix } = refundRowKey(company, orderId, '');
  const rows = await queryAll({ partition, prefix, consistent: true });
  return rows.map((raw) => refundCodec.read(raw)).toSorted((a, b) => b.startedAtMs - a.startedAtMs);
};
