import { archiveProduct } from '../../domain/administration/catalog/archive.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { archiveManagedProduct as route } from './routes.ts';

export const handler = endpoint(route, async ({ company, params, ifMatch }) => {
  await archiveProduct({ company, family: params['family'] ?? '', id: params['id'] ?? '', ifMatch });
  return { status: 204 };
});
