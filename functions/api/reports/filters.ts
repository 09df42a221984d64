import { dateOrNone, type Days } from '../../domain/reporting/reports/query.ts';
import { pageLimit } from '../../pipeline/parse.ts';

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
