import { listPickupPoints } from '../../domain/pickup-points/list.ts';
import { endpoint } from '../endpoint.ts';
import { listPickupPoints as route } from './routes.ts';

export const handler = endpoint(route, async ({ company, query }) => ({
  status: 200,
  body: await listPickupPoints(company, { country: query.country.toUpperCase(), postcode: query.postcode }),
}));
