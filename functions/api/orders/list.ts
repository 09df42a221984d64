import { listOrders } from '../../domain/checkout/orders/list.ts';
import { parseOrderFilter } from '../../domain/checkout/orders/list-filter.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { pageLimit } from '../../pipeline/parse.ts';
import { listOrdersRoute } from './routes.ts';

const DEFAULT_LIMIT = 25;

export const handler = endpoint(listOrdersRoute, async ({ company, query, queryValues }) => ({
  status: 200,
  body: await listOrders(company, parseOrderFilter(queryValues), {
    limit: pageLimit(query.limit, DEFAULT_LIMIT),
    startingAfter: query.starting_after,
  }),
}));
