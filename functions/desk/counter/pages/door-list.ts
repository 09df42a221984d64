import { html } from 'hono/html';
import { formatDay } from '../../../domain/fulfillment/documents/format.ts';
import type { EventByDay } from '../../../domain/reporting/reports/events.ts';
import type { Participant } from '../../../domain/reporting/reports/participants.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { decimal, moment } from '../../format.ts';
import { deskPage } from '../../layout.ts';
import { rowsTable, table } from '../../pages/table.ts';
import { emptyText } from '../../texts/empty.ts';
import { productTexts } from '../../texts/products.ts';
import type { DeskVisit } from '../../visit.ts';

export const doorEventsPage = (visit: DeskVisit, events: readonly EventByDay[]): Promise<Reply> => {
  const { t } = visit;
  const over = events.filter(({ isOver }) => isOver);
  const ahead = events.filter(({ isOver }) => !isOver);
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
      ${ahead.length === 0 ? none : html`<div class="card">${rowsTable(t.door.choose, eventRows(visit, ahead))}</div>`}
      ${over.length === 0 ? none : table('over', t.door.over, eventRows(visit, over))}`,
  });
};

/** When the event starts; empty without a date. */
const startOf = (visit: DeskVisit, event: EventByDay | undefined): string => {
  if (!event?.startsAt) return '';
  const { startsAt, hasTime } = event;
  return hasTime ? moment(visit, startsAt) : formatDay(Date.parse(startsAt), visit.company.time_zone, visit.t.tag);
};

const eventRows = (visit: DeskVisit, events: readonly EventByDay[]) => {
  const t = productTexts(visit.language);
  const soldOf = ({ sold, all }: EventByDay): string =>
    t.soldOf.replace('{}', decimal(visit, sold)).replace('{}', decimal(visit, all));
  return {
    head: [t.events, t.starts_at, t.sold],
    figures: [2],
    rows: events.map((event) => [
      html`<a href="/desk/door?event=${encodeURIComponent(event.slug)}">${event.name}</a>`,
      startOf(visit, event),
      soldOf(event),
    ]),
  };
};

/** The seats by name, without withdrawn ones. */
export const doorPage = (
  visit: DeskVisit,
  {
    slug,
    event,
    seats,
    maximum,
  }: { slug: string; event: EventByDay | undefined; seats: readonly Participant[]; maximum: number },
): Promise<Reply> => {
  const { t } = visit;
  const name = event?.name ?? slug;
  const CANCELLED = 4;
  const admitted = seats
    .filter(({ status }) => status !== CANCELLED)
    .toSorted((a, b) => (a.sender_name ?? '').localeCompare(b.sender_name ?? '', t.tag));
  return deskPage(visit, {
    title: `${t.door.title}: ${name}`,
    place: 'door',
    content: html`<h1>${name}</h1>
      <p>${[startOf(visit, event), t.door.seats(decimal(visit, admitted.length))].filter(Boolean).join(' · ')}</p>
      ${seats.length >= maximum ? html`<p>${t.door.tooMany(decimal(visit, maximum))}</p>` : none}
      ${
        admitted.length === 0
          ? html`<p class="hint">${emptyText(visit.language, 'door')}</p>`
          : table('seats', t.door.title, seatRows(visit, admitted))
      }
      <p class="links">
        ${
          admitted.length === 0
            ? none
            : html`<button class="quiet" data-print hidden>${t.counter.print}</button>
                <a href="/desk/door?event=${encodeURIComponent(slug)}&amp;format=csv">${t.reports.csv}</a>`
        }
        <a href="/desk/door">${t.door.back}</a>
      </p>`,
  });
};

/** The name of a guest, which leads to the tickets of this guest, for one who has no code at hand. */
const ticketsOf = ({ rights }: DeskVisit, { sender_name: name, sender_email: email }: Participant): Markup | string => {
  const query = email || name;
  if (!query || !rights.has('search')) return name ?? '';
  return html`<a href="/desk/search?q=${encodeURIComponent(query)}">${name || query}</a>`;
};

const seatRows = (visit: DeskVisit, seats: readonly Participant[]) => ({
  head: (['came', 'name', 'ticket', 'contact', 'comment'] as const).map((column) => visit.t.door[column]),
  rows: seats.map((seat) => [
    seat.claimed_at === null
      ? html`<span class="tick open">☐</span>`
      : html`<span class="tick">☑ ${seat.claimed_at.slice(11, 16)}</span>`,
    ticketsOf(visit, seat),
    seat.ticket_variation ?? '',
    [seat.sender_email, seat.sender_phone].filter(Boolean).join(', '),
    seat.sender_comment ?? '',
  ]),
});
