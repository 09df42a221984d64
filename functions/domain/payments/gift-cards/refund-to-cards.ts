import type { Write } from '../../../storage/transactions.ts';
import type { CardBack, CardShare } from '../../checkout/orders/gift-cards.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import { changeWrites } from '../../value/items/ledger/commit-change.ts';
import { applyChange, type Cause } from '../../value/items/ledger/ledger.ts';
import { restoreWrites } from '../../value/items/redemptions/item-writes.ts';
import { CANCELLED, itemKey, type ClaimContext, type ItemRow } from '../../value/items/rows.ts';
import { readSuccessors } from '../../value/items/successors.ts';
import { unrepaid, type ItemTerms } from '../../value/items/rules.ts';

/**
 * The amount that a refund returns to each card, computed from the current items. Value that was already repaid in
 * money, because the order that sold the card was refunded, is not returned.
 */
export const cardBacksOf = async (order: OrderRow, shares: readonly CardShare[]): Promise<CardBack[]> => {
  const cards = shares.flatMap((share) => {
    const card = order.payment.giftCards?.find(({ id }) => id === share.id);
    return card ? [{ ...share, code: card.code }] : [];
  });
  const items = await readSuccessors(cards.map(({ code }) => itemKey(order.company, code)));
  const returnedByCode = new Map<string, number>();
  return cards.map((share) => {
    const item = items.get(itemKey(order.company, share.code).pk);
    const earlier = returnedByCode.get(item?.code ?? '') ?? 0;
    const givenMinor = item ? Math.min(share.minor, returnableMinor(item) - earlier) : 0;
    if (item) returnedByCode.set(item.code, earlier + givenMinor);
    return { ...share, code: item?.code ?? share.code, givenMinor };
  });
};

/** The part of a card's payments for orders that can still be returned to it. Smallest currency unit. */
export const returnableMinor = (item: ItemRow): number =>
  item.repaidWhole ? 0 : Math.max(0, Math.min(unrepaid(item).minor, item.paidOrders?.minor ?? 0));

/**
 * Returns value to a card. A cancelled card stays cancelled and an expired card stays expired; both receive the value.
 */
export const returnWrites = (
  item: ItemRow,
  { minor, context }: { minor: number; context: ClaimContext },
  operation: { terms: ItemTerms; cause: Cause },
): Write[] => {
  const note = 'order refunded';
  if (item.status !== CANCELLED) {
    const back = { portion: { type: 'amount' as const, amountMinor: minor, note }, minor, context };
    return restoreWrites(item, back, operation).writes;
  }
  const remaining = (item.paidOrders?.minor ?? 0) - minor;
  const paidOrders = item.paidOrders && remaining > 0 ? { ...item.paidOrders, minor: remaining } : undefined;
  const change = {
    kind: 'refund' as const,
    deltaMinor: minor,
    deltaPieces: item.pieces - item.remainingPieces,
    status: CANCELLED,
    note,
    context,
    marks: { paidOrders },
  } as const;
  return changeWrites(item, applyChange(item, change, operation.cause));
};
