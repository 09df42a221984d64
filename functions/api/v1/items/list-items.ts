import { listCountedItems } from '../../../domain/value/items/search/list-counted.ts';
import { itemSearchOf } from '../../items/item-search.ts';
import { legacyEndpoint } from '../endpoint.ts';
import { assertCanList } from '../assert-can-list.ts';
import { legacyPagingOf } from '../paging.ts';
import { listItems as route } from '../read-routes.ts';

export const handler = legacyEndpoint(route, async ({ user, company, fields, values }) => {
  assertCanList(user);
  const paging = legacyPagingOf(fields);
  const page = await listCountedItems(company.slug, itemSearchOf(fields, values), paging);
  return { status: 200, body: { ...page, filter: paging } };
});
