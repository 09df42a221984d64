import {
  decodeCursor,
  countFitting,
  listPage,
  type ListIdentity,
  type ListPage,
  type PageRequest,
} from '../../../storage/cursors.ts';
import { mergedPage, type ListSource } from '../../../storage/merged.ts';
import { sortable } from '../../../storage/sortable.ts';
import { ordersByClientReference, ordersByEmail, ordersInState, ordersOf } from './rows.ts';
import { isInFilter, type OrderFilter } from './list-filter.ts';
import { shownOrder } from './order-shape.ts';
import { OCCURRING_STATES } from './states.ts';
import { presentOrder } from './present.ts';

/**
 * One page of orders, newest first. Reads the index of the narrowest filter, so that a page reads little more than it
 * returns, and applies the other filters to the orders that were read.
 */
export const listOrders = async (
  company: string,
  filter: OrderFilter,
  page: PageRequest,
): Promise<ListPage<ReturnType<typeof presentOrder>>> => {
  const identity: ListIdentity = { company, list: 'orders' };
  const position = decodeCursor<string>(identity, page.startingAfter);
  const bounds = [position, filter.createdBeforeMs === undefined ? undefined : sortable(filter.createdBeforeMs)];
  const { entries, next } = await mergedPage({
    check: shownOrder,
    sources: sourcesOf(company, filter),
    from: sortable(filter.createdFromMs ?? 0),
    before: bounds
      .filter((bound) => bound !== undefined)
      .reduce((least, bound) => (bound < least ? bound : least), '~'),
    limit: page.limit,
    passes: (order) => isInFilter(filter, order),
    isNarrow: isNarrow(filter),
  });
  const presented = entries.map(({ row }) => presentOrder(row));
  const data = presented.slice(0, countFitting(presented));
  return listPage(identity, data, data.length < entries.length ? entries[data.length - 1]?.at : next);
};

/** Whether one index covers all filters. */
const isNarrow = ({ clientReferences, emails, statuses, paymentStatuses, also }: OrderFilter): boolean =>
  also === undefined &&
  [clientReferences, emails, statuses ?? paymentStatuses].filter((each) => each !== undefined).length <= 1;

const sourcesOf = (company: string, filter: OrderFilter): ListSource[] => {
  if (filter.clientReferences) return filter.clientReferences.map((value) => ordersByClientReference(company, value));
  if (filter.emails) return filter.emails.map((email) => ordersByEmail(company, email));
  if (!filter.statuses && !filter.paymentStatuses) return [ordersOf(company)];
  return OCCURRING_STATES.filter(
    ([status, payment]) =>
      (filter.statuses?.includes(status) ?? true) && (filter.paymentStatuses?.includes(payment) ?? true),
  ).map(([status, payment]) => ordersInState(company, status, payment));
};
