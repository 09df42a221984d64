import { normalizeSearch } from '../../domain/value/items/search/search-texts.ts';
import { parseOrderFilter } from '../../domain/checkout/orders/list-filter.ts';
import { listOrders } from '../../domain/checkout/orders/list.ts';
import type { presentOrder } from '../../domain/checkout/orders/present.ts';
import type { DeskVisit } from '../visit.ts';

type Order = ReturnType<typeof presentOrder>;

/** Maximum number of waiting orders that one search reads, so that it stays fast in the busy season. */
export const WAITING_MAX = 300;

interface WaitingOrders {
  found: Order[];
  /** There are more waiting orders than were read. */
  isCut: boolean;
}

/** The parts of an order that the search compares. */
type OrderNames = Pick<Order, 'reference'> & {
  sender: { name: string; email: string; company?: { name: string } | null | undefined };
  recipient: { name: string; email: string } | null;
};

/** Whether each word is contained in one of the order's texts. */
export const hasWords = (order: OrderNames, words: readonly string[]): boolean => {
  const { reference, sender, recipient } = order;
  const texts = [reference, sender.name, sender.email, sender.company?.name, recipient?.name, recipient?.email]
    .filter((text) => typeof text === 'string')
    .map(normalizeSearch);
  return words.every((word) => texts.some((text) => text.includes(word)));
};

/**
 * Finds orders that wait for payment or delivery, or whose fulfillment failed, by order number, name or email address.
 * The orders are read and compared, because the search index has only issued items; few orders wait at any time.
 */
export const waitingOrdersWith = async (visit: DeskVisit, text: string): Promise<WaitingOrders> => {
  const words = normalizeSearch(text).split(' ');
  const page = { limit: WAITING_MAX, startingAfter: undefined };
  const { data, has_more: isCut } = await listOrders(
    visit.company.slug,
    parseOrderFilter({ status: ['pending_payment', 'paid'] }),
    page,
  );
  return { found: data.filter((order) => hasWords(order, words)), isCut };
};
