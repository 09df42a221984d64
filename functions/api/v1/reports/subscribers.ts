import { dateOrNone } from '../../../domain/reporting/reports/query.ts';
import { listSubscribers } from '../../../domain/reporting/subscribers/list.ts';
import { legacyEndpoint } from '../endpoint.ts';
import { legacyPageOf, legacyPagingOf } from '../paging.ts';
import { subscribers as route } from '../read-routes.ts';
import { wholeList } from '../whole-list.ts';

export const handler = legacyEndpoint(route, async ({ company, fields, spend }) => {
  const days = { dateFrom: dateOrNone(fields['date_from']), dateTo: dateOrNone(fields['date_to']) };
  const rows = await wholeList((page) => listSubscribers(company.slug, { ...days, ...page }), spend);
  return { status: 200, body: legacyPageOf(rows, legacyPagingOf(fields)) };
});
