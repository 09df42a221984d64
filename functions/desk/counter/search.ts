import { isAnyOrderId, normalizeSearch, searchLength } from '../../domain/value/items/search/search-texts.ts';
import { INDEXED_MIN_LENGTH } from '../../domain/value/items/search/search-terms.ts';
import { searchItemsAs } from '../../domain/value/items/search/search.ts';
import { parseOrderFilter } from '../../domain/checkout/orders/list-filter.ts';
import { listOrders } from '../../domain/checkout/orders/list.ts';
import { foldEmail } from '../../platform/email-address.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { deskListing } from '../code-lookup.ts';
import { codeFrom, orderPath } from '../codes.ts';
import { deskEndpoint } from '../endpoint.ts';
import { localizeAll } from '../localize.ts';
import { type DeskVisit } from '../visit.ts';
import { searchPage } from './pages/search.ts';
import { deskSearch } from './routes.ts';
import { waitingOrdersWith } from './waiting-orders.ts';

const SHOWN = 25;

/**
 * Finds items by text, orders by the buyer's email address or the client reference, and orders without issued items by
 * order number, name or email address. An order id leads to the page of the order.
 */
export const handler = deskEndpoint(deskSearch, async (visit) => {
  const text = codeFrom(visit.request.query['q'] ?? '');
  if (isAnyOrderId(text)) return seeOther(orderPath(text));
  if (text === '') return searchPage(visit, { text });
  const isShort = searchLength(normalizeSearch(text)) < INDEXED_MIN_LENGTH;
  const [items, listed, waiting] = await Promise.all([
    isShort ? undefined : itemsWith(visit, text),
    ordersWith(visit, text),
    isShort ? undefined : waitingOrdersWith(visit, text),
  ]);
  const ids = new Set(listed.data.map(({ id }) => id));
  const otherOrders = waiting?.found.filter(({ id }) => !ids.has(id)) ?? [];
  const orders = {
    data: [...listed.data, ...otherOrders].slice(0, SHOWN),
    has_more: listed.has_more || otherOrders.length > SHOWN - ids.size,
  };
  return searchPage(visit, { text, isShort, items, orders, isCut: waiting?.isCut });
});

const itemsWith = async (visit: DeskVisit, text: string) =>
  localizeAll(
    visit,
    await searchItemsAs(
      visit.company.slug,
      {
        orderId: undefined,
        groupCode: undefined,
        text,
        statuses: [],
        types: [],
        onlyClaimable: false,
        dateFrom: undefined,
        dateTo: undefined,
        limit: SHOWN,
        startingAfter: undefined,
      },
      deskListing,
    ),
  );

/** The whole text is one value, because a filter in the URL would be split at commas. */
const ordersWith = (visit: DeskVisit, text: string) => {
  const filter = parseOrderFilter({});
  const named = text.includes('@') ? { emails: [foldEmail(text)] } : { clientReferences: [text] };
  return listOrders(visit.company.slug, { ...filter, ...named }, { limit: SHOWN, startingAfter: undefined });
};
