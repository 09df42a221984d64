import { readItem } from '../../../domain/value/items/read.ts';
import { legacyEndpoint } from '../endpoint.ts';
import { readItem as route } from '../read-routes.ts';

export const handler = legacyEndpoint(route, async ({ operator, params }) => ({
  status: 200,
  body: await readItem(operator, params['code'] ?? ''),
}));
