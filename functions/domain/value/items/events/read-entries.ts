import { queryPage } from '../../../../storage/table.ts';
import { itemPartition, ledgerKey, type LedgerRow } from '../rows.ts';
import type { CommittedItemChange } from './item-changed.ts';

/** The ledger entries that one change to an item added, oldest first. */
export const readEntries = async ({ item, fromSeq }: CommittedItemChange): Promise<LedgerRow[]> => {
  const { company, code, ledgerAtMs: atMs, ledgerSeq: seq } = item;
  const { rows } = await queryPage<LedgerRow>({
    partition: itemPartition(company, code),
    from: 'ledger#',
    to: ledgerKey({ company, code, atMs, seq }).sk,
    descending: true,
    consistent: true,
    limit: seq - fromSeq + 1,
  });
  return rows.filter((entry) => entry.seq >= fromSeq).toReversed();
};
