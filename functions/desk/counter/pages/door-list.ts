import { html } from 'hono/html';
import { formatDay } from '../../../domain/fulfillment/documents/format.ts';
import type { EventByDay } from '../../../domain/reporting/reports/events.ts';
import type { Participant } from '../../../domain/reporting/reports/participants.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { moment } from '../../format.ts';
import { deskPage } from '../../layout.ts';
import { table } from '../../pages/table.ts';
import { emptyText } from '../../texts/empty.ts';
import type { DeskVisit } from '../../visit.ts';

export const eventsPage = (visit: DeskVisit, events: readonly EventByDay[]): Promise<Reply> => {
  const { t } = visit;
  const over = events.filter(({ isOver }) => isOver);
  return deskPage(visit, {
    title: t.door.title,
    place: 'door',
    content: html`<h1>${t.door.title}</h1>
      <p>${events.length === 0 ? t.door.none : t.door.choose}</p>
      ${
        events.length === 0 && visit.rights.has('catalog')
          ? html`<p class="links">
              <a class="button" href="/desk/products/events/new">${emptyText(visit.language, 'newEvent')}</a>
            </p>`
          : none
      }
      ${eventList(
        visit,
        events.filter(({ isOver }) => !isOver),
      )}
      ${over.length === 0 ? none : html`<h2>${t.door.over}</h2>`} ${eventList(visit, over)}`,
  });
};

const startOf = (visit: DeskVisit, { hasTime }: EventByDay, startsAt: string): string =>
  hasTime ? moment(visit, startsAt) : formatDay(Date.parse(startsAt), visit.company.time_zone, visit.t.tag);

const eventList = (visit: DeskVisit, events: readonly EventByDay[]): Markup =>
  events.length === 0
    ? none
    : html`<ul class="plain">
        ${events.map(
          (event) =>
            html`<li>
              <p>
                <a href="/desk/door?event=${encodeURIComponent(event.slug)}">${event.name}</a><br />
                ${event.startsAt === null ? none : html`${startOf(visit, event, event.startsAt)}<br />`}
                ${visit.t.door.sold(event.sold, event.all)}
              </p>
            </li>`,
        )}
      </ul>`;

/** By name, without withdrawn seats. */
export const doorPage = (
  visit: DeskVisit,
  { slug, name, seats, most }: { slug: string; name: string; seats: readonly Participant[]; most: number },
): Promise<Reply> => {
  const { t } = visit;
  const CANCELLED = 4;
  const admitted = seats
    .filter(({ status }) => status !== CANCELLED)
    .toSorted((a, b) => (a.sender_name ?? '').localeCompare(b.sender_name ?? '', t.tag));
  return deskPage(visit, {
    title: `${t.door.title}: ${name}`,
    place: 'door',
    content: html`<h1>${name}</h1>
      <p>${t.door.seats(admitted.length)}</p>
      ${seats.length >= most ? html`<p>${t.door.tooMany(most)}</p>` : none}
      ${table('seats', t.door.title, {
        head: [t.door.came, t.door.name, t.door.ticket, t.door.contact, t.door.comment],
        rows: admitted.map((seat) => [
          seat.claimed_at === null
            ? html`<span class="tick open">☐</span>`
            : html`<span class="tick">☑ ${seat.claimed_at.slice(11, 16)}</span>`,
          seat.sender_name ?? '',
          seat.ticket_variation ?? '',
          [seat.sender_email, seat.sender_phone].filter(Boolean).join(', '),
          seat.sender_comment ?? '',
        ]),
      })}
      <p class="links">
        <button class="quiet" data-print hidden>${t.counter.print}</button>
        <a href="/desk/door?event=${encodeURIComponent(slug)}&amp;format=csv">${t.reports.csv}</a>
        <a href="/desk/door">${t.door.back}</a>
      </p>`,
  });
};
