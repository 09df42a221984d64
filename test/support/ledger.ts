import { itemPartition } from '../../functions/domain/value/items/rows.ts';

/** Query range of all entries of an item, oldest first. */
export const ledgerOf = (company: string, code: string) =>
  ({ partition: itemPartition(company, code), prefix: 'ledger#' }) as const;
