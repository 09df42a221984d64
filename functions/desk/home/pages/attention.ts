import { html } from 'hono/html';
import type { Attention, NamedOrder } from '../../../domain/reporting/health/attention.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { orderPath } from '../../codes.ts';
import { productPath } from '../../products/load.ts';
import { homeText, type HomeText } from '../../texts/home.ts';
import type { DeskVisit } from '../../visit.ts';
import { decimal } from '../../format.ts';

const LINKS_SHOWN = 8;

interface Entry {
  name: HomeText;
  count: number;
  links: readonly Markup[];
  isGrave?: boolean;
}

/** Problems and open tasks, each with a link. */
export const attentionSection = (visit: DeskVisit, attention: Attention): Markup => {
  const { language, rights } = visit;
  const { failedFulfillments, disputes, lowStock, bounces, unsentMails } = attention;
  const steps = rights.has('settings') ? attention.steps : [];
  const all: Entry[] = [
    { ...ordersEntry('failedFulfillments', failedFulfillments), isGrave: true },
    { ...ordersEntry('disputes', disputes), isGrave: true },
    ordersEntry('bounces', bounces),
    ordersEntry('unsentMails', unsentMails),
    {
      name: 'lowStock',
      count: lowStock.length,
      links: lowStock.map(
        ({ family, id, name, left }) =>
          html`<a href="${productPath(family, id)}">${name}</a>, ${homeText(language, 'left', decimal(visit, left))}`,
      ),
    },
    { name: 'steps', count: steps.length, links: steps.map(({ url, title }) => html`<a href="${url}">${title}</a>`) },
  ];
  const entries = all.filter(({ count }) => count > 0);
  return html`<section aria-labelledby="attention">
    <h2 id="attention">${homeText(language, 'attention')}</h2>
    ${
      entries.length === 0
        ? html`<p class="hint">${homeText(language, 'allWell')}</p>`
        : html`<ul class="attention">
            ${entries.map((entry) => entryItem(visit, entry))}
          </ul>`
    }
  </section>`;
};

const ordersEntry = (name: HomeText, orders: readonly (NamedOrder | undefined)[]): Entry => ({
  name,
  count: orders.length,
  links: [...new Map(orders.flatMap((order) => (order ? [[order.id, order] as const] : []))).values()].map(
    ({ id, reference }) => html`<a href="${orderPath(id)}">${reference}</a>`,
  ),
});

const entryItem = (visit: DeskVisit, { name, count, links, isGrave = false }: Entry): Markup =>
  html`<li class="${isGrave ? 'grave' : ''}" data-attention="${name}">
    <strong>${homeText(visit.language, name, decimal(visit, count))}</strong>
    ${
      links.length === 0
        ? none
        : html`<ul>
            ${links.slice(0, LINKS_SHOWN).map((link) => html`<li>${link}</li>`)}
            ${links.length > LINKS_SHOWN ? html`<li>…</li>` : none}
          </ul>`
    }
  </li>`;
