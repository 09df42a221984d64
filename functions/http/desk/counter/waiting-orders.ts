import { normalizeSearch } from '../../../domain/items/search/search-texts.ts';
import { readOrderFilter } from '../../../domain/orders/list-filter.ts';
import { listOrders } from '../../../domain/orders/list.ts';
import type { presentOrder } from '../../../domain/orders/present.ts';
import type { DeskVisit } from '../visit.ts';

type Order = ReturnType<typeof presentOrder>;

/** Orders that one search looks through: a moment's work, also before Christmas. */
export const WAITING_MAX = 300;

export interface Waiting {
  found: Order[];
  /** There are more than were looked through. */
  isCut: boolean;
}

const mentions = (order: Order, wanted: string): boolean =>
  [order.reference, order.sender.name, order.recipient?.name, order.recipient?.email].some(
    (text) => typeof text === 'string' && normalizeSearch(text).includes(wanted),
  );

/**
 * Paid orders that wait for their moment, or whose fulfilment failed, by order number or name. No item of theirs is filed for the
 * search yet; they are few, and stand in a list of their own.
 */
export const waitingOrdersWith = async (visit: DeskVisit, text: string): Promise<Waiting> => {
  const wanted = normalizeSearch(text);
  const page = { limit: WAITING_MAX, startingAfter: undefined };
  const { data, has_more: isCut } = await listOrders(visit.company.slug, readOrderFilter({ status: ['paid'] }), page);
  return { found: data.filter((order) => mentions(order, wanted)), isCut };
};
