import { queryAll } from '../../../storage/table.ts';
import { disputeCodec, disputeRowKey, type DisputeRow } from './dispute-rows.ts';

/** Every dispute of an order's payments. */
export const listDisputesOfOrder = async (company: string, orderId: string): Promise<DisputeRow[]> => {
  const { pk: partition, sk: prefix } = disputeRowKey(company, orderId, '');
  return (await queryAll({ partition, prefix, consistent: true })).map((raw) => disputeCodec.read(raw));
};
