import { html } from 'hono/html';
import {
  listOverview,
  type EventFigures,
  type OverviewEntry,
} from '../../../domain/administration/catalog/overview.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { decimal, moment } from '../../format.ts';
import { deskPage } from '../../layout.ts';
import { breakable, table } from '../../pages/table.ts';
import { productTexts, type ProductTexts } from '../../texts/products.ts';
import type { DeskVisit } from '../../visit.ts';
import { NEW, productPath } from '../load.ts';
import { visibilityOf } from '../../pages/product-state.ts';
import { pictureTable, thumbnail } from '../../pages/thumbnail.ts';

type EventEntry = OverviewEntry & { event: EventFigures };

/** Maximum number of events per list. Other events can be found on the page of products. */
const SHOWN = 100;

/** Upcoming events, the next one first, with their sales; below them past events. */
export const eventsPage = async (visit: DeskVisit): Promise<Reply> => {
  const t = productTexts(visit.language);
  const all = (await listOverview(visit.company.slug, '')).flatMap((entry) =>
    entry.event === undefined ? [] : [{ ...entry, event: entry.event }],
  );
  const isOver = ({ event }: EventEntry): boolean => event.isOver;
  const timeOf = ({ event }: EventEntry): number => (event.startsAt === null ? Infinity : Date.parse(event.startsAt));
  const upcoming = all.filter((entry) => !isOver(entry)).toSorted((a, b) => timeOf(a) - timeOf(b));
  const past = all.filter(isOver).toSorted((a, b) => timeOf(b) - timeOf(a));
  return deskPage(visit, {
    title: t.eventsTitle,
    place: 'events',
    content: html`<h1>${t.eventsTitle}</h1>
      <p class="tiles"><a href="${productPath('events', NEW)}">+ ${t.events}</a></p>
      ${
        upcoming.length === 0
          ? html`<p>${t.noEvents}</p>`
          : table('upcoming', t.upcoming, listOf(visit, t, upcoming.slice(0, SHOWN)))
      }
      ${past.length === 0 ? none : table('past', t.past, listOf(visit, t, past.slice(0, SHOWN)))}`,
  });
};

const listOf = (visit: DeskVisit, t: ProductTexts, entries: readonly EventEntry[]) =>
  pictureTable({
    head: [t.picture, t.events, t.starts_at, t.venue, t.sold, t.left, t.state, ''],
    figures: [4, 5],
    rows: entries.map((entry): (string | Markup)[] => {
      const { product, event, id, name, images, left } = entry;
      const path = productPath('events', String(id));
      return [
        thumbnail(images[0]?.url),
        html`<a href="${path}">${breakable(name)}</a>`,
        event.startsAt === null ? '' : moment(visit, event.startsAt),
        event.venue,
        soldOf(visit, t, entry),
        left === null ? t.unlimited : decimal(visit, left),
        html`<span class="state ${product.withheld.length === 0 ? 'on' : 'off'}"
          >${visibilityOf(t, product.withheld, event.isCancelled)}</span
        >`,
        event.isCancelled
          ? ''
          : html`<a href="${path}/cancel">${t.cancelShort}<span class="visually-hidden"> ${name}</span></a>`,
      ];
    }),
  });

/** Sold and total seats, with a bar if the number of seats is limited. */
const soldOf = (
  visit: DeskVisit,
  t: ProductTexts,
  { event: { sold, held }, left, name }: EventEntry,
): string | Markup => {
  if (left === null) return decimal(visit, sold);
  const capacity = sold + held + left;
  const text = t.soldOf.replace('{}', decimal(visit, sold)).replace('{}', decimal(visit, capacity));
  return html`<span class="sold"
    >${text}
    <meter min="0" max="${String(Math.max(1, capacity))}" value="${String(sold)}" aria-label="${name}: ${text}"></meter>
  </span>`;
};
