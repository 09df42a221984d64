import type { ItemRow } from '../rows.ts';

/** The members of an item, after a change, that its events use. Amounts in the smallest currency unit. */
export type ItemSnapshot = Pick<
  ItemRow,
  | 'company'
  | 'code'
  | 'orderId'
  | 'productId'
  | 'itemType'
  | 'valueMinor'
  | 'remainingMinor'
  | 'remainingPieces'
  | 'currency'
  | 'status'
  | 'validUntilMs'
  | 'ledgerAtMs'
  | 'ledgerSeq'
  | 'holds'
  | 'onSale'
  | 'replacedBy'
>;

/** One committed change to an item, which added the ledger entries from `fromSeq` to `item.ledgerSeq`. */
export interface CommittedItemChange {
  item: ItemSnapshot;
  fromSeq: number;
}

export const snapshotOf = (item: ItemRow): ItemSnapshot => ({
  company: item.company,
  code: item.code,
  orderId: item.orderId,
  productId: item.productId,
  itemType: item.itemType,
  valueMinor: item.valueMinor,
  remainingMinor: item.remainingMinor,
  remainingPieces: item.remainingPieces,
  currency: item.currency,
  status: item.status,
  validUntilMs: item.validUntilMs,
  ledgerAtMs: item.ledgerAtMs,
  ledgerSeq: item.ledgerSeq,
  ...(item.holds ? { holds: item.holds } : {}),
  ...(item.replacedBy === undefined ? {} : { replacedBy: item.replacedBy }),
  ...(item.onSale ? { onSale: true } : {}),
});

/**
 * Returns a change that has events: one after which the number of the newest ledger entry is higher. The entries are
 * the record of the events, so an event needs no separate write.
 */
export const itemChanged = (before: ItemRow | undefined, after: ItemRow): CommittedItemChange | undefined => {
  const fromSeq = (before?.ledgerSeq ?? 0) + 1;
  return after.ledgerSeq < fromSeq ? undefined : { item: snapshotOf(after), fromSeq };
};
