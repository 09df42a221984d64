import { html } from 'hono/html';
import { referencesOf } from '../../../domain/checkout/orders/references.ts';
import type { RefundPreview } from '../../../domain/payments/refunds/preview.ts';
import { decimalFromMinor } from '../../../platform/decimals.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { hidden, none, type Markup } from '../../../pages/kit/markup.ts';
import { orderPath, searchOf } from '../../codes.ts';
import { decimal, money } from '../../format.ts';
import { deskPage } from '../../layout.ts';
import { localizeAll } from '../../localize.ts';
import { GROUP_MAX } from '../../code-lookup.ts';
import { messages } from '../../pages/notices.ts';
import type { DeskVisit } from '../../visit.ts';
import { PAGE_FIELD } from '../order-parts.ts';
import { refundedWhenSeen, seenOf } from '../refund-seen.ts';

interface Preview {
  orderId: string;
  preview: RefundPreview;
  /** Identifies the preview that was confirmed, if the outcome is different now. */
  seen?: string;
}

type AmountFormat = (amountMinor: number) => string;

/** Preview of a refund with its confirmation form, which sends the input again and identifies the shown outcome. */
export const refundPage = async (visit: DeskVisit, { orderId, preview, seen }: Preview): Promise<Reply> => {
  const references = await referencesOf(visit.company.slug, [orderId]);
  const order = visit.t.order.title(references.get(orderId) ?? orderId);
  const { t, form } = visit;
  const format: AmountFormat = (amount) => money(visit, decimalFromMinor(amount, preview.currency), preview.currency);
  const sent = form.entries().filter(([name]) => name !== 'step' && name !== 'seen');
  return deskPage(visit, {
    title: `${t.refund.previewTitle}: ${order}`,
    status: seen === undefined ? 200 : 409,
    content: html`<h1>${t.refund.previewTitle}</h1>
      <p>${order}</p>
      ${messages({ fault: seen === undefined ? undefined : changeText(visit, preview, { seen, format }) })}
      <p class="worth"><strong>${format(preview.amount)}</strong></p>
      ${payees(visit, preview, format)}
      <p>${preview.refundable === 0 ? t.refund.wholeOrder : t.refund.refundable(format(preview.refundable))}</p>
      ${losses(visit, preview, format)}
      <form class="stack" method="post" action="${orderPath(orderId)}/refund" data-repeat>
        ${sent.map(([name, value]) => hidden(name, value))}
        <input type="hidden" name="seen" value="${seenOf(preview)}" />
        <button class="grave" name="step" value="confirm">${t.refund.confirm(format(preview.amount))}</button>
      </form>
      <p><a href="${orderPath(orderId, { q: searchOf(visit), page: form.get(PAGE_FIELD) })}">${t.refund.back}</a></p>`,
  });
};

/** Gift cards that paid for the order get their part back first, the buyer gets the rest. */
const payees = ({ t }: DeskVisit, { amount, gatewayAmount }: RefundPreview, format: AmountFormat): Markup => {
  const toCards = amount - gatewayAmount;
  return html`${toCards > 0 ? html`<p>${t.refund.toGiftCards(format(toCards))}</p>` : none}
  ${gatewayAmount > 0 ? html`<p>${t.refund.previewText(format(gatewayAmount))}</p>` : none}`;
};

const changeText = (
  { t }: DeskVisit,
  { refunded }: RefundPreview,
  { seen, format }: { seen: string; format: AmountFormat },
): string => {
  const more = refunded - refundedWhenSeen(seen);
  return more > 0 ? t.refund.meanwhile(format(more)) : t.refund.otherwise;
};

/**
 * The items whose used value is refunded, and those that the refund withdraws or reduces in value, with their remaining
 * value. Items that are not issued yet are listed by name.
 */
const losses = (visit: DeskVisit, preview: RefundPreview, format: AmountFormat): Markup => {
  const { t } = visit;
  const { items, spent, unissued } = localizeAll(visit, preview);
  const titledList = (title: string, entries: Markup[]): Markup =>
    entries.length === 0
      ? none
      : html`<p>${title}</p>
          <ul>
            ${entries.slice(0, GROUP_MAX)}
            ${entries.length > GROUP_MAX ? html`<li>${t.refund.more(decimal(visit, entries.length - GROUP_MAX))}</li>` : none}
          </ul>`;
  const listed = ({ name, code }: { name: string; code: string }, value: string): Markup =>
    html`<li>${name}, <span class="code" translate="no">${code}</span>: ${value}</li>`;
  const remaining = ({ remainingMinor, remainingPieces }: (typeof items)[number]): string =>
    remainingPieces > 1 ? t.counter.pieces(decimal(visit, remainingPieces)) : format(remainingMinor);
  const several = (name: string, count: number): string => `${decimal(visit, count)} × ${name}`;
  const [gone, lowered] = [items.filter(({ isGone }) => isGone), items.filter(({ isGone }) => !isGone)];
  const [notSent, sent] = [unissued.filter(({ isGone }) => isGone), unissued.filter(({ isGone }) => !isGone)];
  return html`${titledList(
    t.refund.spent,
    spent.map((item) => listed(item, t.refund.used(format(item.claimedMinor)))),
  )}
  ${titledList(
    t.refund.withdrawn,
    gone.map((item) => listed(item, t.refund.now(remaining(item)))),
  )}
  ${titledList(
    t.refund.lowered,
    lowered.map((item) => listed(item, t.refund.change(remaining(item), format(item.leftMinor)))),
  )}
  ${titledList(
    t.refund.notSent,
    notSent.map(({ name, count }) => html`<li>${several(name, count)}</li>`),
  )}
  ${titledList(
    t.refund.sentWithLess,
    sent.map(({ name, count, leftMinor }) => html`<li>${t.refund.each(several(name, count), format(leftMinor))}</li>`),
  )}`;
};
