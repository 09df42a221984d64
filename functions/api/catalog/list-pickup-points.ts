import { listPickupPoints } from '../../domain/catalog/pickup-points/list.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { listPickupPoints as route } from './routes.ts';

export const handler = endpoint(route, async ({ company, query }) => ({
  status: 200,
  body: await listPickupPoints(company, { country: query.country.toUpperCase(), postcode: query.postcode }),
}));
