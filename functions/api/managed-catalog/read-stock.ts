import { readStock } from '../../domain/administration/catalog/stock.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { readStock as route } from './routes.ts';

export const handler = endpoint(route, async ({ company, params }) => ({
  status: 200,
  body: await readStock(company, params['option_id'] ?? ''),
}));
