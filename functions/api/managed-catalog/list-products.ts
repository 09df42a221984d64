import { listManagedProducts } from '../../domain/administration/catalog/list.ts';
import { categoryNumber } from '../../domain/catalog/products/ids.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { pageOf } from '../../pipeline/parse.ts';
import { listManagedProducts as route } from './routes.ts';

const flag = (text: 'true' | 'false' | undefined): boolean | undefined =>
  text === undefined ? undefined : text === 'true';

export const handler = endpoint(route, async ({ company, params, query }) => ({
  status: 200,
  body: await listManagedProducts(company, params['family'] ?? '', {
    active: flag(query.active),
    published: flag(query.published),
    search: query.search,
    category: query.category ? categoryNumber(query.category) : undefined,
    ...pageOf(query, 50),
  }),
}));
