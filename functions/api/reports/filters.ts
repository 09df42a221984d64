import { dateOrNone, type Days } from '../../domain/reporting/reports/query.ts';
import { ITEM_STATUSES, type ItemStatus } from '../../domain/value/items/rows.ts';
import { isItemStatus } from '../../domain/value/items/search/filter.ts';
import { listedValues, pageLimit } from '../../pipeline/parse.ts';
import { invalid } from '../../platform/errors.ts';
import type { Text } from '../../platform/messages/message.ts';

interface PagingQuery {
  offset?: string | undefined;
  limit?: string | undefined;
  order?: string | undefined;
}

const REPORT_LIMIT = 10;

/** Paging parameters of a report. Invalid values are ignored (lib/reference/requests.md#offset-pages). */
export const reportPagingOf = ({ offset, limit, order }: PagingQuery) => ({
  offset: offset !== undefined && /^\+?\d{1,15}$/.test(offset.trim()) ? Number(offset) : 0,
  limit: pageLimit(limit, REPORT_LIMIT),
  order: order?.trim().toLowerCase() === 'asc' ? ('asc' as const) : ('desc' as const),
});

export const daysOf = (query: { date_from?: string | undefined; date_to?: string | undefined }): Days => ({
  from: dateOrNone(query.date_from),
  to: dateOrNone(query.date_to),
});

/** The requested statuses, without duplicates. Throws 422 with the fault for an unknown one. */
export const statusesOf = (
  values: readonly string[] | undefined,
  faultOf: (of: { choices: typeof ITEM_STATUSES }) => Text,
): ItemStatus[] => {
  const statuses = listedValues(values).map((text) => {
    const status = Number(text);
    if (!isItemStatus(status)) throw invalid('status', faultOf({ choices: ITEM_STATUSES }));
    return status;
  });
  return [...new Set(statuses)];
};
