import { readClaimedItems } from '../../../domain/reporting/reports/claimed-items.ts';
import { dateOrNone } from '../../../domain/reporting/reports/query.ts';
import { invalid } from '../../../platform/errors.ts';
import { itemChanges } from '../../../platform/messages/item-changes.ts';
import { legacyEndpoint } from '../endpoint.ts';
import { assertCanList } from '../assert-can-list.ts';
import { legacyPagingOf } from '../paging.ts';
import { claimedItems as route } from '../read-routes.ts';

export const handler = legacyEndpoint(route, async ({ user, company, fields }) => {
  assertCanList(user);
  const days = { from: dateOrNone(fields['date_from']), to: dateOrNone(fields['date_to']) };
  if (days.from === undefined || days.to === undefined) throw invalid('date_from', itemChanges('days_missing'));
  const paging = legacyPagingOf(fields);
  const page = await readClaimedItems(company.slug, { days, ...paging });
  const items = page.items.map(
    ({ kind: _kind, reference, location, redemption_id: _redemption, paid_order_id: _order, ...row }) => ({
      ...row,
      claim_note: [row.claim_note, reference, location].filter(Boolean).join(' · ') || null,
    }),
  );
  return { status: 200, body: { ...page, items, filter: paging } };
});
