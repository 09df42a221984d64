import { listParticipants } from '../../../domain/reporting/reports/participants.ts';
import { invalid } from '../../../platform/errors.ts';
import { legacy } from '../../../platform/messages/legacy.ts';
import { legacyEndpoint } from '../endpoint.ts';
import { legacyPageOf, legacyPagingOf } from '../paging.ts';
import { participants as route } from '../read-routes.ts';
import { wholeList } from '../whole-list.ts';

export const handler = legacyEndpoint(route, async ({ company, fields, spend }) => {
  const slug = fields['slug']?.trim();
  if (!slug) throw invalid('slug', legacy('event_slug_missing'));
  const text = fields['search']?.trim() || undefined;
  const rows = await wholeList((page) => listParticipants(company.slug, slug, { text, ...page }), spend);
  return { status: 200, body: legacyPageOf(rows, legacyPagingOf(fields)) };
});
