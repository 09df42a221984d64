import { html } from 'hono/html';
import type { ApiError } from '../../../platform/errors.ts';
import { localDateTime } from '../../../platform/zones.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { orderPath } from '../../codes.ts';
import { aroundField, fieldFaults } from '../../pages/field-fault.ts';
import { newGuid } from '../../guid.ts';
import { tokenField } from '../../layout.ts';
import type { DeskVisit } from '../../visit.ts';
import type { ShownOrderParts } from '../order-parts.ts';

/** Fields of a change of delivery. */
const DELIVERY_FIELDS = ['send_at', 'recipient_email'];

/** Whether the form has a day but no time. */
export const isTimeMissing = ({ form }: DeskVisit): boolean =>
  form.get('send_on') !== '' && form.get('send_time') === '';

/**
 * The form for a scheduled order: day and time in the company's zone, and the recipient's email address. A refused form
 * shows its input again.
 */
export const deliveryForm = (
  visit: DeskVisit,
  order: NonNullable<ShownOrderParts['order']>,
  refusal: ApiError | undefined,
): Markup => {
  const { delivery: t } = visit.t;
  const { method, send_at: sendAt } = order.delivery;
  const [day = '', time = ''] = localDateTime(Date.parse(sendAt ?? ''), visit.company.time_zone).split(' ');
  const minutes = time.slice(0, 5);
  const typed = (name: string, current: string): string => (visit.form.has(name) ? visit.form.get(name) : current);
  const { send_at: late, recipient_email: wrong } = fieldFaults(refusal, DELIVERY_FIELDS);
  // A missing time is marked at its own field, any other fault of the delivery time at the field of the day.
  const isTime = isTimeMissing(visit);
  const on = aroundField(visit, { id: 'send_on', fault: isTime ? undefined : late });
  const at = aroundField(visit, { id: 'send_time', fault: isTime ? late : undefined });
  const to = aroundField(visit, { id: 'recipient_email', fault: wrong });
  const email = method === 'recipient_email' ? order.recipient?.email : undefined;
  return html`<section class="card" aria-labelledby="delivery">
    <h2 id="delivery">${t.title}</h2>
    <p>${t.text}</p>
    <form class="stack" method="post" action="${orderPath(order.id)}/delivery">
      ${tokenField(visit)}<input type="hidden" name="guid" value="${newGuid()}" />
      <input type="hidden" name="was_on" value="${day}" />
      <input type="hidden" name="was_time" value="${minutes}" />
      <label for="send_on">${t.day}</label>
      <input id="send_on" name="send_on" type="date" value="${typed('send_on', day)}" required ${on.attributes} />
      ${on.below}
      <label for="send_time">${t.time}</label>
      <input
        id="send_time"
        name="send_time"
        type="time"
        value="${typed('send_time', minutes)}"
        required
        ${at.attributes}
      />
      ${at.below}
      ${
        email === undefined
          ? none
          : html`<input type="hidden" name="was_email" value="${email}" />
              <label for="recipient_email">${t.recipientEmail}</label>
              <input
                id="recipient_email"
                name="recipient_email"
                type="email"
                value="${typed('recipient_email', email)}"
                autocomplete="off"
                required
                ${to.attributes}
              />
              ${to.below}`
      }
      <button>${t.change}</button>
    </form>
  </section>`;
};
