import { listPromotions } from '../../../domain/catalog/products/campaigns/list.ts';
import { legacyEndpoint } from '../endpoint.ts';
import { legacyPageOf, legacyPagingOf } from '../paging.ts';
import { modifications as route } from '../read-routes.ts';
import { wholeList } from '../whole-list.ts';

export const handler = legacyEndpoint(route, async ({ company, fields, spend }) => {
  const rows = await wholeList((page) => listPromotions(company.slug, page), spend);
  return { status: 200, body: legacyPageOf(rows, legacyPagingOf(fields)) };
});
