import ical, { ICalCalendarMethod } from 'ical-generator';
import type { MailAttachment } from '../../../adapters/mail/message.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import type { OrderLine } from '../../catalog/products/line-shape.ts';
import { placeDay } from '../../fulfillment/documents/format.ts';
import { venueAddress } from '../../catalog/products/venue-address.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts';

/** Event data for a calendar. */
type CalendarEvent = Pick<
  NonNullable<OrderLine['event']>,
  'startsAt' | 'endsAt' | 'datePrecision' | 'venue' | 'movedAtMs'
> & {
  slug: string;
  title: string;
};

interface CalendarContext {
  company: string;
  /** Name of the shop. */
  organizer: string;
  language: string;
  /** Time zone of the company. */
  zone: string;
  /** Time of issue of the event's tickets; deterministic. */
  issuedAtMs: number;
  url?: string;
}

/** The day of a timestamp as cards show it, at midnight UTC. All-day entries of calendars have no time zone. */
const dayOf = (timestamp: string, zone: string): Date => new Date(`${placeDay(timestamp, zone)}T00:00:00Z`);

const timesOf = ({ startsAt, endsAt, datePrecision }: CalendarEvent, zone: string) => {
  if (!datePrecision.startsWith('date_time')) {
    const first = dayOf(startsAt, zone);
    // An all-day entry ends on the day after its last day.
    const last = datePrecision.endsWith('_range') && endsAt !== null ? dayOf(endsAt, zone) : first;
    const end = new Date(Math.max(last.getTime(), first.getTime()) + DAY_MS);
    return { start: first, end, allDay: true, timezone: 'UTC' };
  }
  const start = new Date(startsAt);
  const end = endsAt === null ? start.getTime() + 2 * HOUR_MS : Math.max(Date.parse(endsAt), start.getTime());
  return { start, end: new Date(end), allDay: false };
};

/** Characters that the library does not escape in `PRODID`; slashes separate its parts. */
const UNESCAPED = /[\\;,/]+/g;

/**
 * An event as an iCalendar file (RFC 5545). Importing it twice creates one entry, and the file of a rescheduled event
 * replaces the earlier entry: if UID and SEQUENCE are equal, the later DTSTAMP is newer (RFC 5546, 2.1.5). SEQUENCE
 * cannot count reschedules, because the count would differ between orders that share the UID.
 */
export const calendarText = (event: CalendarEvent, context: CalendarContext): string => {
  const { venue } = event;
  const stamp = new Date(Math.max(context.issuedAtMs, event.movedAtMs ?? 0));
  const calendar = ical({
    prodId: {
      company: context.organizer.replaceAll(UNESCAPED, ' '),
      product: 'Tickets',
      language: context.language.toUpperCase(),
    },
    method: ICalCalendarMethod.PUBLISH,
  });
  calendar.createEvent({
    id: `${event.slug}@${context.company}`,
    stamp,
    lastModified: stamp,
    summary: event.title,
    ...timesOf(event, context.zone),
    ...(venue ? { location: [venue.name, ...venueAddress(venue)].filter(Boolean).join(', ') } : {}),
    ...(context.url === undefined ? {} : { url: context.url }),
  });
  // Every line ends with a line break, including the last one, whose line break the library omits.
  return `${calendar.toString()}\r\n`;
};

export const CALENDAR = 'text/calendar; charset=utf-8; method=PUBLISH';

/** Distinct events of lines. */
export const calendarEventsOf = (lines: readonly Pick<OrderLine, 'event' | 'name'>[]): CalendarEvent[] => [
  ...new Map(
    lines.flatMap(({ event, name }) => (event ? [[event.slug, { ...event, title: name }] as const] : [])),
  ).values(),
];

/** A file for each event of these lines of an order. */
export const calendarFiles = (
  order: OrderRow,
  lines: readonly OrderLine[],
  context: Omit<CalendarContext, 'company' | 'issuedAtMs'>,
): MailAttachment[] =>
  calendarEventsOf(lines).map((event) => ({
    filename: `${event.slug}.ics`,
    mime: CALENDAR,
    bytes: Buffer.from(
      calendarText(event, {
        ...context,
        company: order.company,
        issuedAtMs: order.fulfillment.fulfilledAtMs ?? order.updatedAtMs,
      }),
    ),
  }));
