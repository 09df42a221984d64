import { listEventsByDay, type EventByDay } from '../../domain/reporting/reports/events.ts';
import { listParticipantsAs, presentSeat } from '../../domain/reporting/reports/participants.ts';
import { extractCode } from '../../domain/catalog/codes/extract.ts';
import { csvOf } from '../../platform/csv.ts';
import { invalid } from '../../platform/errors.ts';
import type { Reply } from '../../pipeline/request.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { counterPath } from '../codes.ts';
import { deskEndpoint } from '../endpoint.ts';
import { fileReply } from '../file.ts';
import { localizeAll } from '../localize.ts';
import { type DeskVisit } from '../visit.ts';
import { doorPage, doorEventsPage, type Seat } from './pages/door-list.ts';
import { deskDoor } from './routes.ts';
import { decimal } from '../format.ts';

const SEATS_PER_READ = 1000;
/** Maximum number of seats on one list. For larger events, staff use the search. */
const SEATS_MAX = 20_000;

/** Returns the seats that match the text, up to the maximum. Throws 404 for an unknown event of the company. */
const seatsOf = async (visit: DeskVisit, slug: string, text = ''): Promise<Seat[]> => {
  const seats: Seat[] = [];
  let startingAfter: string | undefined;
  for (let read = 0; read < SEATS_MAX / SEATS_PER_READ; read++) {
    const page = await listParticipantsAs(
      visit.company.slug,
      slug,
      { text: text || undefined, limit: SEATS_PER_READ, startingAfter },
      (item, seat, terms) => ({ ...presentSeat(item, seat, terms), code: item.code }),
    );
    seats.push(...page.data);
    if (page.next_cursor === null) break;
    startingAfter = page.next_cursor;
  }
  return localizeAll(visit, seats.slice(0, SEATS_MAX));
};

/**
 * CSV of all seats with their state, including withdrawn ones. Throws 422 if there may be more seats than the maximum.
 */
const fileOf = (visit: DeskVisit, slug: string, seats: readonly Seat[]): Promise<Reply> => {
  const { company, t } = visit;
  if (seats.length >= SEATS_MAX) throw invalid('event', t.reports.tooMany(decimal(visit, SEATS_MAX)));
  const head = [
    t.door.name,
    t.reports.columns.email,
    t.door.contact,
    t.door.ticket,
    t.door.comment,
    t.reports.columns.amount,
    t.reports.columns.status,
    t.door.came,
  ];
  const rows = seats.map((seat) => [
    seat.sender_name,
    seat.sender_email,
    seat.sender_phone,
    seat.ticket_variation,
    seat.sender_comment,
    seat.ticket_price,
    seat.status_name,
    seat.claimed_at,
  ]);
  return fileReply(visit, `${company.slug}-${slug}`, csvOf([head, ...rows], company.language));
};

/**
 * The event with the slug, or the event that had it before, because links to the list stay valid when the slug changes.
 */
const findEvent = (events: readonly EventByDay[], slug: string): EventByDay | undefined =>
  events.find((event) => event.slug === slug) ?? events.find(({ formerSlugs }) => formerSlugs.includes(slug));

export const handler = deskEndpoint(deskDoor, async (visit) => {
  const named = visit.request.query['event'] ?? '';
  const events = await listEventsByDay(visit.company.slug);
  if (named === '') return doorEventsPage(visit, events);
  const event = findEvent(events, named);
  const slug = event?.slug ?? named;
  const { q = '', state = '', format } = visit.request.query;
  if (format === 'csv') return fileOf(visit, slug, await seatsOf(visit, slug));
  const code = extractCode(q);
  if (code !== undefined && visit.rights.has('redeem')) return seeOther(counterPath(code));
  const seats = await seatsOf(visit, slug, q.trim());
  return doorPage(visit, {
    slug,
    event,
    seats,
    maximum: SEATS_MAX,
    filters: { q, state },
  });
});
