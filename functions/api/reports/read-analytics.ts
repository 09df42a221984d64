import { validation } from '../../platform/messages/validation.ts';
import { readAnalytics } from '../../domain/reporting/reports/analytics.ts';
import { csvReply, nextOffset, isCsvPreferred } from '../../pipeline/csv-reply.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { COLUMNS } from './columns.ts';
import { daysOf, reportPagingOf, statusesOf } from './filters.ts';
import { readAnalytics as route } from './routes.ts';

export const handler = endpoint(route, async (request) => {
  const { company, query, queryValues } = request;
  const input = {
    days: daysOf(query),
    text: query.search?.trim() || undefined,
    statuses: statusesOf(queryValues['status'], (of) => validation('choice_unknown', of)),
    ...reportPagingOf(query),
  };
  if (!isCsvPreferred(request)) return { status: 200, body: await readAnalytics(company, input) };
  return csvReply(request, 'analytics', async (limit) => {
    const page = await readAnalytics(company, { ...input, limit });
    return { columns: COLUMNS.analytics, rows: page.items, next: nextOffset(input.offset, page) };
  });
});
