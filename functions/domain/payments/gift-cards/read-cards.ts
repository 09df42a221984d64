import { lastOfCode } from '../../catalog/codes/rules.ts';
import { getRows } from '../../../storage/table.ts';
import { liveCards } from '../../checkout/orders/gift-cards.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import { redemptionKey, type RedemptionRow } from '../../value/items/redemptions/rows.ts';

/**
 * A gift card that is reserved for an order or has paid part of it, as shown to the buyer. Amounts in the smallest
 * currency unit.
 */
export interface ShownCard {
  /** `ogc_` + 32 hex */
  id: string;
  last4: string;
  amount: number;
  /** Value left on the card after this part was reserved or captured. */
  left?: number;
}

/** The gift cards of an order with their remaining value. */
export const readCards = async (order: OrderRow): Promise<ShownCard[]> => {
  const cards = liveCards(order.payment);
  if (cards.length === 0) return [];
  const keys = cards.map(({ redemptionId }) => redemptionKey(order.company, redemptionId));
  const rows = await getRows(keys, { consistent: true });
  return cards.map(({ id, code, amount, redemptionId }) => {
    const [source] = rows.get<RedemptionRow>(redemptionKey(order.company, redemptionId))?.sources ?? [];
    const leftMinor = source && (source.leftAtCaptureMinor ?? source.leftMinor);
    return { id, last4: lastOfCode(code), amount, ...(leftMinor === undefined ? {} : { left: leftMinor }) };
  });
};
