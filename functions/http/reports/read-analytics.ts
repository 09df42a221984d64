import { isItemStatus } from '../../domain/items/filter.ts';
import { ITEM_STATUSES, type ItemStatus } from '../../domain/items/rows.ts';
import { readAnalytics } from '../../domain/reports/analytics.ts';
import { invalid } from '../../platform/errors.ts';
import { endpoint } from '../endpoint.ts';
import { daysOf, pagingOf } from './filters.ts';
import { readAnalytics as route } from './routes.ts';

/** Every state that is asked for, once. Throws 422 for one that does not exist. */
const statusesOf = (values: readonly string[] | undefined): ItemStatus[] => {
  const texts = (values ?? []).flatMap((value) => value.split(',')).flatMap((value) => value.trim() || []);
  const statuses = texts.map((text) => {
    const status = Number(text);
    if (!isItemStatus(status)) throw invalid('status', `This must be one of: ${ITEM_STATUSES.join(', ')}.`);
    return status;
  });
  return [...new Set(statuses)];
};

export const handler = endpoint(route, async ({ company, query, queryValues }) => {
  const body = await readAnalytics(company, {
    days: daysOf(query),
    text: query.search?.trim() || undefined,
    statuses: statusesOf(queryValues['status']),
    ...pagingOf(query),
  });
  return { status: 200, body };
});
