import { brandOf } from '../../domain/brand/rules.ts';
import { holdCode } from '../../domain/items/hold.ts';
import { claimUrlOf } from '../../domain/items/present.ts';
import { CALENDAR, calendarText } from '../../domain/mail/calendar.ts';
import { ApiError, notFound } from '../../platform/errors.ts';
import { RateExceeded } from '../../storage/rate-window.ts';
import { publicEndpoint } from '../endpoint.ts';
import { showCodeCalendar } from './read-routes.ts';

const tooMany = (seconds: number): ApiError =>
  new ApiError(429, 'rate_limited', 'Too many codes were looked up from this address.', {
    headers: { 'Retry-After': String(seconds) },
  });

export const handler = publicEndpoint(showCodeCalendar, async ({ params, address }) => {
  const held = await holdCode({ company: params['company_id'], code: params['code'] ?? '', address }).catch(
    (error: unknown) => {
      if (error instanceof RateExceeded) throw tooMany(error.retryAfterSeconds);
      throw error;
    },
  );
  const { item, event, company } = held ?? {};
  if (!item?.event || !company) throw notFound('event');
  const { slug, title, startsAt, endsAt } = item.event;
  const shown = event ?? { startsAt, endsAt, datePrecision: 'date_time' };
  const context = {
    company: company.slug,
    organizer: brandOf(company).displayName,
    language: item.language,
    stampMs: item.createdAtMs,
    url: claimUrlOf(item),
  };
  return {
    status: 200,
    headers: {
      'Content-Type': CALENDAR,
      'Content-Disposition': `attachment; filename="${slug}.ics"`,
      'Cache-Control': 'no-store',
    },
    body: calendarText({ ...shown, slug, title }, context),
  };
});
