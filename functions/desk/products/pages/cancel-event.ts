import { html, raw } from 'hono/html';
import { loadManagedProduct, familyNamed } from '../../../domain/administration/catalog/read.ts';
import { productIdOf } from '../../../domain/catalog/products/ids.ts';
import { previewCancellation } from '../../../domain/payments/event-cancellation/preview.ts';
import { notFound, type ApiError } from '../../../platform/errors.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { seeOther } from '../../../pages/kit/reply.ts';
import { none, typedText } from '../../../pages/kit/markup.ts';
import { decimal, minorMoney } from '../../format.ts';
import { newGuid } from '../../guid.ts';
import { deskPage, tokenField } from '../../layout.ts';
import { localize } from '../../localize.ts';
import { backLink } from '../../pages/back-link.ts';
import { messages } from '../../pages/notices.ts';
import { productTexts } from '../../texts/products.ts';
import type { DeskVisit } from '../../visit.ts';
import { productPath } from '../load.ts';

/**
 * Preview of the cancellation of an event: the number of paid orders whose buyers are notified, and the amount that can
 * be refunded. If the event is already cancelled, redirects to its cancellation. Throws 404.
 */
export const cancelEventPage = async (visit: DeskVisit, refusal?: ApiError): Promise<Reply> => {
  const t = productTexts(visit.language);
  const id = visit.request.params['id'] ?? '';
  const { slug: company } = visit.company;
  const { row } = await loadManagedProduct(company, familyNamed('events'), id);
  if (row.type !== 'event') throw notFound('product');
  if (row.cancellation) return seeOther(`${productPath('events', id)}#cancellation`);
  const { orders, refundableMinor, isPartial } = await previewCancellation(
    { company, productId: productIdOf(row) },
    row,
  );
  const more = isPartial ? ' +' : '';
  const choice = (value: string, text: string, isChosen: boolean) =>
    html`<label class="choice"
      ><input type="radio" name="refund" value="${value}" ${isChosen ? raw('checked') : none} /> ${text}</label
    >`;
  const mayRefund = visit.rights.has('refund');
  const isAll = mayRefund && (!visit.form.has('refund') || visit.form.get('refund') === 'all');
  return deskPage(visit, {
    title: t.cancelEvent,
    place: 'products',
    refusal,
    content: html`${backLink(productPath('events', id), row.name)}
      <h1>${t.cancelEvent}</h1>
      ${messages({ fault: refusal && localize(visit, refusal.reason) })}
      <dl class="facts">
        <div>
          <dt>${t.cancelOrders}</dt>
          <dd>${decimal(visit, orders)}${more}</dd>
        </div>
        <div>
          <dt>${t.cancelRefund}</dt>
          <dd>${minorMoney(visit, refundableMinor)}${more}</dd>
        </div>
      </dl>
      <form class="card stack" method="post" action="${productPath('events', id)}/cancel">
        ${tokenField(visit)}<input type="hidden" name="guid" value="${newGuid()}" />
        <fieldset>
          <legend>${visit.t.refund.title}</legend>
          ${mayRefund ? choice('all', t.refundAll, isAll) : none} ${choice('none', t.refundNone, !isAll)}
        </fieldset>
        <label for="message">${t.message}</label>
        <textarea id="message" name="message" rows="4" maxlength="1000">
${typedText(visit.form.get('message'))}</textarea>
        <label class="choice"><input type="checkbox" name="sure" value="yes" /> ${t.cancelSure}</label>
        <button class="grave">${t.cancelEvent}</button>
      </form>`,
  });
};
