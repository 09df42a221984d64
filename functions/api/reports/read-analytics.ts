import { validation } from '../../platform/messages/validation.ts';
import { isItemStatus } from '../../domain/value/items/search/filter.ts';
import { ITEM_STATUSES, type ItemStatus } from '../../domain/value/items/rows.ts';
import { readAnalytics } from '../../domain/reporting/reports/analytics.ts';
import { invalid } from '../../platform/errors.ts';
import { csvReply, nextOffset, isCsvPreferred } from '../../pipeline/csv-reply.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { listedValues } from '../../pipeline/parse.ts';
import { COLUMNS } from './columns.ts';
import { daysOf, reportPagingOf } from './filters.ts';
import { readAnalytics as route } from './routes.ts';

/** The requested statuses without duplicates. Throws 422 for an unknown one. */
const statusesOf = (values: readonly string[] | undefined): ItemStatus[] => {
  const statuses = listedValues(values).map((text) => {
    const status = Number(text);
    if (!isItemStatus(status)) throw invalid('status', validation('choice_unknown', { choices: ITEM_STATUSES }));
    return status;
  });
  return [...new Set(statuses)];
};

export const handler = endpoint(route, async (request) => {
  const { company, query, queryValues } = request;
  const input = {
    days: daysOf(query),
    text: query.search?.trim() || undefined,
    statuses: statusesOf(queryValues['status']),
    ...reportPagingOf(query),
  };
  if (!isCsvPreferred(request)) return { status: 200, body: await readAnalytics(company, input) };
  return csvReply(request, 'analytics', async (limit) => {
    const page = await readAnalytics(company, { ...input, limit });
    return { columns: COLUMNS.analytics, rows: page.items, next: nextOffset(input.offset, page) };
  });
});
