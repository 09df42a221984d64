import { lastOfCode } from '../../../domain/catalog/codes/rules.ts';
import { html } from 'hono/html';
import { includedVatSum, isVatOfFeesAndPostage, type ShownAmounts } from '../../../domain/checkout/pricing/amounts.ts';
import { dueMinor, gatewayShare, liveCards } from '../../../domain/checkout/orders/gift-cards.ts';
import type { OrderRow } from '../../../domain/checkout/orders/rows.ts';
import { fillPlaceholder, giftCardTexts } from '../../kit/gift-cards/texts.ts';
import { money } from '../format.ts';
import { none, type Markup } from '../../kit/markup.ts';
import type { FormFaults } from '../form/faults.ts';
import type { Visit } from '../visit.ts';

/**
 * The amounts of an order. If gift cards pay part of it, also what each card pays and the remainder, which is due as
 * long as the order can be paid.
 */
export const sumsOf = (
  visit: Visit,
  amounts: ShownAmounts | undefined,
  placed?: { order: OrderRow; isPayable: boolean },
): Markup => {
  const { t } = visit;
  if (!amounts) return html`<p class="hint">${t.summary.notPriced}</p>`;
  const { subtotal, discount, fees, shipping, total } = amounts;
  const cards = placed ? liveCards(placed.order.payment).map(({ amount }) => amount) : [];
  const column = [subtotal, discount, fees, shipping, total, ...cards];
  const row = (name: string, amount: number, className = ''): Markup =>
    html`<div class="${className}">
      <dt>${name}</dt>
      <dd>${money(visit, amount, amounts.currency, column)}</dd>
    </div>`;
  const vat = includedVatSum(amounts);
  const text = isVatOfFeesAndPostage(amounts, vat) ? t.summary.vat : t.summary.vatOfAll;
  const isPlain = total === subtotal;
  return html`<dl class="sums">
      ${isPlain ? none : row(t.summary.subtotal, subtotal)} ${discount > 0 ? row(t.summary.discount, -discount) : none}
      ${fees > 0 ? row(t.summary.fees, fees) : none} ${shipping > 0 ? row(t.summary.shipping, shipping) : none}
      ${row(t.summary.total, total, 'total')} ${placed ? paymentRows(visit, placed, row) : none}
    </dl>
    ${vat > 0 ? html`<p class="hint">${text(money(visit, vat, amounts.currency))}</p>` : none}`;
};

/** The gift cards of an order, and the amount that is due or was paid by other means. */
const paymentRows = (
  { t }: Visit,
  { order, isPayable }: { order: OrderRow; isPayable: boolean },
  row: (name: string, amount: number, className?: string) => Markup,
): Markup => {
  const cards = liveCards(order.payment);
  if (cards.length === 0) return none;
  const texts = giftCardTexts(t.tag);
  const gatewayMinor = gatewayShare(order);
  return html`${cards.map(({ code, amount }) => row(fillPlaceholder(texts.card, lastOfCode(code)), -amount))}
  ${isPayable ? row(texts.due, dueMinor(order), 'total') : gatewayMinor > 0 ? row(texts.rest, gatewayMinor) : none}`;
};

/** The amounts of a form, or why there are none. */
export const priceOf = (visit: Visit, amounts: ShownAmounts | undefined, faults: FormFaults): Markup =>
  amounts || faults.ofPrice === undefined ? sumsOf(visit, amounts) : html`<p class="hint">${faults.ofPrice}</p>`;
