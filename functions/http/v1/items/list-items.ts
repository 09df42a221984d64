import { listCountedItems } from '../../../domain/items/search/list-counted.ts';
import { ApiError } from '../../../platform/errors.ts';
import { itemSearchOf } from '../../items/item-search.ts';
import { legacyEndpoint } from '../endpoint.ts';
import { pagingOf } from '../paging.ts';
import { listItems as route } from '../read-routes.ts';

export const handler = legacyEndpoint(route, async ({ user, company, fields, values }) => {
  if (!user.can_list) throw new ApiError(403, 'not_allowed', 'Your user may not list items.');
  const paging = pagingOf(fields);
  const page = await listCountedItems(company.slug, itemSearchOf(fields, values), paging);
  return { status: 200, body: { ...page, filter: paging } };
});
