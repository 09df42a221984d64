import { replaceCategories } from '../../domain/administration/catalog/categories.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { replaceCategories as route } from './routes.ts';

export const handler = endpoint(route, ({ company, body: { categories }, ifMatch }) =>
  replaceCategories({ company, categories, ifMatch }),
);
