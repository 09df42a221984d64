import { html, raw } from 'hono/html';
import { FAMILIES } from '../../../domain/catalog/products/ids.ts';
import { ORDER_STATUSES } from '../../../domain/checkout/orders/list-filter.ts';
import type { presentOrder } from '../../../domain/checkout/orders/present.ts';
import { isShopPublic } from '../../../domain/storefront/order-page/shop.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { orderPath } from '../../codes.ts';
import { decimal, minorMoney, moment } from '../../format.ts';
import { deskPage } from '../../layout.ts';
import { stateOfOrder } from '../../pages/order-state.ts';
import { rowsTable } from '../../pages/table.ts';
import { capitalize } from '../../pages/state-mark.ts';
import { groupName } from '../../texts/figures.ts';
import { emptyText } from '../../texts/empty.ts';
import { homeText } from '../../texts/home.ts';
import { ORDERS_TEXTS } from '../../texts/orders.ts';
import type { DeskVisit } from '../../visit.ts';

export type Order = ReturnType<typeof presentOrder>;

/** A filter next to the order statuses: orders that are partly or fully refunded. */
export const REFUNDED = 'refunded';

/** Filters of the list; an empty text does not filter. */
export interface OrderFilters {
  /** Part of a name, email address or order number. */
  q: string;
  state: string;
  family: string;
  /** First day of the orders, `YYYY-MM-DD`. */
  from: string;
  to: string;
}

interface OrdersView {
  filters: OrderFilters;
  orders: readonly Order[];
  /** Cursor of the older orders. */
  next: string | undefined;
}

/** The list of orders with its filters, newest first. */
export const ordersPage = async (visit: DeskVisit, { filters: chosen, orders, next }: OrdersView): Promise<Reply> => {
  const { t, language } = visit;
  const texts = ORDERS_TEXTS[language];
  const isFiltered = Object.values(chosen).some((value) => value !== '');
  const query = Object.entries(chosen).filter(([, value]) => value !== '');
  const older = next === undefined ? undefined : new URLSearchParams([...query, ['starting_after', next]]).toString();
  return deskPage(visit, {
    title: t.search.orders,
    place: 'orders',
    content: html`<h1>${t.search.orders}</h1>
      ${filters(visit, chosen)}
      ${
        orders.length > 0
          ? html`<div class="card">
              ${rowsTable(t.search.orders, {
                head: [t.item.order, t.order.ordered, t.search.buyer, texts.products, t.item.status, t.search.total],
                figures: [5],
                rows: orders.map((order) => row(visit, order)),
              })}
            </div>`
          : html`<p role="status">
                ${older ? texts.noneYet : isFiltered ? t.search.nothing : homeText(language, 'noOrders')}
              </p>
              ${older || isFiltered ? none : await firstSale(visit)}`
      }
      ${
        older === undefined && !isFiltered && !visit.request.query['starting_after']
          ? none
          : html`<p class="links">
              ${older === undefined ? none : html`<a class="button quiet" href="/desk/orders?${older}">${texts.older}</a>`}
              <a href="/desk/orders">${texts.all}</a>
            </p>`
      }`,
  });
};

/** Links for a shop that has no orders yet. */
const firstSale = async ({ language, rights, company }: DeskVisit): Promise<Markup> =>
  html`<p class="links">
    ${rights.has('settings') ? html`<a class="button" href="/desk/set-up">${emptyText(language, 'firstSale')}</a>` : none}
    ${(await isShopPublic(company.slug)) ? html`<a href="/shop/${company.slug}">${emptyText(language, 'openShop')}</a>` : none}
  </p>`;

/** The products of an order. Variants of one product are counted together. */
const boughtOf = (visit: DeskVisit, { line_items: lines }: Order): string => {
  const counts = new Map<string, number>();
  for (const { name, quantity } of lines) counts.set(name, (counts.get(name) ?? 0) + quantity);
  return [...counts].map(([name, count]) => (count === 1 ? name : `${decimal(visit, count)} × ${name}`)).join(', ');
};

const row = (visit: DeskVisit, order: Order): (string | Markup)[] => [
  html`<a href="${orderPath(order.id)}">${order.reference}</a>`,
  moment(visit, order.created_at),
  order.sender.name,
  boughtOf(visit, order),
  stateOfOrder(visit, order),
  minorMoney(visit, order.amounts.total, order.amounts.currency),
];

const filters = (visit: DeskVisit, { q, state, family, from, to }: OrderFilters): Markup => {
  const { t, language } = visit;
  const texts = ORDERS_TEXTS[language];
  const select = (name: string, label: string, chosen: string, values: readonly (readonly [string, string])[]) =>
    html`<div>
      <label for="${name}">${label}</label>
      <select id="${name}" name="${name}">
        <option value="">${capitalize(texts.any)}</option>
        ${values.map(
          ([value, text]) =>
            html`<option value="${value}" ${value === chosen ? raw('selected') : none}>${text}</option>`,
        )}
      </select>
    </div>`;
  const day = (name: string, label: string, value: string) =>
    html`<div>
      <label for="${name}">${label}</label><input id="${name}" name="${name}" type="date" value="${value}" />
    </div>`;
  return html`<form class="filters" method="get" action="/desk/orders" role="search">
    <div class="broad">
      <label for="q">${texts.who}</label>
      <input id="q" name="q" type="search" value="${q}" maxlength="200" autocomplete="off" spellcheck="false" />
    </div>
    ${select(
      'state',
      t.item.status,
      state,
      [...ORDER_STATUSES, REFUNDED].map((each) => [each, capitalize(t.order.states[each] ?? each)]),
    )}
    ${select(
      'family',
      texts.family,
      family,
      FAMILIES.map((each) => [each, groupName(language, each) ?? each]),
    )}
    ${day('from', t.reports.from, from)} ${day('to', t.reports.to, to)}
    <button>${t.reports.show}</button>
  </form>`;
};
