import { html } from 'hono/html';
import { containedIn, type Amounts } from '../../../domain/checkout/pricing/amounts.ts';
import { money } from '../format.ts';
import { none, type Markup } from '../../kit/markup.ts';
import type { Visit } from '../visit.ts';

/** What an order costs, part by part. */
export const sumsOf = (visit: Visit, amounts: Amounts | undefined): Markup => {
  const { t } = visit;
  if (!amounts) return html`<p class="hint">${t.summary.notPriced}</p>`;
  const row = (name: string, amount: number, look = ''): Markup =>
    html`<div class="${look}">
      <dt>${name}</dt>
      <dd>${money(visit, amount, amounts.currency)}</dd>
    </div>`;
  const vat = containedIn(amounts);
  const text = vat === amounts.tax ? t.summary.vat : t.summary.vatOfAll;
  const isPlain = amounts.total === amounts.subtotal;
  return html`<dl class="sums">
      ${isPlain ? none : row(t.summary.subtotal, amounts.subtotal)}
      ${amounts.discount > 0 ? row(t.summary.discount, -amounts.discount) : none}
      ${amounts.fees > 0 ? row(t.summary.fees, amounts.fees) : none}
      ${amounts.shipping > 0 ? row(t.summary.shipping, amounts.shipping) : none}
      ${row(t.summary.total, amounts.total, 'total')}
    </dl>
    ${vat > 0 ? html`<p class="hint">${text(money(visit, vat, amounts.currency))}</p>` : none}`;
};
