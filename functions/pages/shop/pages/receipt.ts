import { randomBytes } from 'node:crypto';
import { html } from 'hono/html';
import { shownLines } from '../../../domain/fulfillment/documents/deliverable-lines.ts';
import { dueMinor, canUseGiftCards } from '../../../domain/checkout/orders/gift-cards.ts';
import type { OrderRow } from '../../../domain/checkout/orders/rows.ts';
import type { OrderLine } from '../../../domain/catalog/products/line-shape.ts';
import { presentOrder } from '../../../domain/checkout/orders/present.ts';
import { readCards } from '../../../domain/payments/gift-cards/read-cards.ts';
import { receiptSignature } from '../../../domain/storefront/order-page/receipt-link.ts';
import { shownEmail } from '../../../platform/erased-email.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { isPastOrder } from '../earlier.ts';
import { moment, money } from '../format.ts';
import { contact, shopPage, shopTitle } from '../layout.ts';
import { cardList, codeEntry, ENTRY_ID } from '../../kit/gift-cards/entry.ts';
import { giftCardTexts } from '../../kit/gift-cards/texts.ts';
import { none, type Markup } from '../../kit/markup.ts';
import { paidWith } from '../../kit/paid-with.ts';
import type { Visit } from '../visit.ts';
import { catalogText } from './cards.ts';
import { notFoundPage } from './error-pages.ts';
import { isDisputed, orderStateOf, paymentProblemOf, type OrderState } from './order-state.ts';
import { sumsOf } from './sums.ts';

type Order = ReturnType<typeof presentOrder>;

/** Why a gift card was refused on the receipt. */
interface RefusedCard {
  fault: string;
  status: number;
  headers: Record<string, string>;
}

/** The receipt of an order: state, contents, and next steps. */
export const receiptPage = async (visit: Visit, row: OrderRow | undefined, refused?: RefusedCard): Promise<Reply> => {
  if (!row) return notFoundPage(visit.request, visit.language, visit);
  const { t, links, shop } = visit;
  const order = presentOrder(row);
  const receipt = links.receipt(order.id, receiptSignature(shop.company.slug, order.id));
  const documented = hasDocuments(row) ? await shownLines(row) : [];
  const state = orderStateOf(visit, row, documented);
  return shopPage(visit, {
    title: `${state.heading}: ${t.receipt.title(order.reference)} – ${shopTitle(visit)}`,
    caching: 'never',
    ...(refused ? { status: refused.status, headers: refused.headers } : {}),
    content: html`<div class="narrow receipt" ${state.isMoving ? html`data-refresh="2"` : none}>
      <section class="card trouble" aria-live="polite">
        <div class="state">
          <span class="dot" data-sign="${state.sign}" aria-hidden="true">${state.sign}</span>
          <div>
            <h1>${state.heading}</h1>
            ${state.text.map((line) => html`<p>${line}</p>`)} ${state.isForShop ? contact(visit) : none}
          </div>
        </div>
        ${problemOf(visit, row)} ${state.isPayable ? await payment(visit, row, { receipt, refused }) : none}
        ${isPastOrder(row) ? orderAgain(visit, row) : none}
        ${state.isMoving ? html`<p class="without-script"><a class="button plain" href="${reloadAddress(visit, receipt)}">${t.receipt.refresh}</a></p>` : none}
      </section>
      ${documents(visit, order, documented)} ${bought(visit, order, { row, isPayable: state.isPayable === true })}
      <p class="hint">${t.receipt.keep}</p>
      ${returnLink(visit, state)}
    </div>`,
  });
};

/**
 * The receipt's URL with the outcome that the payment page reported, so that the reloaded page does not show a payment
 * in progress as missing.
 */
const reloadAddress = ({ request }: Visit, receipt: string): string =>
  request.query['status'] === 'authorized' ? `${receipt}?status=authorized` : receipt;

const problemOf = (visit: Visit, order: OrderRow): Markup => {
  const problem = paymentProblemOf(visit, order);
  if (!problem) return none;
  return html`<p class="alert" role="alert">${problem.text}</p>
    ${problem.isForShop ? contact(visit) : none}`;
};

/** The order's gift cards, and the button that leads to the payment page. */
const payment = async (
  visit: Visit,
  order: OrderRow,
  { receipt, refused }: { receipt: string; refused: RefusedCard | undefined },
): Promise<Markup> => {
  const due = dueMinor(order);
  const attempt = randomBytes(16).toString('hex');
  const inMoney = (minor: number): string => money(visit, minor, order.amounts.currency);
  const button = html`<form method="post" action="${receipt}" target="_top" class="actions">
    <input type="hidden" name="attempt" value="${attempt}" />
    <button class="main-action" type="submit">
      ${due === 0 ? visit.t.summary.order : visit.t.receipt.pay(inMoney(due))}
    </button>
  </form>`;
  if (!canUseGiftCards(order) || due === 0) return button;
  const texts = giftCardTexts(visit.t.tag);
  const dueLine = html`<p class="due"><span>${texts.due}</span> <strong>${inMoney(due)}</strong></p>`;
  const entry = {
    texts,
    action: receipt,
    cards: await readCards(order),
    attempt,
    money: inMoney,
    fault: refused?.fault,
    isOpen: visit.request.query['pay'] === 'gift_card',
  };
  return html`<div class="gift-cards" id="${ENTRY_ID}" tabindex="-1">
    ${cardList(entry)} ${entry.cards.length === 0 ? none : dueLine} ${button} ${codeEntry(entry)}
  </div>`;
};

/** Link to a form with the same lines. Names and addresses are not copied. */
const orderAgain = ({ shop, links, t }: Visit, { lines }: OrderRow): Markup => {
  const { company, state } = shop;
  if (state !== 'open' || !company.contract.checkout) return none;
  const item = lines.map((line) => {
    const amount = line.campaignKind === 'reduced-price' ? line.itemValue : line.amount;
    return line.optionId === null
      ? `${line.productId}:${line.quantity}:${amount}`
      : `${line.productId}:${line.optionId}:${line.quantity}`;
  });
  return html`<p class="actions"><a class="button" href="${links.buy({ item })}">${t.receipt.orderAgain}</a></p>`;
};

/** Label of a line: product and option. */
const lineName = (visit: Visit, line: OrderLine | undefined): Markup =>
  catalogText(visit, [line?.name, line?.optionName].filter(Boolean).join(', '));

/** Whether the order has documents to show. A disputed order has none, because its items cannot be redeemed. */
const hasDocuments = (order: OrderRow): boolean =>
  order.fulfillment.status === 'fulfilled' && order.payment.status !== 'refunded' && !isDisputed(order);

const documents = (visit: Visit, order: Order, lines: readonly OrderLine[]): Markup => {
  const { t, links, shop } = visit;
  if (lines.length === 0) return none;
  const signature = receiptSignature(shop.company.slug, order.id);
  return html`<section class="card" aria-labelledby="documents">
    <h2 id="documents">${t.receipt.documents}</h2>
    <ul class="documents">
      ${lines.map(
        (line) =>
          html`<li>
            <a href="${links.document(order.id, signature, line.id)}" target="_blank" rel="noopener"
              >${lineName(visit, line)}<span class="hint">${t.receipt.print}</span></a
            >
          </li>`,
      )}
    </ul>
  </section>`;
};

const bought = (visit: Visit, order: Order, { row, isPayable }: { row: OrderRow; isPayable: boolean }): Markup => {
  const { t } = visit;
  const [label, value] = paidWith(visit.language, order.payment.method);
  const seller = [order.seller.name, order.seller.vat_number && `${t.layout.vat} ${order.seller.vat_number}`];
  return html`<section class="card" aria-labelledby="bought">
    <h2 id="bought">${t.receipt.title(order.reference)}</h2>
    <p class="hint">${moment(visit, row.createdAtMs)}</p>
    ${order.line_items.map(
      (line, at) =>
        html`<div class="line-item priced">
          <div>
            <p class="title">${line.quantity} × ${lineName(visit, row.lines[at])}</p>
            ${
              line.quantity === 1
                ? none
                : html`<p class="hint">${money(visit, line.amount, order.amounts.currency)} ${t.form.each}</p>`
            }
          </div>
          <p>${money(visit, line.subtotal, order.amounts.currency)}</p>
        </div>`,
    )}
    ${sumsOf(visit, order.amounts, { order: row, isPayable })}
    <dl class="details">
      <div>
        <dt>${t.summary.seller}</dt>
        <dd>${seller.filter(Boolean).join('\n')}</dd>
      </div>
      <div>
        <dt>${t.summary.buyer}</dt>
        <dd>${[order.sender.name, shownEmail(order.sender.email)].filter(Boolean).join('\n')}</dd>
      </div>
      ${
        order.sender.company
          ? html`<div>
              <dt>${t.summary.company}</dt>
              <dd>${`${order.sender.company.name}\n${order.sender.company.vat_number}`}</dd>
            </div>`
          : none
      }
      ${
        order.recipient && order.recipient.email !== order.sender.email
          ? html`<div>
              <dt>${t.summary.recipient}</dt>
              <dd>${order.recipient.name}</dd>
            </div>`
          : none
      }
      ${
        value
          ? html`<div>
              <dt>${label}</dt>
              <dd>${value}</dd>
            </div>`
          : none
      }
    </dl>
  </section>`;
};

/** Link back to the shop. For an order that can be paid it is less prominent, because paying is the main action. */
const returnLink = ({ t, shop, links }: Visit, { isPayable }: Pick<OrderState, 'isPayable'>): Markup => {
  const { returnUrl } = shop.settings;
  const style = isPayable ? 'button plain' : 'button';
  return html`<p class="actions">
    ${returnUrl === '' ? none : html`<a class="${style}" href="${returnUrl}">${t.receipt.backTo(shop.company.name)}</a>`}
    ${shop.state === 'open' ? html`<a class="button plain" href="${links.landing()}">${t.receipt.shopAgain}</a>` : none}
  </p>`;
};
