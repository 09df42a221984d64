import type { ItemRow } from '../rows.ts';

/** The members of an item that its events show or need, as they were after a change. Amounts in the smallest unit. */
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

/** One committed change of an item: it added the ledger entries from `fromSeq` to `item.ledgerSeq`. */
export interface ItemChanged {
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
 * The change that owes events: the number of the newest ledger entry rose. The entries are the marks of the events, so an
 * event needs no write of its own in the transaction of the change.
 */
export const itemChanged = (before: ItemRow | undefined, after: ItemRow): ItemChanged | undefined => {
  const fromSeq = (before?.ledgerSeq ?? 0) + 1;
  return after.ledgerSeq < fromSeq ? undefined : { item: snapshotOf(after), fromSeq };
};
