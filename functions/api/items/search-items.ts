import { searchItems } from '../../domain/value/items/search/search.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { pageOf } from '../../pipeline/parse.ts';
import { itemSearchOf } from './item-search.ts';
import { searchItems as route } from './read-routes.ts';

export const handler = endpoint(route, async ({ company, query, queryValues }) => {
  const search = itemSearchOf(query, queryValues);
  const body = await searchItems(company, {
    ...search,
    ...pageOf(query, 25),
  });
  return { status: 200, body };
});
