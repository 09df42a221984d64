import { html } from 'hono/html';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { orderPath, searchOf } from '../../codes.ts';
import { itemTable } from '../../counter/pages/search.ts';
import { GROUP_MAX } from '../../code-lookup.ts';
import type { DeskVisit } from '../../visit.ts';
import type { ShownOrderParts } from '../order-parts.ts';
import { decimal } from '../../format.ts';

/** The shown items of an order, with links to the other pages. */
export const itemList = (visit: DeskVisit, { id, order, items }: ShownOrderParts): Markup => {
  if (items.total === 0) return none;
  const list = itemTable(visit, items.shown, visit.t.order.items, {
    acts: true,
    isBuyerKnown: order !== undefined,
    search: searchOf(visit),
  });
  return html`${list} ${items.total > items.shown.length ? pageLinks(visit, id, items) : none}`;
};

const pageLinks = (visit: DeskVisit, id: string, { shown, from, total }: ShownOrderParts['items']): Markup => {
  const { t } = visit;
  const page = from / GROUP_MAX + 1;
  const to = from + shown.length;
  const pageLink = (number: number, text: string): Markup =>
    html`<a class="button quiet" href="${orderPath(id, { q: searchOf(visit), page: String(number) })}#items"
      >${text}</a
    >`;
  return html`<p>${t.lists.range(decimal(visit, from + 1), decimal(visit, to), decimal(visit, total))}</p>
    <p class="links">
      ${from > 0 ? pageLink(page - 1, t.lists.previous) : none} ${to < total ? pageLink(page + 1, t.lists.next) : none}
    </p>`;
};
