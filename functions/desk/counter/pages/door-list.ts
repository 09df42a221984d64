import { html, raw } from 'hono/html';
import { formatDay } from '../../../domain/fulfillment/documents/format.ts';
import type { EventByDay } from '../../../domain/reporting/reports/events.ts';
import type { Participant } from '../../../domain/reporting/reports/participants.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { ownMember } from '../../../platform/own-member.ts';
import { counterPath, doorPath } from '../../codes.ts';
import { decimal, moment } from '../../format.ts';
import { deskPage } from '../../layout.ts';
import { backLink } from '../../pages/back-link.ts';
import { capitalize, stateMark } from '../../pages/state-mark.ts';
import { breakable, rowsTable, table } from '../../pages/table.ts';
import { DOOR_TEXTS } from '../../texts/door.ts';
import { emptyText } from '../../texts/empty.ts';
import { ORDERS_TEXTS } from '../../texts/orders.ts';
import { productTexts } from '../../texts/products.ts';
import type { DeskVisit } from '../../visit.ts';
import { CANCELLED } from '../../../domain/value/items/statuses.ts';

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
      html`<a href="${doorPath(event.slug)}">${breakable(event.name)}</a>
        ${event.isCancelled ? stateMark(t.progress, 'off') : none}`,
      startOf(visit, event),
      soldOf(event),
    ]),
  };
};

/** A seat with the code of its ticket. */
export interface Seat extends Participant {
  code: string;
}

interface DoorView {
  slug: string;
  event: EventByDay | undefined;
  /** The seats that match the text of the filter. */
  seats: readonly Seat[];
  maximum: number;
  filters: DoorFilters;
}

/** Filters of the list; an empty text does not filter. */
interface DoorFilters {
  q: string;
  /** `open` for guests who have not arrived yet, `came` for guests who have arrived. */
  state: string;
}

/** The seats by name, without withdrawn ones. */
export const doorPage = (visit: DeskVisit, { slug, event, seats, maximum, filters }: DoorView): Promise<Reply> => {
  const { t } = visit;
  const name = event?.name ?? slug;
  const isFiltered = filters.q !== '' || filters.state !== '';
  const admitted = seats
    .filter(({ status }) => status !== CANCELLED)
    .filter(({ claimed_at: came }) => filters.state === '' || (filters.state === 'came') === (came !== null))
    .toSorted((a, b) => (a.sender_name ?? '').localeCompare(b.sender_name ?? '', t.tag));
  const came = admitted.filter((seat) => seat.claimed_at !== null).length;
  const arrived = admitted.length > 0 && filters.state === '' ? `${t.door.came}: ${decimal(visit, came)}` : '';
  return deskPage(visit, {
    title: `${t.door.title}: ${name}`,
    place: 'door',
    content: html`${backLink('/desk/door', t.door.title)}
      <h1>${name}</h1>
      <p>
        ${event?.isCancelled ? stateMark(productTexts(visit.language).progress, 'off') : none}
        ${[startOf(visit, event), t.door.seats(decimal(visit, admitted.length)), arrived, ...filterTexts(visit, filters)].filter(Boolean).join(' · ')}
      </p>
      ${seats.length >= maximum ? html`<p>${t.door.tooMany(decimal(visit, maximum))}</p>` : none}
      ${admitted.length === 0 && !isFiltered ? none : filterForm(visit, slug, filters)}
      ${
        admitted.length === 0
          ? html`<p class="hint" role="status">${isFiltered ? t.search.nothing : emptyText(visit.language, 'door')}</p>`
          : table('seats', t.door.title, seatRows(visit, admitted))
      }
      ${
        admitted.length === 0
          ? none
          : html`<p class="links">
              <button class="quiet" data-print hidden>${t.counter.print}</button>
              <a href="${doorPath(slug)}&amp;format=csv">${t.reports.csv}</a>
            </p>`
      }`,
  });
};

/** The filters as text, because a printed list has no fields. */
const filterTexts = ({ t, language }: DeskVisit, { q, state }: DoorFilters): string[] => [
  q,
  ownMember({ open: DOOR_TEXTS[language].notYet, came: t.door.came }, state) ?? '',
];

const filterForm = ({ t, language }: DeskVisit, slug: string, { q, state }: DoorFilters): Markup => {
  const { who, notYet } = DOOR_TEXTS[language];
  const states = [
    ['', capitalize(ORDERS_TEXTS[language].any)],
    ['open', notYet],
    ['came', t.door.came],
  ] as const;
  return html`<form class="filters" method="get" action="/desk/door" role="search">
    <input type="hidden" name="event" value="${slug}" />
    <div class="broad">
      <label for="q">${who}</label>
      <input id="q" name="q" type="search" value="${q}" maxlength="200" autocomplete="off" spellcheck="false" />
    </div>
    <div>
      <label for="state">${t.item.status}</label>
      <select id="state" name="state">
        ${states.map(
          ([value, text]) =>
            html`<option value="${value}" ${value === state ? raw('selected') : none}>${text}</option>`,
        )}
      </select>
    </div>
    <button>${t.reports.show}</button>
  </form>`;
};

/** The name of a guest. It links to the ticket at the counter, for guests who do not have their code with them. */
const ticketOf = ({ rights }: DeskVisit, { sender_name: name, sender_email: email, code }: Seat): Markup | string =>
  rights.has('redeem') ? html`<a href="${counterPath(code)}">${breakable(name || email || code)}</a>` : (name ?? '');

const seatRows = (visit: DeskVisit, seats: readonly Seat[]) => ({
  head: (['came', 'name', 'ticket', 'contact', 'comment'] as const).map((column) => visit.t.door[column]),
  rows: seats.map((seat) => [
    seat.claimed_at === null
      ? html`<span class="tick open">☐</span>`
      : html`<span class="tick">☑ ${seat.claimed_at.slice(11, 16)}</span>`,
    ticketOf(visit, seat),
    seat.ticket_variation ?? '',
    [seat.sender_email, seat.sender_phone].filter(Boolean).join(', '),
    seat.sender_comment ?? '',
  ]),
});
