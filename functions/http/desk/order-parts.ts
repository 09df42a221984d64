import type { ItemSummary } from '../../domain/items/present.ts';
import { presentOrder } from '../../domain/orders/present.ts';
import { refundRefusal } from '../../domain/orders/refund-rules.ts';
import { readOrder } from '../../domain/orders/read.ts';
import { listOrderEvents } from '../../domain/webhooks/order-events.ts';
import { ApiError, notFound } from '../../platform/errors.ts';
import { itemsOfOrder } from './look-up.ts';
import type { DeskVisit } from './visit.ts';

const EVENTS_MAX = 200;

/** What is known of an order. One that the legacy API issued has items and no more. */
export interface OrderParts {
  id: string;
  order: ReturnType<typeof presentOrder> | undefined;
  events: Awaited<ReturnType<typeof listOrderEvents>>['data'];
  items: ItemSummary[];
  /** Money of it can be given back. */
  isRefundable: boolean;
}

const unlessMissing = async <T>(reading: Promise<T>): Promise<T | undefined> => {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
};

/** Throws 404 for an id that neither an order nor an item of this company has. */
export const readOrderAtDesk = async (visit: DeskVisit, id: string): Promise<OrderParts> => {
  const company = visit.company.slug;
  const [order, events, items] = await Promise.all([
    unlessMissing(readOrder(company, id, { consistent: true })),
    unlessMissing(listOrderEvents(company, id, { limit: EVENTS_MAX, startingAfter: undefined })),
    itemsOfOrder(visit, id),
  ]);
  if (!order && items.length === 0) throw notFound('order');
  return {
    id,
    order: order && presentOrder(order),
    events: events?.data ?? [],
    items,
    isRefundable: order !== undefined && refundRefusal(order) === undefined,
  };
};
