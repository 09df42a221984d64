import { html } from 'hono/html';
import type { Markup } from '../../../pages/kit/markup.ts';
import { tile } from '../../pages/tile.ts';
import { BOOKS_TEXTS } from '../../texts/books.ts';
import type { DeskVisit } from '../../visit.ts';
import { canSee, reportNames, reportTitle, type ReportName } from '../report-names.ts';

const BOOKS = 'books';

/** Links to all reports and to the books; the current one is marked. */
export const reportMenu = (visit: DeskVisit, current: ReportName | typeof BOOKS): Markup => {
  const links = reportNames
    .filter((name) => canSee(visit, name))
    .map((name) => ({ name, href: `/desk/reports/${name}`, title: reportTitle(visit, name) }));
  const books = { name: BOOKS, href: '/desk/books', title: BOOKS_TEXTS[visit.language].title } as const;
  return html`<nav aria-label="${visit.t.reports.title}">
    <ul class="tiles">
      ${[...links.slice(0, 2), books, ...links.slice(2)].map(({ name, href, title }) =>
        tile(href, title, name === current ? 'page' : undefined),
      )}
    </ul>
  </nav>`;
};
