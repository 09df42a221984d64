import { listEvents } from '../../../domain/reporting/reports/events.ts';
import { isSwitchedOn } from '../../../pipeline/parse.ts';
import { legacyEndpoint } from '../endpoint.ts';
import { legacyPageOf, legacyPagingOf } from '../paging.ts';
import { events as route } from '../read-routes.ts';
import { wholeList } from '../whole-list.ts';

export const handler = legacyEndpoint(route, async ({ company, fields, spend }) => {
  const filter = { online: isSwitchedOn(fields['online']), private: isSwitchedOn(fields['private']) };
  const rows = await wholeList((page) => listEvents(company.slug, { ...filter, ...page }), spend);
  return { status: 200, body: legacyPageOf(rows, legacyPagingOf(fields)) };
});
