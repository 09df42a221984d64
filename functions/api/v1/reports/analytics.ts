import { readAnalytics } from '../../../domain/reporting/reports/analytics.ts';
import { dateOrNone } from '../../../domain/reporting/reports/query.ts';
import { legacyEndpoint } from '../endpoint.ts';
import { legacy } from '../../../platform/messages/legacy.ts';
import { statusesOf } from '../../reports/filters.ts';
import { searchOf } from '../filters.ts';
import { legacyPagingOf } from '../paging.ts';
import { analytics as route } from '../read-routes.ts';

export const handler = legacyEndpoint(route, async ({ company, fields, values }) => {
  const paging = legacyPagingOf(fields);
  const page = await readAnalytics(company.slug, {
    days: { from: dateOrNone(fields['date_from']), to: dateOrNone(fields['date_to']) },
    text: searchOf(fields['search']),
    statuses: statusesOf(values['status'], (of) => legacy('status_unknown', of)),
    ...paging,
  });
  return { status: 200, body: { ...page, filter: paging } };
});
