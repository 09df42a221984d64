import { readCategories } from '../../domain/administration/catalog/categories.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { readCategories as route } from './routes.ts';

export const handler = endpoint(route, ({ company }) => readCategories(company));
