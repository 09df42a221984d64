import { getRows, queryAll, queryPage, type Key } from '../../../storage/table.ts';
import { disputeCodec } from './dispute-codec.ts';
import { disputeRowKey, openDisputes, type DisputeRow } from './dispute-rows.ts';

/** Every dispute of an order's payments. */
export const listDisputesOfOrder = async (company: string, orderId: string): Promise<DisputeRow[]> => {
  const { pk: partition, sk: prefix } = disputeRowKey(company, orderId, '');
  return (await queryAll({ partition, prefix, consistent: true })).map((raw) => disputeCodec.read(raw));
};

/** The oldest open disputes of a company. */
export const listOpenDisputes = async (company: string, limit: number): Promise<DisputeRow[]> => {
  const { rows: keys } = await queryPage<Key>({ ...openDisputes(company), limit });
  const rows = await getRows(keys, { consistent: true });
  return keys
    .flatMap((key) => rows.get(key) ?? [])
    .map((raw) => disputeCodec.read(raw))
    .filter(({ status }) => status === 'open');
};
