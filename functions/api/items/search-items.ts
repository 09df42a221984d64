import { searchItems } from '../../domain/value/items/search/search.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { pageLimit } from '../../pipeline/parse.ts';
import { itemSearchOf } from './item-search.ts';
import { searchItems as route } from './read-routes.ts';

const PAGE = 25;

export const handler = endpoint(route, async ({ company, query, queryValues }) => {
  const search = itemSearchOf(query, queryValues);
  const body = await searchItems(company, {
    ...search,
    limit: pageLimit(query.limit, PAGE),
    startingAfter: query.starting_after,
  });
  return { status: 200, body };
});
