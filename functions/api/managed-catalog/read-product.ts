import { readManagedProduct } from '../../domain/administration/catalog/read.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { readManagedProduct as route } from './routes.ts';

export const handler = endpoint(route, async ({ company, params }) => {
  const { tag, body } = await readManagedProduct(company, params['family'] ?? '', params['id'] ?? '');
  return { status: 200, headers: { ETag: tag }, body };
});
