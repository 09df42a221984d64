import { html, raw } from 'hono/html';
import { CANCELLED } from '../../../domain/value/items/statuses.ts';
import type { presentOrder } from '../../../domain/checkout/orders/present.ts';
import { decimalFromMinor } from '../../../platform/decimals.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import type { DeskListing } from '../../code-lookup.ts';
import { itemPath, orderPath } from '../../codes.ts';
import { decimal, moment, money, tableDay } from '../../format.ts';
import { deskPage } from '../../layout.ts';
import { stateOfOrder } from '../../pages/order-state.ts';
import { stateMark, type Tone } from '../../pages/state-mark.ts';
import { table } from '../../pages/table.ts';
import { emptyText } from '../../texts/empty.ts';
import { HOLD_TEXTS } from '../../texts/holds.ts';
import type { DeskVisit } from '../../visit.ts';
import { WAITING_MAX } from '../waiting-orders.ts';
import { leftOf } from './counter.ts';

type Order = ReturnType<typeof presentOrder>;

interface Page<T> {
  data: T[];
  has_more: boolean;
}

interface SearchResults {
  text: string;
  /** The text is too short to search items. Orders are found by their complete reference or address only. */
  isShort?: boolean;
  items?: Page<DeskListing> | undefined;
  orders?: Page<Order> | undefined;
  /** There are more waiting orders than were read. */
  isCut?: boolean | undefined;
}

export const searchPage = (
  visit: DeskVisit,
  { text, isShort, items, orders, isCut }: SearchResults,
): Promise<Reply> => {
  const { t } = visit;
  const resultCount = (items?.data.length ?? 0) + (orders?.data.length ?? 0);
  const more = items?.has_more === true || orders?.has_more === true;
  return deskPage(visit, {
    title: t.search.title,
    place: 'search',
    content: html`<h1>${t.search.title}</h1>
      <form class="stack" method="get" action="/desk/search" role="search">
        <label for="q">${t.search.what}</label>
        <div class="row">
          <input
            id="q"
            name="q"
            value="${text}"
            maxlength="500"
            autocomplete="off"
            spellcheck="false"
            ${text === '' ? raw('autofocus') : none}
          />
          <button>${t.search.find}</button>
        </div>
      </form>
      ${text !== '' && resultCount === 0 ? html`<p role="status">${isShort ? t.search.tooShort : t.search.nothing}</p>` : none}
      ${text !== '' && resultCount === 0 && !isShort ? html`<p class="hint">${emptyText(visit.language, 'search')}</p>` : none}
      ${items && items.data.length > 0 ? itemTable(visit, items.data, t.search.items, { search: text }) : none}
      ${orders && orders.data.length > 0 ? orderTable(visit, orders.data, text) : none}
      ${more ? html`<p>${t.search.more}</p>` : none}
      ${isCut ? html`<p>${t.lists.newestWaiting(decimal(visit, WAITING_MAX))}</p>` : none}`,
  });
};

/** Tones by the status of an item: 6 is paid, 10 awaits payment. */
const ITEM_TONES: Readonly<Record<number, Tone>> = { 6: 'on', 10: 'off' };

/** The status of an item, or that it is blocked or disputed. */
export const itemState = ({ language, t }: DeskVisit, item: DeskListing): string => {
  if (item.isDisputed) return t.trail.dispute;
  return item.isBlocked ? HOLD_TEXTS[language].blocked : item.status_name;
};

const toneOf = ({ isDisputed, isBlocked, status }: DeskListing): Tone =>
  isDisputed ? 'off' : isBlocked ? 'over' : (ITEM_TONES[status] ?? 'over');

export const itemTable = (
  visit: DeskVisit,
  items: readonly DeskListing[],
  title: string,
  /**
   * `acts`: links that resend or cancel each item. `isBuyerKnown`: the page already names the buyer. `search`: the text
   * that found the items.
   */
  options: { acts?: boolean; isBuyerKnown?: boolean; search?: string } = {},
): Markup => {
  const { t } = visit;
  const { isBuyerKnown = false } = options;
  const acts = options.acts === true && (visit.rights.has('resend') || visit.rights.has('cancel'));
  return table('items', title, {
    head: [
      t.counter.code,
      t.reports.columns.title,
      ...(isBuyerKnown ? [] : [t.search.buyer]),
      t.order.recipient,
      t.item.status,
      t.counter.left,
      t.counter.until,
      ...(acts ? [''] : []),
    ],
    figures: [isBuyerKnown ? 4 : 5],
    rows: items.map((item) => [
      html`<a class="code" translate="no" href="${itemPath(item.code, { q: options.search })}">${item.code}</a>`,
      item.item_info,
      ...(isBuyerKnown ? [] : [item.sender_name ?? '']),
      item.receiver_name ?? '',
      stateMark(itemState(visit, item), toneOf(item)),
      leftOf(visit, item),
      tableDay(visit, item.validity),
      ...(acts
        ? [
            item.status === CANCELLED
              ? ''
              : html`<a href="${itemPath(item.code, { q: options.search })}#resend"
                  >${t.trail.sendOrCancel}<span class="visually-hidden"> ${item.code}</span></a
                >`,
          ]
        : []),
    ]),
  });
};

const orderTable = (visit: DeskVisit, orders: readonly Order[], search: string): Markup => {
  const { t } = visit;
  return table('orders', t.search.orders, {
    head: [t.item.order, t.search.created, t.search.buyer, t.item.status, t.search.total],
    figures: [4],
    rows: orders.map((order) => [
      html`<a href="${orderPath(order.id, { q: search })}">${order.reference}</a>`,
      moment(visit, order.created_at),
      order.sender.name,
      stateOfOrder(visit, order),
      money(visit, decimalFromMinor(order.amounts.total, order.amounts.currency), order.amounts.currency),
    ]),
  });
};
