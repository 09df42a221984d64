import { listShipments, parseShipmentStatuses } from '../../domain/fulfillment/shipments/list.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { pageLimit } from '../../pipeline/parse.ts';
import { listShipmentsRoute as route } from './routes.ts';

const DEFAULT_LIMIT = 25;

export const handler = endpoint(route, async ({ company, query, queryValues }) => ({
  status: 200,
  body: await listShipments(company, parseShipmentStatuses(queryValues), {
    limit: pageLimit(query.limit, DEFAULT_LIMIT),
    startingAfter: query.starting_after,
  }),
}));
