import { html } from 'hono/html';
import { decimalFromMinor } from '../../../../platform/decimals.ts';
import type { Reply } from '../../../request.ts';
import { none } from '../../../shop/markup.ts';
import { orderPath } from '../../codes.ts';
import { money } from '../../format.ts';
import { deskPage } from '../../layout.ts';
import type { DeskVisit } from '../../visit.ts';

/** What a refund answers, or would answer. Smallest unit. */
export interface RefundAnswer {
  amount: number;
  refundable: number;
  currency: string;
}

/** What a refund would do, and the form that does it: all that was chosen is sent again, with what was shown. */
export const refundPage = (
  visit: DeskVisit,
  { orderId, would, codes }: { orderId: string; would: RefundAnswer; codes: readonly string[] },
): Promise<Reply> => {
  const { t, form } = visit;
  const say = (amount: number): string => money(visit, decimalFromMinor(amount, would.currency), would.currency);
  const sent = form.entries().filter(([name]) => name !== 'step' && name !== 'seen');
  return deskPage(visit, {
    title: t.refund.would,
    content: html`<h1>${t.refund.would}</h1>
      <p class="worth"><strong>${say(would.amount)}</strong></p>
      <p>${t.refund.wouldText(say(would.amount), say(would.refundable))}</p>
      ${would.refundable === 0 ? html`<p>${t.refund.wholeOrder}</p>` : none}
      ${
        codes.length > 0
          ? html`<p>${t.refund.withdrawn}</p>
              <ul>
                ${codes.map((code) => html`<li class="code">${code}</li>`)}
              </ul>`
          : none
      }
      <form class="stack" method="post" action="${orderPath(orderId)}/refund">
        ${sent.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <input type="hidden" name="seen" value="${String(would.amount)}" />
        <button class="grave" name="step" value="confirm">${t.refund.confirm(say(would.amount))}</button>
      </form>
      <p><a href="${orderPath(orderId)}">${t.refund.back}</a></p>`,
  });
};
