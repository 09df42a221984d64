import { listShipments, parseShipmentStatuses } from '../../domain/fulfillment/shipments/list.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { pageOf } from '../../pipeline/parse.ts';
import { listShipmentsRoute as route } from './routes.ts';

export const handler = endpoint(route, async ({ company, query, queryValues }) => ({
  status: 200,
  body: await listShipments(company, parseShipmentStatuses(queryValues), pageOf(query, 25)),
}));
