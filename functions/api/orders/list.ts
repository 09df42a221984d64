import { listOrders } from '../../domain/checkout/orders/list.ts';
import { parseOrderFilter } from '../../domain/checkout/orders/list-filter.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { pageOf } from '../../pipeline/parse.ts';
import { listOrdersRoute } from './routes.ts';

export const handler = endpoint(listOrdersRoute, async ({ company, query, queryValues }) => ({
  status: 200,
  body: await listOrders(company, parseOrderFilter(queryValues), pageOf(query, 25)),
}));
