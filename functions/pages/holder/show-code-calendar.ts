import { brandOf } from '../../domain/company/brand/rules.ts';
import { findHolderView } from '../../domain/fulfillment/holder/holder-view.ts';
import { claimUrlOf } from '../../domain/value/items/claim-url.ts';
import { CALENDAR, calendarText } from '../../domain/notifications/mail/calendar.ts';
import { notFound } from '../../platform/errors.ts';
import { browserEndpoint } from '../kit/browser-endpoint.ts';
import { withAddressLimit } from '../kit/address-limit.ts';
import { showCodeCalendar } from './routes.ts';

export const handler = browserEndpoint(showCodeCalendar, async ({ params, address }) => {
  const held = await withAddressLimit(
    findHolderView({ company: params['company_id'] ?? '', code: params['code'] ?? '', address }),
  );
  const { item, event, company } = held ?? {};
  if (!item?.event || !company || held?.awaitsDate) throw notFound('event');
  const { slug, title, startsAt, endsAt } = item.event;
  // The ticket of a rescheduled event may have the new date before the line of its order has it.
  const moved = item.movedAtMs === undefined ? {} : { movedAtMs: item.movedAtMs };
  const shown = { ...moved, ...(event ?? { startsAt, endsAt, datePrecision: 'date_time' }), slug, title };
  const context = {
    company: company.slug,
    organizer: brandOf(company).displayName,
    language: item.language,
    zone: company.time_zone,
    issuedAtMs: item.createdAtMs,
    url: claimUrlOf(item),
  };
  return {
    status: 200,
    headers: {
      'Content-Type': CALENDAR,
      'Content-Disposition': `attachment; filename="${slug}.ics"`,
      'Cache-Control': 'no-store',
    },
    body: calendarText(shown, context),
  };
});
