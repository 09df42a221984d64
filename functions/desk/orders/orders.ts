import { FAMILIES } from '../../domain/catalog/products/ids.ts';
import { ORDER_STATUSES, parseOrderFilter, type OrderFilter } from '../../domain/checkout/orders/list-filter.ts';
import { listOrders } from '../../domain/checkout/orders/list.ts';
import { normalizeSearch } from '../../domain/value/items/search/search-texts.ts';
import { endOfDayMs, parseDate, startOfDayMs } from '../../platform/zones.ts';
import { hasWords } from '../counter/waiting-orders.ts';
import { deskEndpoint } from '../endpoint.ts';
import type { DeskVisit } from '../visit.ts';
import { ordersPage, REFUNDED, type OrderFilters, type Order } from './pages/orders.ts';
import { deskOrders } from './routes.ts';

const SHOWN = 25;
/**
 * Maximum number of pages that one request reads if few orders match. The link to older orders continues after the last
 * of them.
 */
const READS_MAX = 5;
const TEXT_MAX = 200;

export const handler = deskEndpoint(deskOrders, async (visit) => {
  const filters = filtersOf(visit);
  const filter = filterOf(visit, filters);
  const orders: Order[] = [];
  let next = visit.request.query['starting_after'] || undefined;
  for (let reads = 0; reads < READS_MAX && orders.length < SHOWN; reads++) {
    const page = await listOrders(visit.company.slug, filter, { limit: SHOWN - orders.length, startingAfter: next });
    orders.push(...page.data);
    next = page.next_cursor ?? undefined;
    if (next === undefined) break;
  }
  return ordersPage(visit, { filters, orders, next });
});

/** The filters in the URL. An invalid filter is ignored. */
const filtersOf = ({ request: { query } }: DeskVisit): OrderFilters => {
  const day = (text = ''): string => (parseDate(text) === undefined ? '' : text);
  return {
    q: (query['q'] ?? '').trim().slice(0, TEXT_MAX).toWellFormed(),
    state: [...ORDER_STATUSES, REFUNDED].find((each) => each === query['state']) ?? '',
    family: FAMILIES.find((each) => each === query['family']) ?? '',
    from: day(query['from']),
    to: day(query['to']),
  };
};

const filterOf = ({ company }: DeskVisit, { q, state, family, from, to }: OrderFilters): OrderFilter => {
  const words = normalizeSearch(q).split(' ');
  const isOpen = q === '' && family === '';
  const states: Record<string, string[]> = {};
  if (state === REFUNDED) states['payment_status'] = ['refunded', 'partially_refunded'];
  else if (state !== '') states['status'] = [state];
  return {
    ...parseOrderFilter(states),
    createdFromMs: from === '' ? undefined : startOfDayMs(from, company.time_zone),
    createdBeforeMs: to === '' ? undefined : endOfDayMs(to, company.time_zone) + 1,
    ...(isOpen
      ? {}
      : {
          also: (order) =>
            (q === '' || hasWords(order, words)) &&
            (family === '' || order.lines.some((line) => line.family === family)),
        }),
  };
};
