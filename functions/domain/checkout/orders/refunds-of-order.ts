import { getRows, queryAll } from '../../../storage/table.ts';
import { refundCodec, refundRowKey, type RefundRow } from './refund-rows.ts';

/** All movements of money back to the buyer of an order, newest first, including unsuccessful ones. */
export const listRefundsOfOrder = async (company: string, orderId: string): Promise<RefundRow[]> => {
  const { pk: partition, sk: prefix } = refundRowKey(company, orderId, '');
  const rows = await queryAll({ partition, prefix, consistent: true });
  return rows.map((raw) => refundCodec.read(raw)).toSorted((a, b) => b.startedAtMs - a.startedAtMs);
};

/** The refund keys among `ids` that belong to a refund other than a lost dispute. */
export const refundsAmong = async (
  company: string,
  ids: readonly { orderId: string; refundKey: string }[],
): Promise<Set<string>> => {
  const keyOf = ({ orderId, refundKey }: (typeof ids)[number]) => refundRowKey(company, orderId, refundKey);
  const rows = await getRows(ids.map(keyOf), { consistent: true });
  const isRefund = (id: (typeof ids)[number]): boolean =>
    (rows.get<RefundRow>(keyOf(id))?.kind ?? 'dispute') !== 'dispute';
  return new Set(ids.filter(isRefund).map(({ refundKey }) => refundKey));
};
